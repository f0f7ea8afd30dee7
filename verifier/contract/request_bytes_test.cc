#include "contract/request_bytes.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "wire/message.h"

namespace httparity {
namespace {

const std::chrono::system_clock::time_point kNow{};

Request get(std::vector<std::pair<std::string, std::string>> fields, std::string_view target = "/") {
  Request request;
  request.method = "GET";
  request.target = parse_template(target);
  for (auto& [name, value] : fields) request.fields.push_back({name, parse_template(value)});
  return request;
}

std::string built(const Request& request, const Variables& variables = {}, const CookieJar& jar = {}) {
  const auto result = build_request(request, variables, jar, kNow);
  return result ? result->bytes : "error: " + result.error().what;
}

TEST(RequestBytesTest, NothingIsAddedToARequestWithoutABody) {
  EXPECT_EQ(built(get({{"host", "x"}, {"A ", ""}})), "GET / HTTP/1.1\r\nhost: x\r\nA : \r\n\r\n");
}

TEST(RequestBytesTest, ANullOrAnEmptyJarLeavesItsFieldOut) {
  const Request request = get({{"User-Agent", "{agent}"}, {"Cookie", "{cookies}"}, {"X", "a{agent}"}});
  EXPECT_EQ(built(request, {{"agent", std::nullopt}}), "GET / HTTP/1.1\r\n\r\n");
  CookieJar jar;
  jar.cookies.push_back({"a", "1", "/", {}, 0});
  EXPECT_EQ(built(request, {{"agent", "b"}}, jar), "GET / HTTP/1.1\r\nUser-Agent: b\r\nCookie: a=1\r\nX: ab\r\n\r\n");
}

TEST(RequestBytesTest, AnEmptyJarBesideOtherTextIsEmptyText) {
  EXPECT_EQ(built(get({{"Cookie", "theme=dark; {cookies}"}})), "GET / HTTP/1.1\r\nCookie: theme=dark; \r\n\r\n");
}

TEST(RequestBytesTest, ABodyWithoutFramingGetsItsLengthBehindTheFields) {
  Request request = get({{"Host", "x"}});
  request.body = Body{parse_template("{word}"), ""};
  const auto result = build_request(request, {{"word", "\xE2\x82\xAC"}}, {}, kNow);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->bytes, "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n\xE2\x82\xAC");
  EXPECT_TRUE(result->content_length_added);
}

TEST(RequestBytesTest, AFramingThatIsGivenIsLeftAlone) {
  for (const char* name : {"content-length", "TRANSFER-ENCODING"}) {
    Request request = get({{name, "9"}});
    request.body = Body{std::make_shared<const std::string>("{x}"), ""};
    const auto result = build_request(request, {}, {}, kNow);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->bytes, std::string("GET / HTTP/1.1\r\n") + name + ": 9\r\n\r\n{x}");
    EXPECT_FALSE(result->content_length_added);
  }
}

TEST(RequestBytesTest, AnEmptyBodyIsABody) {
  Request request = get({});
  request.body = Body{parse_template(""), ""};
  EXPECT_EQ(built(request), "GET / HTTP/1.1\r\nContent-Length: 0\r\n\r\n");
}

TEST(RequestBytesTest, AValueCantBreakItsLine) {
  EXPECT_EQ(built(get({{"X", "{v}"}}), {{"v", "a\r\nY: b"}}),
            "error: a value filled into X has a CR, LF or NUL: \"a\\r\\nY: b\"");
  EXPECT_EQ(built(get({}, "/{v}"), {{"v", std::string("\0", 1)}}),
            "error: a value filled into the target has a CR, LF or NUL: \"/\\x00\"");
}

TEST(RequestBytesTest, AMissingValueIsNamed) {
  EXPECT_EQ(built(get({}, "/{id}")), "error: {id} has no value here: define it, or write {{ for a {");
}

TEST(RequestBytesTest, RawIsSentAsItIsAndKnowsItsMethod) {
  Request request;
  request.raw = "HEAD /{x} HTTP/1.0\n\n";
  const auto result = build_request(request, {}, {}, kNow);
  ASSERT_TRUE(result);
  EXPECT_EQ(*result, (RequestBytes{"HEAD /{x} HTTP/1.0\n\n", "HEAD", "/{x}", false}));
}

TEST(RequestBytesTest, OffsetsCutWhereTheySay) {
  using Pieces = std::vector<std::string_view>;
  EXPECT_EQ(pieces({WriteCuts::Kind::kOffsets, {1, 3, 9}}, "abcde"), (Pieces{"a", "bc", "de"}));
  EXPECT_EQ(pieces({WriteCuts::Kind::kBytes, {}}, "abc"), (Pieces{"a", "b", "c"}));
  EXPECT_EQ(pieces({}, "abc"), Pieces{"abc"});
  EXPECT_EQ(pieces({}, ""), Pieces{});
}

TEST(RequestBytesTest, UniqueValuesRepeatForOneRunAndNeverWithinIt) {
  EXPECT_EQ(unique_value("run", 7), unique_value("run", 7));
  EXPECT_NE(unique_value("run", 7), unique_value("other", 7));
  std::set<std::string> seen;
  for (std::uint64_t ordinal = 0; ordinal < 10000; ++ordinal)
    EXPECT_TRUE(seen.insert(unique_value("run", ordinal)).second);
  EXPECT_EQ(seen.begin()->size(), 16U);
}

RC_GTEST_PROP(RequestBytesTest, PiecesJoinToTheWholeAndNoneIsEmpty, (const std::string& request)) {
  WriteCuts cuts;
  cuts.kind = *rc::gen::element(WriteCuts::Kind::kWhole, WriteCuts::Kind::kBytes, WriteCuts::Kind::kOffsets);
  const auto offsets = *rc::gen::container<std::set<std::size_t>>(rc::gen::inRange<std::size_t>(1, 200));
  cuts.offsets.assign(offsets.begin(), offsets.end());
  std::string joined;
  for (const std::string_view piece : pieces(cuts, request)) {
    RC_ASSERT(!piece.empty());
    joined += piece;
  }
  RC_ASSERT(joined == request);
}

RC_GTEST_PROP(RequestBytesTest, TheIndexOfARequestGivesBackItsFields, ()) {
  const auto word = rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::inRange('a', 'z')));
  const auto fields = *rc::gen::container<std::vector<std::pair<std::string, std::string>>>(rc::gen::pair(word, word));
  const Message message = index_message(built(get(fields, "/x")));
  RC_ASSERT(message.fields.size() == fields.size());
  for (std::size_t place = 0; place < fields.size(); ++place) {
    RC_ASSERT(message.at(message.fields[place].name) == fields[place].first);
    RC_ASSERT(message.at(message.fields[place].value) == fields[place].second);
  }
}

}  // namespace
}  // namespace httparity
