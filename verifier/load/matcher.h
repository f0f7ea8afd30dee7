#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compare/difference.h"
#include "load/expectation.h"
#include "load/seen_values.h"
#include "wire/limits.h"
#include "wire/response_reader.h"

namespace httparity {

/// A valid answer's bytes, shared by the connections that are in the middle of it.
using LiveImage = std::shared_ptr<const Image>;

/// What one thread knows of one expectation: the image of its last valid answer, and the fresh values it has seen.
/// Not thread-safe: every thread has its own.
struct LiveExpectation {
  explicit LiveExpectation(const Expectation& from);

  const Expectation* expectation;
  LiveImage image;
  SeenValues seen;                     ///< fresh values
  bool related = false;                ///< some slots are fresh or show the pattern of others
  unsigned by_slots = 0;               ///< so many of the next answers are expected to differ in their slots
  std::uint64_t compared_in_full = 0;  ///< answers that only the full comparison could judge
};

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
/// included. Three tiers: memcmp against the live image; at a difference inside a slot the slot's own check; anything
/// else is collected up to its end and judged by the full comparison. Where slots were seen to differ, the next answers
/// are compared from slot to slot, and only now and then with the image as a whole.
class Match {
 public:
  /// Begins the answer to one request. `echo` is that request's `{unique}` value and must outlive the match.
  void begin(LiveExpectation& expected, std::string_view echo = {}, const Limits& limits = {});

  MatchProgress feed(std::string_view bytes);
  /// Takes as many bytes as the image has, unlooked at: what checking costs is measured against this.
  MatchProgress skip(std::string_view bytes);
  /// The connection has ended inside the answer: kValid where the close ends it rightly.
  MatchStep end(StreamEnd how);

  /// Some of the bytes so far were neither equal nor accepted in a slot: only the full comparison can judge the answer.
  bool deviates() const { return state_ == State::kCollect; }
  /// Bytes of the answer so far.
  std::size_t received_bytes() const { return received_bytes_; }
  /// After kInvalid: what the full comparison says, and the exchange as received.
  const Verdict& verdict() const { return verdict_; }
  const Exchange& received() const { return received_; }

 private:
  struct Patch {
    std::size_t slot;
    Span value;  // in `values_`
  };

  enum class State { kImage, kSlot, kCollect };

  std::size_t feed_image(std::string_view bytes);
  std::size_t feed_slot(std::string_view bytes);
  MatchProgress feed_collect(std::string_view bytes);
  void enter_slot(std::size_t equal_before);
  bool accept_slot();
  void collect();
  bool always_checked(const Slot& slot) const { return by_slots_ || slot.kind != SlotKind::kMasked; }
  std::string_view value() const { return std::string_view(values_).substr(value_at_); }
  std::string bytes_so_far() const;
  MatchStep finish();
  MatchStep judge(Fate fate);
  std::optional<Difference> broken_relation();
  Exchange exchange_of(ReadResponse read, Fate fate) const;
  std::string_view value_of(std::size_t slot) const;
  void renew_image();

  LiveExpectation* live_ = nullptr;
  LiveImage image_;
  std::string_view echo_;
  Limits limits_;
  State state_ = State::kImage;
  std::size_t at_ = 0;        // offset into the image
  std::size_t slot_ = 0;      // the next slot, or the one that is being read
  bool by_slots_ = false;     // every slot is checked, whether it equals the image or not
  std::string values_;        // of the slots in `patches_`, then of the one that is being read
  std::size_t value_at_ = 0;  // where that one begins
  std::vector<Patch> patches_;
  std::size_t received_bytes_ = 0;
  std::unique_ptr<ResponseReader> reader_;
  std::string collected_;
  Verdict verdict_;
  Exchange received_;
};

}  // namespace httparity
