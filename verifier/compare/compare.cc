#include "compare/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "compare/body.h"
#include "compare/completeness.h"
#include "compare/findings.h"
#include "compare/framing_marks.h"
#include "compare/fresh_values.h"
#include "compare/head.h"
#include "compare/interims.h"
#include "compare/mask_use_counter.h"
#include "compare/metamorphic.h"
#include "compare/relations.h"

namespace httparity {
namespace {

/// Differences of one kind that one step is shown with; more are counted.
constexpr std::size_t kMostOfAKind = 50;

bool same_bytes(const Exchange& reference, const Exchange& port) {
  return reference.fate == port.fate && reference.surplus == port.surplus &&
         reference.response->bytes == port.response->bytes &&
         std::equal(reference.interims.begin(), reference.interims.end(), port.interims.begin(), port.interims.end(),
                    [](const Message& x, const Message& y) { return x.bytes == y.bytes; });
}

void compare_surplus(const Exchange& reference, const Exchange& port, Findings& findings) {
  if (!is_complete(port)) return;  // without an end there is nothing behind it
  for (const Hunk& hunk : diff(reference.surplus, port.surplus)) {
    findings.differences.push_back({DifferenceKind::kSurplusBytes, "bytes behind the response", Where::kSurplus,
                                    make_side(reference.surplus, hunk.reference), make_side(port.surplus, hunk.port),
                                    ""});
  }
}

std::size_t end_of_bytes(const Exchange& exchange) {
  return exchange.response ? exchange.response->bytes.size() : 0;
}

void compare_fates(const Exchange& reference, const Exchange& port, Findings& findings) {
  if (reference.fate == port.fate) return;
  const auto side = [](const Exchange& exchange) {
    const std::size_t end = end_of_bytes(exchange);
    return Side{{end, end}, fate_name(exchange.fate)};
  };
  findings.differences.push_back(
      {DifferenceKind::kConnectionFate, "connection", Where::kConnection, side(reference), side(port),
       fmt::format("on the reference {}, on the port {}", fate_name(reference.fate), fate_name(port.fate))});
}

// The port has no final answer: its fate says why, or, where that is the same, nothing but its end is missing.
void report_no_response(const Exchange& reference, const Exchange& port, Findings& findings) {
  compare_fates(reference, port, findings);
  if (reference.fate != port.fate) return;
  findings.differences.push_back({DifferenceKind::kFraming, "response", Where::kResponse,
                                  make_side(reference.response->bytes, {0, reference.response->bytes.size()}), Side{},
                                  "the port sends none"});
}

// The width tells the three forms of a date apart (RFC 9110, section 5.6.7): 29 bytes are the one that is generated, 24
// asctime's, and the form of RFC 850 has more, as many as its name of the day needs.
bool have_other_forms(const MaskedPair& dates) {
  constexpr std::size_t kGenerated = 29;
  constexpr std::size_t kAsctime = 24;
  const std::size_t reference = dates.reference.value.size();
  const std::size_t port = dates.port.value.size();
  return (reference == kGenerated) != (port == kGenerated) || (reference == kAsctime) != (port == kAsctime);
}

// In a body that the close ends, or that is packed, no length shows what masks of equal width moved. In a field nothing
// moves with the value; only a date must keep its form.
void report_width(std::span<const Mask> masks, Findings& findings) {
  for (const MaskedPair& pair : findings.pairs) {
    const Mask& mask = masks[pair.mask];
    if (mask.any_width || pair.reference.value.size() == pair.port.value.size()) continue;
    if (!pair.in_body && !(mask.type == MaskType::kHttpDate && have_other_forms(pair))) continue;
    const auto side = [](const HiddenValue& hidden) {
      return Side{hidden.span, std::string(hidden.value.substr(0, kLongestPart))};
    };
    findings.differences.push_back({DifferenceKind::kMaskType, pair.part, pair.where, side(pair.reference),
                                    side(pair.port),
                                    fmt::format("{} bytes on the reference, {} on the port, and the mask {} doesn't "
                                                "allow another width",
                                                pair.reference.value.size(), pair.port.value.size(), describe(mask))});
  }
}

void note_oddities(const Exchange& reference, const Exchange& port, Findings& findings) {
  for (const Oddity oddity : reference.framing.oddities) {
    const auto& others = port.framing.oddities;
    if (std::find(others.begin(), others.end(), oddity) == others.end()) continue;
    findings.notes.push_back(fmt::format("{} on both sides", oddity_name(oddity)));
  }
  if (!reference.surplus.empty() && reference.surplus == port.surplus) {
    findings.notes.push_back(
        fmt::format("{} bytes behind the end of the response on both sides", reference.surplus.size()));
  }
}

// Keeps the first of each kind, in order, and counts the rest.
void limit_differences(Findings& findings) {
  std::map<DifferenceKind, std::size_t> counts;
  std::vector<Difference> kept;
  for (Difference& difference : findings.differences) {
    if (++counts[difference.kind] <= kMostOfAKind) kept.push_back(std::move(difference));
  }
  for (const auto& [kind, count] : counts) {
    if (count <= kMostOfAKind) continue;
    findings.notes.push_back(
        fmt::format("{} more {} differences are not shown", count - kMostOfAKind, difference_kind_name(kind)));
  }
  findings.differences = std::move(kept);
}

// Each note once, and not more of them than a person reads.
void limit_notes(std::vector<std::string>& notes) {
  constexpr std::size_t kMostNotes = 100;
  std::set<std::string> known;
  std::erase_if(notes, [&](const std::string& note) { return !known.insert(note).second; });
  if (notes.size() > kMostNotes) notes.resize(kMostNotes);
}

Verdict unknown(UnknownReason reason, std::string detail) {
  Verdict verdict;
  verdict.outcome = Outcome::kUnknown;
  verdict.reason = reason;
  verdict.detail = std::move(detail);
  return verdict;
}

Verdict verdict_of(Findings findings) {
  limit_differences(findings);
  limit_notes(findings.notes);
  Verdict verdict;
  verdict.outcome = findings.differences.empty() ? Outcome::kParity : Outcome::kDiffers;
  verdict.differences = std::move(findings.differences);
  verdict.notes = std::move(findings.notes);
  return verdict;
}

bool masks_borders(std::span<const Mask> masks) {
  return std::any_of(masks.begin(), masks.end(),
                     [](const Mask& mask) { return std::holds_alternative<ChunkBorders>(mask.selector); });
}

}  // namespace

struct ScenarioComparer::State {
  State(Limits given, std::shared_ptr<FreshValues> fresh)
      : limits(given), relations(fresh ? std::move(fresh) : std::make_shared<FreshValues>()) {}

