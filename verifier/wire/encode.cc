#include "wire/encode.h"

#include <brotli/encode.h>
#include <zlib.h>
#include <zstd.h>

#include <cstdint>

namespace httparity {
namespace {

std::string deflate_with(std::string_view plaintext, int level, int window_bits, int flush) {
  z_stream z{};
  deflateInit2(&z, level, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&z, static_cast<uLong>(plaintext.size())) + 64, '\0');
  z.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(plaintext.data()));
  z.avail_in = static_cast<uInt>(plaintext.size());
  z.next_out = reinterpret_cast<unsigned char*>(out.data());
  z.avail_out = static_cast<uInt>(out.size());
  deflate(&z, flush);
  out.resize(z.total_out);
  deflateEnd(&z);
  return out;
}

}  // namespace

std::string gzip(std::string_view plaintext, int level) {
  return deflate_with(plaintext, level, MAX_WBITS + 16, Z_FINISH);
}

std::string zlib(std::string_view plaintext) {
  return deflate_with(plaintext, 6, MAX_WBITS, Z_FINISH);
}

std::string raw_deflate(std::string_view plaintext) {
  return deflate_with(plaintext, 6, -MAX_WBITS, Z_FINISH);
}

std::string brotli(std::string_view plaintext) {
  std::string out(BrotliEncoderMaxCompressedSize(plaintext.size()) + 64, '\0');
  std::size_t size = out.size();
  BrotliEncoderCompress(2, BROTLI_MAX_WINDOW_BITS, BROTLI_MODE_GENERIC, plaintext.size(),
                        reinterpret_cast<const std::uint8_t*>(plaintext.data()), &size,
                        reinterpret_cast<std::uint8_t*>(out.data()));
  out.resize(size);
  return out;
}

std::string zstd(std::string_view plaintext, bool checksum) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, checksum ? 1 : 0);
  std::string out(ZSTD_compressBound(plaintext.size()), '\0');
  out.resize(ZSTD_compress2(context, out.data(), out.size(), plaintext.data(), plaintext.size()));
  ZSTD_freeCCtx(context);
  return out;
}

std::string gzip_bomb(int times) {
  const std::string piece = deflate_with(std::string(1 << 20, '\0'), 9, -MAX_WBITS, Z_FULL_FLUSH);
  std::string bomb("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10);
  for (int i = 0; i < times; ++i) bomb += piece;
  return bomb + std::string("\x03\0\0\0\0\0\0\0\0\0", 10);
}

}  // namespace httparity
