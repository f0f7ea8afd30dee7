#include "run/moment.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace httparity {
namespace {

TEST(Moment, IsWrittenInUtc) {
  EXPECT_EQ(format_moment(std::chrono::system_clock::time_point(std::chrono::seconds(784111777))),
            "1994-11-06T08:49:37Z");
}

TEST(Moment, OtherFormsAreNone) {
  for (const char* text : {"", "1994-11-06", "1994-13-06T08:49:37Z", "1994-11-06T08:49:37", "1994-11-06 08:49:37Z"}) {
    EXPECT_FALSE(parse_moment(text)) << text;
  }
}

RC_GTEST_PROP(Moment, ReadingUndoesWriting, ()) {
  const auto moment =
      std::chrono::system_clock::time_point(std::chrono::seconds(*rc::gen::inRange<std::int64_t>(0, 4102444800)));
  RC_ASSERT(parse_moment(format_moment(moment)) == moment);
}

}  // namespace
}  // namespace httparity
