#include "wire/inflate.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>

#include "wire/limits.h"

namespace httparity {

struct Inflate::Stream {
  z_stream z{};
  std::array<unsigned char, 32 * kKibibyte> out{};
  bool ready = false;
};

Inflate::Inflate() : stream_(std::make_unique<Stream>()) {
  stream_->ready = inflateInit2(&stream_->z, -MAX_WBITS) == Z_OK;
}

Inflate::~Inflate() {
  if (stream_->ready) inflateEnd(&stream_->z);
}

std::size_t Inflate::feed(std::string_view input, const std::function<bool(std::string_view)>& take) {
  if (!stream_->ready) state_ = State::kCorrupt;
  z_stream& z = stream_->z;
  const std::size_t given = std::min<std::size_t>(input.size(), std::numeric_limits<uInt>::max());
  z.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(input.data()));  // zlib only reads it
  z.avail_in = static_cast<uInt>(given);
  bool pending = true;  // plaintext may wait inside zlib though all input is read
  while (state_ == State::kRunning && (z.avail_in > 0 || pending)) {
    z.next_out = stream_->out.data();
    z.avail_out = static_cast<uInt>(stream_->out.size());
    const int code = inflate(&z, Z_NO_FLUSH);
    pending = z.avail_out == 0;
    const std::size_t size = stream_->out.size() - z.avail_out;
    if (size > 0 && !take({reinterpret_cast<const char*>(stream_->out.data()), size})) state_ = State::kStopped;
    if (code == Z_STREAM_END && state_ == State::kRunning) state_ = State::kEnded;
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) state_ = State::kCorrupt;
  }
  return given - z.avail_in;
}

void Inflate::reset() {
  if (stream_->ready) inflateReset(&stream_->z);
  state_ = State::kRunning;
}

}  // namespace httparity
