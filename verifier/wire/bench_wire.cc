// How much longer reading and indexing a response takes than copying its bytes, and what a packed bomb costs.
#include <fmt/format.h>
#include <sys/resource.h>
#include <zlib.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include "wire/content_coding.h"
#include "wire/response_reader.h"

namespace httparity {
namespace {

constexpr std::size_t kPieceBytes = 16 * 1024;  // what a read from a socket gives
constexpr int kRounds = 5;

Limits bench_limits() {
  Limits limits;
  limits.body_bytes = std::size_t{1} << 30;
  return limits;
}

// The best of some rounds, in milliseconds.
double best_ms(const std::function<void()>& work) {
  double best = 1e9;
  for (int i = 0; i < kRounds; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - begin;
    best = std::min(best, elapsed.count());
  }
  return best;
}

void for_each_piece(std::string_view bytes, std::size_t piece, const std::function<void(std::string_view)>& take) {
  for (std::size_t at = 0; at < bytes.size(); at += piece) take(bytes.substr(at, piece));
}

// Reads `stream` in pieces and prints the time beside a plain copy in the same pieces. Returns false where the reading
// itself goes wrong: a number without a whole response is none.
bool measure(const char* name, const std::string& stream, std::size_t piece) {
  std::size_t copied = 0;
  const double copy_ms = best_ms([&] {
    std::string copy;
    for_each_piece(stream, piece, [&](std::string_view bytes) { copy.append(bytes); });
    copied = copy.size();
  });
  bool whole = true;
  const double read_ms = best_ms([&] {
    ResponseReader reader("GET", bench_limits());
    for_each_piece(stream, piece, [&](std::string_view bytes) { reader.feed(bytes); });
    whole = whole && reader.done() && reader.take().framing.completeness == Completeness::kComplete;
  });
  const double mb = static_cast<double>(stream.size()) / 1e6;
  fmt::print("{:<42} {:>8.1f} MB {:>10.2f} ms {:>10.2f} ms {:>8.1f} x {:>9.0f} MB/s\n", name, mb, copy_ms, read_ms,
             read_ms / copy_ms, mb / read_ms * 1e3);
  return whole && copied == stream.size();
}

std::string one_byte_chunks(int count) {
  std::string stream = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (int i = 0; i < count; ++i) stream += "1\r\na\r\n";
  return stream + "0\r\n\r\n";
}

std::string length_body(std::size_t size) {
  return "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(size) + "\r\n\r\n" + std::string(size, 'x');
}

std::string large_head() {
  std::string stream = "HTTP/1.1 200 OK\r\n";
  for (int i = 0; i < 999; ++i) stream += "X-Field-" + std::to_string(i) + ": 0123456789abcdef\r\n";
  return stream + "Content-Length: 0\r\n\r\n";
}

std::string deflated(std::string_view plaintext, int flush) {
  z_stream z{};
  deflateInit2(&z, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
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

bool measure_bomb() {
  const std::string piece = deflated(std::string(std::size_t{1} << 20, '\0'), Z_FULL_FLUSH);
  std::string bomb("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10);
  for (int i = 0; i < 1024; ++i) bomb += piece;
  Decoded decoded;
  const double ms = best_ms([&] { decoded = decode(bomb, {"gzip"}); });
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  fmt::print("gzip, {:.1f} MB that would give 1,074 MB: stopped at {:.1f} MB by {} in {:.1f} ms, {} MiB held at most\n",
             static_cast<double>(bomb.size()) / 1e6, static_cast<double>(decoded.plaintext.size()) / 1e6,
             decoded.limit ? limit_name(*decoded.limit) : "no limit", ms, usage.ru_maxrss / 1024);
  return decoded.limit.has_value();
}

bool run() {
  bool right = measure_bomb();  // first, as the memory held at most never goes down
  fmt::print("\n{:<42} {:>11} {:>13} {:>13} {:>10} {:>14}\n", "response, read in pieces of 16 KiB", "", "copy", "read",
             "read/copy", "read");
  right = measure("100 MB under Content-Length", length_body(100'000'000), kPieceBytes) && right;
  right = measure("200,000 chunks of one byte", one_byte_chunks(200'000), kPieceBytes) && right;
  right = measure("400,000 chunks of one byte", one_byte_chunks(400'000), kPieceBytes) && right;
  right = measure("200,000 chunks, in pieces of one byte", one_byte_chunks(200'000), 1) && right;
  right = measure("1,000 fields", large_head(), kPieceBytes) && right;
  return right;
}

}  // namespace
}  // namespace httparity

int main() {
  if (httparity::run()) return 0;
  fmt::print("a response was not read whole: the numbers above mean nothing\n");
  return 1;
}
