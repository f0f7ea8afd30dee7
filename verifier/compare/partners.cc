#include "compare/partners.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"

namespace httparity {
namespace {

constexpr std::size_t kMostEntries = 1000;
constexpr std::size_t kMostPayloadBytes = 64 * 1024 * 1024;

constexpr std::array<std::string_view, 6> kConditions = {
    "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range", "Range"};

Message head_of(const Message& message) {
  Message head;
  head.bytes = message.bytes.substr(0, message.body.begin);
  head.start_line = message.start_line;
  head.start_line_end = message.start_line_end;
  head.fields = message.fields;
  head.blank_line = message.blank_line;
  head.body = {head.bytes.size(), head.bytes.size()};
  return head;
}

bool shows_head(const KeptResponse& kept, const Message& response) {
  return kept.head.bytes == std::string_view(response.bytes.data(), response.body.begin);
}

bool shows_payloads(const KeptStep& kept, std::string_view reference, std::string_view port) {
  const bool one_text = kept.reference.payload == kept.port.payload && reference.data() == port.data();
  return kept.reference.payload && *kept.reference.payload == reference &&
         (one_text || (kept.port.payload && *kept.port.payload == port));
}

}  // namespace

std::string partner_key(const Message& request, std::string_view actor) {
  std::string key(actor);
  key += '\0';
  key += request_target(request);
  for (const Field& field : request.fields) {
    const std::string_view name = request.at(field.name);
    const bool condition = std::any_of(kConditions.begin(), kConditions.end(), [&](std::string_view candidate) {
      return equal_ignoring_case(name, candidate);
    });
    if (condition) continue;
    key += '\0';
    key += request.at(field.whole());
  }
  return key;
}

void Partners::keep(const std::string& key, const Exchange& reference, const Exchange& port,
                    std::string_view reference_payload, std::string_view port_payload) {
  const std::string_view method = request_method(reference.request);
  if (method != "GET" && method != "HEAD") return;
  const auto [place, added] = entries_.try_emplace(key);
  Entry& entry = place->second;
  if (added) order_.push_back(key);
  const std::optional<int> status = status_code(*reference.response);
  const bool ok = method == "GET" && status == 200;
  if (ok && entry.ok && entry.ok == entry.get && shows_head(entry.ok->reference, *reference.response) &&
      shows_head(entry.ok->port, *port.response) && shows_payloads(*entry.ok, reference_payload, port_payload)) {
    return;
  }
  auto step = std::make_shared<KeptStep>();
  step->reference = {head_of(*reference.response), status, nullptr};
  step->port = {head_of(*port.response), status_code(*port.response), nullptr};
  if (ok) {
    payload_bytes_ -= entry.payload_bytes;
    entry.payload_bytes = 0;
    step->reference.payload = keep_payload(reference_payload, entry);
    step->port.payload =
        reference_payload == port_payload ? step->reference.payload : keep_payload(port_payload, entry);
    entry.ok = step;
  }
  (method == "GET" ? entry.get : entry.head) = std::move(step);
  if (order_.size() > kMostEntries) {
    const auto oldest = entries_.find(order_.front());
    payload_bytes_ -= oldest->second.payload_bytes;
    entries_.erase(oldest);
    order_.pop_front();
  }
}

std::shared_ptr<const std::string> Partners::keep_payload(std::string_view payload, Entry& entry) {
  if (payload_bytes_ + payload.size() > kMostPayloadBytes) return nullptr;
  payload_bytes_ += payload.size();
  entry.payload_bytes += payload.size();
  return std::make_shared<const std::string>(payload);
}

const Partners::Entry* Partners::find(const std::string& key) const {
  const auto found = entries_.find(key);
  return found == entries_.end() ? nullptr : &found->second;
}

const KeptStep* Partners::latest_get(const std::string& key) const {
  const Entry* entry = find(key);
  return entry ? entry->get.get() : nullptr;
}

const KeptStep* Partners::head_before_get(const std::string& key) const {
  const Entry* entry = find(key);
  return entry && !entry->get ? entry->head.get() : nullptr;
}

const KeptStep* Partners::latest_ok(const std::string& key) const {
  const Entry* entry = find(key);
  return entry ? entry->ok.get() : nullptr;
}

}  // namespace httparity
