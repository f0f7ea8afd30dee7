#include "fuzz/wire/check_wire.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "wire/content_coding.h"
#include "wire/response_reader.h"
#include "wire/slow_reader.h"

namespace httparity {
namespace {

constexpr std::size_t kControlBytes = 4;

struct Plan {
  std::string method = "GET";
  StreamEnd end = StreamEnd::kFin;
  Limits limits;
  std::string coding;
};

Plan read_plan(std::string_view control) {
  Plan plan;
  if (control[0] == 'H') plan.method = "HEAD";
  if (control[0] == 'C') plan.method = "CONNECT";
  if (control[1] == 'R') plan.end = StreamEnd::kRst;
  if (control[1] == 'S') plan.end = StreamEnd::kSilence;
  plan.limits.decoded_bytes = 1 << 20;
  if (control[2] == 's') {
    plan.limits.head_bytes = 200;
    plan.limits.fields = 4;
    plan.limits.line_bytes = 80;
    plan.limits.interim_responses = 2;
    plan.limits.trailer_bytes = 60;
    plan.limits.chunk_line_bytes = 16;
    plan.limits.chunks = 5;
    plan.limits.body_bytes = 100;
    plan.limits.decoded_bytes = 1000;
  }
  if (control[3] == 'g') plan.coding = "gzip";
  if (control[3] == 'd') plan.coding = "deflate";
  if (control[3] == 'b') plan.coding = "br";
  if (control[3] == 'z') plan.coding = "zstd";
  return plan;
}

// Appends the spans to `joined` if each begins where the one before it ends.
bool tile(const std::vector<Span>& spans, std::size_t end) {
  std::size_t at = 0;
  for (const Span span : spans) {
    if (span.begin != at || span.end < span.begin) return false;
    at = span.end;
  }
  return at == end;
}

bool is_tiled(const Message& message) {
  std::vector<Span> spans = {message.start_line, message.start_line_end};
  for (const Field& f : message.fields) {
    spans.insert(spans.end(), {f.name, f.before_colon, f.colon, f.before_value, f.value, f.after_value, f.line_end});
  }
  spans.insert(spans.end(), {message.blank_line, message.body});
  return tile(spans, message.bytes.size());
}

SlowReading read_in_pieces(const std::string& bytes, std::size_t first, std::size_t next, const Plan& plan) {
  ResponseReader reader(plan.method, plan.limits);
  SlowReading reading;
  std::size_t size = first;
  while (reading.taken < bytes.size() && !reader.done()) {
    reading.taken += reader.feed(std::string_view(bytes).substr(reading.taken, size));
    size = next;
  }
  reader.end(plan.end);
  reading.read = reader.take();
  return reading;
}

bool same(const SlowReading& expected, const SlowReading& actual) {
  return expected.taken == actual.taken && expected.read == actual.read;
}

std::optional<std::string> broken_reading(const std::string& bytes, const Plan& plan, Message& response) {
  SlowReading whole = read_in_pieces(bytes, bytes.size(), bytes.size(), plan);
  if (!same(whole, read_in_pieces(bytes, 1, 1, plan))) return "read bytewise, it reads otherwise";
  if (!same(whole, read_in_pieces(bytes, bytes.size() / 2 + 1, 3, plan))) return "read in pieces, it reads otherwise";
  if (whole.read.response) response = *whole.read.response;
  whole.read.framing.oddities.clear();
  if (!same(read_slowly(bytes, plan.end, plan.method, plan.limits), whole)) return "the slow reader reads otherwise";
  return std::nullopt;
}

std::optional<std::string> broken_decoding(std::string_view stream, const std::vector<std::string>& codings,
                                           Limits limits) {
  const Decoded decoded = decode(stream, codings, limits);
  if (!codings.empty() && decoded.plaintext.size() > limits.decoded_bytes) return "more is decoded than the cap allows";
  if ((decoded.status == DecodeStatus::kTooLarge) != decoded.limit.has_value()) return "a limit without its status";
  limits.decoded_bytes = decoded.plaintext.size() / 2;
  const Decoded capped = decode(stream, codings, limits);
  if (!decoded.plaintext.starts_with(capped.plaintext)) return "under a lower cap the plaintext is no prefix";
  return std::nullopt;
}

}  // namespace

std::optional<std::string> broken_law(std::string_view input) {
  if (input.size() < kControlBytes) return std::nullopt;
  const Plan plan = read_plan(input);
  const std::string bytes(input.substr(kControlBytes));
  const Message message = index_message(bytes);
  if (!is_tiled(message)) return "the spans don't tile the bytes";
  if (message != index_slowly(bytes)) return "the slow index is another";
  Message response;
  if (auto fault = broken_reading(bytes, plan, response)) return fault;
  if (auto fault = broken_decoding(response.at(response.body), content_codings(response), plan.limits)) return fault;
  if (plan.coding.empty()) return std::nullopt;
  return broken_decoding(bytes, {plan.coding}, plan.limits);
}

}  // namespace httparity