  Verdict judge(const Exchange& reference, const Exchange& port, std::span<const Mask> masks, std::string_view actor);

  Limits limits;
  Relations relations;
  Metamorphic metamorphic;
  MaskUseCounter audit;
};

Verdict ScenarioComparer::State::judge(const Exchange& reference, const Exchange& port, std::span<const Mask> masks,
                                       std::string_view actor) {
  audit.register_masks(masks);
  if (auto cause = find_unknown(reference, port)) return unknown(cause->reason, std::move(cause->detail));
  Findings findings;
  note_oddities(reference, port, findings);
  if (!port.response) {
    compare_interims(reference.interims, port.interims, masks, findings);
    report_no_response(reference, port, findings);
    return verdict_of(std::move(findings));
  }
  PayloadText reference_text(reference);
  PayloadText port_text(port);
  const bool equal = is_complete(port) && same_bytes(reference, port);
  if (!equal || audit.wants(masks)) {
    compare_interims(reference.interims, port.interims, masks, findings);
    const LengthShift shift = compare_bodies(reference_text, port_text, masks, limits, findings);
    if (findings.limit) {
      return unknown(UnknownReason::kLimit,
                     fmt::format("decoding a payload needs more than --limit {} allows", limit_name(*findings.limit)));
    }
    std::vector<Difference> of_body = std::move(findings.differences);
    findings.differences.clear();
    compare_heads(*reference.response, *port.response, masks, shift, {}, findings);
    compare_framing(reference, port, masks_borders(masks), shift, findings);
    findings.differences.insert(findings.differences.end(), std::make_move_iterator(of_body.begin()),
                                std::make_move_iterator(of_body.end()));
    compare_surplus(reference, port, findings);
    compare_fates(reference, port, findings);
    audit.count(masks, findings, reference, port);
    if (auto cause = relations.judge(masks, findings)) return unknown(UnknownReason::kMaskUnmet, std::move(*cause));
    if (findings.differences.empty()) report_width(masks, findings);
  }
  audit.count_bytes(findings, reference, reference_text, equal);
  if (is_complete(port)) {
    metamorphic.judge(reference, port, reference_text, port_text, equal, masks, actor, limits, findings);
  }
  return verdict_of(std::move(findings));
}

ScenarioComparer::ScenarioComparer(Limits limits, std::shared_ptr<FreshValues> fresh)
    : state_(std::make_unique<State>(limits, std::move(fresh))) {}
ScenarioComparer::~ScenarioComparer() = default;
ScenarioComparer::ScenarioComparer(ScenarioComparer&&) noexcept = default;
ScenarioComparer& ScenarioComparer::operator=(ScenarioComparer&&) noexcept = default;

Verdict ScenarioComparer::compare(const Exchange& reference, const Exchange& port, std::span<const Mask> masks,
                                  std::string_view actor) {
  return state_->judge(reference, port, masks, actor);
}

const std::vector<std::pair<const Mask*, MaskUse>>& ScenarioComparer::mask_uses() const {
  return state_->audit.uses();
}

const ComparedBytes& ScenarioComparer::compared_bytes() const {
  return state_->audit.bytes();
}

}  // namespace httparity
