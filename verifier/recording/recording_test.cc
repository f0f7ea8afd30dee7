#include "recording/recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "base/test_folder.h"
#include "compare/test_cases.h"
#include "wire/make_exchange.h"

namespace httparity {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string kGet = "GET / HTTP/1.1\r\nHost: room.test\r\n\r\n";

std::string ok(const std::string& body, const std::string& date = "Mon, 01 Jan 2024 00:00:00 GMT") {
  return "HTTP/1.1 200 OK\r\nDate: " + date + "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

Recording one(const std::string& received, Fate fate = Fate::kOpen, const std::string& step = "miss") {
  return {"origin at http://127.0.0.1:1", "2024-01-01T00:00:00Z", {{step, make_exchange(kGet, received, fate)}}};
}

class RecordingTest : public testing::Test {
 protected:
  /// Every file of the recording with its bytes.
  std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> all;
    for (const auto& entry : fs::directory_iterator(recording_folder(place_))) {
      std::ostringstream bytes;
      bytes << std::ifstream(entry.path(), std::ios::binary).rdbuf();
      all[entry.path().filename()] = bytes.str();
    }
    return all;
  }

  TestFolder suite_;
  RecordingPlace place_{suite_.path(), "miss, hit", "agent=chrome"};
};

TEST_F(RecordingTest, FilesHoldTheRawBytesAndNothingElse) {
  const std::string received = "HTTP/1.1 103 Early Hints\r\n\r\n" + ok(std::string("\0\r\n\xff", 4)) + "surplus";
  ASSERT_TRUE(write_recording(place_, one(received, Fate::kFin)));
  const auto all = files();
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all.at("01-miss.request"), kGet);
  EXPECT_EQ(all.at("01-miss.response"), received);
  EXPECT_THAT(all.at("recorded.json"), HasSubstr("\"fate\": \"fin\""));
  EXPECT_EQ(recording_folder(place_), suite_.path() / "recorded" / "miss,_hit" / "agent=chrome");
}

TEST_F(RecordingTest, EveryCaseOfTheCorpusReadsBackAsItWas) {
  constexpr std::size_t kWritten = 16;  // each file is flushed to the disk, so that only one case in so many is written
  std::size_t number = 0;
  for (const WireCase& wire_case : read_wire_cases(HTTPARITY_SOURCE_DIR "/corpus/wire/cases.json")) {
    Recording recording{"r", "m", {}};
    for (const CaseStep& step : wire_case.steps) {
      for (const CaseSide& side : {step.reference, step.port}) {
        const Exchange exchange = make_exchange(step.request, side.bytes, side.fate);
        EXPECT_EQ(make_exchange(step.request, response_bytes(exchange), side.fate), exchange) << wire_case.id;
        recording.steps.push_back({wire_case.about, exchange});
      }
    }
    if (number++ % kWritten != 0) continue;
    const RecordingPlace place{suite_.path(), wire_case.id, ""};
    const auto written = write_recording(place, recording);
    ASSERT_TRUE(written) << written.error().what;
    const auto read = read_recording(place);
    ASSERT_TRUE(read) << read.error().what;
    ASSERT_EQ(*read, recording) << wire_case.id;
  }
}

TEST_F(RecordingTest, NothingRecordedIsNoError) {
  const auto read = read_recording(place_);
  ASSERT_TRUE(read) << read.error().what;
  EXPECT_EQ(*read, std::nullopt);
}

TEST_F(RecordingTest, RecordingTheSameAgainLeavesEveryFileUntouched) {
  ASSERT_TRUE(write_recording(place_, one(ok("x"))));
  std::map<std::string, fs::file_time_type> before;
  for (const auto& entry : fs::directory_iterator(recording_folder(place_))) {
    const auto long_ago = entry.last_write_time() - std::chrono::hours(1);
    fs::last_write_time(entry.path(), long_ago);
    before[entry.path()] = fs::last_write_time(entry.path());
  }
  ASSERT_TRUE(write_recording(place_, one(ok("x"))));
  for (const auto& [path, time] : before) EXPECT_EQ(fs::last_write_time(path), time) << path;
}

