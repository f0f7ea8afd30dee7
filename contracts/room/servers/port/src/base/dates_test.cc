#include "base/dates.h"

#include <gtest/gtest.h>

namespace room {
namespace {

constexpr std::int64_t kNewYear = 1767258000;

TEST(HttpDate, IsReadBack) {
  EXPECT_EQ(http_date(kNewYear), "Thu, 01 Jan 2026 09:00:00 GMT");
  EXPECT_EQ(parse_date(http_date(kNewYear)), kNewYear);
}

TEST(ParseDate, TakesZonesShortYearsAndMissingSeconds) {
  EXPECT_EQ(parse_date("Thu, 01 Jan 2026 10:00:00 +0100"), kNewYear);
  EXPECT_EQ(parse_date("Thu, 01 Jan 2026 04:00:00 EST"), kNewYear);
  EXPECT_EQ(parse_date("1 Jan 26 09:00:00 Z"), kNewYear);
  EXPECT_EQ(parse_date("01 Jan 2026 09:00 GMT"), kNewYear);
}

TEST(ParseDate, RefusesWhatIsNoDate) {
  for (const char* text :
       {"", "1 Jan 26 9:0 GMT", "junk junk junk junk", "Thu, 99 Jan 2026 09:00:00 GMT", "Thu, 01 Jan 2026 09:00:00"}) {
    EXPECT_FALSE(parse_date(text)) << text;
  }
}

TEST(DayName, HasNoZeroInFront) {
  EXPECT_EQ(day_name(kNewYear), "Thursday, 1 January 2026");
}

}  // namespace
}  // namespace room
