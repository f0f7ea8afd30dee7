#include "recording/recording.h"

#include "compare/compare.h"
#include "recording/safe_file_name.h"

namespace httparity {

std::filesystem::path recording_folder(const RecordingPlace& place) {
  const std::string variant = place.variant.empty() ? "only" : safe_file_name(place.variant);
  return place.suite / "recorded" / safe_file_name(place.scenario) / variant;
}

std::string response_bytes(const Exchange& exchange) {
  std::string bytes;
  for (const Message& interim : exchange.interims) bytes += interim.bytes;
  if (exchange.response) bytes += exchange.response->bytes;
  return bytes + exchange.surplus;
}

bool says_the_same(const Recording& before, const Recording& now, std::span<const std::vector<Mask>> masks) {
  if (before.steps.size() != now.steps.size() || masks.size() != now.steps.size()) return false;
  ScenarioComparer comparer;
  for (std::size_t i = 0; i < now.steps.size(); ++i) {
    const RecordedStep& old_step = before.steps[i];
    const RecordedStep& new_step = now.steps[i];
    if (old_step.name != new_step.name) return false;
    if (old_step.exchange.request.bytes != new_step.exchange.request.bytes) return false;
    // An incomplete answer has no parity, but its bytes can be the same.
    const Verdict verdict = comparer.compare(old_step.exchange, new_step.exchange, masks[i]);
    const bool same_bytes = old_step.exchange.fate == new_step.exchange.fate &&
                            response_bytes(old_step.exchange) == response_bytes(new_step.exchange);
    if (verdict.outcome != Outcome::kParity && !same_bytes) return false;
  }
  return true;
}

}  // namespace httparity
