#include <zlib.h>

#include "wire/few_bytes.h"
#include "wire/inflate.h"
#include "wire/parted_decoder.h"

namespace httparity {
namespace {

constexpr std::string_view kMagic = "\x1f\x8b";

// RFC 1952: members one behind the other, each a header, deflate data, CRC-32 and size.
class GzipDecoder : public PartedDecoder {
 public:
  using PartedDecoder::PartedDecoder;

  void end() override {
    if (part_ == Part::kTrailer) note(CodingNote::kTrailerMissing);
    if (part_ == Part::kBetween && !magic_.view().empty()) note(CodingNote::kTrailingBytes);
  }

 private:
  enum class Part { kHeader, kData, kTrailer, kBetween, kBehind };

  std::size_t step(std::string_view input) override {
    switch (part_) {
      case Part::kHeader:
        return read_header(input);
      case Part::kData:
        return read_data(input);
      case Part::kTrailer:
        return read_trailer(input);
      case Part::kBetween:
        return look_for_member(input);
      case Part::kBehind:
        break;
    }
    return input.size();
  }

  std::size_t read_header(std::string_view input) {
    const std::size_t taken = header_.feed(input);
    if (header_.bad()) fail(DecodeStatus::kCorrupt);
    if (header_.crc_wrong()) note(CodingNote::kHeaderCrcWrong);
    if (header_.done()) part_ = Part::kData;
    return taken;
  }

  std::size_t read_data(std::string_view input) {
    const std::size_t taken = inflate_.feed(input, [this](std::string_view plaintext) {
      const auto* bytes = reinterpret_cast<const unsigned char*>(plaintext.data());
      crc_ = static_cast<std::uint32_t>(crc32_z(crc_, bytes, plaintext.size()));
      size_ += static_cast<std::uint32_t>(plaintext.size());
      return pass_on(plaintext);
    });
    if (inflate_.state() == Inflate::State::kCorrupt) fail(DecodeStatus::kCorrupt);
    if (inflate_.state() == Inflate::State::kStopped) stop();
    if (inflate_.state() == Inflate::State::kEnded) {
      part_ = Part::kTrailer;
      set_ended(true);
    }
    return taken;
  }

  std::size_t read_trailer(std::string_view input) {
    const std::size_t taken = trailer_.feed(input);
    if (!trailer_.full()) return taken;
    if (trailer_.little_endian(0) != crc_ || trailer_.little_endian(4) != size_) note(CodingNote::kTrailerWrong);
    part_ = Part::kBetween;
    magic_.clear();
    return taken;
  }

  // Another member begins with its magic; anything else is trailing.
  std::size_t look_for_member(std::string_view input) {
    const std::size_t taken = magic_.feed(input);
    if (!kMagic.starts_with(magic_.view())) {
      note(CodingNote::kTrailingBytes);
      part_ = Part::kBehind;
    } else if (magic_.full()) {
      note(CodingNote::kSeveralMembers);
      begin_member();
    }
    return taken;
  }

  void begin_member() {
    header_ = {};
    header_.feed(kMagic);
    inflate_.reset();
    trailer_.clear();
    crc_ = size_ = 0;
    part_ = Part::kHeader;
    set_ended(false);
  }

  Part part_ = Part::kHeader;
  GzipHeaderReader header_;
  Inflate inflate_;
  FewBytes<8> trailer_;
  FewBytes<2> magic_;
  std::uint32_t crc_ = 0;
  std::uint32_t size_ = 0;  // modulo 2^32, as ISIZE is
};

}  // namespace

std::unique_ptr<Decoder> make_gzip_decoder(ByteSink& next, const Limits&) {
  return std::make_unique<GzipDecoder>(next);
}

}  // namespace httparity
