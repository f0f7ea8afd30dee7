#include "learn/learn.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/digest.h"
#include "base/text.h"
#include "learn/candidates.h"
#include "learn/infer_type.h"

namespace httparity {
namespace {

/// All that was seen of one selector.
struct Sightings {
  Selector selector;
  std::size_t steps = 0;
  std::string first;                                                               ///< where
  std::map<std::pair<std::size_t, std::size_t>, std::vector<std::string>> values;  ///< of step and exchange
  bool digests_body = true;
  bool packed = false;  ///< some answer showed it inside a compressed body
};

bool same_place(const Selector& x, const Selector& y) {
  // One body mask may have been seen with other ends in another step.
  const auto* one = std::get_if<BodySelector>(&x);
  const auto* other = std::get_if<BodySelector>(&y);
  return one != nullptr && other != nullptr ? one->after == other->after : x == y;
}

void merge_ends(const Selector& from, Selector& into) {
  const auto* source = std::get_if<BodySelector>(&from);
  auto* target = std::get_if<BodySelector>(&into);
  if (source == nullptr || target == nullptr) return;
  for (const std::string& end : source->until) {
    if (std::find(target->until.begin(), target->until.end(), end) == target->until.end()) target->until.push_back(end);
  }
  std::sort(target->until.begin(), target->until.end());
}

/// `value` is a digest in hex, or the first 32 digits of one, of the plaintext or of the payload.
bool digests(const std::string& value, const Answers& answers, std::size_t exchange) {
  for (const auto* texts : {&answers.plaintexts, &answers.payloads}) {
    if (exchange >= texts->size()) continue;
    for (const auto algorithm : {DigestAlgorithm::kMd5, DigestAlgorithm::kSha1, DigestAlgorithm::kSha256}) {
      const auto raw = digest(algorithm, (*texts)[exchange]);
      const std::string hex = raw ? to_hex(*raw) : "";
      if (!hex.empty() && (value == hex || value == hex.substr(0, 32))) return true;
    }
  }
  return false;
}

std::vector<std::string_view> all_values(const Sightings& seen) {
  std::vector<std::string_view> all;
  for (const auto& [place, values] : seen.values) all.insert(all.end(), values.begin(), values.end());
  return all;
}

/// In every exchange where both were seen, both show the same value; and there is such an exchange.
bool relate(const Sightings& x, const Sightings& y) {
  std::size_t both = 0;
  for (const auto& [place, values] : x.values) {
    const auto other = y.values.find(place);
    if (other == y.values.end()) continue;
    if (values.front() != other->second.front()) return false;
    ++both;
  }
  return both > 0;
}

/// No answer shows a value that another step's answer of the same round has shown.
bool never_repeats(const Sightings& seen) {
  std::map<std::size_t, std::set<std::string>> rounds;
  for (const auto& [place, values] : seen.values) {
    if (values.size() != 1 || !rounds[place.second].insert(values.front()).second) return false;
  }
  return seen.steps > 1;
}

/// Some answer's body is compressed.
bool is_packed(const Answers& answers) {
  return !answers.plaintexts.empty() && answers.payloads != answers.plaintexts;
}

class Learner {
 public:
  explicit Learner(const Limits& limits) : limits_(limits) {}

  void observe(const ObservedStep& observed, std::size_t number) {
    if (observed.exchanges.size() < 2) return;
    const auto answers = take_apart(observed.exchanges, limits_);
    if (!answers) {
      say_beyond(observed.where, "an answer is not complete");
      return;
    }
    static const std::vector<Mask> kNone;
    const std::vector<Mask>& known = observed.step != nullptr ? observed.step->masks : kNone;
    std::vector<std::string> beyond;
    for (Candidate& each : header_candidates(*answers, known, beyond)) add(std::move(each), observed, number, *answers);
    for (Candidate& each : body_candidates(*answers, known, beyond)) add(std::move(each), observed, number, *answers);
    for (Candidate& each : framing_candidates(observed.exchanges, *answers, known)) {
      add(std::move(each), observed, number, *answers);
    }
    for (const std::string& what : beyond) say_beyond(observed.where, what);
  }

  Learned conclude() && {
    for (Sightings& seen : seen_) conclude_one(seen);
    name_relations();
    for (const std::string& what : beyond_order_) learned_.beyond.push_back(beyond_[what]);
    return std::move(learned_);
  }

 private:
  void say_beyond(const std::string& where, const std::string& what) {
    if (beyond_.emplace(what, fmt::format("{} (first in {})", what, where)).second) beyond_order_.push_back(what);
  }

