#include "wire/response_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace httparity {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Outcome {
  ReadResponse read;
  std::size_t taken = 0;
  bool done = false;  // before the end of the stream was told
};

Outcome read(const std::string& bytes, StreamEnd how = StreamEnd::kFin, std::string_view method = "GET",
             const Limits& limits = {}) {
  ResponseReader reader(method, limits);
  Outcome outcome;
  outcome.taken = reader.feed(bytes);
  outcome.done = reader.done();
  reader.end(how);
  outcome.read = reader.take();
  return outcome;
}

const std::string kChunkedHead = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

Outcome read_chunks(const std::string& body, StreamEnd how = StreamEnd::kFin, const Limits& limits = {}) {
  return read(kChunkedHead + body, how, "GET", limits);
}

std::string content(const Outcome& outcome) {
  return payload(*outcome.read.response, outcome.read.framing);
}

TEST(ResponseReader, StopsAtTheEndOfALengthBody) {
  const Outcome outcome = read("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ncaf\xc3\xa9");
  EXPECT_TRUE(outcome.done);
  EXPECT_EQ(outcome.taken, 42U);
  EXPECT_EQ(outcome.read.framing.completeness, Completeness::kComplete);
  EXPECT_EQ(content(outcome), "caf\xc3");
}

TEST(ResponseReader, StopsAtTheEndOfAHeadThatHasNoBody) {
  const Outcome outcome = read("HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\nHTTP/1.1 200 OK\r\n");
  EXPECT_TRUE(outcome.done);
  EXPECT_EQ(outcome.read.framing.completeness, Completeness::kComplete);
  EXPECT_EQ(outcome.read.response->at(outcome.read.response->body), "");
}

TEST(ResponseReader, KeepsEachInterimResponse) {
  const Outcome outcome = read(
      "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\nHTTP/1.1 102 \r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: "
      "0\r\n\r\n");
  ASSERT_EQ(outcome.read.interims.size(), 2U);
  EXPECT_EQ(outcome.read.interims[1].bytes, "HTTP/1.1 102 \r\n\r\n");
  EXPECT_EQ(status_code(*outcome.read.response), 200);
  EXPECT_TRUE(outcome.done);
}

TEST(ResponseReader, TakesSwitchingProtocolsForFinal) {
  const Outcome outcome = read("HTTP/1.1 101 Switching Protocols\r\n\r\n\x81\x01x");
  EXPECT_TRUE(outcome.done);
  EXPECT_TRUE(outcome.read.interims.empty());
  EXPECT_EQ(outcome.taken, 36U);
}

TEST(ResponseReader, PutsTheBodyOfAnInterimResponseBeforeTheStatusLine) {
  const Outcome outcome =
      read("HTTP/1.1 103 Early Hints\r\nContent-Length: 2\r\n\r\nhiHTTP/1.1 204 No Content\r\n\r\n");
  EXPECT_TRUE(outcome.done);
  EXPECT_EQ(outcome.read.response->at(outcome.read.response->start_line), "hiHTTP/1.1 204 No Content");
}

TEST(ResponseReader, EndsACloseDelimitedBodyWithAFinAlone) {
  const std::string bytes = "HTTP/1.1 200 OK\r\n\r\nhello";
  EXPECT_FALSE(read(bytes).done);
  EXPECT_EQ(read(bytes, StreamEnd::kFin).read.framing.completeness, Completeness::kComplete);
  for (const StreamEnd how : {StreamEnd::kRst, StreamEnd::kSilence}) {
    const Outcome outcome = read(bytes, how);
    EXPECT_EQ(outcome.read.framing.completeness, Completeness::kTruncated);
    EXPECT_THAT(outcome.read.framing.oddities, ElementsAre(Oddity::kTruncatedBody));
  }
}

TEST(ResponseReader, HasNoResponseWithoutAByteOfOne) {
  EXPECT_EQ(read("").read, ReadResponse());
  const Outcome interim = read("HTTP/1.1 100 Continue\r\n\r\n");
  EXPECT_EQ(interim.read.interims.size(), 1U);
  EXPECT_EQ(interim.read.response, std::nullopt);
  EXPECT_EQ(interim.read.framing.completeness, Completeness::kTruncated);
}

TEST(ResponseReader, KeepsACutInterimResponseAsOne) {
  const Outcome outcome = read("HTTP/1.1 103 Early Hints\r\nLink: </a");
  ASSERT_EQ(outcome.read.interims.size(), 1U);
  EXPECT_FALSE(outcome.read.interims[0].head_complete());
  EXPECT_EQ(outcome.read.response, std::nullopt);
}

TEST(ResponseReader, KnowsACutHeadFromAShortOne) {
  const Outcome outcome = read("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n");
  EXPECT_EQ(outcome.read.framing.completeness, Completeness::kTruncated);
  EXPECT_THAT(outcome.read.framing.oddities, ElementsAre(Oddity::kTruncatedHead));
  EXPECT_EQ(outcome.read.response->fields.size(), 1U);
}

