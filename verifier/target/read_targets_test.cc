#include "target/read_targets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"

namespace httparity {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

std::string one_target(const std::string& members) {
  return R"({"httparity_targets": 1, "targets": {"origin": {)" + members + "}}}";
}

const std::string kLeast = R"("command": ["serve"], "url": "http://127.0.0.1:{tcp_port}")";

TEST(ReadTargets, ReadsEveryKey) {
  const auto targets = read_targets_text(R"({
    // comments are allowed
    "httparity_targets": 1, "reference": "origin", "port": "origin",
    "targets": { "origin": {
      "prepare": [["mkdir", "{state}/tmp"]], "command": ["serve", "--port", "{tcp_port}"], "env": {"B": "{name}", "A": ""},
      "cwd": "{suite}/servers", "state": "state", "url": "http://127.0.0.1:{tcp_port}",
      "ready": {"target": "/up", "status": 204, "host": "room.test", "deadline_ms": 1500},
      "stop": {"signal": "QUIT", "deadline_ms": 250} } } })",
                                         "/suite");
  ASSERT_TRUE(targets) << targets.error().what;
  TargetSpec spec;
  spec.name = "origin";
  spec.prepare = {{"mkdir", "{state}/tmp"}};
  spec.command = {"serve", "--port", "{tcp_port}"};
  spec.env = {{"B", "{name}"}, {"A", ""}};
  spec.cwd = "{suite}/servers";
  spec.state = "state";
  spec.url = "http://127.0.0.1:{tcp_port}";
  spec.ready = {"/up", 204, "room.test", milliseconds(1500)};
  spec.stop = {SIGQUIT, milliseconds(250)};
  EXPECT_EQ(*targets, (SuiteTargets{"/suite", "origin", "origin", {spec}}));
}

TEST(ReadTargets, HasDefaults) {
  const auto targets = read_targets_text(one_target(kLeast), "/suite");
  ASSERT_TRUE(targets) << targets.error().what;
  const TargetSpec* spec = find_target(*targets, "origin");
  ASSERT_NE(spec, nullptr);
  EXPECT_EQ(spec->ready, ReadyProbe{});
  EXPECT_EQ(spec->stop, StopPlan{});
  EXPECT_EQ(spec->state, std::nullopt);
  EXPECT_EQ(find_target(*targets, "other"), nullptr);
}

TEST(ReadTargets, SaysWhereAndHowToCureEachError) {
  struct Case {
    std::string text;
    const char* error;
  };
  const std::vector<Case> cases{
      {"{", "targets.json:1"},
      {"[]", "must be an object"},
      {R"({"httparity_targets": 2, "targets": {}})", "/httparity_targets"},
      {R"({"httparity_targets": 1})", "needs \"targets\""},
      {R"({"httparity_targets": 1, "targets": {}, "refrence": "a"})", "did you mean \"reference\"?"},
      {R"({"httparity_targets": 1, "reference": "a", "targets": {}})", "there is no target \"a\""},
      {one_target(R"("url": "http://127.0.0.1")"), "needs \"command\""},
      {one_target(R"("command": ["serve"])"), "needs \"url\""},
      {one_target(R"("command": [], "url": "http://127.0.0.1")"), "needs a program"},
      {one_target(R"("command": "serve", "url": "http://127.0.0.1")"), "must be an array"},
      {one_target(R"("command": ["serve", "{tcp_prot}"], "url": "http://127.0.0.1")"), "did you mean \"tcp_port\"?"},
      {one_target(kLeast + R"(, "stop": {"signal": "TREM"})"), "did you mean \"TERM\"?"},
      {one_target(kLeast + R"(, "stop": {"deadline_ms": 0})"), "/targets/origin/stop/deadline_ms"},
      {one_target(kLeast + R"(, "ready": {"target": "/a b"})"), "no blank"},
      {one_target(kLeast + R"(, "env": {"A=B": ""})"), "no name for a variable"},
      {one_target(kLeast + R"(, "url": "http://127.0.0.1")"), "url"},
      {R"({"httparity_targets": 1, "targets": {"http://a": {)" + kLeast + "}}}", "must not look like a URL"},
  };
  for (const Case& bad : cases) {
    const auto targets = read_targets_text(bad.text, "/suite");
    ASSERT_FALSE(targets) << bad.text;
    EXPECT_THAT(targets.error().what, HasSubstr(bad.error)) << bad.text;
  }
}

TEST(ReadTargets, TakesAndRefusesTheCorpus) {
  const std::filesystem::path corpus = HTTPARITY_SOURCE_DIR "/corpus/targets";
  for (const char* folder : {"good", "bad"}) {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(corpus / folder)) {
      const auto text = read_file(entry.path().string(), 1'000'000);
      ASSERT_TRUE(text) << text.error().what;
      const auto targets = read_targets_text(*text, "/suite");
      EXPECT_EQ(bool(targets), std::string_view(folder) == "good")
          << entry.path() << (targets ? "" : targets.error().what);
      ++files;
    }
    EXPECT_GE(files, 2U) << folder;
  }
}

TEST(ReadTargets, AMissingFileIsAnErrorThatNamesIt) {
  const auto targets = read_targets("/no/such/suite");
  ASSERT_FALSE(targets);
  EXPECT_THAT(targets.error().what, HasSubstr("/no/such/suite/targets.json"));
}

}  // namespace
}  // namespace httparity
