#include "transport/endpoint.h"

#include <gtest/gtest.h>

#include <string>

namespace httparity {
namespace {

TEST(Endpoint, ReadsEachForm) {
  EXPECT_EQ(*parse_endpoint("http://127.0.0.1:8080"), (Endpoint{Endpoint::Kind::kTcp, "127.0.0.1", 8080, ""}));
  EXPECT_EQ(*parse_endpoint("http://room.test/"), (Endpoint{Endpoint::Kind::kTcp, "room.test", 80, ""}));
  EXPECT_EQ(*parse_endpoint("https://room.test"), (Endpoint{Endpoint::Kind::kTls, "room.test", 443, ""}));
  EXPECT_EQ(*parse_endpoint("http://[::1]:81"), (Endpoint{Endpoint::Kind::kTcp, "::1", 81, ""}));
  EXPECT_EQ(*parse_endpoint("unix:/run/room.sock"), (Endpoint{Endpoint::Kind::kUnix, "", 0, "/run/room.sock"}));
}

TEST(Endpoint, IsReadBackFromItsUrl) {
  for (const char* url : {"http://a:1", "https://[::1]:443", "unix:/tmp/s", "http://10.0.0.1:65535"}) {
    const auto endpoint = parse_endpoint(url);
    ASSERT_TRUE(endpoint) << url;
    EXPECT_EQ(endpoint_url(*endpoint), url);
  }
}

TEST(Endpoint, RefusesWhatItWouldHaveToIgnore) {
  for (const char* url :
       {"", "room.test:80", "ftp://room.test", "http://", "http://:80", "http://room.test:0", "http://room.test:65536",
        "http://room.test:80/path", "http://room.test/path", "http://me:secret@room.test:80", "http://room.test:80x",
        "http://[::1", "http://[::1]80", "http://[room.test]:80", "unix:relative", "unix:", "http://a b:80"}) {
    EXPECT_FALSE(parse_endpoint(url)) << url;
  }
  EXPECT_FALSE(parse_endpoint("unix:/" + std::string(107, 'x')));
}

TEST(Endpoint, ErrorCarriesNoControlByteOfTheUrl) {
  const auto endpoint = parse_endpoint("http://\x1b[2J");
  ASSERT_FALSE(endpoint);
  EXPECT_EQ(endpoint.error().what.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace httparity
