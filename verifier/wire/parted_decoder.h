#pragma once

#include "wire/decoder.h"

namespace httparity {

/// A decoder of a stream that is made of parts (header, data, trailer ...), each of which takes what belongs to it.
class PartedDecoder : public Decoder {
 public:
  using Decoder::Decoder;

  bool write(std::string_view input) final {
    while (!input.empty()) {
      const std::size_t taken = step(input);
      if (failure() || stopped_) return false;
      input.remove_prefix(taken);
    }
    return true;
  }

 protected:
  /// Gives bytes to the present part and returns how many it took. It takes some, or ends the decoder.
  virtual std::size_t step(std::string_view input) = 0;
  /// The taker of the plaintext wants no more.
  void stop() { stopped_ = true; }

 private:
  bool stopped_ = false;
};

}  // namespace httparity
