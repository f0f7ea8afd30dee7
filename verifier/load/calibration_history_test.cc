#include "load/calibration_history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "base/test_folder.h"

namespace httparity {
namespace {

using ::testing::HasSubstr;

TEST(CalibrationHistory, ComesBackAsItWasWrittenInAFolderThatWasNotThere) {
  const TestFolder folder;
  const std::string path = (folder.path() / "state" / "httparity" / "calibrations.json").string();
  ASSERT_TRUE(read_calibrations(path));
  EXPECT_TRUE(read_calibrations(path)->empty());
  CalibrationHistory history;
  add_calibration(history, "epoll, 64 \"connections\"", 1e5 / 3);
  add_calibration(history, "epoll, 64 \"connections\"", 100'000);
  add_calibration(history, "io_uring", 7);
  ASSERT_TRUE(write_calibrations(path, history));
  const auto read = read_calibrations(path);
  ASSERT_TRUE(read) << read.error().what;
  EXPECT_EQ(*read, history);
}

TEST(CalibrationHistory, KeepsTheLatest) {
  CalibrationHistory history;
  for (int i = 1; i <= 30; ++i) add_calibration(history, "x", i);
  ASSERT_EQ(history["x"].size(), kCalibrationsKept);
  EXPECT_EQ(history["x"].front(), 11);
  EXPECT_EQ(history["x"].back(), 30);
}

TEST(CalibrationHistory, AFileThatIsNoneIsAnErrorThatNamesIt) {
  const TestFolder folder;
  const std::string path = (folder.path() / "c.json").string();
  ASSERT_TRUE(write_file(path, R"({ "httparity_calibrations": 1, "per_second": { "x": [1, "two"] } })"));
  EXPECT_THAT(read_calibrations(path).error().what, HasSubstr("/per_second/x/1: must be a number above 0"));
  ASSERT_TRUE(write_file(path, "{"));
  EXPECT_THAT(read_calibrations(path).error().what, HasSubstr("c.json:1"));
}

}  // namespace
}  // namespace httparity
