#include "contract/cookie_jar.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "contract/cookie_date.h"

namespace httparity {
namespace {

using Time = std::chrono::system_clock::time_point;
using std::chrono::seconds;

/// Sun, 06 Nov 1994 08:49:37 GMT
const Time kNow = Time(seconds(784111777));

void store(CookieJar& jar, const std::vector<std::string>& lines, std::string_view target = "/", Time now = kNow) {
  std::string head = "HTTP/1.1 200 OK\r\n";
  for (const std::string& line : lines) head += "Set-Cookie: " + line + "\r\n";
  store_cookies(jar, index_message(head + "\r\n"), target, now);
}

TEST(CookieJarTest, EveryLineIsTakenAndSentInTheOrderOfCreation) {
  CookieJar jar;
  store(jar, {"b=2; path=/", "a=1; Path=/; HttpOnly; SameSite=Lax"});
  EXPECT_EQ(cookie_header(jar, "/x", kNow), "b=2; a=1");
}

TEST(CookieJarTest, AReplacedCookieKeepsItsPlace) {
  CookieJar jar;
  store(jar, {"a=1; path=/", "b=2; path=/"});
  store(jar, {"a=3; path=/"});
  EXPECT_EQ(cookie_header(jar, "/", kNow), "a=3; b=2");
  EXPECT_EQ(jar.cookies.size(), 2U);
}

TEST(CookieJarTest, LongerPathsComeFirst) {
  CookieJar jar;
  store(jar, {"a=1; path=/", "a=2; path=/rooms", "c=3; path=/other"});
  EXPECT_EQ(cookie_header(jar, "/rooms/1?q", kNow), "a=2; a=1");
}

TEST(CookieJarTest, APathCoversWholeSegmentsOnly) {
  CookieJar jar;
  store(jar, {"a=1; path=/rooms"});
  EXPECT_EQ(cookie_header(jar, "/rooms", kNow), "a=1");
  EXPECT_EQ(cookie_header(jar, "/rooms/", kNow), "a=1");
  EXPECT_EQ(cookie_header(jar, "/rooms?x", kNow), "a=1");
  EXPECT_EQ(cookie_header(jar, "/roomsx", kNow), "");
  EXPECT_EQ(cookie_header(jar, "/", kNow), "");
}

TEST(CookieJarTest, WithoutAPathTheRequestsFolderIsIt) {
  CookieJar jar;
  store(jar, {"a=1"}, "/rooms/7/edit?x=/y/");
  EXPECT_EQ(jar.cookies[0].path, "/rooms/7");
  store(jar, {"b=1; path=rooms"}, "http://x.test/y");
  EXPECT_EQ(jar.cookies[1].path, "/");
  store(jar, {"c=1; path=/a; path="}, "*");
  EXPECT_EQ(jar.cookies[2].path, "/");
}

TEST(CookieJarTest, MaxAgeGoesBeforeExpiresAndThePastRemoves) {
  CookieJar jar;
  store(jar, {"a=1; max-age=60; expires=Thu, 01 Jan 1970 00:00:00 GMT", "b=2", "c=3"});
  EXPECT_EQ(cookie_header(jar, "/", kNow), "a=1; b=2; c=3");
  EXPECT_EQ(cookie_header(jar, "/", kNow + seconds(60)), "b=2; c=3");
  store(jar, {"b=; max-age=0", "c=; expires=Thu, 01-Jan-1970 00:00:00 GMT"});
  EXPECT_EQ(cookie_header(jar, "/", kNow), "a=1");
  EXPECT_EQ(jar.cookies.size(), 1U);
}

TEST(CookieJarTest, WhatIsNoCookieIsIgnored) {
  CookieJar jar;
  store(jar, {"no-equals-sign", "=nameless", "", "; path=/"});
  EXPECT_EQ(jar, CookieJar());
}

TEST(CookieJarTest, AnAgeBeyondAllBoundsIsBounded) {
  CookieJar jar;
  store(jar,
        {"a=1; max-age=99999999999999999999999999", "b=2; max-age=-99999999999999999999999999", "c=3; max-age=6x"});
  EXPECT_EQ(cookie_header(jar, "/", kNow), "a=1; c=3");
}

TEST(CookieJarTest, APeerCantFillTheJarWithoutEnd) {
  CookieJar jar;
  for (int number = 0; number < 3000; ++number) store(jar, {"n" + std::to_string(number) + "=1"});
  EXPECT_EQ(jar.cookies.size(), 1000U);
}

TEST(CookieDateTest, TheFormsOfThreeDecadesAreRead) {
  for (const char* text : {"Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
                           "Sun Nov  6 08:49:37 1994", "6 nov 1994 8:49:37", "Sun, 06-Nov-1994 08:49:37"}) {
    EXPECT_EQ(parse_cookie_date(text), kNow) << text;
  }
  EXPECT_EQ(parse_cookie_date("Fri, 31 Dec 9999 23:59:59 GMT"), Time::max());
}

TEST(CookieDateTest, WhatLacksAPartIsNone) {
  for (const char* text : {"", "0", "-1", "06 Nov 1994", "Nov 1994 08:49:37", "06 Nov 08:49:37", "31 Feb 1994 08:49:37",
                           "06 Nov 1994 24:00:00", "06 Nov 1500 08:49:37"}) {
    EXPECT_EQ(parse_cookie_date(text), std::nullopt) << text;
  }
}

RC_GTEST_PROP(CookieJarTest, AnyLineIsTakenWithoutHarm,
              (const std::vector<std::string>& lines, const std::string& target)) {
  CookieJar jar;
  store(jar, lines, target);
  for (const Cookie& cookie : jar.cookies) RC_ASSERT(cookie.path.front() == '/');
  (void)cookie_header(jar, target, kNow);
}

}  // namespace
}  // namespace httparity
