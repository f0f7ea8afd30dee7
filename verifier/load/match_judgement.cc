#include <algorithm>
#include <utility>

#include "compare/compare.h"
#include "load/matcher.h"

namespace httparity {
namespace {

constexpr unsigned kBySlots = 64;

Difference sent_before(const Mask& mask, Side value) {
  Difference out;
  out.kind = DifferenceKind::kMaskRelation;
  out.part = describe(mask);
  out.port = std::move(value);
  out.detail = "a value that must be fresh was sent before";
  return out;
}

}  // namespace

// The answer's last byte has come, and every byte was equal or accepted in its slot.
MatchStep Match::finish(Fate fate) {
  const bool related = live_->answers[answer_].related;
  if (related && !relations_hold()) {
    read_collected(so_far());
    return judge(fate);
  }
  if (auto stale = related ? stale_slot() : std::nullopt) {
    read_collected(so_far());
    received_ = exchange_of(reader_->take(), fate);
    reader_.reset();
    verdict_ = Verdict{};
    verdict_.outcome = Outcome::kDiffers;
    verdict_.differences.push_back(*std::move(stale));
    return MatchStep::kInvalid;
  }
  if (has_values_ && !by_slots_) renew_image();
  live_->recent = answer_;
  return MatchStep::kValid;
}

// Reads what is a whole answer.
void Match::read_collected(std::string whole) {
  collect(std::move(whole));
  reader_->feed(collected_);
  collected_.clear();
  if (!reader_->done()) reader_->end(StreamEnd::kFin);
}

std::string_view Match::value_of(std::size_t slot) const {
  for (const Patch& patch : patches_) {
    if (patch.slot == slot) return slice(values_, patch.value);
  }
  return slice(image_->bytes, image_->slots[slot].span);
}

// Values of one group are equal to each other just where the image's are, which shows the verified answer's pattern.
bool Match::relations_hold() const {
  const std::vector<Slot>& slots = image_->slots;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (slots[i].group == 0) continue;
    for (std::size_t j = 0; j < i; ++j) {
      if (slots[j].group != slots[i].group) continue;
      const bool equal_there = slice(image_->bytes, slots[j].span) == slice(image_->bytes, slots[i].span);
      if (equal_there != (value_of(j) == value_of(i))) return false;
    }
  }
  return true;
}

// A fresh value in a slot that was sent before.
std::optional<Difference> Match::stale_slot() {
  const LiveAnswer& live = live_->answers[answer_];
  const std::vector<Slot>& slots = image_->slots;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (slots[i].kind != SlotKind::kFresh) continue;
    bool first_in_answer = true;
    for (std::size_t j = 0; j < i; ++j) {
      if (slots[j].mask == slots[i].mask && value_of(j) == value_of(i)) first_in_answer = false;
    }
    if (!first_in_answer || live_->seen->insert(live.mask_keys[slots[i].mask], value_of(i))) continue;
    return sent_before(live.expectation->masks[slots[i].mask], {slots[i].span, std::string(value_of(i))});
  }
  return std::nullopt;
}

// This answer's bytes become the live image, so that those like it cost one memcmp once the next few are through.
void Match::renew_image() {
  LiveImage& live = live_->answers[answer_].image;
  const auto changes = [&](const Patch& patch) { return image_->slots[patch.slot].kind == SlotKind::kMasked; };
  if (std::none_of(patches_.begin(), patches_.end(), changes) || live != image_) return;
  live_->answers[answer_].by_slots = kBySlots;
  auto renewed = std::make_shared<Image>();
  renewed->slots = image_->slots;
  renewed->bytes = bytes_to(image_->bytes.size());
  for (const Patch& patch : patches_) {
    const auto moved = static_cast<std::ptrdiff_t>(patch.value.size()) -
                       static_cast<std::ptrdiff_t>(image_->slots[patch.slot].span.size());
    if (moved == 0) continue;
    const auto shift = [moved](std::size_t offset) {
      return static_cast<std::size_t>(static_cast<std::ptrdiff_t>(offset) + moved);
    };
    renewed->slots[patch.slot].span.end = shift(renewed->slots[patch.slot].span.end);
    for (std::size_t i = patch.slot + 1; i < renewed->slots.size(); ++i) {
      renewed->slots[i].span = {shift(renewed->slots[i].span.begin), shift(renewed->slots[i].span.end)};
    }
  }
  live = std::move(renewed);
}

