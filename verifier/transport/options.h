#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "wire/limits.h"

namespace httparity {

/// How long each part of an exchange may take.
struct TimeLimits {
  std::chrono::milliseconds connect{10'000};         ///< name, TCP and TLS together
  std::chrono::milliseconds first_byte{10'000};      ///< from the last request byte (pipelined: from the answer before)
  std::chrono::milliseconds idle{10'000};            ///< without a byte in either direction
  std::chrono::milliseconds total{60'000};           ///< for one answer, connecting included
  std::chrono::milliseconds announced_close{1'000};  ///< silence granted to a peer that has yet to close as announced

  friend bool operator==(const TimeLimits&, const TimeLimits&) = default;
};

/// Which time limit ended an exchange.
enum class TimeLimit { kFirstByte, kIdle, kTotal };

/// The word for it in reports, such as "first-byte".
const char* time_limit_name(TimeLimit limit);

/// How much a TLS peer must prove.
struct TlsOptions {
  std::string cacert = {};  ///< PEM file of the certificates to trust; empty: the system's
  bool insecure = false;    ///< go on where the peer does not verify; whoever sets it must say so in every report

  friend bool operator==(const TlsOptions&, const TlsOptions&) = default;
};

/// All that holds for every exchange of a connection.
struct TransportOptions {
  TimeLimits time;
  /// How long a connection must be silent after an answer before its fate is taken as found. 0 looks once.
  std::chrono::milliseconds settle{50};
  Limits limits;
  TlsOptions tls;

  friend bool operator==(const TransportOptions&, const TransportOptions&) = default;
};

}  // namespace httparity
