#include "http/gzip_stream.h"

#include <zlib.h>

#include <array>
#include <memory>
#include <stdexcept>

namespace room {
namespace {

constexpr int kMemoryLevel = 8;
constexpr char kUnix = 3;

void append_little_endian(std::string& bytes, std::uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>((value >> shift) & 0xff);
}

/// Ruby's GzipWriter: output gathers in `pending_` and goes out as one write after each call.
class GzipWriter {
 public:
  explicit GzipWriter(std::uint32_t mtime) {
    if (deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, kMemoryLevel, Z_DEFAULT_STRATEGY) !=
        Z_OK) {
      throw std::runtime_error("zlib refused");
    }
    pending_.assign("\x1f\x8b\x08\0", 4);
    append_little_endian(pending_, mtime);
    pending_ += '\0';
    pending_ += kUnix;
  }
  GzipWriter(const GzipWriter&) = delete;
  GzipWriter& operator=(const GzipWriter&) = delete;
  ~GzipWriter() { deflateEnd(&stream_); }

  void write(const std::string& bytes) {
    crc_ = crc32(crc_, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size()));
    total_ += static_cast<std::uint32_t>(bytes.size());
    run(bytes, Z_NO_FLUSH);
    emit();
    run("", Z_SYNC_FLUSH);
    emit();
  }

  std::vector<Part> finish() {
    run("", Z_FINISH);
    append_little_endian(pending_, static_cast<std::uint32_t>(crc_));
    append_little_endian(pending_, total_);
    emit();
    return std::move(written_);
  }

 private:
  void run(const std::string& bytes, int flush) {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    std::array<char, 16384> out;
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(out.data());
      stream_.avail_out = static_cast<uInt>(out.size());
      deflate(&stream_, flush);
      pending_.append(out.data(), out.size() - stream_.avail_out);
    } while (stream_.avail_out == 0);
  }

  void emit() {
    if (pending_.empty()) return;
    written_.push_back(part(std::move(pending_)));
    pending_.clear();
  }

  z_stream stream_{};
  uLong crc_ = crc32(0, nullptr, 0);
  std::uint32_t total_ = 0;
  std::string pending_;
  std::vector<Part> written_;
};

}  // namespace

std::vector<Part> gzip_parts(const std::vector<Part>& parts, std::uint32_t mtime) {
  GzipWriter writer(mtime);
  for (const Part& plain : parts) {
    if (!plain->empty()) writer.write(*plain);
  }
  return writer.finish();
}

}  // namespace room