Exchange Match::exchange_of(ReadResponse read, Fate fate) const {
  const Exchange& verified = live_->answers[answer_].expectation->exchange;
  Exchange out;
  out.request = verified.request;
  out.interims = std::move(read.interims);
  out.response = std::move(read.response);
  out.framing = std::move(read.framing);
  // Whether the connection stays open is judged where the next answer is due, not here.
  out.fate = fate == Fate::kOpen ? verified.fate : fate;
  return out;
}

// The verified exchange as this request should have had it: with its own `{unique}` value.
Exchange Match::expected_exchange(std::size_t answer) const {
  const Expectation& verified = *live_->answers[answer].expectation;
  Exchange out = verified.exchange;
  out.surplus.clear();
  const std::size_t base = verified.image.bytes.size() - out.response->bytes.size();
  for (const Slot& slot : verified.image.slots) {
    if (slot.kind != SlotKind::kEcho || echo_.size() != slot.span.size()) continue;
    out.response->bytes.replace(slot.span.begin - base, echo_.size(), echo_);
  }
  return out;
}

// Compares what came with the verified answers, the most recent one first, until one is at parity. Leaves `answer_`,
// `verdict_` and `received_` at that one, or at the one with the fewest differences.
void Match::compare_with_each(const ReadResponse& read, Fate fate) {
  std::vector<std::size_t> order{live_->recent};
  for (std::size_t i = 0; i < live_->answers.size(); ++i) {
    if (i != live_->recent) order.push_back(i);
  }
  std::optional<Verdict> best;
  std::size_t best_answer = 0;
  for (const std::size_t answer : order) {
    answer_ = answer;
    const Exchange expected = expected_exchange(answer);
    Exchange received = exchange_of(read, fate);
    Verdict verdict = ScenarioComparer(*limits_).compare(expected, received, live_->answers[answer].expectation->masks);
    const bool parity = verdict.outcome == Outcome::kParity;
    if (parity || !best || verdict.differences.size() < best->differences.size()) {
      best = std::move(verdict);
      best_answer = answer;
      received_ = std::move(received);
    }
    if (parity) break;
  }
  verdict_ = *std::move(best);
  answer_ = best_answer;
}

MatchStep Match::judge(Fate fate) {
  ++live_->compared_in_full;
  const ReadResponse read = reader_->take();
  reader_.reset();
  compare_with_each(read, fate);
  if (verdict_.outcome != Outcome::kParity) return MatchStep::kInvalid;
  if (auto stale = stale_value()) {
    verdict_.outcome = Outcome::kDiffers;
    verdict_.differences.push_back(*std::move(stale));
    return MatchStep::kInvalid;
  }
  live_->recent = answer_;
  take_image();
  return MatchStep::kValid;
}

// A fresh value in the answer as received, packed bodies too, that was sent before.
std::optional<Difference> Match::stale_value() {
  const LiveAnswer& live = live_->answers[answer_];
  const std::vector<Mask>& masks = live.expectation->masks;
  for (const SelectedValue& value : selected_values(received_, masks)) {
    if (!masks[value.mask].fresh || live_->seen->insert(live.mask_keys[value.mask], value.bytes)) continue;
    return sent_before(masks[value.mask], {value.span, value.bytes});
  }
  return std::nullopt;
}

// What the full comparison found valid is the next one's image: a page that was packed anew comes many times.
void Match::take_image() {
  LiveAnswer& live = live_->answers[answer_];
  if (live.expectation->judged_in_full) return;
  auto like = compile_expectation(received_, live.expectation->masks, echo_);
  if (like) live.image = std::make_shared<const Image>(std::move(like->image));
}

}  // namespace httparity
