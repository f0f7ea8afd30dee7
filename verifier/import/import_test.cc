#include "import/import.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "base/text.h"
#include "contract/read_contract.h"
#include "contract/request_bytes.h"

namespace httparity {
namespace {

using Losses = std::vector<ImportLoss>;

/// The requests of `import` as the contract made of it sends them.
std::vector<std::string> sent(const Import& import, const CookieJar& jar = {}) {
  const ContractReading reading = parse_contract(render_contract(import, "imported"), "x.json");
  std::vector<std::string> requests;
  for (const Error& error : reading.errors) requests.push_back(error.what);
  if (!reading.contract) return requests;
  for (const Step& step : reading.contract->scenarios[0].steps) {
    const auto built = build_request(std::get<Request>(step.action), {}, jar, {});
    requests.push_back(built ? built->bytes : built.error().what);
  }
  return requests;
}

TEST(SplitUrlTest, PartsAreWhatARequestNeeds) {
  const auto url = split_url("HTTPS://me:pw@Room.Test:443/a%20b?q={x}#part");
  ASSERT_TRUE(url);
  EXPECT_EQ(url->origin, "https://room.test");
  EXPECT_EQ(url->authority, "room.test");
  EXPECT_EQ(url->target, "/a%20b?q={x}");
  EXPECT_EQ(split_url("http://x:8080?q")->target, "/?q");
  EXPECT_EQ(split_url("http://[::1]:8080/")->authority, "[::1]:8080");
  for (const char* none : {"", "/a", "ftp://x/", "http://", "http:///a", "http://:80/", "data:,x"})
    EXPECT_FALSE(split_url(none)) << none;
}

constexpr std::string_view kHar = R"({"log": {"version": "1.2", "creator": {"entries": [1]}, "entries": [
  {"request": {"method": "GET", "url": "https://room.test/rooms/{1}", "httpVersion": "HTTP/2.0", "headers": [
     {"name": ":authority", "value": "room.test"}, {"name": "accept", "value": "text/html"},
     {"name": "accept", "value": "caf\u00e9"}]},
   "response": {"status": 200, "headers": [{"name": "set-cookie", "value": "sid=1; path=/"}]}},
  {"request": {"method": "POST", "url": "https://room.test/messages", "httpVersion": "HTTP/1.1", "headers": [
     {"name": "Host", "value": "room.test"}, {"name": "Cookie", "value": "sid=1"}, {"name": "Content-Length", "value": "9"}],
     "postData": {"mimeType": "text/plain", "text": "{a}\u20ac!!!"}},
   "response": {"status": 0, "headers": []}},
  {"request": {"method": "GET", "url": "https://cdn.test/x.js", "headers": []}, "response": {}},
  {"request": {"method": "GET", "url": "data:,x", "headers": []}}
]}})";

TEST(ImportHarTest, RequestsToOneOriginAreCarriedInOrder) {
  const auto import = parse_har(kHar, "x.har");
  ASSERT_TRUE(import);
  CookieJar jar;
  jar.cookies.push_back({"sid", "2", "/", {}, 0});
  EXPECT_EQ(sent(*import, jar),
            (std::vector<std::string>{
                "GET /rooms/{1} HTTP/1.1\r\nHost: room.test\r\naccept: text/html\r\naccept: caf\xE9\r\n\r\n",
                "POST /messages HTTP/1.1\r\nHost: room.test\r\nCookie: sid=2\r\nContent-Length: "
                "9\r\n\r\n{a}\xE2\x82\xAC!!!"}));
  EXPECT_EQ(import->requests[0].status, 200);
  EXPECT_EQ(import->requests[1].status, std::nullopt);
}

TEST(ImportHarTest, WhatIsNotCarriedIsListed) {
  const auto import = parse_har(kHar, "x.har");
  ASSERT_TRUE(import);
  EXPECT_EQ(import->losses, (Losses{{"entry 1", "the version HTTP/2.0: the request is sent as HTTP/1.1"},
                                    {"entry 3", "a request to another origin, https://cdn.test"},
                                    {"entry 4", "a request without an http or https URL"}}));
}

