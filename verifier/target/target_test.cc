#include "target/target.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <fstream>
#include <string>
#include <thread>

#include "base/test_folder.h"
#include "target/listener.h"
#include "target/process_tree.h"
#include "transport/connection.h"
#include "transport/loopback_server.h"

namespace httparity {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using testing::HasSubstr;

const std::string kOrigin = HTTPARITY_TEST_ORIGIN;

class TargetTest : public testing::Test {
 protected:
  TargetTest() {
    spec_.name = "origin";
    spec_.command = {kOrigin, "{tcp_port}"};
    spec_.url = "http://127.0.0.1:{tcp_port}";
    fs::create_directory(suite_.path() / "state");
    std::ofstream(suite_.path() / "state" / "file") << "as it was";
    spec_.state = "state";
  }

  static std::string get(const Target& target, const std::string& path) {
    Connection connection(target.endpoint(), {});
    const ExchangeJob job{&connection, {{.bytes = "GET " + path + " HTTP/1.1\r\nHost: origin\r\n\r\n"}}, std::nullopt};
    const auto outcomes = exchange_all({&job, 1});
    if (outcomes[0].error) return outcomes[0].error->what;
    const auto& response = outcomes[0].exchanges[0].response;
    return response ? std::string(response->at(response->body)) : "no response";
  }

