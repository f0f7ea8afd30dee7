#include "load/matcher.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace httparity {
namespace {

constexpr std::size_t kLongestValue = 4096;

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

void Match::begin(LiveExpectation& expected, std::string_view echo, const Limits& limits) {
  live_ = &expected;
  echo_ = echo;
  limits_ = &limits;
  tried_ = 0;
  deviates_ = false;
  received_bytes_ = 0;
  state_ = State::kBegun;
}

// The answer's first bytes have come. Not before is the image chosen: those that were requested together would all be
// compared with the same old one.
void Match::start() {
  begin_answer(live_->recent);
  if (live_->answers[answer_].expectation->judged_in_full) collect("");
}

void Match::begin_answer(std::size_t answer) {
  LiveAnswer& live = live_->answers[answer];
  answer_ = answer;
  tried_ |= 1U << answer;
  if (image_ != live.image) image_ = live.image;
  by_slots_ = live.by_slots > 0;
  if (by_slots_) --live.by_slots;
  state_ = State::kImage;
  at_ = 0;
  slot_ = 0;
  if (!std::exchange(has_values_, false)) return;
  values_.clear();
  patches_.clear();
}

MatchProgress Match::feed(std::string_view bytes) {
  if (state_ == State::kBegun) start();
  std::size_t taken = 0;
  while (state_ != State::kCollect && !follow(bytes, taken)) turn_to_another();
  received_bytes_ += taken;
  if (state_ != State::kCollect) {
    return {image_is_complete() ? finish(Fate::kOpen) : MatchStep::kNeedMore, taken};
  }
  const MatchProgress rest = feed_collect(bytes.substr(taken));
  received_bytes_ += rest.taken;
  return {rest.step, taken + rest.taken};
}

MatchProgress Match::skip(std::string_view bytes) {
  if (state_ == State::kBegun) start();
  const std::size_t taken = std::min(bytes.size(), image_->bytes.size() - at_);
  at_ += taken;
  received_bytes_ += taken;
  return {at_ == image_->bytes.size() ? MatchStep::kValid : MatchStep::kNeedMore, taken};
}

// The image's last byte has come, and the answer ends there. A body that the close ends is never complete before it.
bool Match::image_is_complete() const {
  return state_ == State::kImage && at_ == image_->bytes.size() &&
         !live_->answers[answer_].expectation->ends_with_close;
}

// Takes what the image and its slots explain, up to the answer's end; false at what they don't.
bool Match::follow(std::string_view bytes, std::size_t& taken) {
  while (taken < bytes.size() && !image_is_complete()) {
    if (by_slots_ && state_ == State::kImage) {
      const std::size_t before = taken;
      follow_slots(bytes, taken);
      if (taken > before) continue;
    }
    const std::string_view rest = bytes.substr(taken);
    const bool explained = state_ == State::kSlot ? follow_slot(rest, taken) : follow_image(rest, taken);
    if (!explained) return false;
  }
  return true;
}

// From slot to slot, as long as these bytes hold whole values. It stops before whatever wants a closer look.
void Match::follow_slots(std::string_view bytes, std::size_t& taken) {
  const char* const image = image_->bytes.data();
  const std::vector<Slot>& slots = image_->slots;
  for (; slot_ < slots.size(); ++slot_) {
    const Slot& slot = slots[slot_];
    const std::string_view rest = bytes.substr(taken);
    const std::size_t before = slot.span.begin - at_;
    if (slot.span.begin < at_ || rest.size() <= before || std::memcmp(image + at_, rest.data(), before) != 0) return;
    std::string_view value = rest.substr(before);
    const std::size_t size = slot.any_width ? value.find(slot.stop) : slot.span.size();
    if (size > value.size()) return;
    value = value.substr(0, size);
    // The last byte first: two values of one width mostly differ there.
    const bool known = slot.kind == SlotKind::kMasked && size == slot.span.size() && size > 0 &&
                       value.back() == image[slot.span.end - 1] &&
                       std::memcmp(image + slot.span.begin, value.data(), size) == 0;
    if (!known) {
      if (!accepts(slot, value)) return;
      has_values_ = true;
      value_at_ = values_.size();
      values_.append(value);
      patches_.push_back({slot_, {value_at_, values_.size()}});
    }
    at_ = slot.span.end;
    taken += before + size;
  }
}

// Takes what equals the image, up to the next slot that must be looked at in any case.
bool Match::follow_image(std::string_view bytes, std::size_t& taken) {
  const std::vector<Slot>& slots = image_->slots;
  std::size_t next = slot_;
  while (next < slots.size() && (slots[next].span.end <= at_ || !always_checked(slots[next]))) ++next;
  const std::size_t limit = next < slots.size() ? slots[next].span.begin : image_->bytes.size();
  if (limit == at_) {
    if (next == slots.size()) return false;  // more than the image has, of a body that the close ends
    slot_ = next;
    enter_slot(0);
    return true;
  }
  const std::size_t size = std::min(bytes.size(), limit - at_);
  const std::size_t equal = first_difference(image_->bytes.data() + at_, bytes.data(), size);
  at_ += equal;
  taken += equal;
  if (equal == size) return true;
  while (slot_ < slots.size() && slots[slot_].span.end < at_) ++slot_;
  if (slot_ == slots.size()) return false;
  // The value of a slot of any width may go on where the image's has ended.
  const Slot& slot = slots[slot_];
  if (slot.span.begin <= at_ && (at_ < slot.span.end || (slot.any_width && at_ == slot.span.end))) {
    enter_slot(at_ - slot.span.begin);
    return true;
  }
  if (slot.span.end == at_ && slot_ + 1 < slots.size() && slots[slot_ + 1].span.begin == at_) {
    ++slot_;
    enter_slot(0);
    return true;
  }
  return false;
}

void Match::enter_slot(std::size_t equal_before) {
  state_ = State::kSlot;
  has_values_ = true;
  value_at_ = values_.size();
  values_.append(image_->bytes, image_->slots[slot_].span.begin, equal_before);
}

bool Match::follow_slot(std::string_view bytes, std::size_t& taken) {
  const Slot& slot = image_->slots[slot_];
  std::size_t size = 0;
  bool whole = false;
  if (slot.any_width) {
    const std::size_t stop = bytes.find(slot.stop);
    whole = stop != std::string_view::npos;
    size = whole ? stop : bytes.size();
  } else {
    size = std::min(bytes.size(), slot.span.size() - value().size());
    whole = value().size() + size == slot.span.size();
  }
  values_.append(bytes.substr(0, size));
  taken += size;
  if (!whole) return value().size() <= kLongestValue + slot.span.size();
  if (!accept_slot()) return false;
  at_ = slot.span.end;
  ++slot_;
  state_ = State::kImage;
  return true;
}

bool Match::accepts(const Slot& slot, std::string_view value) const {
  if (slot.kind == SlotKind::kEcho) return value == echo_;
  return fits(live_->answers[answer_].expectation->masks[slot.mask], value);
}

bool Match::accept_slot() {
  if (!accepts(image_->slots[slot_], value())) return false;
  patches_.push_back({slot_, {value_at_, values_.size()}});
  return true;
}

// The image doesn't explain what has come. Another verified answer may; else the whole is kept for the full comparison.
void Match::turn_to_another() {
  std::string received = so_far();
  for (std::size_t other = 0; other < live_->answers.size(); ++other) {
    if ((tried_ >> other & 1U) != 0 || live_->answers[other].expectation->judged_in_full) continue;
    begin_answer(other);
    std::size_t taken = 0;
    if (follow(received, taken) && taken == received.size()) return;
  }
  deviates_ = true;
  collect(std::move(received));
}

// The raw bytes of this answer that have been taken.
std::string Match::so_far() const {
  if (state_ != State::kSlot) return bytes_to(at_);
  return bytes_to(image_->slots[slot_].span.begin).append(value());
}

// The raw bytes of this answer up to an offset of the image.
std::string Match::bytes_to(std::size_t image_offset) const {
  std::string out;
  std::size_t from = 0;
  for (const Patch& patch : patches_) {
    const Span& span = image_->slots[patch.slot].span;
    out.append(image_->bytes, from, span.begin - from);
    out += slice(values_, patch.value);
    from = span.end;
  }
  out.append(image_->bytes, from, image_offset - from);
  return out;
}

// From here on the answer is kept whole, for the full comparison.
void Match::collect(std::string so_far) {
  collected_ = std::move(so_far);
  state_ = State::kCollect;
  reader_ =
      std::make_unique<ResponseReader>(request_method(live_->answers[answer_].expectation->exchange.request), *limits_);
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
  if (state_ == State::kBegun) start();
  const bool whole = state_ == State::kImage && at_ == image_->bytes.size();
  if (whole && live_->answers[answer_].expectation->ends_with_close && fate == Fate::kFin) return finish(fate);
  if (state_ != State::kCollect) collect(so_far());
  reader_->feed(collected_);
  collected_.clear();
  if (!reader_->done()) reader_->end(how);
  return judge(fate);
}

}  // namespace httparity
