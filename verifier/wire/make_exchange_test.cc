#include "wire/make_exchange.h"

#include <gtest/gtest.h>

namespace httparity {
namespace {

constexpr const char* kRequest = "GET / HTTP/1.1\r\nHost: room.test\r\n\r\n";

TEST(MakeExchange, KeepsWhatFollowsTheResponseAsSurplus) {
  const Exchange exchange =
      make_exchange(kRequest, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok\r\nmore", Fate::kOpen);
  EXPECT_TRUE(is_complete(exchange));
  EXPECT_EQ(exchange.response->at(exchange.response->body), "ok");
  EXPECT_EQ(exchange.surplus, "\r\nmore");
  EXPECT_EQ(exchange.fate, Fate::kOpen);
}

TEST(MakeExchange, TakesTheMethodOfTheRequest) {
  const Exchange exchange = make_exchange("HEAD / HTTP/1.1\r\nHost: room.test\r\n\r\n",
                                          "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n", Fate::kOpen);
  EXPECT_TRUE(is_complete(exchange));
}

TEST(MakeExchange, ACloseDelimitedBodyIsWholeAfterAFinAlone) {
  const char* bytes = "HTTP/1.1 200 OK\r\n\r\nhello";
  EXPECT_TRUE(is_complete(make_exchange(kRequest, bytes, Fate::kFin)));
  EXPECT_FALSE(is_complete(make_exchange(kRequest, bytes, Fate::kCut)));
  EXPECT_FALSE(is_complete(make_exchange(kRequest, bytes, Fate::kRst)));
  EXPECT_FALSE(is_complete(make_exchange(kRequest, bytes, Fate::kStall)));
}

TEST(MakeExchange, WithoutAByteThereIsNoResponse) {
  EXPECT_FALSE(make_exchange(kRequest, "", Fate::kFin).response.has_value());
}

}  // namespace
}  // namespace httparity