TEST(ResponseReader, ReadsChunksExtensionsAndTrailers) {
  const Outcome outcome = read_chunks("5;a=b\r\nhello\r\nA\r\n0123456789\r\n0\r\nX-T: v\r\n\r\nsurplus");
  ASSERT_TRUE(outcome.done);
  const Framing& framing = outcome.read.framing;
  const Message& response = *outcome.read.response;
  EXPECT_EQ(framing.completeness, Completeness::kComplete);
  ASSERT_EQ(framing.chunks.size(), 3U);
  EXPECT_EQ(response.at(framing.chunks[0].size_line), "5;a=b\r\n");
  EXPECT_EQ(response.at(framing.chunks[0].data_end), "\r\n");
  EXPECT_EQ(response.at(framing.chunks[2].size_line), "0\r\n");
  ASSERT_EQ(framing.trailers.size(), 1U);
  EXPECT_EQ(response.at(framing.trailers[0].value), "v");
  EXPECT_EQ(response.at(framing.trailer_end), "\r\n");
  EXPECT_EQ(content(outcome), "hello0123456789");
  EXPECT_THAT(framing.oddities, ElementsAre(Oddity::kChunkExtension, Oddity::kTrailerFields));
}

TEST(ResponseReader, ReadsBareLfInChunkLines) {
  const Outcome outcome = read_chunks("5\nhello\n0\nX: 1\n\n");
  EXPECT_EQ(outcome.read.framing.completeness, Completeness::kComplete);
  EXPECT_EQ(content(outcome), "hello");
  EXPECT_THAT(outcome.read.framing.oddities, ElementsAre(Oddity::kLfOnlyChunkLine, Oddity::kTrailerFields));
}

TEST(ResponseReader, ReadsASizeBehindManyZeros) {
  const Outcome outcome = read_chunks(std::string(100, '0') + "5\r\nhello\r\n000\r\n\r\n");
  EXPECT_EQ(outcome.read.framing.completeness, Completeness::kComplete);
  EXPECT_EQ(content(outcome), "hello");
  EXPECT_THAT(outcome.read.framing.oddities, ElementsAre(Oddity::kChunkSizeLeadingZeros));
}

TEST(ResponseReader, NeverWrapsAChunkSize) {
  const Outcome outcome = read_chunks("10000000000000005\r\nhello\r\n0\r\n\r\n");
  EXPECT_EQ(outcome.read.framing.completeness, Completeness::kTruncated);
  EXPECT_THAT(outcome.read.framing.oddities, ElementsAre(Oddity::kChunkSizeTooLarge, Oddity::kTruncatedBody));
  EXPECT_EQ(content(outcome), "hello\r\n0\r\n\r\n");
}

TEST(ResponseReader, FindsNoEndBehindASizeWithoutReading) {
  for (const std::string size : {"-5", "+5", "0x5", "", "0_2", "5 5", "g", " 5", "5\r", "5.", "\"5\""}) {
    const Outcome outcome = read_chunks("1\r\na\r\n" + size + "\r\nhello\r\n0\r\n\r\n");
    EXPECT_FALSE(outcome.done) << size;
    EXPECT_EQ(outcome.read.framing.completeness, Completeness::kBadFraming) << size;
    EXPECT_THAT(outcome.read.framing.oddities, Contains(Oddity::kBadChunkLine)) << size;
    EXPECT_EQ(outcome.read.framing.chunks.size(), 2U) << size;
    EXPECT_EQ(content(outcome), "a") << size;
  }
}

TEST(ResponseReader, FindsNoEndWhereChunkDataDoesNotEnd) {
  for (const std::string end : {"!", "\r!", "\r\r\n"}) {
    const Outcome outcome = read_chunks("5\r\nhello" + end + "0\r\n\r\n");
    EXPECT_EQ(outcome.read.framing.completeness, Completeness::kBadFraming);
    EXPECT_THAT(outcome.read.framing.oddities, ElementsAre(Oddity::kMissingChunkEnd));
    EXPECT_EQ(content(outcome), "hello");
  }
}

TEST(ResponseReader, TellsBadFramingBeforeTheStreamEnds) {
  ResponseReader reader("GET");
  reader.feed(kChunkedHead + "5\r\nhello\r\n");
  EXPECT_FALSE(reader.bad_framing());
  reader.feed("zz\r\n");
  EXPECT_TRUE(reader.bad_framing());
  EXPECT_FALSE(reader.done());
}

