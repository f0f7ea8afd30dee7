#include "load/load_threads.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "load/null_server.h"

namespace httparity {
namespace {

int announce_to = -1;

/// The null server in a process of its own.
class NullServer {
 public:
  explicit NullServer(const NullServerPlan& plan) {
    std::array<int, 2> pipe{};
    EXPECT_EQ(::pipe(pipe.data()), 0);
    pid_ = ::fork();
    if (pid_ == 0) {
      announce_to = pipe[1];
      const auto served = serve_null(plan, [](std::uint16_t tcp_port) { (void)!::write(announce_to, &tcp_port, 2); });
      ::_exit(served ? 0 : 3);
    }
    ::close(pipe[1]);
    EXPECT_EQ(::read(pipe[0], &tcp_port_, 2), 2);
    ::close(pipe[0]);
  }
  ~NullServer() {
    ::kill(pid_, SIGTERM);
    ::waitpid(pid_, nullptr, 0);
  }
  NullServer(const NullServer&) = delete;
  NullServer& operator=(const NullServer&) = delete;

  LoadAddress endpoint() const {
    LoadAddress out;
    auto* address = reinterpret_cast<sockaddr_in*>(&out.address);
    address->sin_family = AF_INET;
    address->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address->sin_port = htons(tcp_port_);
    out.length = sizeof(sockaddr_in);
    return out;
  }

 private:
  pid_t pid_ = -1;
  std::uint16_t tcp_port_ = 0;
};

std::vector<RequestSet> workload(const std::string& response) {
  RequestTemplate request;
  request.bytes = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
  Exchange exchange;
  exchange.request = index_message(request.bytes);
  ResponseReader reader("GET");
  reader.feed(response);
  ReadResponse read = reader.take();
  exchange.response = std::move(read.response);
  exchange.framing = std::move(read.framing);
  Mask date;
  date.selector = HeaderSelector{"Date", {}, {}, {}};
  date.type = MaskType::kHttpDate;
  request.expectation = *compile_expectation(std::move(exchange), {date});
  std::vector<RequestTemplate> templates;
  templates.push_back(std::move(request));
  std::vector<RequestSet> sets;
  sets.push_back(make_request_set(std::move(templates)));
  return sets;
}

class Engines : public ::testing::TestWithParam<EngineKind> {
 protected:
  void SetUp() override {
    if (!uring_is_available()) GTEST_SKIP() << "needs io_uring, which this kernel has not or forbids";
  }
};

TEST_P(Engines, EveryFlippedByteIsFoundAndNothingElse) {
  for (const std::size_t body_bytes : {std::size_t{0}, std::size_t{1000}, std::size_t{70'000}}) {
    NullServerPlan plan;
    plan.response = null_response(body_bytes, &plan.date_at);
    plan.flip_every = 97;
    plan.flip_seed = body_bytes + 1;
    const NullServer server(plan);
    const auto sets = workload(plan.response);
    LoadStep step;
    step.kind = GetParam();
    step.engine.endpoint = server.endpoint();
    step.engine.connections = 8;
    step.engine.receive_bytes = 16 * 1024;
    // A flipped length makes the client wait for bytes that never come.
    step.engine.answer_limit = std::chrono::milliseconds(150);
    step.requests = 97 * 20;
    auto tally = run_load_step(step, sets, {});
    ASSERT_TRUE(tally) << tally.error().what;
    const std::uint64_t stalled = tally->errors[static_cast<std::size_t>(LoadError::kStalledInside)].count;
    EXPECT_EQ(tally->invalid() + stalled, 20U) << body_bytes;
    EXPECT_EQ(tally->valid() + tally->invalid() + stalled, step.requests) << body_bytes;
    EXPECT_EQ(tally->started, step.requests);
    for (const WrongAnswer& wrong : tally->wrong) EXPECT_FALSE(wrong.verdict.differences.empty());
  }
}

TEST_P(Engines, PipelinedAnswersAreAllCounted) {
  NullServerPlan plan;
  plan.response = null_response(300, &plan.date_at);
  const NullServer server(plan);
  const auto sets = workload(plan.response);
  LoadStep step;
  step.kind = GetParam();
  step.engine.endpoint = server.endpoint();
  step.engine.connections = 3;
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
  const NullServer server(plan);
  const auto sets = workload(plan.response);
  LoadStep step;
  step.kind = GetParam();
  step.engine.endpoint = server.endpoint();
  step.engine.connections = 4;
  step.engine.duration = std::chrono::milliseconds(400);
  step.rate_per_second = 1000;
  auto tally = run_load_step(step, sets, {});
  ASSERT_TRUE(tally) << tally.error().what;
  EXPECT_EQ(tally->due, 400U);
  EXPECT_EQ(tally->started + tally->backlog_at_end, tally->due);
  EXPECT_EQ(tally->valid() + tally->in_flight_at_end + tally->unanswered, tally->started);
  EXPECT_EQ(tally->lateness.count(), tally->started);
  EXPECT_GE(tally->requests[0].response.max(), tally->requests[0].service.max());
}

TEST_P(Engines, NoLoadIsMadeWhereNobodyListens) {
  // Bound but not listening: nobody else can come to this port meanwhile.
  const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
  LoadAddress endpoint;
  auto* address = reinterpret_cast<sockaddr_in*>(&endpoint.address);
  address->sin_family = AF_INET;
  address->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  endpoint.length = sizeof(sockaddr_in);
  ASSERT_EQ(::bind(fd, reinterpret_cast<const sockaddr*>(address), endpoint.length), 0);
  ASSERT_EQ(::getsockname(fd, reinterpret_cast<sockaddr*>(address), &endpoint.length), 0);
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
  auto server = std::make_unique<NullServer>(plan);
  const auto sets = workload(plan.response);
  LoadStep step;
  step.kind = GetParam();
  step.engine.endpoint = server->endpoint();
  step.engine.connections = 4;
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
