#include "load/live_expectation.h"

#include <functional>
#include <string>

namespace httparity {
namespace {

// A mask of the contract or of a scenario stands in many steps: its place says that it is one.
std::size_t key_of(const Mask& mask, std::size_t index) {
  if (mask.place.file.empty()) return index;
  return std::hash<std::string>{}(mask.place.file + "\n" + mask.place.pointer);
}

}  // namespace

LiveExpectation::LiveExpectation(const Expectation& first, const std::vector<Expectation>& alternatives,
                                 SeenValues& all_seen)
    : seen(&all_seen) {
  const auto add = [this](const Expectation& from) {
    LiveAnswer answer;
    answer.expectation = &from;
    answer.image = std::make_shared<const Image>(from.image);
    for (std::size_t m = 0; m < from.masks.size(); ++m) answer.mask_keys.push_back(key_of(from.masks[m], m));
    for (const Mask& mask : from.masks) answer.related = answer.related || mask.fresh || !mask.name.empty();
    for (const SelectedValue& value : selected_values(from.exchange, from.masks)) {
      if (from.masks[value.mask].fresh) seen->insert(answer.mask_keys[value.mask], value.bytes);
    }
    answers.push_back(std::move(answer));
  };
  add(first);
  for (const Expectation& one : alternatives) add(one);
}

}  // namespace httparity