TEST(ResponseReader, TellsACutChunkAMissingLastLineAndSurplusApart) {
  EXPECT_THAT(read_chunks("5\r\nhe").read.framing.oddities, ElementsAre(Oddity::kTruncatedBody));
  EXPECT_THAT(read_chunks("5\r\nhello\r\n").read.framing.oddities, ElementsAre(Oddity::kTruncatedBody));
  for (const std::string tail : {"", "\r"}) {
    const Outcome outcome = read_chunks("5\r\nhello\r\n0\r\n" + tail, StreamEnd::kSilence);
    EXPECT_EQ(outcome.read.framing.completeness, Completeness::kTruncated);
    EXPECT_THAT(outcome.read.framing.oddities, ElementsAre(Oddity::kMissingLastCrlf));
    EXPECT_EQ(outcome.read.response->at(outcome.read.framing.trailer_end), tail);
  }
  EXPECT_THAT(read_chunks("0\r\nX: v\r\n").read.framing.oddities,
              ElementsAre(Oddity::kTrailerFields, Oddity::kMissingLastCrlf));
  const Outcome surplus = read_chunks("5\r\nhello\r\n0\r\n\r\njunk");
  EXPECT_TRUE(surplus.done);
  EXPECT_THAT(surplus.read.framing.oddities, IsEmpty());
}

TEST(ResponseReader, NamesTheLimitThatStopsIt) {
  Limits limits;
  limits.head_bytes = 100;
  limits.fields = 3;
  limits.line_bytes = 40;
  limits.interim_responses = 2;
  limits.trailer_bytes = 30;
  limits.chunk_line_bytes = 10;
  limits.chunks = 3;
  limits.body_bytes = 60;
  const auto limit_of = [&](const std::string& bytes) {
    const Outcome outcome = read(bytes, StreamEnd::kSilence, "GET", limits);
    const auto limit = outcome.read.framing.limit;
    EXPECT_EQ(limit.has_value(), outcome.read.framing.completeness == Completeness::kLimit) << bytes;
    EXPECT_TRUE(outcome.done || !limit) << bytes;
    return limit;
  };
  const std::string ok = "HTTP/1.1 200 OK\r\n";
  EXPECT_EQ(limit_of(ok + "A: 1\r\nB: 2\r\nC: 3\r\n\r\n"), std::nullopt);
  EXPECT_EQ(limit_of(ok + "A: 1\r\nB: 2\r\nC: 3\r\nD: 4\r\n"), Limit::kFields);
  EXPECT_EQ(limit_of(ok + "A: " + std::string(35, 'a') + "\r\n\r\n"), std::nullopt);
  EXPECT_EQ(limit_of(ok + "A: " + std::string(36, 'a') + "\r\n\r\n"), Limit::kLineBytes);
  EXPECT_EQ(limit_of(std::string(41, 'a')), Limit::kLineBytes);
  EXPECT_EQ(limit_of(ok + "A: 1\r\n" +
                     " 01234567890123456789\r\n 01234567890123456789\r\n 01234567890123456789\r\n"
                     " 01234567890123456789\r\n"),
            Limit::kHeadBytes);
  const std::string interim = "HTTP/1.1 100 Continue\r\n\r\n";
  EXPECT_EQ(limit_of(interim + interim + ok), std::nullopt);
  EXPECT_EQ(limit_of(interim + interim + interim), Limit::kInterimResponses);
  EXPECT_EQ(limit_of(ok + "\r\n" + std::string(60, 'x')), std::nullopt);
  EXPECT_EQ(limit_of(ok + "\r\n" + std::string(61, 'x')), Limit::kBodyBytes);
  EXPECT_EQ(limit_of(ok + "Content-Length: 60\r\n\r\n" + std::string(60, 'x')), std::nullopt);
  EXPECT_EQ(limit_of(ok + "Content-Length: 61\r\n\r\n" + std::string(61, 'x')), Limit::kBodyBytes);
  EXPECT_EQ(limit_of(kChunkedHead + "1;123456\r\na\r\n0\r\n\r\n"), std::nullopt);
  EXPECT_EQ(limit_of(kChunkedHead + "1;1234567\r\na\r\n0\r\n\r\n"), Limit::kChunkLineBytes);
  EXPECT_EQ(limit_of(kChunkedHead + "1\r\na\r\n1\r\nb\r\n0\r\n\r\n"), std::nullopt);
  EXPECT_EQ(limit_of(kChunkedHead + "1\r\na\r\n1\r\nb\r\n1\r\nc\r\n0\r\n\r\n"), Limit::kChunks);
  EXPECT_EQ(limit_of(kChunkedHead + "40\r\n" + std::string(64, 'x') + "\r\n0\r\n\r\n"), Limit::kBodyBytes);
  EXPECT_EQ(limit_of(kChunkedHead + "0\r\n" + "A: 1\r\nB: 2\r\nC: 3\r\nD: 4\r\n"), Limit::kFields);
  EXPECT_EQ(limit_of(kChunkedHead + "0\r\n" + "A: 1\r\nB: 01234567890123456789\r\n\r\n"), Limit::kTrailerBytes);
}

TEST(ResponseReader, TakesNothingMoreOnceItIsDone) {
  ResponseReader reader("HEAD");
  EXPECT_EQ(reader.feed("HTTP/1.1 200 OK\r\n\r\nrest"), 19U);
  EXPECT_EQ(reader.feed("more"), 0U);
  reader.end(StreamEnd::kRst);
  EXPECT_EQ(reader.take().framing.completeness, Completeness::kComplete);
}

}  // namespace
}  // namespace httparity
