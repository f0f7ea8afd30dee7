#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

namespace httparity {

/// Deflate data (RFC 1951) without any wrapper, out of pieces of any size.
class Inflate {
 public:
  enum class State {
    kRunning,
    kEnded,  ///< the last block is over
    kCorrupt,
    kStopped,  ///< the taker of the plaintext wants no more
  };

  Inflate();
  ~Inflate();
  Inflate(const Inflate&) = delete;
  Inflate& operator=(const Inflate&) = delete;

  /// Decodes from `input`, gives plaintext to `take` in pieces, and returns how many bytes of `input` belong to the
  /// data.
  std::size_t feed(std::string_view input, const std::function<bool(std::string_view)>& take);

  State state() const { return state_; }
  /// Begins anew, for the next member.
  void reset();

 private:
  struct Stream;
  std::unique_ptr<Stream> stream_;
  State state_ = State::kRunning;
};

}  // namespace httparity
