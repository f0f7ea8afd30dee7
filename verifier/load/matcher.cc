#include "load/matcher.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "compare/compare.h"

namespace httparity {
namespace {

constexpr std::size_t kLongestValue = 4096;
constexpr unsigned kBySlots = 64;

/// The offset of the first byte in which two stretches of `size` bytes differ, `size` where they are equal.
std::size_t first_difference(const char* x, const char* y, std::size_t size) {
  if (std::memcmp(x, y, size) == 0) return size;
  std::size_t low = 0;  // halve: memcmp runs at memory speed, a byte loop doesn't
  std::size_t high = size;
  while (high - low > 32) {
    const std::size_t half = (high - low) / 2;
    if (std::memcmp(x + low, y + low, half) == 0) {
      low += half;
    } else {
      high = low + half;
    }
  }
  return static_cast<std::size_t>(std::mismatch(x + low, x + high, y + low).first - x);
}

}  // namespace

LiveExpectation::LiveExpectation(const Expectation& from)
    : expectation(&from), image(std::make_shared<const Image>(from.image)) {
  for (const Slot& slot : from.image.slots) related = related || slot.group != 0 || slot.kind == SlotKind::kFresh;
}

void Match::begin(LiveExpectation& expected, std::string_view echo, const Limits& limits) {
  live_ = &expected;
  image_ = expected.image;
  echo_ = echo;
  limits_ = limits;
  state_ = State::kImage;
  at_ = 0;
  slot_ = 0;
  by_slots_ = expected.by_slots > 0;
  if (by_slots_) --expected.by_slots;
  values_.clear();
  patches_.clear();
  received_bytes_ = 0;
}

MatchProgress Match::feed(std::string_view bytes) {
  std::size_t taken = 0;
  while (state_ != State::kCollect) {
    if (state_ == State::kImage && at_ == image_->bytes.size()) {
      if (!live_->expectation->ends_with_close) {
        received_bytes_ += taken;
        return {finish(), taken};
      }
      if (taken < bytes.size()) collect();
    }
    if (taken == bytes.size()) break;
    if (state_ == State::kCollect) break;
    taken += state_ == State::kSlot ? feed_slot(bytes.substr(taken)) : feed_image(bytes.substr(taken));
  }
  received_bytes_ += taken;
  if (state_ == State::kCollect) {
    const MatchProgress rest = feed_collect(bytes.substr(taken));
    received_bytes_ += rest.taken;
    return {rest.step, taken + rest.taken};
  }
  return {MatchStep::kNeedMore, taken};
}

MatchProgress Match::skip(std::string_view bytes) {
  const std::size_t taken = std::min(bytes.size(), image_->bytes.size() - at_);
  at_ += taken;
  received_bytes_ += taken;
  return {at_ == image_->bytes.size() ? MatchStep::kValid : MatchStep::kNeedMore, taken};
}

// Takes what equals the image, up to the next slot that must be looked at in any case.
std::size_t Match::feed_image(std::string_view bytes) {
  const std::vector<Slot>& slots = image_->slots;
  std::size_t next = slot_;
  while (next < slots.size() && (slots[next].span.end <= at_ || !always_checked(slots[next]))) ++next;
  const std::size_t limit = next < slots.size() ? slots[next].span.begin : image_->bytes.size();
  if (limit == at_ && next < slots.size()) {
    slot_ = next;
    enter_slot(0);
    return 0;
  }
  const std::size_t size = std::min(bytes.size(), limit - at_);
  const std::size_t equal = first_difference(image_->bytes.data() + at_, bytes.data(), size);
  at_ += equal;
  if (equal == size) return size;
  while (slot_ < slots.size() && slots[slot_].span.end < at_) ++slot_;
  if (slot_ < slots.size()) {
    // The value of a slot of any width may go on where the image's has ended.
    const Slot& slot = slots[slot_];
    if (slot.span.begin <= at_ && (at_ < slot.span.end || (slot.any_width && at_ == slot.span.end))) {
      enter_slot(at_ - slot.span.begin);
      return equal;
    }
    if (slot.span.end == at_ && slot_ + 1 < slots.size() && slots[slot_ + 1].span.begin == at_) {
      ++slot_;
      enter_slot(0);
      return equal;
    }
  }
  collect();
  return equal;
}

void Match::enter_slot(std::size_t equal_before) {
  state_ = State::kSlot;
  value_at_ = values_.size();
  values_.append(image_->bytes, image_->slots[slot_].span.begin, equal_before);
}

std::size_t Match::feed_slot(std::string_view bytes) {
  const Slot& slot = image_->slots[slot_];
  std::size_t taken = 0;
  bool whole = false;
  if (slot.any_width) {
    const std::size_t stop = bytes.find(slot.stop);
    whole = stop != std::string_view::npos;
    taken = whole ? stop : bytes.size();
  } else {
    taken = std::min(bytes.size(), slot.span.size() - value().size());
    whole = value().size() + taken == slot.span.size();
  }
  values_.append(bytes.substr(0, taken));
  const bool runaway = value().size() > kLongestValue + slot.span.size();
  if ((whole && !accept_slot()) || runaway) {
    at_ = slot.span.begin;
    collected_ = bytes_so_far().append(value());
    collect();
    return taken;
  }
  if (whole) {
    at_ = slot.span.end;
    ++slot_;
    state_ = State::kImage;
  }
  return taken;
}

bool Match::accept_slot() {
  const Slot& slot = image_->slots[slot_];
  if (slot.kind == SlotKind::kEcho) {
    if (value() != echo_) return false;
  } else if (!fits(live_->expectation->masks[slot.mask], value())) {
    return false;
  }
  patches_.push_back({slot_, {value_at_, values_.size()}});
  return true;
}

// The raw bytes of this answer up to the image's offset `at_`.
std::string Match::bytes_so_far() const {
  std::string out;
  std::size_t from = 0;
  for (const Patch& patch : patches_) {
    const Span& span = image_->slots[patch.slot].span;
    out.append(image_->bytes, from, span.begin - from);
    out += slice(values_, patch.value);
    from = span.end;
  }
  out.append(image_->bytes, from, at_ - from);
  return out;
}

// From here on the answer is kept whole, for the full comparison.
void Match::collect() {
  if (state_ != State::kSlot) collected_ = bytes_so_far();
  state_ = State::kCollect;
  reader_ = std::make_unique<ResponseReader>(request_method(live_->expectation->exchange.request), limits_);
}

MatchProgress Match::feed_collect(std::string_view bytes) {
  if (!collected_.empty()) {
    reader_->feed(collected_);
    collected_.clear();
  }
  const std::size_t taken = reader_->done() ? 0 : reader_->feed(bytes);
  return {reader_->done() ? judge(Fate::kOpen) : MatchStep::kNeedMore, taken};
}

MatchStep Match::end(StreamEnd how) {
  const Fate fate = how == StreamEnd::kFin ? Fate::kFin : how == StreamEnd::kRst ? Fate::kRst : Fate::kStall;
  const bool whole = state_ == State::kImage && at_ == image_->bytes.size();
  if (whole && live_->expectation->ends_with_close && fate == Fate::kFin) return finish();
  if (state_ == State::kSlot) {
    at_ = image_->slots[slot_].span.begin;
    collected_ = bytes_so_far().append(value());
  }
  if (state_ != State::kCollect) collect();
  reader_->feed(collected_);
  collected_.clear();
  if (!reader_->done()) reader_->end(how);
  return judge(fate);
}

// The answer's last byte has come and every byte was equal or accepted in its slot.
MatchStep Match::finish() {
  if (auto broken = live_->related ? broken_relation() : std::nullopt) {
    collect();
    reader_->feed(collected_);
    collected_.clear();
    received_ = exchange_of(reader_->take(), live_->expectation->exchange.fate);
    reader_.reset();
    verdict_ = Verdict{};
    verdict_.outcome = Outcome::kDiffers;
    verdict_.differences.push_back(*std::move(broken));
    return MatchStep::kInvalid;
  }
  if (!patches_.empty() && !by_slots_) renew_image();
  return MatchStep::kValid;
}

std::string_view Match::value_of(std::size_t slot) const {
  for (const Patch& patch : patches_) {
    if (patch.slot == slot) return slice(values_, patch.value);
  }
  return slice(image_->bytes, image_->slots[slot].span);
}

// Values of one group are equal to each other just where the verified answer's are, and fresh ones are new.
std::optional<Difference> Match::broken_relation() {
  const Image& verified = live_->expectation->image;
  const std::vector<Slot>& slots = verified.slots;
  const auto report = [&](std::size_t slot, std::string detail) {
    Difference out;
    out.kind = DifferenceKind::kMaskRelation;
    out.part = describe(live_->expectation->masks[slots[slot].mask]);
    out.reference = {slots[slot].span, std::string(slice(verified.bytes, slots[slot].span))};
    out.port = {image_->slots[slot].span, std::string(value_of(slot))};
    out.detail = std::move(detail);
    return out;
  };
  for (std::size_t i = 0; i < slots.size(); ++i) {
    bool first_in_answer = true;
    for (std::size_t j = 0; j < i; ++j) {
      const bool equal = value_of(j) == value_of(i);
      if (slots[j].mask == slots[i].mask && equal) first_in_answer = false;
      if (slots[i].group == 0 || slots[j].group != slots[i].group) continue;
      const bool equal_there = slice(verified.bytes, slots[j].span) == slice(verified.bytes, slots[i].span);
      if (equal_there != equal) return report(i, "equal and unequal values don't follow the verified answer's pattern");
    }
    if (slots[i].kind == SlotKind::kFresh && first_in_answer && !live_->seen.insert(slots[i].mask, value_of(i))) {
      return report(i, "a value that must be fresh was sent before");
    }
  }
  return std::nullopt;
}

// This answer's bytes become the live image, so that those like it cost one memcmp once the next few are through.
void Match::renew_image() {
  const auto changes = [&](const Patch& patch) { return image_->slots[patch.slot].kind == SlotKind::kMasked; };
  if (std::none_of(patches_.begin(), patches_.end(), changes) || live_->image != image_) return;
  live_->by_slots = kBySlots;
  auto renewed = std::make_shared<Image>();
  renewed->slots = image_->slots;
  at_ = image_->bytes.size();
  renewed->bytes = bytes_so_far();
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
  live_->image = std::move(renewed);
}

Exchange Match::exchange_of(ReadResponse read, Fate fate) const {
  Exchange out;
  out.request = live_->expectation->exchange.request;
  out.interims = std::move(read.interims);
  out.response = std::move(read.response);
  out.framing = std::move(read.framing);
  out.fate = fate;
  return out;
}

MatchStep Match::judge(Fate fate) {
  ++live_->compared_in_full;
  Exchange expected = live_->expectation->exchange;
  expected.surplus.clear();
  const Image& verified = live_->expectation->image;
  const std::size_t base = verified.bytes.size() - expected.response->bytes.size();
  for (const Slot& slot : verified.slots) {
    if (slot.kind != SlotKind::kEcho || echo_.size() != slot.span.size()) continue;
    expected.response->bytes.replace(slot.span.begin - base, echo_.size(), echo_);
  }
  // Whether the connection stays open is judged where the next answer is due, not here.
  received_ = exchange_of(reader_->take(), fate == Fate::kOpen ? expected.fate : fate);
  reader_.reset();
  verdict_ = ScenarioComparer(limits_).compare(expected, received_, live_->expectation->masks);
  if (verdict_.outcome != Outcome::kParity) return MatchStep::kInvalid;
  for (const SelectedValue& value : selected_values(received_, live_->expectation->masks)) {
    if (!live_->expectation->masks[value.mask].fresh || live_->seen.insert(value.mask, value.bytes)) continue;
    verdict_.outcome = Outcome::kDiffers;
    Difference repeat;
    repeat.kind = DifferenceKind::kMaskRelation;
    repeat.part = describe(live_->expectation->masks[value.mask]);
    repeat.port = {value.span, value.bytes};
    repeat.detail = "a value that must be fresh was sent before";
    verdict_.differences.push_back(std::move(repeat));
    return MatchStep::kInvalid;
  }
  return MatchStep::kValid;
}

}  // namespace httparity
