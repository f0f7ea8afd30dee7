#include <zlib.h>

#include "wire/few_bytes.h"
#include "wire/inflate.h"
#include "wire/parted_decoder.h"

namespace httparity {
namespace {

// RFC 1950: the header of the wrapper, as two bytes that are a multiple of 31.
bool is_zlib_header(std::string_view bytes) {
  const unsigned cmf = static_cast<unsigned char>(bytes[0]);
  const unsigned flags = static_cast<unsigned char>(bytes[1]);
  return (cmf & 15) == Z_DEFLATED && cmf >> 4 <= 7 && (cmf * 256 + flags) % 31 == 0;
}

bool wants_dictionary(std::string_view header) {
  return (static_cast<unsigned char>(header[1]) & 32) != 0;
}

// "deflate" is deflate data inside a zlib wrapper (RFC 9110, section 8.4.1.2); many servers leave the wrapper out.
class DeflateDecoder : public PartedDecoder {
 public:
  using PartedDecoder::PartedDecoder;

  void end() override {
    if (part_ == Part::kTrailer) note(CodingNote::kTrailerMissing);
  }

 private:
  enum class Part { kHeader, kData, kTrailer, kBehind };

  std::size_t step(std::string_view input) override {
    switch (part_) {
      case Part::kHeader:
        return read_header(input);
      case Part::kData:
        return read_data(input);
      case Part::kTrailer:
        return read_trailer(input);
      case Part::kBehind:
        break;
    }
    if (!trailing_) note(CodingNote::kTrailingBytes);
    trailing_ = true;
    return input.size();
  }

  std::size_t read_header(std::string_view input) {
    const std::size_t taken = header_.feed(input);
    if (!header_.full()) return taken;
    part_ = Part::kData;
    if (is_zlib_header(header_.view())) {
      wrapped_ = true;
      if (wants_dictionary(header_.view())) fail(DecodeStatus::kCorrupt);
    } else {
      note(CodingNote::kRawDeflate);
      read_data(header_.view());
    }
    return taken;
  }

  std::size_t read_data(std::string_view input) {
    const std::size_t taken = inflate_.feed(input, [this](std::string_view plaintext) {
      const auto* bytes = reinterpret_cast<const unsigned char*>(plaintext.data());
      adler_ = static_cast<std::uint32_t>(adler32_z(adler_, bytes, plaintext.size()));
      return pass_on(plaintext);
    });
    if (inflate_.state() == Inflate::State::kCorrupt) fail(DecodeStatus::kCorrupt);
    if (inflate_.state() == Inflate::State::kStopped) stop();
    if (inflate_.state() == Inflate::State::kEnded) {
      part_ = wrapped_ ? Part::kTrailer : Part::kBehind;
      set_ended(true);
    }
    return taken;
  }

  std::size_t read_trailer(std::string_view input) {
    const std::size_t taken = trailer_.feed(input);
    if (!trailer_.full()) return taken;
    if (trailer_.big_endian(0) != adler_) note(CodingNote::kTrailerWrong);
    part_ = Part::kBehind;
    return taken;
  }

  Part part_ = Part::kHeader;
  FewBytes<2> header_;
  Inflate inflate_;
  FewBytes<4> trailer_;
  std::uint32_t adler_ = 1;
  bool wrapped_ = false;
  bool trailing_ = false;
};

}  // namespace

std::unique_ptr<Decoder> make_deflate_decoder(ByteSink& next, const Limits&) {
  return std::make_unique<DeflateDecoder>(next);
}

}  // namespace httparity