TEST(ImportHarTest, FieldsThatHarCantFrameAreListed) {
  const auto import = parse_har(R"({"log": {"entries": [{"request": {"method": "POST", "url": "http://x/", "headers": [
      {"name": "Transfer-Encoding", "value": "chunked"}, {"name": "Content-Length", "value": "7"}, {"name": "A", "value": "b\nc"},
      {"name": "Authorization", "value": "Bearer t"}, {"name": "Cookie", "value": "a=1"}], "postData": {"text": "x"}}}]}})",
                                "x.har");
  ASSERT_TRUE(import);
  EXPECT_EQ(import->losses.size(), 5U);
  EXPECT_EQ(sent(*import)[0],
            "POST / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer t\r\nCookie: a=1\r\nContent-Length: 1\r\n\r\nx");
}

TEST(ImportHarTest, AnotherFileIsAnErrorWithItsLine) {
  EXPECT_EQ(parse_har("{\"log\": {}}", "x.har").error().what, "x.har:1: is no HAR: needs /log/entries");
  EXPECT_EQ(parse_har("{\"log\":\n{\"entries\": [}", "x.har").error().what.substr(0, 8), "x.har:2:");
  EXPECT_TRUE(parse_har("\xEF\xBB\xBF{\"log\": {\"entries\": [1, []]}}", "x.har"));
}

TEST(ImportHarTest, ManyEntriesAreBoundedAndSaid) {
  std::string har = R"({"log": {"entries": [)";
  for (int number = 0; number < 50; ++number) har += R"({"request": {"method": "GET", "url": "http://x/"}},)";
  har.back() = ']';
  ImportOptions options;
  options.requests = 10;
  const auto import = parse_har(har + "}}", "x.har", options);
  ASSERT_TRUE(import);
  EXPECT_EQ(import->requests.size(), 10U);
  EXPECT_EQ(import->losses, (Losses{{"entry 11", "a request behind the first 10 (40 times)"}}));
}

TEST(ImportCurlTest, ACopiedCommandIsCarried) {
  const Import import = parse_curl(R"(curl 'https://room.test/a?b={c}' \
    -X 'PUT' -H 'User-Agent: x' -H 'Accept: */*' -H 'X-Empty;' --data-raw $'{"a":\'1\'}' -sS --compressed -ofile)");
  EXPECT_EQ(sent(import)[0],
            "PUT /a?b={c} HTTP/1.1\r\nHost: room.test\r\nUser-Agent: x\r\nAccept: */*\r\nX-Empty: \r\nAccept-Encoding: "
            "deflate, gzip, br, zstd\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: "
            "9\r\n\r\n{\"a\":'1'}");
  EXPECT_EQ(import.losses, (Losses{{"line 1", "asks --compressed: which codings curl asks for depends on its build"}}));
}

TEST(ImportCurlTest, ShortOptionsMayBeJoinedAndDataMayBecomeAQuery) {
  const Import import =
      parse_curl("curl -sGkd a=1 -d b=2 -u me:pw -A x -H Accept: x.test/p?q\ncurl -I http://x.test -Ay");
  EXPECT_EQ(sent(import),
            (std::vector<std::string>{
                "GET /p?q&a=1&b=2 HTTP/1.1\r\nHost: x.test\r\nAuthorization: Basic bWU6cHc=\r\nUser-Agent: x\r\n\r\n",
                "HEAD / HTTP/1.1\r\nHost: x.test\r\nAccept: */*\r\nUser-Agent: y\r\n\r\n"}));
}

