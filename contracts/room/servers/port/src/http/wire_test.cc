#include "http/wire.h"

#include <gtest/gtest.h>

namespace room {
namespace {

Request get(int minor_version = 1) {
  Request request;
  request.method = "GET";
  request.minor_version = minor_version;
  return request;
}

std::string written(const Request& request, const Response& response) {
  return joined(write_response(request, response).bytes);
}

TEST(WriteResponse, CountsAListOfOnePart) {
  EXPECT_EQ(written(get(), {200, {{"A", "b"}}, {part("hi")}, true}),
            "HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 2\r\n\r\nhi");
}

TEST(WriteResponse, SendsEverythingElseInChunks) {
  EXPECT_EQ(written(get(), {200, {}, {part("hi"), part(""), part("ho")}, true}),
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n2\r\nho\r\n0\r\n\r\n");
  EXPECT_EQ(written(get(), {200, {}, {part("hi")}, false}),
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n");
}

TEST(WriteResponse, SplitsCookiesIntoLines) {
  EXPECT_EQ(written(get(), {304, {{"Set-Cookie", "a=1\nb=2"}}, {}, true}),
            "HTTP/1.1 304 Not Modified\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n\r\n");
}

TEST(WriteResponse, LeavesOutALineWithControls) {
  EXPECT_EQ(written(get(), {204, {{"X", std::string("a\0b", 3)}, {"Y", "c"}}, {}, true}),
            "HTTP/1.1 204 No Content\r\nY: c\r\n\r\n");
}

TEST(WriteResponse, ClosesForHttp10UnlessAskedToStay) {
  Request request = get(0);
  EXPECT_FALSE(write_response(request, {}).keep_alive);
  request.add_field("Connection", "Keep-Alive");
  EXPECT_TRUE(write_response(request, {}).keep_alive);
  EXPECT_EQ(written(request, {200, {}, {part("a")}, false}), "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\n\r\na");
}

TEST(WriteResponse, HeadHasALengthOnlyWhereOneIsSet) {
  Request request = get();
  request.method = "HEAD";
  EXPECT_EQ(written(request, {200, {{"Content-Length", "9"}, {"A", "b"}}, {}, false}),
            "HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 9\r\n\r\n");
  EXPECT_EQ(written(request, {200, {{"A", "b"}}, {}, false}), "HTTP/1.1 200 OK\r\nA: b\r\n\r\n");
}

}  // namespace
}  // namespace room