  TestFolder suite_;
  TargetSpec spec_;
};

TEST_F(TargetTest, StartsReadiesAndStops) {
  auto target = start_target(spec_, suite_.path());
  ASSERT_TRUE(target) << target.error().what;
  EXPECT_TRUE(target->started());
  EXPECT_EQ(target->died(), std::nullopt);
  EXPECT_NE(get(*target, "/"), "");
  EXPECT_EQ(target->output(), "listening\n");
  const fs::path state = target->variables().at("state").value();
  EXPECT_EQ(target->variables().at("tcp_port"), std::to_string(target->endpoint().port));
  EXPECT_EQ(target->variables().at("suite"), fs::absolute(suite_.path()).string());
  EXPECT_TRUE(fs::exists(state / "file"));
  const Endpoint endpoint = target->endpoint();
  EXPECT_TRUE(target->stop());
  EXPECT_FALSE(fs::exists(state));
  EXPECT_EQ(find_listener(endpoint, 0), ListenerOwner::kNobody);
}

TEST_F(TargetTest, ListensAtAUnixSocketInItsState) {
  spec_.command = {kOrigin, "{state}/socket"};
  spec_.url = "unix:{state}/socket";
  const auto target = start_target(spec_, suite_.path());
  ASSERT_TRUE(target) << target.error().what;
  EXPECT_NE(get(*target, "/"), "");
}

TEST_F(TargetTest, EachStartHasAFreshCopyToTheNanosecond) {
  struct stat before {};
  ASSERT_EQ(::stat((suite_.path() / "state" / "file").c_str(), &before), 0);
  fs::create_symlink("file", suite_.path() / "state" / "link");
  for (int i = 0; i < 2; ++i) {
    const auto target = start_target(spec_, suite_.path());
    ASSERT_TRUE(target) << target.error().what;
    const fs::path state = target->variables().at("state").value();
    struct stat copied {};
    ASSERT_EQ(::stat((state / "file").c_str(), &copied), 0);
    EXPECT_EQ(copied.st_size, 9);
    EXPECT_EQ(copied.st_mtim.tv_sec, before.st_mtim.tv_sec);
    EXPECT_EQ(copied.st_mtim.tv_nsec, before.st_mtim.tv_nsec);
    EXPECT_EQ(fs::read_symlink(state / "link"), "file");
    std::ofstream(state / "file") << "changed by the target";
  }
  EXPECT_EQ(fs::file_size(suite_.path() / "state" / "file"), 9U);
}

TEST_F(TargetTest, TwoStartTogetherAndApart) {
  const TargetSpec* const both[] = {&spec_, &spec_};
  auto targets = start_targets(both, suite_.path());
  ASSERT_TRUE(targets[0] && targets[1]);
  EXPECT_NE(targets[0]->endpoint(), targets[1]->endpoint());
  EXPECT_NE(get(*targets[0], "/"), get(*targets[1], "/"));
}

TEST_F(TargetTest, AnEndBeforeReadyShowsTheOutput) {
  spec_.command = {"sh", "-c", "echo 'no such option: --prot'; exit 3"};
  const auto target = start_target(spec_, suite_.path());
  ASSERT_FALSE(target);
  EXPECT_THAT(target.error().what, HasSubstr("target origin: ended before it was ready, with exit status 3"));
  EXPECT_THAT(target.error().what, HasSubstr("no such option: --prot"));
}

TEST_F(TargetTest, MissingItsDeadlineSaysWhatWasWaitedFor) {
  spec_.ready.deadline = milliseconds(200);
  spec_.command = {"sleep", "1000"};
  EXPECT_THAT(start_target(spec_, suite_.path()).error().what, HasSubstr("not ready after 200 ms: it does not listen"));
  spec_.command = {kOrigin, "{tcp_port}"};
  spec_.ready = {.target = "/missing", .status = 200, .deadline = milliseconds(1500)};
  EXPECT_THAT(start_target(spec_, suite_.path()).error().what, HasSubstr("it answers 404 to GET /missing, not 200"));
}

TEST_F(TargetTest, AStaleServerOnItsPortIsFoundBeforeItStarts) {
  const auto stale = LoopbackServer::start({}, [](ServedConnection& peer) { peer.drain(); });
  ASSERT_TRUE(stale);
  spec_.url = endpoint_url(stale->endpoint());
  EXPECT_THAT(start_target(spec_, suite_.path()).error().what, HasSubstr("listens at " + spec_.url + " already"));
}

TEST_F(TargetTest, AStrangerThatTakesItsPlaceIsNotTestedForIt) {
  const fs::path socket = suite_.path() / "socket";
  spec_.url = "unix:" + socket.string();
  spec_.command = {"sh", "-c", "echo > {suite}/started; exec sleep 1000"};
  std::optional<Result<LoopbackServer>> stranger;
  std::jthread late([&stranger, this, &socket](const std::stop_token& stop) {
    while (!stop.stop_requested() && !fs::exists(suite_.path() / "started")) std::this_thread::yield();
    stranger.emplace(LoopbackServer::start({.unix_path = socket}, [](ServedConnection& peer) { peer.drain(); }));
  });
  const auto target = start_target(spec_, suite_.path());
  ASSERT_FALSE(target);
  EXPECT_THAT(target.error().what, HasSubstr("another process listens at unix:"));
}

TEST_F(TargetTest, ADeadTargetSaysHowItEnded) {
  auto target = start_target(spec_, suite_.path());
  ASSERT_TRUE(target) << target.error().what;
  get(*target, "/die");
  std::optional<std::string> died;
  // The last output may still be on its way through the pipe when the end is already known.
  for (int i = 0; i < 2000 && (!died || died->find("told to die") == std::string::npos); ++i) {
    died = target->died();
    std::this_thread::sleep_for(milliseconds(1));
  }
  ASSERT_TRUE(died);
  EXPECT_THAT(*died, HasSubstr("origin ended with exit status 3"));
  EXPECT_THAT(*died, HasSubstr("told to die"));
}

TEST_F(TargetTest, StopSaysWhatItHadToKill) {
  spec_.stop.deadline = milliseconds(100);
  spec_.command = {"sh", "-c", "trap '' TERM; " + kOrigin + " $0", "{tcp_port}"};
  auto target = start_target(spec_, suite_.path());
  ASSERT_TRUE(target) << target.error().what;
  const Endpoint endpoint = target->endpoint();
  const auto stopped = target->stop();
  ASSERT_FALSE(stopped);
  EXPECT_THAT(stopped.error().what, HasSubstr("did not end by its stop signal"));
  EXPECT_EQ(find_listener(endpoint, 0), ListenerOwner::kNobody);
}

TEST_F(TargetTest, PrepareRunsFirstAndMustSucceed) {
  spec_.prepare = {{"sh", "-c", "cp {state}/file {state}/prepared"}};
  {
    const auto target = start_target(spec_, suite_.path());
    ASSERT_TRUE(target) << target.error().what;
    EXPECT_TRUE(fs::exists(fs::path(target->variables().at("state").value()) / "prepared"));
  }
  spec_.prepare.push_back({"sh", "-c", "echo no database; exit 1"});
  const auto target = start_target(spec_, suite_.path());
  ASSERT_FALSE(target);
  EXPECT_THAT(target.error().what, HasSubstr("prepare: sh ended with status 1"));
  EXPECT_THAT(target.error().what, HasSubstr("no database"));
}

TEST_F(TargetTest, AMissingStateFolderIsAnError) {
  spec_.state = "none";
  EXPECT_THAT(start_target(spec_, suite_.path()).error().what, HasSubstr("copying state"));
}

TEST_F(TargetTest, AStopInterruptsAStart) {
  std::stop_source stop;
  stop.request_stop();
  spec_.command = {"sleep", "1000"};
  EXPECT_THAT(start_target(spec_, suite_.path(), stop.get_token()).error().what, HasSubstr("interrupted"));
}

TEST(TargetByUrl, IsLeftAlone) {
  Target target = Target::at({Endpoint::Kind::kTcp, "127.0.0.1", 1, ""});
  EXPECT_FALSE(target.started());
  EXPECT_EQ(target.died(), std::nullopt);
  EXPECT_TRUE(target.variables().empty());
  EXPECT_TRUE(target.stop());
}

TEST(FindListener, TellsWhoseSocketItIs) {
  const auto server = LoopbackServer::start({}, [](ServedConnection& peer) { peer.drain(); });
  ASSERT_TRUE(server);
  auto other = ProcessTree::start({.arguments = {"sleep", "1000"}, .env = {}, .folder = "/"});
  ASSERT_TRUE(other);
  EXPECT_EQ(find_listener(server->endpoint(), ::getpid()), ListenerOwner::kTree);
  EXPECT_EQ(find_listener(server->endpoint(), other->root()), ListenerOwner::kForeign);
  EXPECT_EQ(find_listener(server->endpoint(), 0), ListenerOwner::kForeign);
}

}  // namespace
}  // namespace httparity
