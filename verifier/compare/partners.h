#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "wire/exchange.h"

namespace httparity {

/// One side's answer as far as later steps need it: the head, and the payload of a 200.
struct KeptResponse {
  Message head;  ///< without the body
  std::optional<int> status;
  std::shared_ptr<const std::string> payload;  ///< null where there is none, or no room for it
};

/// Both sides' answers to one step.
struct KeptStep {
  KeptResponse reference;
  KeptResponse port;
};

/// The request without what makes it a HEAD, conditional or a range: the actor, the target and all other field lines.
/// Two steps with one key are partners of each other (RFC 9110, sections 13.1 and 14.2).
std::string partner_key(const Message& request, std::string_view actor);

/// The latest answers to each request of a scenario, within bounds: 1,000 requests, 64 MiB of payloads.
class Partners {
 public:
  /// Keeps the answers to a GET or HEAD. `reference_payload`, `port_payload`: without chunk framing, still coded.
  void keep(const std::string& key, const Exchange& reference, const Exchange& port, std::string_view reference_payload,
            std::string_view port_payload);

  /// The latest GET; null where there was none.
  const KeptStep* latest_get(const std::string& key) const;
  /// The latest HEAD, where no GET came before it.
  const KeptStep* head_before_get(const std::string& key) const;
  /// The latest GET that the reference answered with 200.
  const KeptStep* latest_ok(const std::string& key) const;

 private:
  struct Entry {
    std::shared_ptr<const KeptStep> get;
    std::shared_ptr<const KeptStep> head;
    std::shared_ptr<const KeptStep> ok;
    std::size_t payload_bytes = 0;  ///< of `ok`
  };

  const Entry* find(const std::string& key) const;
  std::shared_ptr<const std::string> keep_payload(std::string_view payload, Entry& entry);

  std::unordered_map<std::string, Entry> entries_;
  std::deque<std::string> order_;  ///< keys, oldest first
  std::size_t payload_bytes_ = 0;
};

}  // namespace httparity
