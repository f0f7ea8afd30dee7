#include "result/hdr_log.h"

#include <fmt/format.h>
#include <zlib.h>

#include <bit>
#include <cstdint>

#include "base/base64.h"
#include "result/load_verdicts.h"

namespace httparity {
namespace {

constexpr std::uint32_t kCookie = 0x1c849303 | 0x10;            // V2, 8-byte counts as ZigZag LEB128
constexpr std::uint32_t kCompressedCookie = 0x1c849304 | 0x10;  // the same inside a zlib stream
constexpr std::uint32_t kSignificantDigits = 2;                 // 256 sub-buckets, 128 for each further power of two
constexpr unsigned kSubBucketBits = 8;

template <typename Number>
void put_big_endian(std::string& out, Number value) {
  for (int shift = 8 * (static_cast<int>(sizeof value) - 1); shift >= 0; shift -= 8) {
    out += static_cast<char>((value >> shift) & 0xff);
  }
}

// Seven bits a byte, least first; a ninth byte holds eight.
void put_zigzag(std::string& out, std::int64_t signed_value) {
  auto value = (static_cast<std::uint64_t>(signed_value) << 1) ^ static_cast<std::uint64_t>(signed_value >> 63);
  for (int i = 0; i < 8; ++i) {
    if (value < 0x80) {
      out += static_cast<char>(value);
      return;
    }
    out += static_cast<char>((value & 0x7f) | 0x80);
    value >>= 7;
  }
  out += static_cast<char>(value);
}

std::uint64_t index_of(std::uint64_t value) {
  const auto width = static_cast<unsigned>(std::bit_width(value));
  if (width <= kSubBucketBits) return value;
  const unsigned shift = width - kSubBucketBits;
  return (std::uint64_t{shift} << (kSubBucketBits - 1)) + (value >> shift);
}

std::string counts_of(const Histogram& histogram) {
  std::string out;
  std::uint64_t next = 0;
  for (const Histogram::Bucket& bucket : histogram.buckets()) {
    const std::uint64_t index = index_of(static_cast<std::uint64_t>(bucket.lowest.count()));
    if (const std::uint64_t zeros = index - next; zeros > 1) {
      put_zigzag(out, -static_cast<std::int64_t>(zeros));
    } else if (zeros == 1) {
      put_zigzag(out, 0);
    }
    put_zigzag(out, static_cast<std::int64_t>(bucket.count));
    next = index + 1;
  }
  return out;
}

}  // namespace

std::string encode_hdr_v2(const Histogram& histogram) {
  const std::string counts = counts_of(histogram);
  std::string plain;
  put_big_endian(plain, kCookie);
  put_big_endian(plain, static_cast<std::uint32_t>(counts.size()));
  put_big_endian(plain, std::uint32_t{0});  // normalizing index offset
  put_big_endian(plain, kSignificantDigits);
  put_big_endian(plain, std::uint64_t{1});              // lowest discernible value
  put_big_endian(plain, (std::uint64_t{1} << 41) - 1);  // highest trackable value
  put_big_endian(plain, std::bit_cast<std::uint64_t>(1.0));
  plain += counts;
  uLongf size = compressBound(plain.size());
  std::string packed(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(plain.data()),
                plain.size(), Z_BEST_COMPRESSION) != Z_OK) {
    return "";
  }
  packed.resize(size);
  std::string out;
  put_big_endian(out, kCompressedCookie);
  put_big_endian(out, static_cast<std::uint32_t>(size));
  return encode_base64(out + packed);
}

std::string render_hdr_log(const LoadResult& result) {
  std::string out =
      "#[Histogram log format version 1.2]\n"
      "#[Values are nanoseconds, maxima are milliseconds]\n"
      "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"\n";
  double at = 0;
  for (const LoadMeasurement& one : result.measurements) {
    std::string tag = measurement_name(result, one);
    for (char& c : tag) {
      if (c == ',' || c == ' ' || c == '\n' || c == '\r') c = '_';  // what ends a tag in this format
    }
    const double length = std::chrono::duration<double>(one.timed).count();
    const auto add = [&](const std::string& name, const Histogram& histogram) {
      out += fmt::format("Tag={},{:.3f},{:.3f},{:.3f},{}\n", name, at, length,
                         std::chrono::duration<double, std::milli>(histogram.max()).count(), encode_hdr_v2(histogram));
    };
    add(tag, one.latency());
    if (one.client_delay.count() > 0) add(tag + "__client_delay", one.client_delay);
    at += length;
  }
  return out;
}

}  // namespace httparity
