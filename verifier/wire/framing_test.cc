#include "wire/framing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

namespace httparity {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

Framing of(const std::string& head, std::string_view method = "GET") {
  return framing_of_head(index_message(head + "\r\n\r\n"), method);
}

TEST(FramingOfHead, FollowsTheRulesOfRfc9112) {
  EXPECT_EQ(of("HTTP/1.1 200 OK\r\nContent-Length: 5").body_end, BodyEnd::kLength);
  EXPECT_EQ(of("HTTP/1.1 200 OK\r\nContent-Length: 5").content_length, 5U);
  EXPECT_EQ(of("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, Chunked").body_end, BodyEnd::kChunked);
  EXPECT_EQ(of("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: chunked").body_end, BodyEnd::kChunked);
  EXPECT_EQ(of("HTTP/1.1 200 OK").body_end, BodyEnd::kClose);
  EXPECT_THAT(of("HTTP/1.1 200 OK\r\nContent-Length: 5").oddities, IsEmpty());
}

TEST(FramingOfHead, GivesNoBodyWhereNoneMayFollow) {
  const std::string length = "\r\nContent-Length: 5";
  EXPECT_EQ(of("HTTP/1.1 200 OK" + length, "HEAD").body_end, BodyEnd::kNone);
  EXPECT_EQ(of("HTTP/1.1 304 Not Modified" + length).body_end, BodyEnd::kNone);
  EXPECT_EQ(of("HTTP/1.1 204 No Content" + length).body_end, BodyEnd::kNone);
  EXPECT_EQ(of("HTTP/1.1 101 Switching Protocols" + length).body_end, BodyEnd::kNone);
  EXPECT_EQ(of("HTTP/1.1 200 Connection Established" + length, "CONNECT").body_end, BodyEnd::kNone);
  EXPECT_EQ(of("HTTP/1.1 403 Forbidden" + length, "CONNECT").body_end, BodyEnd::kLength);
  EXPECT_EQ(of("HTTP/1.1 200 OK" + length, "head").body_end, BodyEnd::kLength) << "methods are case-sensitive";
}

TEST(FramingOfHead, NotesWhatABodilessAnswerAnnounces) {
  const std::string length = "\r\nContent-Length: 5";
  const std::string chunked = "\r\nTransfer-Encoding: chunked";
  EXPECT_THAT(of("HTTP/1.1 204 No Content" + length).oddities, ElementsAre(Oddity::kLengthOnBodiless));
  EXPECT_THAT(of("HTTP/1.1 204 No Content" + chunked).oddities, ElementsAre(Oddity::kChunkedOnBodiless));
  EXPECT_THAT(of("HTTP/1.1 304 Not Modified" + length).oddities, IsEmpty());
  EXPECT_THAT(of("HTTP/1.1 200 OK" + chunked, "HEAD").oddities, IsEmpty());
}

TEST(FramingOfHead, TakesAVoidLengthForNone) {
  for (const std::string value :
       {"+5", "-5", "5x", "0x5", "", "5 5", "5.0", "5,7", "5,", ",5", "5, +5", "0via: 1.1 cache"}) {
    const Framing framing = of("HTTP/1.1 200 OK\r\nContent-Length: " + value);
    EXPECT_EQ(framing.body_end, BodyEnd::kClose) << value;
    EXPECT_EQ(framing.content_length, std::nullopt) << value;
  }
  EXPECT_EQ(of("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 7").body_end, BodyEnd::kClose);
}

TEST(FramingOfHead, ReadsEqualLengthsOnce) {
  EXPECT_EQ(of("HTTP/1.1 200 OK\r\nContent-Length: 5, 05").content_length, 5U);
  EXPECT_EQ(of("HTTP/1.1 200 OK\r\nContent-Length: 5\r\ncontent-length: 5").content_length, 5U);
  EXPECT_THAT(of("HTTP/1.1 200 OK\r\nContent-Length: 5, 5").oddities, ElementsAre(Oddity::kLengthList));
  EXPECT_THAT(of("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5").oddities,
              ElementsAre(Oddity::kTwoEqualLengths));
  EXPECT_THAT(of("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 7").oddities,
              ElementsAre(Oddity::kTwoUnequalLengths));
}

TEST(FramingOfHead, NeverWrapsALength) {
  EXPECT_EQ(of("HTTP/1.1 200 OK\r\nContent-Length: 18446744073709551614").content_length, UINT64_MAX - 1);
  const Framing framing = of("HTTP/1.1 200 OK\r\nContent-Length: 18446744073709551617");
  EXPECT_EQ(framing.content_length, UINT64_MAX);
  EXPECT_EQ(framing.completeness, Completeness::kTruncated);
  EXPECT_THAT(framing.oddities, ElementsAre(Oddity::kLengthTooLarge));
  EXPECT_EQ(of("HTTP/1.1 200 OK\r\nContent-Length: " + std::string(100, '0') + "5").content_length, 5U);
}

TEST(FramingOfHead, LetsTransferEncodingOverrideTheLength) {
  const Framing framing = of("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked");
  EXPECT_EQ(framing.body_end, BodyEnd::kChunked);
  EXPECT_EQ(framing.content_length, std::nullopt);
  EXPECT_THAT(framing.oddities, ElementsAre(Oddity::kLengthWithChunked));
}

TEST(FramingOfHead, EndsWithTheCloseWhereChunkedIsNotLastOrNotKnown) {
  EXPECT_EQ(of("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, gzip").body_end, BodyEnd::kClose);
  EXPECT_THAT(of("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, gzip").oddities, ElementsAre(Oddity::kChunkedNotLast));
  for (const std::string value : {"xchunked", "identity", "chunked;q=1", "\"chunked\"", "chunked\x0b"}) {
    const Framing framing = of("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: " + value);
    EXPECT_EQ(framing.body_end, BodyEnd::kClose) << value;
    EXPECT_THAT(framing.oddities, Contains(Oddity::kUnknownTransferCoding)) << value;
  }
}

TEST(FramingOfHead, NotesEachOddityOfAHead) {
  const std::string rest = "\r\nContent-Length: 0";
  const std::string ok = "HTTP/1.1 200 OK";
  EXPECT_THAT(of("HTTP/1.1 200" + rest).oddities, ElementsAre(Oddity::kNoReasonPhrase));
  EXPECT_THAT(of("HTTP/1.1 200 " + rest).oddities, ElementsAre(Oddity::kNoReasonPhrase));
  EXPECT_THAT(of("HTTP/1.1  200 OK" + rest).oddities, ElementsAre(Oddity::kBadStatusLine));
  EXPECT_THAT(of("hiHTTP/1.1 200 OK" + rest).oddities, ElementsAre(Oddity::kBytesBeforeStatusLine));
  EXPECT_THAT(of("\r\nHTTP/1.1 200 OK" + rest).oddities, ElementsAre(Oddity::kBytesBeforeStatusLine));
  EXPECT_THAT(of(ok + "\nX: 1" + rest).oddities, ElementsAre(Oddity::kLfOnlyLine));
  EXPECT_THAT(of(ok + "\r\nX: 1\r\n 2" + rest).oddities, ElementsAre(Oddity::kFoldedField));
  EXPECT_THAT(of(ok + "\r\nX: 1\n 2" + rest).oddities, ElementsAre(Oddity::kLfOnlyLine, Oddity::kFoldedField));
  EXPECT_THAT(of(ok + "\r\nX: " + std::string(1, '\0') + rest).oddities, ElementsAre(Oddity::kNulByte));
  EXPECT_THAT(of(ok + "\r\nX: a\rb" + rest).oddities, ElementsAre(Oddity::kBareCr));
  EXPECT_THAT(of(ok + "\r\nSOAPAction" + rest).oddities, ElementsAre(Oddity::kFieldWithoutColon));
  EXPECT_THAT(of(ok + "\r\nX : 1" + rest).oddities, ElementsAre(Oddity::kSpaceBeforeColon));
  EXPECT_THAT(of(ok + "\r\n: 1" + rest).oddities, ElementsAre(Oddity::kEmptyFieldName));
  EXPECT_THAT(of(ok + "\r\n X: 1" + rest).oddities, ElementsAre(Oddity::kBadFieldName));
  EXPECT_THAT(of(ok + "\r\nCaf\xe9: 1" + rest).oddities, ElementsAre(Oddity::kBadFieldName));
  EXPECT_THAT(of("HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked").oddities,
              ElementsAre(Oddity::kTransferEncodingInHttp10));
}

TEST(FramingOfHead, NotesACutHead) {
  const Framing framing = framing_of_head(index_message("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n"), "GET");
  EXPECT_THAT(framing.oddities, ElementsAre(Oddity::kTruncatedHead));
  EXPECT_EQ(framing.completeness, Completeness::kTruncated);
}

TEST(OddityName, IsAnotherWordForEachOddity) {
  std::set<std::string> names;
  const int last = static_cast<int>(Oddity::kMissingLastCrlf);
  for (int i = 0; i <= last; ++i) names.insert(oddity_name(static_cast<Oddity>(i)));
  EXPECT_EQ(names.size(), static_cast<std::size_t>(last) + 1);
  EXPECT_EQ(names.count(""), 0U);
}

}  // namespace
}  // namespace httparity
