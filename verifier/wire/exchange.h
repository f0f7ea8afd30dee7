#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "wire/framing.h"
#include "wire/message.h"

namespace httparity {

/// How the connection was found after the exchange, once it had been silent for the settle time.
enum class Fate {
  kOpen,   ///< open and silent, the answer complete
  kFin,    ///< the peer sent a FIN (over TLS: close_notify and FIN)
  kCut,    ///< over TLS: a FIN without close_notify, which anybody on the way could have sent; ends no body
  kRst,    ///< the peer reset it
  kStall,  ///< open and silent with the answer incomplete, until a time limit
};

/// "open", "fin", "cut", "rst", "stall".
const char* fate_name(Fate fate);

/// When things happened, on the monotonic clock, from the start of the exchange.
struct ExchangeTimes {
  std::chrono::nanoseconds connected{0};   ///< 0 on a connection that was already there
  std::chrono::nanoseconds sent{0};        ///< last request byte handed to the kernel
  std::chrono::nanoseconds first_byte{0};  ///< 0 where no byte came
  std::chrono::nanoseconds last_byte{0};

  friend bool operator==(const ExchangeTimes&, const ExchangeTimes&) = default;
};

/// One request and all that came back for it.
struct Exchange {
  Message request;
  std::vector<Message> interims;    ///< 1xx answers, 101 excepted (it is final)
  std::optional<Message> response;  ///< nullopt: no byte of a final answer came
  Framing framing;                  ///< of `response`; without one, how far the reading came (see ReadResponse)
  std::string surplus;              ///< bytes after the end of the answer that belong to no answer
  Fate fate = Fate::kOpen;
  ExchangeTimes times;

  friend bool operator==(const Exchange&, const Exchange&) = default;
};

/// The answer is whole: a final response came and its end was found.
bool is_complete(const Exchange& exchange);

}  // namespace httparity
