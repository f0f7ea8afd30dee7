#include "compare/interims.h"

#include <fmt/format.h>

#include <algorithm>

#include "compare/head.h"

namespace httparity {
namespace {

bool same(const Message& reference, const Message& port) {
  return reference.bytes == port.bytes;
}

// One pair of answers: as heads where that explains them, else as a whole.
void compare_pair(const Message& reference, const Message& port, std::span<const Mask> masks, const HeadPlace& place,
                  Findings& findings) {
  const std::size_t before = findings.differences.size();
  compare_heads(reference, port, masks, {}, place, findings);
  for (std::size_t i = before; i < findings.differences.size(); ++i) {
    Difference& difference = findings.differences[i];
    const char* word = difference_kind_name(difference.kind);
    difference.detail = difference.detail.empty() ? word : fmt::format("{}: {}", word, difference.detail);
    difference.kind = DifferenceKind::kInterimResponse;
  }
  const bool same_end = reference.at(reference.blank_line) == port.at(port.blank_line) &&
                        reference.at(reference.body) == port.at(port.body);
  if (same_end) return;
  findings.differences.push_back(
      {DifferenceKind::kInterimResponse, place.part_prefix + "blank line", Where::kInterim,
       make_side(reference.bytes, {reference.blank_line.begin, reference.bytes.size()}, place.reference_offset),
       make_side(port.bytes, {port.blank_line.begin, port.bytes.size()}, place.port_offset), ""});
}

}  // namespace

void compare_interims(const std::vector<Message>& reference, const std::vector<Message>& port,
                      std::span<const Mask> masks, Findings& findings) {
  const std::size_t both = std::min(reference.size(), port.size());
  std::size_t last = 0;  // equal answers at the end, where the numbers differ
  if (reference.size() != port.size()) {
    while (last < both && same(reference[reference.size() - 1 - last], port[port.size() - 1 - last])) ++last;
  }
  const std::size_t paired = both - last;
  HeadPlace place;
  place.where = Where::kInterim;
  std::size_t i = 0;
  for (; i < paired; ++i) {
    place.part_prefix = fmt::format("interim {}: ", i);
    compare_pair(reference[i], port[i], masks, place, findings);
    place.reference_offset += reference[i].bytes.size();
    place.port_offset += port[i].bytes.size();
  }
  const auto report = [&](const Message* expected, const Message* actual, std::size_t number) {
    const auto side = [](const Message* message, std::size_t offset) {
      return message ? make_side(message->bytes, {0, message->bytes.size()}, offset) : Side{{offset, offset}, ""};
    };
    findings.differences.push_back({DifferenceKind::kInterimResponse, fmt::format("interim {}", number),
                                    Where::kInterim, side(expected, place.reference_offset),
                                    side(actual, place.port_offset),
                                    expected ? "only the reference sends it" : "only the port sends it"});
  };
  for (std::size_t k = i; k + last < reference.size(); ++k) {
    report(&reference[k], nullptr, k);
    place.reference_offset += reference[k].bytes.size();
  }
  for (std::size_t k = i; k + last < port.size(); ++k) {
    report(nullptr, &port[k], k);
    place.port_offset += port[k].bytes.size();
  }
}

}  // namespace httparity
