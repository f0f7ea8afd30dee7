#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compare/difference.h"
#include "load/live_expectation.h"
#include "wire/limits.h"
#include "wire/response_reader.h"

namespace httparity {

inline constexpr Limits kUsualLimits{};

/// What became of the bytes given to `Match::feed`.
enum class MatchStep {
  kNeedMore,  ///< all taken, the answer goes on
  kValid,     ///< the answer is complete and right
  kInvalid,   ///< the answer is wrong; `Match::verdict` and `Match::received` say how
};

struct MatchProgress {
  MatchStep step = MatchStep::kNeedMore;
  std::size_t taken = 0;  ///< how many of the bytes belong to this answer
};

/// Checks the bytes of one answer as they come, in pieces of any size, every byte, masks and tokens cut by a read
/// included. Tiers: memcmp against the image of the most recent answer; at a difference inside a slot the slot's own
/// check; at any other the images of the other verified answers, from the first byte on; what none of them explains is
/// collected up to its end and judged by the full comparison with each. Where slots were seen to differ, the next
/// answers are compared from slot to slot, and only now and then with the image as a whole.
class Match {
 public:
  /// Begins the answer to one request. `echo` is that request's `{unique}` value; all must outlive the match. Which of
  /// the verified answers it is compared with first is chosen when its first bytes come, by what others have shown
  /// until then.
  void begin(LiveExpectation& expected, std::string_view echo = {}, const Limits& limits = kUsualLimits);

  MatchProgress feed(std::string_view bytes);
  /// Takes as many bytes as the image has, unlooked at: what checking costs is measured against this.
  MatchProgress skip(std::string_view bytes);
  /// The connection has ended inside the answer: kValid where the close ends it rightly.
  MatchStep end(StreamEnd how);

  /// Some of the bytes so far were neither equal nor accepted in a slot: only the full comparison can judge the answer.
  bool deviates() const { return deviates_; }
  /// After kValid: which of the verified answers it was, an index into `LiveExpectation::answers`.
  std::size_t answer() const { return answer_; }
  /// Bytes of the answer so far.
  std::size_t received_bytes() const { return received_bytes_; }
  /// After kInvalid: what the full comparison with the verified answer that comes closest says, and the exchange as
  /// received. `answer` is which one that is.
  const Verdict& verdict() const { return verdict_; }
  const Exchange& received() const { return received_; }

 private:
  struct Patch {
    std::size_t slot;
    Span value;  // in `values_`
  };

  enum class State : std::uint8_t { kBegun, kImage, kSlot, kCollect };

  void start();
  void begin_answer(std::size_t answer);
  bool follow(std::string_view bytes, std::size_t& taken);
  bool follow_image(std::string_view bytes, std::size_t& taken);
  void follow_slots(std::string_view bytes, std::size_t& taken);
  bool follow_slot(std::string_view bytes, std::size_t& taken);
  void enter_slot(std::size_t equal_before);
  bool accepts(const Slot& slot, std::string_view value) const;
  bool accept_slot();
  bool always_checked(const Slot& slot) const { return by_slots_ || slot.kind != SlotKind::kMasked; }
  std::string_view value() const { return std::string_view(values_).substr(value_at_); }
  bool image_is_complete() const;
  void turn_to_another();
  MatchProgress feed_collect(std::string_view bytes);
  void collect(std::string so_far);
  std::string so_far() const;
  std::string bytes_to(std::size_t image_offset) const;
  MatchStep finish(Fate fate);
  void read_collected(std::string whole);
  MatchStep judge(Fate fate);
  void compare_with_each(const ReadResponse& read, Fate fate);
  bool relations_hold() const;
  std::optional<Difference> stale_slot();
  std::optional<Difference> stale_value();
  Exchange expected_exchange(std::size_t answer) const;
  Exchange exchange_of(ReadResponse read, Fate fate) const;
  std::string_view value_of(std::size_t slot) const;
  void renew_image();
  void take_image();

  // First what an answer needs that equals its image.
  LiveExpectation* live_ = nullptr;
  LiveImage image_;
  std::string_view echo_;
  const Limits* limits_ = &kUsualLimits;
  std::size_t at_ = 0;      // offset into the image
  std::size_t slot_ = 0;    // the next slot, or the one that is being read
  std::size_t answer_ = 0;  // index of the answer that is followed
  std::size_t received_bytes_ = 0;
  std::uint32_t tried_ = 0;  // a bit for each answer that was
  State state_ = State::kBegun;
  bool by_slots_ = false;    // every slot is checked, whether it equals the image or not
  bool has_values_ = false;  // some slot was read: `values_` or `patches_` may hold something
  bool deviates_ = false;

  std::string values_;        // of the slots in `patches_`, then of the one that is being read
  std::size_t value_at_ = 0;  // where that one begins
  std::vector<Patch> patches_;
  std::unique_ptr<ResponseReader> reader_;
  std::string collected_;
  Verdict verdict_;
  Exchange received_;
};

}  // namespace httparity
