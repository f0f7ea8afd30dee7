#include "compare/relations.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "compare/mask_key.h"

namespace httparity {
namespace {

Side side_of(const HiddenValue& hidden) {
  return {hidden.span, std::string(hidden.value.substr(0, kLongestPart))};
}

Difference difference_of(DifferenceKind kind, const MaskedPair& pair, std::string detail) {
  return {kind, pair.part, pair.where, side_of(pair.reference), side_of(pair.port), std::move(detail)};
}

std::string shown(std::string_view value) {
  constexpr std::size_t kShown = 60;
  return fmt::format("\"{}{}\"", escape_bytes(value.substr(0, kShown)), value.size() > kShown ? "..." : "");
}

// The pair's repeat was found already, as a relation of its name.
bool is_related(const MaskedPair& pair, const Findings& findings) {
  return std::any_of(findings.differences.begin(), findings.differences.end(), [&](const Difference& difference) {
    return difference.kind == DifferenceKind::kMaskRelation && difference.where == pair.where &&
           difference.part == pair.part && difference.port.span == pair.port.span;
  });
}

std::string type_words(const Mask& mask) {
  std::string words = mask_type_name(mask.type);
  if (mask.length) words += fmt::format(" of {} bytes", *mask.length);
  return words;
}

}  // namespace

std::optional<std::string> Relations::judge(std::span<const Mask> masks, Findings& findings) {
  std::optional<std::string> unmet;
  for (const MaskedPair& pair : findings.pairs) {
    const Mask& mask = masks[pair.mask];
    const bool reference_fits = fits(mask, pair.reference.value);
    // Equal values need no mask, so they can't break one either.
    if (pair.reference.value != pair.port.value) {
      if (!reference_fits) {
        if (!unmet) {
          unmet = fmt::format("the reference's own {} under the mask {} is no {}", shown(pair.reference.value),
                              describe(mask), type_words(mask));
        }
        continue;
      }
      if (!fits(mask, pair.port.value)) {
        findings.differences.push_back(
            difference_of(DifferenceKind::kMaskType, pair,
                          fmt::format("not {} as the mask {} asks", type_words(mask), describe(mask))));
        continue;
      }
    } else if (!reference_fits) {
      findings.notes.push_back(fmt::format("{} under the mask {} is no {}, on both sides", shown(pair.reference.value),
                                           describe(mask), type_words(mask)));
    }
    if (!mask.name.empty()) relate(mask, pair, findings);
  }
  if (std::optional<std::string> repeats = judge_fresh(masks, findings); repeats && !unmet) unmet = std::move(repeats);
  return unmet;
}

void Relations::relate(const Mask& mask, const MaskedPair& pair, Findings& findings) {
  Values& values = values_[mask.name];
  const auto answer = values.port_of.find(pair.reference.value);
  const auto question = values.reference_of.find(pair.port.value);
  const bool other_answer = answer != values.port_of.end() && answer->second != pair.port.value;
  const bool other_question = question != values.reference_of.end() && question->second != pair.reference.value;
  const std::pair<std::string, std::string> both(pair.reference.value, pair.port.value);
  if (!other_answer && !other_question) {
    values.port_of.emplace(both.first, both.second);
    values.reference_of.emplace(both.second, both.first);
    return;
  }
  if (!values.reported.insert(both).second) return;
  findings.differences.push_back(difference_of(
      DifferenceKind::kMaskRelation, pair,
      other_answer ? fmt::format("\"{}\": the reference shows this value again, the port another", mask.name)
                   : fmt::format("\"{}\": the port shows this value again, the reference another", mask.name)));
}

std::optional<std::string> Relations::judge_fresh(std::span<const Mask> masks, Findings& findings) {
  std::optional<std::string> unmet;
  std::optional<std::uint64_t> exchange;
  for (const MaskedPair& pair : findings.pairs) {
    const Mask& mask = masks[pair.mask];
    if (!mask.fresh) continue;
    if (!exchange) exchange = fresh_->begin_exchange();
    const std::string key = mask.name.empty() ? mask_key(mask) : "name:" + mask.name;
    using OnSide = FreshValues::OnSide;
    const bool on_reference = fresh_->repeats(OnSide::kReference, key, pair.reference.value, *exchange);
    const bool on_port = fresh_->repeats(OnSide::kPort, key, pair.port.value, *exchange);
    if (on_reference) {
      unmet = fmt::format("the reference repeats {} under the mask {}, which says that it is fresh",
                          shown(pair.reference.value), describe(mask));
    } else if (on_port && !is_related(pair, findings)) {
      findings.differences.push_back(
          difference_of(DifferenceKind::kMaskRelation, pair,
                        fmt::format("the port repeats a value that the mask {} says is fresh", describe(mask))));
    }
  }
  return unmet;
}

}  // namespace httparity
