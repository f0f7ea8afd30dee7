#include "contract/value_types.h"

#include <gtest/gtest.h>

#include <string>

namespace httparity {
namespace {

TEST(ValueTypesTest, TheThreeDateFormsAreDates) {
  EXPECT_TRUE(is_http_date("Sun, 06 Nov 1994 08:49:37 GMT"));
  EXPECT_TRUE(is_http_date("Sunday, 06-Nov-94 08:49:37 GMT"));
  EXPECT_TRUE(is_http_date("Sun Nov  6 08:49:37 1994"));
  EXPECT_TRUE(is_http_date("Wed Nov 16 08:49:37 1994"));
  EXPECT_TRUE(is_http_date("Sat, 31 Dec 2016 23:59:60 GMT"));
}

TEST(ValueTypesTest, WhatIsNoDayOrNoTimeIsNoDate) {
  for (const char* value :
       {"", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 GMT ", " Sun, 06 Nov 1994 08:49:37 GMT",
        "sun, 06 Nov 1994 08:49:37 GMT", "Mon, 06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT",
        "Sun, 06-Nov-1994 08:49:37 GMT", "Sun Nov 06 08:49:37 1995", "Sun Nov  6 08:49:37 94",
        "Sunday, 31-Nov-94 08:49:37 GMT", "0", "-1"}) {
    EXPECT_FALSE(is_http_date(value)) << value;
  }
}

TEST(ValueTypesTest, NoByteOfADateIsFree) {
  const std::string date = "Sun, 06 Nov 1994 08:49:37 GMT";
  for (std::size_t i = 0; i < date.size(); ++i) {
    for (const char byte : {'x', ' ', '\xb0', '\0', ':'}) {
      std::string other = date;
      other[i] = byte;
      EXPECT_EQ(is_http_date(other), other == date) << other;
    }
  }
}

TEST(ValueTypesTest, OneByteThatIsNoDigitIsFoundAnywhereInALongValue) {
  for (const std::size_t size : {1U, 15U, 16U, 17U, 32U, 47U, 64U}) {
    const std::string digits =
        std::string("0123456789abcdefABCDEF0123456789abcdefABCDEF0123456789abcdefABCDEF").substr(0, size);
    EXPECT_TRUE(is_hex(digits));
    for (std::size_t i = 0; i < size; ++i) {
      for (const char byte : {'g', 'G', '/', ':', '@', '`', '\x10', '\xb1', '\xe1', '\0'}) {
        std::string other = digits;
        other[i] = byte;
        EXPECT_FALSE(is_hex(other)) << size << " " << i;
      }
    }
  }
}

TEST(ValueTypesTest, Base64IsPaddedToFourOrNotAtAll) {
  EXPECT_TRUE(is_base64("QUI="));
  EXPECT_TRUE(is_base64("QUI"));
  EXPECT_TRUE(is_base64("+/=="));
  EXPECT_FALSE(is_base64("QUIxQ"));
  EXPECT_FALSE(is_base64("QU="));
  EXPECT_FALSE(is_base64("QUI=="));
  EXPECT_FALSE(is_base64("="));
  EXPECT_FALSE(is_base64("Q-_="));
  EXPECT_TRUE(is_base64url("Q-_="));
  EXPECT_FALSE(is_base64url("Q+/="));
}

TEST(ValueTypesTest, NumbersHaveDigitsOnBothSidesOfAPoint) {
  EXPECT_TRUE(is_decimal("0.012345"));
  EXPECT_TRUE(is_decimal("-7"));
  EXPECT_FALSE(is_decimal("1."));
  EXPECT_FALSE(is_decimal(".5"));
  EXPECT_FALSE(is_decimal("-"));
  EXPECT_FALSE(is_decimal("1e5"));
  EXPECT_FALSE(is_digits("1.0"));
}

TEST(ValueTypesTest, ATagIsQuotedAndMayBeWeak) {
  EXPECT_TRUE(is_etag("\"abc\""));
  EXPECT_TRUE(is_etag("W/\"abc\""));
  EXPECT_TRUE(is_etag("\"\""));
  EXPECT_FALSE(is_etag("w/\"abc\""));
  EXPECT_FALSE(is_etag("abc"));
  EXPECT_FALSE(is_etag("\"a b\""));
  EXPECT_FALSE(is_etag("\"a\"b\""));
  EXPECT_FALSE(is_etag("\""));
}

TEST(ValueTypesTest, OthersHoldToTheirGrammar) {
  EXPECT_TRUE(is_uuid("1f0c9d7e-3c2a-4b6e-9a41-5d2f8e7b6a10"));
  EXPECT_FALSE(is_uuid("1f0c9d7e-3c2a-4b6e-9a41-5d2f8e7b6a1g"));
  EXPECT_FALSE(is_uuid("1f0c9d7e3c2a-4b6e-9a41-5d2f8e7b6a10-"));
  EXPECT_TRUE(is_token("a!#$%&'*+-.^_`|~9"));
  EXPECT_FALSE(is_token("a b"));
  EXPECT_TRUE(is_cookie_value("\"a=b\""));
  EXPECT_FALSE(is_cookie_value("\"\""));
  EXPECT_FALSE(is_cookie_value("a;b"));
  EXPECT_TRUE(is_multipart_boundary("a b(c)"));
  EXPECT_FALSE(is_multipart_boundary("a "));
  EXPECT_FALSE(is_multipart_boundary(std::string(71, 'a')));
}

}  // namespace
}  // namespace httparity
