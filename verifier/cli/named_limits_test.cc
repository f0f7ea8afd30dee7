#include "cli/named_limits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace httparity {
namespace {

TEST(SetLimit, EveryNameOfTheHelpCanBeSet) {
  std::string help = limits_help();
  std::size_t names = 0;
  for (std::size_t begin = 0; begin < help.size(); ++names) {
    const std::size_t end = std::min(help.find(", ", begin), help.size());
    Limits limits;
    const std::string name = help.substr(begin, help.find('=', begin) - begin);
    ASSERT_TRUE(set_limit(limits, name + "=7")) << name;
    EXPECT_NE(limits, Limits{});
    begin = end + 2;
  }
  EXPECT_EQ(names, 12u);
}

TEST(SetLimit, EveryLimitThatAReportNamesCanBeSet) {
  for (int limit = 0; limit <= static_cast<int>(Limit::kCodings); ++limit) {
    Limits limits;
    EXPECT_TRUE(set_limit(limits, std::string(limit_name(static_cast<Limit>(limit))) + "=7")) << limit;
  }
}

TEST(SetLimit, RefusesWhatIsNoNumber) {
  Limits limits;
  for (const char* text : {"fields", "fields=", "fields=0", "fields=-1", "fields=1k", "=5", "fields=99999999999"}) {
    EXPECT_FALSE(set_limit(limits, text)) << text;
  }
  EXPECT_EQ(limits, Limits{});
}

TEST(SetTimeLimit, IsInMilliseconds) {
  TimeLimits limits;
  ASSERT_TRUE(set_time_limit(limits, "first-byte=250"));
  EXPECT_EQ(limits.first_byte.count(), 250);
}

}  // namespace
}  // namespace httparity
