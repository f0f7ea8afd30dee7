#include <brotli/decode.h>

#include <array>
#include <memory>

#include "wire/decoder.h"

namespace httparity {
namespace {

struct DestroyState {
  void operator()(BrotliDecoderState* state) const { BrotliDecoderDestroyInstance(state); }
};

// RFC 7932. A stream has no checksum; its window is 16 MiB at most.
class BrotliDecoder : public Decoder {
 public:
  explicit BrotliDecoder(ByteSink& next)
      : Decoder(next), state_(BrotliDecoderCreateInstance(nullptr, nullptr, nullptr)) {}

  bool write(std::string_view input) override {
    if (!state_) return fail(DecodeStatus::kCorrupt);
    const auto* next_in = reinterpret_cast<const std::uint8_t*>(input.data());
    std::size_t left = input.size();
    bool pending = true;
    while (!ended() && pending) {
      std::uint8_t* next_out = out_.data();
      std::size_t room = out_.size();
      const auto result = BrotliDecoderDecompressStream(state_.get(), &left, &next_in, &room, &next_out, nullptr);
      const std::size_t size = out_.size() - room;
      if (size > 0 && !pass_on({reinterpret_cast<const char*>(out_.data()), size})) return false;
      if (result == BROTLI_DECODER_RESULT_ERROR) return fail(DecodeStatus::kCorrupt);
      if (result == BROTLI_DECODER_RESULT_SUCCESS) set_ended(true);
      pending = result == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT;
    }
    if (left > 0 && !trailing_) {
      note(CodingNote::kTrailingBytes);
      trailing_ = true;
    }
    return true;
  }

 private:
  std::unique_ptr<BrotliDecoderState, DestroyState> state_;
  std::array<std::uint8_t, 32 * kKibibyte> out_{};
  bool trailing_ = false;
};

}  // namespace

std::unique_ptr<Decoder> make_brotli_decoder(ByteSink& next, const Limits&) {
  return std::make_unique<BrotliDecoder>(next);
}

}  // namespace httparity
