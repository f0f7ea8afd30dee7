#include "compare/test_exchanges.h"

#include <fmt/format.h>
#include <zlib.h>

namespace httparity {

Exchange answer(std::string_view bytes, Fate fate, std::string_view method, std::string_view more_fields) {
  return make_exchange(fmt::format("{} / HTTP/1.1\r\nHost: room.test\r\n{}\r\n", method, more_fields), bytes, fate);
}

std::string response_with(std::string_view field_lines, std::string_view body) {
  return fmt::format("HTTP/1.1 200 OK\r\n{}Content-Length: {}\r\n\r\n{}", field_lines, body.size(), body);
}

std::string chunked_response(std::string_view field_lines, const std::vector<std::string>& chunks,
                             std::string_view trailers) {
  std::string bytes = fmt::format("HTTP/1.1 200 OK\r\n{}Transfer-Encoding: chunked\r\n\r\n", field_lines);
  for (const std::string& chunk : chunks) bytes += fmt::format("{:x}\r\n{}\r\n", chunk.size(), chunk);
  return bytes + fmt::format("0\r\n{}\r\n", trailers);
}

Verdict judge(const Exchange& reference, const Exchange& port, std::span<const Mask> masks) {
  return ScenarioComparer().compare(reference, port, masks);
}

std::set<std::string> kinds_of(const Verdict& verdict) {
  std::set<std::string> kinds;
  if (verdict.reason) kinds.insert(std::string("unknown: ") + unknown_reason_name(*verdict.reason));
  for (const Difference& difference : verdict.differences) kinds.insert(difference_kind_name(difference.kind));
  return kinds;
}

Mask header_mask(std::string_view name, MaskType type) {
  Mask mask;
  mask.selector = HeaderSelector{std::string(name), std::nullopt, std::nullopt, {}};
  mask.type = type;
  mask.why = "test";
  return mask;
}

Mask body_mask(std::string_view after, std::string_view until, MaskType type) {
  Mask mask;
  mask.selector = BodySelector{std::string(after), {std::string(until)}};
  mask.type = type;
  mask.why = "test";
  return mask;
}

std::string gzip(std::string_view plaintext, int level, unsigned mtime) {
  z_stream stream{};
  constexpr int kGzip = 15 + 16;
  if (deflateInit2(&stream, level, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY) != Z_OK) return {};
  gz_header header{};
  header.time = mtime;
  header.os = 3;
  deflateSetHeader(&stream, &header);
  std::string input(plaintext);
  std::string packed(deflateBound(&stream, static_cast<uLong>(input.size())) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

}  // namespace httparity