TEST(ImportCurlTest, WhatIsNotUnderstoodIsNeverGuessed) {
  for (const char* command :
       {"curl --fancy x", "curl -F a=b http://x/", "curl http://x/ http://y/", "curl", "curl -d @f http://x/",
        "curl -H", "curl $URL", "wget http://x/", "curl -b jar.txt http://x/", "curl -H broken http://x/",
        "curl -H $'A: b\\nC: d' http://x/", "curl ftp://x/"}) {
    const Import import = parse_curl(command);
    EXPECT_TRUE(import.requests.empty()) << command;
    EXPECT_EQ(import.losses.size(), 1U) << command;
  }
}

TEST(ImportLogTest, DistinctRequestsAreCarriedOnce) {
  const Import import = parse_log(
      "10.0.0.1 - - [10/Oct/2000:13:55:36 -0700] \"GET /a?b HTTP/1.1\" 200 2326 \"-\" \"Mozilla/5.0 \\\"x\\\"\"\n"
      "10.0.0.2 - - [10/Oct/2000:13:55:37 -0700] \"GET /a?b HTTP/1.1\" 200 2326 \"-\" \"Mozilla/5.0 \\\"x\\\"\"\r\n"
      "::1 - me [10/Oct/2000:13:55:38 -0700] \"HEAD / HTTP/1.0\" 304 -\n",
      {.host = "room.test"});
  EXPECT_EQ(sent(import),
            (std::vector<std::string>{"GET /a?b HTTP/1.1\r\nHost: room.test\r\nUser-Agent: Mozilla/5.0 \"x\"\r\n\r\n",
                                      "HEAD / HTTP/1.1\r\nHost: room.test\r\n\r\n"}));
  EXPECT_EQ(import.requests[0].status, 200);
  EXPECT_EQ(import.requests[1].status, std::nullopt);
  EXPECT_EQ(import.losses.size(), 2U);
}

TEST(ImportLogTest, WhatALogDoesntKeepIsCounted) {
  const Import import = parse_log(
      "h - - [t] \"POST /a HTTP/1.1\" 200 1\nh - - [t] \"POST /b HTTP/1.1\" 200 1\nh - - [t] \"\\x16\\x03\" 400 "
      "1\nnonsense\n"
      "h - - [t] \"GET /a\\r\\nX: HTTP/1.1\" 200 1\n");
  EXPECT_TRUE(import.requests.empty());
  EXPECT_EQ(import.losses, (Losses{{"line 1", "a POST request, whose body a log doesn't keep (2 times)"},
                                   {"line 3", "a request that is no request line (2 times)"},
                                   {"line 4", "a line of no known format"}}));
}

RC_GTEST_PROP(ImportTest, AnyRequestIsSentAsItWasImported, (const std::string& body, bool has_body)) {
  const auto line = rc::gen::nonEmpty(rc::gen::container<std::string>(
      rc::gen::suchThat(rc::gen::arbitrary<char>(), [](char c) { return c != '\r' && c != '\n' && c != '\0'; })));
  ImportedRequest request;
  request.method = "M\xFF";
  request.target = *line;
  request.fields = *rc::gen::container<std::vector<std::pair<std::string, std::string>>>(rc::gen::pair(line, line));
  std::string expected = request.method + " " + request.target + " HTTP/1.1\r\n";
  for (const auto& [name, value] : request.fields) expected += name + ": " + value + "\r\n";
  if (has_body) request.body = body;
  if (has_body) expected += "Content-Length: " + std::to_string(body.size()) + "\r\n";
  expected += "\r\n" + (has_body ? body : "");
  RC_ASSERT(sent({{request}, {}}) == std::vector<std::string>{expected});
}

RC_GTEST_PROP(ImportTest, AnyTextIsImportedWithoutHarm, (const std::string& text)) {
  (void)parse_har(text, "x");
  (void)parse_curl("curl " + text);
  (void)parse_log("h - - [t] \"GET / HTTP/1.1\" 200 " + text);
}

}  // namespace
}  // namespace httparity
