#include "base/file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace httparity {
namespace {

namespace fs = std::filesystem;

/// A folder of its own for each test, removed with it.
class FileTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "file_test.XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name + "/";
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  std::string folder_;
};

TEST_F(FileTest, WhatIsWrittenIsRead) {
  const std::string bytes("a\0\xFF\r\n", 5);
  ASSERT_TRUE(write_file(folder_ + "x", bytes));
  const auto read = read_file(folder_ + "x", 5);
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, bytes);
  EXPECT_EQ(entries(), 1U);
}

TEST_F(FileTest, AnEmptyFileIsReadAsEmpty) {
  ASSERT_TRUE(write_file(folder_ + "x", ""));
  const auto read = read_file(folder_ + "x", 0);
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, "");
}

TEST_F(FileTest, AFileOverTheCapIsRefusedUnread) {
  const std::string path = folder_ + "large";
  ASSERT_TRUE(write_file(path, ""));
  fs::resize_file(path, std::uintmax_t{3} << 30);  // sparse
  const auto read = read_file(path, 100);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().what, path + ": has more than 100 bytes, the most that is read");
}

TEST_F(FileTest, WhatIsNoRegularFileIsRefusedWithoutWaiting) {
  const std::string pipe = folder_ + "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(read_file(pipe, 100).error().what, pipe + ": is no regular file");
  EXPECT_EQ(read_file(folder_ + "none", 100).error().what, folder_ + "none: can't be read: No such file or directory");
}

TEST_F(FileTest, ASymbolicLinkIsNotWrittenThrough) {
  ASSERT_TRUE(write_file(folder_ + "kept", "kept"));
  fs::create_symlink(folder_ + "kept", folder_ + "link");
  EXPECT_EQ(write_file(folder_ + "link", "lost").error().what,
            folder_ + "link: is a symbolic link: name the file itself");
  EXPECT_EQ(*read_file(folder_ + "kept", 100), "kept");
}

TEST_F(FileTest, ReplacingKeepsTheModeAndLeavesNothingBeside) {
  ASSERT_TRUE(write_file(folder_ + "x", "old"));
  fs::permissions(folder_ + "x", fs::perms::owner_all);
  ASSERT_TRUE(write_file(folder_ + "x", "new"));
  EXPECT_EQ(*read_file(folder_ + "x", 100), "new");
  EXPECT_EQ(fs::status(folder_ + "x").permissions(), fs::perms::owner_all);
  EXPECT_EQ(entries(), 1U);
}

TEST_F(FileTest, AFullDeviceIsAnError) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "needs /dev/full";
  EXPECT_EQ(write_file("/dev/full", "x").error().what, "/dev/full: can't be written: No space left on device");
}

TEST_F(FileTest, LinesAreTakenOneByOneAndLongOnesPassedOver) {
  const std::string path = folder_ + "x";
  ASSERT_TRUE(write_file(path, "ab\n\n" + std::string(200'000, 'y') + "\nabc\nlast"));
  std::vector<std::string> lines;
  ASSERT_TRUE(for_each_line(
      path, 3, [&lines](std::optional<std::string_view> line) { lines.emplace_back(line.value_or("too long")); }));
  EXPECT_EQ(lines, (std::vector<std::string>{"ab", "", "too long", "abc", "too long"}));
  EXPECT_FALSE(for_each_line(folder_ + "none", 3, [](std::optional<std::string_view>) {}));
}

TEST_F(FileTest, AFolderIsNoPlaceForBytes) {
  EXPECT_FALSE(write_file(folder_ + "none/x", "x"));
  fs::create_directory(folder_ + "f");
  EXPECT_EQ(write_file(folder_ + "f", "x").error().what, folder_ + "f: is a folder: name a file");
}

}  // namespace
}  // namespace httparity