  void add(Candidate candidate, const ObservedStep& observed, std::size_t number, const Answers& answers) {
    auto same = std::find_if(seen_.begin(), seen_.end(), [&candidate](const Sightings& seen) {
      return same_place(seen.selector, candidate.selector);
    });
    if (same == seen_.end()) {
      same = seen_.insert(seen_.end(), Sightings{candidate.selector, 0, observed.where, {}, true});
    } else {
      merge_ends(candidate.selector, same->selector);
    }
    ++same->steps;
    same->packed = same->packed || is_packed(answers);
    for (std::size_t exchange = 0; exchange < candidate.values.size(); ++exchange) {
      std::vector<std::string>& values = candidate.values[exchange];
      if (values.empty()) continue;
      same->digests_body = same->digests_body && digests(values.front(), answers, exchange);
      same->values[{number, exchange}] = std::move(values);
    }
  }

  void conclude_one(Sightings& seen) {
    Proposal proposal;
    proposal.mask.selector = seen.selector;
    proposal.steps = seen.steps;
    const auto values = all_values(seen);
    const bool has_type =
        !std::holds_alternative<GzipPart>(seen.selector) && !std::holds_alternative<ChunkBorders>(seen.selector);
    if (has_type) {
      const auto inferred = infer_type(values);
      if (!inferred) {
        say_beyond(seen.first, fmt::format("{}: its values are of no one type", describe(proposal.mask)));
        return;
      }
      proposal.mask.type = inferred->type;
      proposal.mask.length = inferred->length;
      proposal.mask.any_width = inferred->any_width;
      // A token moves the length of the stream it is packed in, and only a mask of any width forgives that.
      const bool in_body = !std::holds_alternative<HeaderSelector>(seen.selector);
      if (in_body && seen.packed) {
        proposal.mask.any_width = true;
        proposal.mask.length.reset();
      }
      proposal.mask.fresh = inferred->looks_fresh && never_repeats(seen);
    }
    const std::set<std::string_view> distinct(values.begin(), values.end());
    proposal.mask.why = has_type && seen.digests_body ? "digests a body that varies" : "varies from answer to answer";
    proposal.evidence.push_back(fmt::format("{} values in {} answers of {} steps, first in {}", distinct.size(),
                                            values.size(), seen.steps, escape_bytes(seen.first)));
    constexpr std::size_t kShown = 3;
    for (const std::string_view value : distinct) {
      if (proposal.evidence.size() > kShown) break;
      proposal.evidence.push_back(escape_bytes(value.substr(0, 100)));
    }
    learned_.proposals.push_back(std::move(proposal));
    concluded_.push_back(&seen);
  }

  /// Masks that show one value together get one name.
  void name_relations() {
    std::size_t names = 0;
    for (std::size_t first = 0; first < concluded_.size(); ++first) {
      if (!learned_.proposals[first].mask.name.empty()) continue;
      for (std::size_t second = first + 1; second < concluded_.size(); ++second) {
        if (!learned_.proposals[second].mask.name.empty() || !relate(*concluded_[first], *concluded_[second])) continue;
        std::string& name = learned_.proposals[first].mask.name;
        if (name.empty()) name = fmt::format("value-{}", ++names);
        learned_.proposals[second].mask.name = name;
        learned_.proposals[second].evidence.push_back("the same value as " + describe(learned_.proposals[first].mask));
        // Two places of one value repeat it: that it is fresh can be said of neither.
        learned_.proposals[first].mask.fresh = learned_.proposals[second].mask.fresh = false;
      }
    }
  }

  Limits limits_;
  std::vector<Sightings> seen_;
  std::vector<const Sightings*> concluded_;
  std::map<std::string, std::string> beyond_;
  std::vector<std::string> beyond_order_;
  Learned learned_;
};

}  // namespace

struct MaskLearner::State {
  Learner learner;
  std::size_t steps = 0;
};

MaskLearner::MaskLearner(const Limits& limits) : state_(std::make_unique<State>(State{Learner(limits), 0})) {}
MaskLearner::~MaskLearner() = default;
MaskLearner::MaskLearner(MaskLearner&&) noexcept = default;
MaskLearner& MaskLearner::operator=(MaskLearner&&) noexcept = default;

void MaskLearner::observe(const ObservedStep& step) {
  state_->learner.observe(step, state_->steps++);
}

Learned MaskLearner::conclude() {
  return std::move(state_->learner).conclude();
}

Learned learn(const std::vector<ObservedStep>& observed, const Limits& limits) {
  MaskLearner learner(limits);
  for (const ObservedStep& step : observed) learner.observe(step);
  return learner.conclude();
}

}  // namespace httparity