TEST_F(RecordingTest, FilesOfStepsThatAreNoMoreGoAndOthersStay) {
  Recording both = one(ok("x"));
  both.steps.push_back({"hit", make_exchange(kGet, ok("y"), Fate::kOpen)});
  ASSERT_TRUE(write_recording(place_, both));
  std::ofstream(recording_folder(place_) / "notes.txt") << "mine";
  ASSERT_TRUE(write_recording(place_, one(ok("x"), Fate::kOpen, "first")));
  std::vector<std::string> names;
  for (const auto& [name, bytes] : files()) names.push_back(name);
  EXPECT_THAT(names, ElementsAre("01-first.request", "01-first.response", "notes.txt", "recorded.json"));
}

TEST_F(RecordingTest, AChangedFileIsFoundByItsDigest) {
  ASSERT_TRUE(write_recording(place_, one(ok("x"))));
  std::ofstream(recording_folder(place_) / "01-miss.response", std::ios::binary) << ok("y");
  const auto read = read_recording(place_);
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().what, HasSubstr("01-miss.response: is not what was recorded"));
}

TEST_F(RecordingTest, AListThatNamesFilesElsewhereIsRefused) {
  ASSERT_TRUE(write_recording(place_, one(ok("x"))));
  std::string list = files().at("recorded.json");
  const std::string name = "01-miss.response";
  list.replace(list.find(name), name.size(), "../../../elsewhere");
  std::ofstream(recording_folder(place_) / "recorded.json") << list;
  const auto read = read_recording(place_);
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().what, HasSubstr("must be \"01-miss.response\""));
}

TEST_F(RecordingTest, NoLinkIsWrittenThrough) {
  const TestFolder elsewhere;
  fs::create_directories(suite_.path() / "recorded");
  fs::create_directory_symlink(elsewhere.path(), suite_.path() / "recorded" / "miss,_hit");
  EXPECT_FALSE(write_recording(place_, one(ok("x"))));
  EXPECT_TRUE(fs::is_empty(elsewhere.path()));
  fs::remove(suite_.path() / "recorded" / "miss,_hit");
  fs::create_directories(recording_folder(place_));
  fs::create_symlink(elsewhere.path() / "file", recording_folder(place_) / "01-miss.response");
  EXPECT_FALSE(write_recording(place_, one(ok("x"))));
  EXPECT_TRUE(fs::is_empty(elsewhere.path()));
}

TEST_F(RecordingTest, AnExchangeThatWouldNotReadBackIsNotWritten) {
  Recording recording = one(ok("x"));
  recording.steps[0].exchange.surplus = "but the answer has no end";
  recording.steps[0].exchange.response->bytes += "?";
  const auto written = write_recording(place_, recording);
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().what, HasSubstr("would not read back"));
  EXPECT_FALSE(fs::exists(suite_.path() / "recorded"));
}

TEST(SaysTheSame, UnderItsMasksOnly) {
  const Recording before = one(ok("x"));
  const Recording later = one(ok("x", "Tue, 02 Jan 2024 00:00:00 GMT"));
  Mask date;
  HeaderSelector selector;
  selector.name = "Date";
  date.selector = selector;
  date.type = mask_type_by_name("http-date").value();
  const std::vector<std::vector<Mask>> masked{{date}};
  const std::vector<std::vector<Mask>> bare{{}};
  EXPECT_TRUE(says_the_same(before, before, bare));
  EXPECT_FALSE(says_the_same(before, later, bare));
  EXPECT_TRUE(says_the_same(before, later, masked));
  EXPECT_FALSE(says_the_same(before, one(ok("y")), masked));
  EXPECT_FALSE(says_the_same(before, one(ok("x"), Fate::kFin), masked));
  EXPECT_FALSE(says_the_same(before, one(ok("x"), Fate::kOpen, "renamed"), masked));
  const Recording cut = one(ok("xy").substr(0, 60), Fate::kFin);
  EXPECT_TRUE(says_the_same(cut, cut, bare));
}

}  // namespace
}  // namespace httparity
