#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <array>
#include <bit>
#include <memory>

#include "wire/decoder.h"
#include "wire/few_bytes.h"

namespace httparity {
namespace {

constexpr std::size_t kFirstBytes = 5;  // magic and frame header descriptor

struct FreeContext {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

// The start of a frame's magic number, or of a skippable frame's (RFC 8878, sections 3.1.1 and 3.1.2).
bool may_be_magic(std::string_view bytes) {
  constexpr std::string_view kFrame = "\x28\xb5\x2f\xfd";
  constexpr std::string_view kSkippable = "\x2a\x4d\x18";  // behind 0x50 .. 0x5f
  return kFrame.starts_with(bytes) || ((bytes[0] & 0xf0) == 0x50 && kSkippable.starts_with(bytes.substr(1)));
}

// RFC 8878: frames one behind the other.
class ZstdDecoder : public Decoder {
 public:
  ZstdDecoder(ByteSink& next, std::size_t window_bytes) : Decoder(next), context_(ZSTD_createDCtx()) {
    const ZSTD_bounds bounds = ZSTD_dParam_getBounds(ZSTD_d_windowLogMax);
    const int wanted = static_cast<int>(std::bit_width(window_bytes)) - 1;
    ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax,
                           std::clamp(wanted, bounds.lowerBound, bounds.upperBound));
  }

  bool write(std::string_view input) override {
    if (!context_) return fail(DecodeStatus::kCorrupt);
    while (!input.empty() && part_ != Part::kBehind) {
      const std::size_t taken = part_ == Part::kFrame ? read_frame(input) : look_for_frame(input);
      if (failure() || stopped_) return false;
      input.remove_prefix(taken);
    }
    return true;
  }

  void end() override {
    if (part_ == Part::kBetween && !magic_.view().empty()) note(CodingNote::kTrailingBytes);
  }

 private:
  enum class Part { kFrame, kBetween, kBehind };

  std::size_t read_frame(std::string_view bytes) {
    std::size_t taken = 0;
    bool pending = true;  // plaintext may wait inside zstd though all input is read
    while (part_ == Part::kFrame && (taken < bytes.size() || pending)) {
      // No more than zstd asks for: so a block's plaintext is out before the checksum behind it can fail.
      ZSTD_inBuffer input{bytes.data() + taken, std::min(bytes.size() - taken, wanted_), 0};
      ZSTD_outBuffer output{out_.data(), out_.size(), 0};
      const std::size_t hint = ZSTD_decompressStream(context_.get(), &output, &input);
      taken += input.pos;
      pending = output.pos == output.size;
      if (output.pos > 0 && !pass_on({out_.data(), output.pos})) {
        stopped_ = true;
        break;
      }
      if (ZSTD_isError(hint) != 0) {
        end_with(ZSTD_getErrorCode(hint));
        break;
      }
      wanted_ = hint;
      if (hint == 0) end_frame(Part::kBetween);
    }
    return taken;
  }

  void end_frame(Part next) {
    part_ = next;
    magic_.clear();
    wanted_ = kFirstBytes;
    set_ended(true);
  }

  void end_with(ZSTD_ErrorCode code) {
    if (code == ZSTD_error_checksum_wrong) {  // all of the frame's plaintext has been passed on before
      note(CodingNote::kTrailerWrong);
      end_frame(Part::kBehind);
    } else if (code == ZSTD_error_frameParameter_windowTooLarge) {
      fail(DecodeStatus::kTooLarge, Limit::kWindowBytes);
    } else {
      fail(DecodeStatus::kCorrupt);
    }
  }

  // Another frame, of data or to be skipped, begins with its magic; anything else is trailing.
  std::size_t look_for_frame(std::string_view input) {
    const std::size_t taken = magic_.feed(input);
    if (!may_be_magic(magic_.view())) {
      note(CodingNote::kTrailingBytes);
      part_ = Part::kBehind;
    } else if (magic_.full()) {
      note(CodingNote::kSeveralMembers);
      set_ended(false);
      part_ = Part::kFrame;
      read_frame(magic_.view());
    }
    return taken;
  }

  std::unique_ptr<ZSTD_DCtx, FreeContext> context_;
  std::array<char, 32 * kKibibyte> out_{};
  Part part_ = Part::kFrame;
  FewBytes<4> magic_;
  std::size_t wanted_ = kFirstBytes;
  bool stopped_ = false;
};

}  // namespace

std::unique_ptr<Decoder> make_zstd_decoder(ByteSink& next, const Limits& limits) {
  return std::make_unique<ZstdDecoder>(next, limits.window_bytes);
}

}  // namespace httparity
