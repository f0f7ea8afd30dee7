#include "wire/message.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace httparity {
namespace {

std::vector<std::string> parts(const Message& message, std::size_t i) {
  const Field& f = message.fields[i];
  std::vector<std::string> texts;
  for (const Span span : {f.name, f.before_colon, f.colon, f.before_value, f.value, f.after_value, f.line_end}) {
    texts.emplace_back(message.at(span));
  }
  return texts;
}

using Parts = std::vector<std::string>;

TEST(IndexMessage, FindsThePartsOfAPlainResponse) {
  const Message message = index_message("HTTP/1.1 200 OK\r\nX-Cache: miss\r\nContent-Length: 2\r\n\r\nok");
  EXPECT_EQ(message.at(message.start_line), "HTTP/1.1 200 OK");
  EXPECT_EQ(message.at(message.start_line_end), "\r\n");
  ASSERT_EQ(message.fields.size(), 2U);
  EXPECT_EQ(parts(message, 0), (Parts{"X-Cache", "", ":", " ", "miss", "", "\r\n"}));
  EXPECT_EQ(message.at(message.fields[1].whole()), "Content-Length: 2\r\n");
  EXPECT_EQ(message.at(message.blank_line), "\r\n");
  EXPECT_EQ(message.at(message.body), "ok");
  EXPECT_TRUE(message.head_complete());
}

TEST(IndexMessage, KeepsPaddingAndLineEndsApart) {
  const Message message = index_message("HTTP/1.1 200 OK\nA \t:\t b c \nB:\r\nC: \r\n\n");
  EXPECT_EQ(message.at(message.start_line_end), "\n");
  ASSERT_EQ(message.fields.size(), 3U);
  EXPECT_EQ(parts(message, 0), (Parts{"A", " \t", ":", "\t ", "b c", " ", "\n"}));
  EXPECT_EQ(parts(message, 1), (Parts{"B", "", ":", "", "", "", "\r\n"}));
  EXPECT_EQ(parts(message, 2), (Parts{"C", "", ":", " ", "", "", "\r\n"}));
  EXPECT_EQ(message.at(message.blank_line), "\n");
}

TEST(IndexMessage, TakesFoldsIntoTheirField) {
  const Message message = index_message("HTTP/1.1 200 OK\r\nA: x;\r\n y\r\n \t\r\nB:\r\n z\r\nC: 1\r\n\r\n");
  ASSERT_EQ(message.fields.size(), 3U);
  EXPECT_EQ(parts(message, 0), (Parts{"A", "", ":", " ", "x;\r\n y", "\r\n \t", "\r\n"}));
  EXPECT_EQ(parts(message, 1), (Parts{"B", "", ":", "\r\n ", "z", "", "\r\n"}));
  EXPECT_TRUE(message.fields[0].folded && message.fields[1].folded);
  EXPECT_FALSE(message.fields[2].folded);
}

TEST(IndexMessage, LeavesABareCrInTheValue) {
  const Message message = index_message("HTTP/1.1 200 OK\r\nA: x\ry\r\r\nB: \r z\r\n\r\n");
  ASSERT_EQ(message.fields.size(), 2U);
  EXPECT_EQ(parts(message, 0), (Parts{"A", "", ":", " ", "x\ry\r", "", "\r\n"}));
  EXPECT_EQ(parts(message, 1), (Parts{"B", "", ":", " ", "\r z", "", "\r\n"}));
}

TEST(IndexMessage, TakesALineWithoutColonAsAName) {
  const Message message = index_message("HTTP/1.1 200 OK\r\nSOAPAction \r\n first\r\n: empty\r\n\r\n");
  ASSERT_EQ(message.fields.size(), 2U);
  EXPECT_EQ(parts(message, 0), (Parts{"SOAPAction \r\n first", "", "", "", "", "", "\r\n"}));
  EXPECT_EQ(parts(message, 1), (Parts{"", "", ":", " ", "empty", "", "\r\n"}));
}

TEST(IndexMessage, TakesABlankLineOfSpacesAsAFoldAndNotAsTheEnd) {
  const Message message = index_message("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n \t\r\nX-After: value\r\n\r\nhello");
  ASSERT_EQ(message.fields.size(), 2U);
  EXPECT_EQ(message.at(message.fields[0].value), "5");
  EXPECT_EQ(message.at(message.body), "hello");
}

TEST(IndexMessage, PutsWhatStandsBeforeAStatusLineIntoTheStartLine) {
  for (const std::string stray : {"", "hi", "\r\n", "\n\r\n", "hi\r\n", "one\r\ntwo: 2\r\nthree", "HTTP/1.1 20"}) {
    const Message message = index_message(stray + "HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\n\r\n");
    EXPECT_EQ(message.at(message.start_line), stray + "HTTP/1.1 304 Not Modified");
    EXPECT_EQ(status_code(message), 304);
    EXPECT_EQ(message.fields.size(), 1U);
  }
}

TEST(IndexMessage, DoesNotTakeAFieldThatQuotesAStatusLineForOne) {
  const Message message = index_message("junk\r\nX-Upstream: HTTP/1.1 404 x\r\n\r\n");
  EXPECT_EQ(message.at(message.start_line), "junk");
  EXPECT_EQ(message.fields.size(), 1U);
  EXPECT_EQ(status_code(message), std::nullopt);
  const Message behind = index_message("junk\r\nX-Upstream: HTTP/1.1 404 x\r\nHTTP/1.1 200 OK\r\n\r\n");
  EXPECT_EQ(status_code(behind), 200);
}

TEST(IndexMessage, IndexesACutMessageAsFarAsItGoes) {
  const Message line = index_message("HTTP/1.1 20");
  EXPECT_EQ(line.at(line.start_line), "HTTP/1.1 20");
  EXPECT_TRUE(line.start_line_end.empty());
  const Message field = index_message("HTTP/1.1 200 OK\r\nX-Last: 1\r");
  EXPECT_EQ(parts(field, 0), (Parts{"X-Last", "", ":", " ", "1", "", "\r"}));
  EXPECT_FALSE(field.head_complete());
  const Message blank = index_message("HTTP/1.1 200 OK\r\nX-Last: 1\r\n\r");
  EXPECT_EQ(blank.fields.size(), 1U);
  EXPECT_EQ(blank.at(blank.blank_line), "\r");
  EXPECT_FALSE(blank.head_complete());
  EXPECT_EQ(index_message("").bytes, "");
  EXPECT_FALSE(index_message("").head_complete());
}

TEST(FindFields, GivesEveryLineOfThatNameInOrder) {
  const Message message = index_message("HTTP/1.1 200 OK\r\nset-cookie: a\r\nX: 1\r\nSet-Cookie : b\r\nSet: c\r\n\r\n");
  EXPECT_EQ(find_fields(message, "Set-Cookie"), (std::vector<std::size_t>{0, 2}));
  EXPECT_TRUE(find_fields(message, "Cookie").empty());
}

TEST(StatusCode, IsReadStrictly) {
  const auto status = [](const char* line) { return status_code(index_message(std::string(line) + "\r\n\r\n")); };
  EXPECT_EQ(status("HTTP/1.1 200 OK"), 200);
  EXPECT_EQ(status("HTTP/1.1 200"), 200);
  EXPECT_EQ(status("HTTP/1.0 404 "), 404);
  EXPECT_EQ(status("HTTP/1.1 20HTTP/1.1 503 x"), 503);
  for (const char* line : {"HTTP/1.1  200 OK", "HTTP/1.1 99 OK", "HTTP/1.1 1000 OK", "HTTP/1.1 +20 OK",
                           "http/1.1 200 OK", "HTTP/1 200 OK", "HTTP/1.1\t200 OK", "ICY 200 OK", ""}) {
    EXPECT_EQ(status(line), std::nullopt) << line;
  }
}

TEST(RequestLine, GivesMethodAndTarget) {
  const Message request = index_message("\r\nGET /a b HTTP/1.1\r\nHost: room.test\r\n\r\n");
  EXPECT_EQ(request_method(request), "GET");
  EXPECT_EQ(request_target(request), "/a b");
  const Message odd = index_message("PING\r\n\r\n");
  EXPECT_EQ(request_method(odd), "PING");
  EXPECT_EQ(request_target(odd), "");
}

}  // namespace
}  // namespace httparity
