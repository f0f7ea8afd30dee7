#include "wire/gzip_header.h"

#include <zlib.h>

#include <algorithm>

namespace httparity {
namespace {

constexpr std::size_t kFixedBytes = 10;
constexpr unsigned kHeaderCrc = 2;
constexpr unsigned kExtraField = 4;
constexpr unsigned kNameField = 8;
constexpr unsigned kCommentField = 16;
constexpr unsigned kReserved = 0xe0;

std::uint32_t crc_of(std::uint32_t crc, std::string_view bytes) {
  return static_cast<std::uint32_t>(crc32_z(crc, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
}

}  // namespace

std::optional<GzipHeader> gzip_header(std::string_view stream) {
  GzipHeaderReader reader;
  const std::size_t size = reader.feed(stream);
  if (!reader.done()) return std::nullopt;
  return GzipHeader{{4, 8}, {8, 9}, {9, 10}, {0, size}};
}

std::size_t GzipHeaderReader::feed(std::string_view input) {
  std::size_t taken = 0;
  while (taken < input.size() && !done() && !bad()) {
    const Part part = part_;
    const std::string_view rest = input.substr(taken);
    const std::size_t step = feed_part(rest);
    if (part != Part::kCrc) crc_ = crc_of(crc_, rest.substr(0, step));
    taken += step;
  }
  return taken;
}

std::size_t GzipHeaderReader::feed_part(std::string_view input) {
  std::size_t taken = 0;
  switch (part_) {
    case Part::kFixed:
      if (!collect(input, kFixedBytes, taken)) break;
      flags_ = few_[3];
      if (few_[0] != 0x1f || few_[1] != 0x8b || few_[2] != Z_DEFLATED || (flags_ & kReserved) != 0) {
        part_ = Part::kBad;
      } else {
        end_part();
      }
      break;
    case Part::kExtraSize:
      if (!collect(input, 2, taken)) break;
      extra_left_ = static_cast<std::size_t>(few_[0] | few_[1] << 8);
      part_ = Part::kExtra;
      if (extra_left_ == 0) end_part();
      break;
    case Part::kExtra:
      taken = std::min(extra_left_, input.size());
      extra_left_ -= taken;
      if (extra_left_ == 0) end_part();
      break;
    case Part::kName:
    case Part::kComment:
      return to_zero_byte(input);
    case Part::kCrc:
      if (!collect(input, 2, taken)) break;
      crc_wrong_ = static_cast<unsigned>(few_[0] | few_[1] << 8) != (crc_ & 0xffff);
      end_part();
      break;
    case Part::kDone:
    case Part::kBad:
      break;
  }
  return taken;
}

// Gathers `size` bytes in few_; true once they are there.
bool GzipHeaderReader::collect(std::string_view input, std::size_t size, std::size_t& taken) {
  taken = std::min(size - few_size_, input.size());
  std::copy_n(input.begin(), taken, few_.begin() + static_cast<std::ptrdiff_t>(few_size_));
  few_size_ += taken;
  if (few_size_ < size) return false;
  few_size_ = 0;
  return true;
}

std::size_t GzipHeaderReader::to_zero_byte(std::string_view input) {
  const std::size_t zero = input.find('\0');
  if (zero == std::string_view::npos) return input.size();
  end_part();
  return zero + 1;
}

// Moves on to the next part that the flags announce.
void GzipHeaderReader::end_part() {
  do {
    part_ = static_cast<Part>(static_cast<int>(part_) + 1);
    if (part_ == Part::kExtra) part_ = Part::kName;
  } while (!wants(part_));
}

bool GzipHeaderReader::wants(Part part) const {
  switch (part) {
    case Part::kExtraSize:
      return (flags_ & kExtraField) != 0;
    case Part::kName:
      return (flags_ & kNameField) != 0;
    case Part::kComment:
      return (flags_ & kCommentField) != 0;
    case Part::kCrc:
      return (flags_ & kHeaderCrc) != 0;
    default:
      return true;
  }
}

}  // namespace httparity
