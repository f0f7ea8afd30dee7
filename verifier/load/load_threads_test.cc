#include "load/load_threads.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "load/null_server.h"
#include "load/null_workload.h"
#include "load/server_process.h"

namespace httparity {
namespace {

std::vector<RequestSet> workload(const std::string& response) {
  auto made = null_workload(response);
  EXPECT_TRUE(made) << made.error().what;
  return *std::move(made);
}

class Engines : public ::testing::TestWithParam<EngineKind> {
 protected:
  void SetUp() override {
    if (!uring_is_available()) GTEST_SKIP() << "needs io_uring, which this kernel has not or forbids";
  }

  static LoadStep step_on(const ServerProcess& server, std::size_t connections) {
    LoadStep step;
    step.kind = GetParam();
    step.engine.endpoint = loopback_address(server.tcp_port());
    step.engine.connections = connections;
    return step;
  }
};

TEST_P(Engines, EveryFlippedByteIsFoundAndNothingElse) {
  for (const std::size_t body_bytes : {std::size_t{0}, std::size_t{1000}, std::size_t{70'000}}) {
    NullServerPlan plan;
    plan.response = null_response(body_bytes, &plan.date_at);
    plan.flip_every = 97;
    plan.flip_seed = body_bytes + 1;
    const ServerProcess server(null_server(plan));
    const auto sets = workload(plan.response);
    LoadStep step = step_on(server, 8);
    step.engine.receive_bytes = 16 * 1024;
    // A flipped length makes the client wait for bytes that never come.
    step.engine.answer_limit = std::chrono::milliseconds(150);
    step.requests = 97 * 20;
    auto tally = run_load_step(step, sets, {});
    ASSERT_TRUE(tally) << tally.error().what;
    EXPECT_EQ(tally->invalid(), 20U) << body_bytes;
    EXPECT_EQ(tally->valid() + tally->invalid(), step.requests) << body_bytes;
    EXPECT_EQ(tally->started, step.requests);
    for (const WrongAnswer& wrong : tally->wrong) EXPECT_FALSE(wrong.verdict.differences.empty());
  }
}

TEST_P(Engines, TheEndIsLookedAtOnceWhileAllConnectionsStand) {
  NullServerPlan plan;
  plan.response = null_response(300, &plan.date_at);
  const ServerProcess server(null_server(plan));
  const auto sets = workload(plan.response);
  LoadStep step = step_on(server, 4);
  step.cpus = {0, 0};
  step.requests = 100;
  int calls = 0;
  std::ptrdiff_t open = 0;
  const auto sockets = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), std::filesystem::directory_iterator());
  };
  const std::ptrdiff_t before = sockets();
  step.engine.before_close = [&] {
    ++calls;
    open = sockets() - before;
  };
  const auto tally = run_load_step(step, sets, {});
  ASSERT_TRUE(tally) << tally.error().what;
  EXPECT_EQ(calls, 1);
  EXPECT_GE(open, 4);
}

TEST_P(Engines, PipelinedAnswersAreAllCounted) {
  NullServerPlan plan;
  plan.response = null_response(300, &plan.date_at);
  const ServerProcess server(null_server(plan));
  const auto sets = workload(plan.response);
  LoadStep step = step_on(server, 3);
  step.depth = 4;
  step.requests = 5000;
  auto tally = run_load_step(step, sets, {});
  ASSERT_TRUE(tally) << tally.error().what;
  EXPECT_EQ(tally->valid(), 5000U);
  EXPECT_EQ(tally->invalid(), 0U);
  EXPECT_EQ(tally->requests[0].service.count(), 5000U);
}

TEST_P(Engines, TheOpenLoopSendsEveryArrivalOnceAndCountsFromItsIntendedStart) {
  NullServerPlan plan;
  plan.response = null_response(300, &plan.date_at);
  const ServerProcess server(null_server(plan));
  const auto sets = workload(plan.response);
  LoadStep step = step_on(server, 4);
  step.engine.duration = std::chrono::milliseconds(400);
  step.rate_per_second = 1000;
  auto tally = run_load_step(step, sets, {});
  ASSERT_TRUE(tally) << tally.error().what;
  EXPECT_EQ(tally->due(), 400U);
  EXPECT_EQ(tally->started + tally->backlog_at_end(), tally->due());
  EXPECT_EQ(tally->valid() + tally->in_flight_at_end + tally->unanswered, tally->started);
  EXPECT_EQ(tally->lateness().count(), tally->started);
  EXPECT_GE(tally->requests[0].response.max(), tally->requests[0].service.max());
}

TEST_P(Engines, NoLoadIsMadeWhereNobodyListens) {
  // Bound but not listening: nobody else can come to this port meanwhile.
  const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
  LoadAddress endpoint = loopback_address(0);
  auto* address = reinterpret_cast<sockaddr*>(&endpoint.address);
  ASSERT_EQ(::bind(fd, address, endpoint.length), 0);
  ASSERT_EQ(::getsockname(fd, address, &endpoint.length), 0);
  LoadStep step;
  step.kind = GetParam();
  step.engine.endpoint = endpoint;
  step.engine.connections = 2;
  step.requests = 10;
  const auto tally = run_load_step(
      step, workload("HTTP/1.1 200 OK\r\nDate: Thu, 01 Jan 2026 00:00:00 GMT\r\nContent-Length: 0\r\n\r\n"), {});
  ::close(fd);
  ASSERT_FALSE(tally);
  EXPECT_NE(tally.error().what.find("Connection refused"), std::string::npos) << tally.error().what;
}

TEST_P(Engines, ATargetThatDiesEndsTheLoadAndWhatWasMeasuredIsKept) {
  NullServerPlan plan;
  plan.response = null_response(300, &plan.date_at);
  auto server = std::make_unique<ServerProcess>(null_server(plan));
  const auto sets = workload(plan.response);
  LoadStep step = step_on(*server, 4);
  step.engine.duration = std::chrono::seconds(60);
  std::jthread killer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    server.reset();
  });
  const auto tally = run_load_step(step, sets, {});
  ASSERT_TRUE(tally) << tally.error().what;
  EXPECT_TRUE(tally->target_lost);
  EXPECT_GT(tally->valid(), 0U);
  EXPECT_EQ(tally->invalid(), 0U);
  EXPECT_EQ(tally->valid() + tally->in_flight_at_end + tally->unanswered, tally->started);
}

INSTANTIATE_TEST_SUITE_P(Both, Engines, ::testing::Values(EngineKind::kEpoll, EngineKind::kUring),
                         [](const auto& one) { return one.param == EngineKind::kEpoll ? "epoll" : "uring"; });

}  // namespace
}  // namespace httparity
