#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "wire/content_coding.h"
#include "wire/encode.h"
#include "wire/response_reader.h"
#include "wire/slow_reader.h"

namespace httparity {
namespace {

// RapidCheck's hundred cases are too few for a grammar with so many corners; RC_PARAMS from outside still wins.
const int kMoreCases = setenv("RC_PARAMS", "max_success=2000", 0);

// Bytes that look like responses often enough to reach every corner of the grammar.
rc::Gen<std::string> pieces_of_responses() {
  using namespace std::string_literals;
  const std::vector<std::string> kPieces = {"HTTP/1.1 200 OK\r\n"s,
                                            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"s,
                                            "HTTP/1.1 200 OK\r\nContent-Length: "s,
                                            "HTTP/1.1 100 Continue\r\n\r\n"s,
                                            "HTTP/1.1 103 "s,
                                            "HTTP/1.1 304 x"s,
                                            "HTTP/1.1 101 "s,
                                            "HTTP/1.1 1000"s,
                                            "HTTP/1.1  200"s,
                                            "HTTP/1.1 204"s,
                                            "GET / HTTP/1.1"s,
                                            "\r\n"s,
                                            "\r\n"s,
                                            "\r\n"s,
                                            "\r\n\r\n"s,
                                            "\r\n\r\n"s,
                                            "\n"s,
                                            "\n\n"s,
                                            "\r"s,
                                            " "s,
                                            "\t"s,
                                            ":"s,
                                            ": "s,
                                            ","s,
                                            ";"s,
                                            "a"s,
                                            "\0"s,
                                            "\xff"s,
                                            "0"s,
                                            "1"s,
                                            "3"s,
                                            "5\r\n"s,
                                            "5\r\nhello\r\n"s,
                                            "1\r\na\r\n"s,
                                            "0\r\n"s,
                                            "0\r\n\r\n"s,
                                            "A\n"s,
                                            "-1"s,
                                            "10000000000000005\r\n"s,
                                            "18446744073709551617\r\n"s,
                                            "ffffffffffffffff\r\n"s,
                                            "0x5\r\n"s,
                                            ";ext=1\r\n"s,
                                            "X: y\r\n"s,
                                            "Content-Length: 3\r\n"s,
                                            "content-length : 03\r\n"s,
                                            "Content-Length: 3, 3\r\n"s,
                                            "Transfer-Encoding: chunked\r\n"s,
                                            "Transfer-Encoding: gzip, chunked\r\n"s,
                                            "Transfer-Encoding: chunked, x\r\n"s,
                                            "\r\n folded\r\n"s,
                                            "hi"s};
  const std::vector<std::string> kStarts = {
      ""s,
      "HTTP/1.1 200 OK\r\n"s,
      "HTTP/1.1 200 OK\r\n\r\n"s,
      "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n"s,
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"s,
      "HTTP/1.1 103 Early Hints\n\nHTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n5\nhello\n"s,
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"s};
  const auto pieces = rc::gen::scale(2, rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(kPieces)));
  return rc::gen::map(rc::gen::pair(rc::gen::elementOf(kStarts), pieces),
                      [](const std::pair<std::string, std::vector<std::string>>& parts) {
                        std::string joined = parts.first;
                        for (const std::string& piece : parts.second) joined += piece;
                        return joined;
                      });
}

rc::Gen<std::string> any_bytes() {
  return rc::gen::oneOf(pieces_of_responses(), rc::gen::arbitrary<std::string>());
}

// Small caps, so that short inputs reach them.
rc::Gen<Limits> small_limits() {
  const auto up_to = [](std::size_t most) { return rc::gen::inRange<std::size_t>(1, most); };
  const auto often_large = [&](std::size_t most) {
    return rc::gen::weightedOneOf<std::size_t>({{3, rc::gen::just<std::size_t>(1000)}, {1, up_to(most)}});
  };
  return rc::gen::build<Limits>(
      rc::gen::set(&Limits::head_bytes, often_large(120)), rc::gen::set(&Limits::fields, often_large(4)),
      rc::gen::set(&Limits::line_bytes, often_large(60)), rc::gen::set(&Limits::interim_responses, often_large(3)),
      rc::gen::set(&Limits::trailer_bytes, often_large(30)), rc::gen::set(&Limits::chunk_line_bytes, often_large(12)),
      rc::gen::set(&Limits::chunks, often_large(4)), rc::gen::set(&Limits::body_bytes, often_large(40)));
}

rc::Gen<std::string> any_method() {
  return rc::gen::weightedElement<std::string>({{8, "GET"}, {1, "HEAD"}, {1, "CONNECT"}});
}

rc::Gen<StreamEnd> any_end() {
  return rc::gen::element(StreamEnd::kFin, StreamEnd::kRst, StreamEnd::kSilence);
}

// The parts of `field` joined.
void append(std::string& joined, const Message& message, const Field& field) {
  for (const Span span : {field.name, field.before_colon, field.colon, field.before_value, field.value,
                          field.after_value, field.line_end}) {
    joined += message.at(span);
  }
}

SlowReading read_in_pieces(const std::string& bytes, const std::vector<std::size_t>& sizes, StreamEnd how,
                           const std::string& method, const Limits& limits) {
  ResponseReader reader(method, limits);
  SlowReading reading;
  std::size_t piece = 0;
  while (reading.taken < bytes.size() && !reader.done()) {
    const std::size_t size = sizes.empty() ? bytes.size() : sizes[piece++ % sizes.size()];
    const std::string_view input = std::string_view(bytes).substr(reading.taken, size);
    const std::size_t taken = reader.feed(input);
    reading.taken += taken;
    RC_ASSERT(taken == input.size() || reader.done());
  }
  reader.end(how);
  reading.read = reader.take();
  return reading;
}

RC_GTEST_PROP(IndexMessageProperty, SpansTileAnyBytes, ()) {
  const std::string bytes = *any_bytes();
  const Message message = index_message(bytes);
  std::string joined(message.at(message.start_line));
  joined += message.at(message.start_line_end);
  for (const Field& field : message.fields) append(joined, message, field);
  joined += message.at(message.blank_line);
  joined += message.at(message.body);
  RC_ASSERT(joined == bytes);
  RC_ASSERT(message.start_line.begin == 0U);
  RC_ASSERT(message.body.end == bytes.size());
}

RC_GTEST_PROP(IndexMessageProperty, AgreesWithTheSlowIndex, ()) {
  const std::string bytes = *any_bytes();
  RC_ASSERT(index_message(bytes) == index_slowly(bytes));
}

RC_GTEST_PROP(ResponseReaderProperty, GivesTheSameForEverySplit, ()) {
  const std::string bytes = *pieces_of_responses();
  const auto sizes = *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(1, 20));
  const StreamEnd how = *any_end();
  const std::string method = *any_method();
  const Limits limits = *small_limits();
  const SlowReading whole = read_in_pieces(bytes, {}, how, method, limits);
  const SlowReading bytewise = read_in_pieces(bytes, {1}, how, method, limits);
  const SlowReading split = read_in_pieces(bytes, sizes, how, method, limits);
  RC_ASSERT(whole.read == bytewise.read);
  RC_ASSERT(whole.read == split.read);
  RC_ASSERT(whole.taken == bytewise.taken);
  RC_ASSERT(whole.taken == split.taken);
}

RC_GTEST_PROP(ResponseReaderProperty, AgreesWithTheSlowReader, ()) {
  const std::string bytes = *pieces_of_responses();
  const StreamEnd how = *any_end();
  const std::string method = *any_method();
  const Limits limits = *small_limits();
  SlowReading fast = read_in_pieces(bytes, {}, how, method, limits);
  fast.read.framing.oddities.clear();
  const SlowReading slow = read_slowly(bytes, how, method, limits);
  RC_ASSERT(fast.taken == slow.taken);
  RC_ASSERT(fast.read.interims == slow.read.interims);
  RC_ASSERT(fast.read.response == slow.read.response);
  RC_ASSERT(fast.read.framing == slow.read.framing);
}

RC_GTEST_PROP(ResponseReaderProperty, KeepsEveryByteItTakesInOrder, ()) {
  const std::string bytes = *pieces_of_responses();
  const SlowReading reading = read_in_pieces(bytes, {}, *any_end(), "GET", *small_limits());
  std::string joined;
  for (const Message& interim : reading.read.interims) joined += interim.bytes;
  if (reading.read.response) joined += reading.read.response->bytes;
  RC_ASSERT(joined == bytes.substr(0, reading.taken));
}

RC_GTEST_PROP(ResponseReaderProperty, IndexesWhatItReadsAsIndexMessageDoes, ()) {
  const SlowReading reading = read_in_pieces(*pieces_of_responses(), {}, *any_end(), *any_method(), *small_limits());
  if (reading.read.response) RC_ASSERT(index_message(reading.read.response->bytes) == *reading.read.response);
}

RC_GTEST_PROP(ResponseReaderProperty, TilesAChunkedBody, ()) {
  const std::string head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  const SlowReading reading = read_in_pieces(head + *pieces_of_responses(), {}, *any_end(), "GET", *small_limits());
  RC_PRE(reading.read.response && reading.read.framing.body_end == BodyEnd::kChunked);
  const Message& response = *reading.read.response;
  const Framing& framing = reading.read.framing;
  std::string joined;
  for (const Chunk& chunk : framing.chunks) {
    for (const Span span : {chunk.size_line, chunk.data, chunk.data_end}) joined += response.at(span);
  }
  for (const Field& trailer : framing.trailers) append(joined, response, trailer);
  joined += response.at(framing.trailer_end);
  RC_ASSERT(joined == response.at(response.body));
}

RC_GTEST_PROP(ResponseReaderProperty, GivesBackAChunkedPayload, ()) {
  const auto parts = *rc::gen::container<std::vector<std::string>>(rc::gen::nonEmpty<std::string>());
  std::string bytes = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  std::string content;
  for (const std::string& part : parts) {
    char size[20];
    std::snprintf(size, sizeof size, "%zx\r\n", part.size());
    bytes += size + part + "\r\n";
    content += part;
  }
  const SlowReading reading = read_in_pieces(bytes + "0\r\n\r\n", {}, StreamEnd::kSilence, "GET", {});
  RC_ASSERT(reading.read.framing.completeness == Completeness::kComplete);
  RC_ASSERT(payload(*reading.read.response, reading.read.framing) == content);
}

struct Coder {
  std::string name;
  std::string (*encode)(std::string_view);
};

const std::vector<Coder>& coders() {
  static const std::vector<Coder> kCoders = {{"gzip", [](std::string_view text) { return gzip(text); }},
                                             {"deflate", zlib},
                                             {"deflate", raw_deflate},
                                             {"br", brotli},
                                             {"zstd", [](std::string_view text) { return zstd(text); }}};
  return kCoders;
}

RC_GTEST_PROP(DecodeProperty, UndoesAnyStackOfEncoders, ()) {
  const auto text = *rc::gen::arbitrary<std::string>();
  const auto picks = *rc::gen::container<std::vector<std::size_t>>(3, rc::gen::inRange<std::size_t>(0, 5));
  std::string stream = text;
  std::vector<std::string> names;
  for (const std::size_t pick : picks) {
    stream = coders()[pick].encode(stream);
    names.push_back(coders()[pick].name);
  }
  const Decoded decoded = decode(stream, names);
  RC_ASSERT(decoded.status == DecodeStatus::kDecoded);
  RC_ASSERT(decoded.plaintext == text);
}

RC_GTEST_PROP(DecodeProperty, IsTotalAndBoundedOnDamagedStreams, ()) {
  const auto text = *rc::gen::arbitrary<std::string>();
  const Coder& coder = coders()[*rc::gen::inRange<std::size_t>(0, 5)];
  std::string stream = coder.encode(text);
  const auto edits = *rc::gen::container<std::vector<std::pair<std::size_t, char>>>(
      rc::gen::pair(rc::gen::inRange<std::size_t>(0, 4096), rc::gen::arbitrary<char>()));
  for (const auto& [at, byte] : edits) stream[at % stream.size()] = byte;
  Limits limits;
  limits.decoded_bytes = 4096;
  const Decoded decoded = decode(stream, {coder.name}, limits);
  RC_ASSERT(decoded.plaintext.size() <= limits.decoded_bytes);
  RC_ASSERT((decoded.status == DecodeStatus::kTooLarge) == decoded.limit.has_value());
}

RC_GTEST_PROP(DecodeProperty, GivesAPrefixForAPrefix, ()) {
  const auto text = *rc::gen::arbitrary<std::string>();
  const Coder& coder = coders()[*rc::gen::inRange<std::size_t>(0, 5)];
  const std::string stream = coder.encode(text);
  const Decoded decoded = decode(stream.substr(0, *rc::gen::inRange<std::size_t>(0, stream.size())), {coder.name});
  RC_ASSERT(decoded.status != DecodeStatus::kCorrupt);
  RC_ASSERT(text.compare(0, decoded.plaintext.size(), decoded.plaintext) == 0);
  if (decoded.status == DecodeStatus::kDecoded) RC_ASSERT(decoded.plaintext == text);
}

}  // namespace
}  // namespace httparity
