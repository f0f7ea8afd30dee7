#include "transport/connection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <semaphore>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/test_folder.h"
#include "transport/fake_stream.h"
#include "transport/scripted_server.h"

namespace httparity {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

const std::string kGet = "GET / HTTP/1.1\r\nHost: room.test\r\n\r\n";
const std::string kOk = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

TransportOptions quick() {
  TransportOptions options;
  options.time.first_byte = milliseconds(300);
  options.time.idle = milliseconds(300);
  return options;
}

LoopbackServer serve(std::vector<ScriptedStep> steps, LoopbackServerOptions options = {}) {
  auto server = LoopbackServer::start(std::move(options), play_script(std::move(steps)));
  EXPECT_TRUE(server) << server.error().what;
  return std::move(*server);
}

ExchangeOutcome exchange(Connection& connection, std::vector<Outgoing> requests = {{.bytes = kGet}}) {
  const ExchangeJob job{&connection, std::move(requests), std::nullopt};
  return std::move(exchange_all({&job, 1}).front());
}

TEST(Connection, CarriesEveryByteOverTcpIpv6AndUnixSockets) {
  const TestFolder folder;
  const std::string whole = "HTTP/1.1 200 OK\r\nX: \x01\xff\r\nContent-Length: 3\r\n\r\n" + std::string("\0\r\n", 3);
  for (const LoopbackServerOptions& options :
       {LoopbackServerOptions{}, LoopbackServerOptions{.unix_path = folder.path() / "s"},
        LoopbackServerOptions{.ipv6 = true}}) {
    const LoopbackServer server = serve({{kGet, whole + "surplus", Fate::kOpen}}, options);
    Connection connection(server.endpoint(), quick());
    const ExchangeOutcome outcome = exchange(connection);
    ASSERT_FALSE(outcome.error) << outcome.error->what;
    EXPECT_EQ(outcome.exchanges[0].response->bytes, whole);
    EXPECT_EQ(outcome.exchanges[0].surplus, "surplus");
    EXPECT_EQ(outcome.exchanges[0].fate, Fate::kOpen);
    EXPECT_TRUE(connection.is_open());
  }
}

TEST(Connection, TellsFinFromReset) {
  for (const Fate fate : {Fate::kFin, Fate::kRst}) {
    const LoopbackServer server = serve({{kGet, kOk, fate}});
    Connection connection(server.endpoint(), quick());
    const ExchangeOutcome outcome = exchange(connection);
    ASSERT_EQ(outcome.exchanges.size(), 1U);
    EXPECT_EQ(outcome.exchanges[0].response->bytes, kOk);
    EXPECT_EQ(outcome.exchanges[0].fate, fate);
    EXPECT_FALSE(connection.is_open());
  }
}

TEST(Connection, IsKeptWhileThePeerKeepsItAndOpenedAnewAfterwards) {
  const LoopbackServer server = serve({{kGet, kOk}, {kGet, kOk, Fate::kFin}, {kGet, kOk, Fate::kOpen, true}});
  Connection connection(server.endpoint(), quick());
  EXPECT_TRUE(exchange(connection).opened);
  EXPECT_FALSE(exchange(connection).opened);
  const ExchangeOutcome third = exchange(connection);
  EXPECT_TRUE(third.opened);
  EXPECT_EQ(third.exchanges[0].fate, Fate::kOpen);
}

TEST(Connection, AnEndBetweenTwoExchangesOpensAnotherAndLosesNoRequest) {
  const std::string timeout = "HTTP/1.1 408 Request Timeout\r\n\r\n";
  std::vector<FakeStream*> streams;
  TransportOptions options = quick();
  options.settle = milliseconds(0);
  Connection connection({}, options, [&streams, &timeout]() -> std::unique_ptr<ByteStream> {
    auto stream = std::make_unique<FakeStream>(
        std::vector<FakeStream::Event>{{milliseconds(0), kOk, {}}, {milliseconds(1), timeout, IoStatus::kFin}});
    streams.push_back(stream.get());
    return stream;
  });
  EXPECT_EQ(exchange(connection).exchanges[0].fate, Fate::kOpen);
  streams[0]->now += milliseconds(1);
  const ExchangeOutcome outcome = exchange(connection);
  ASSERT_EQ(streams.size(), 2U);
  EXPECT_TRUE(outcome.opened);
  EXPECT_EQ(outcome.late, timeout);
  EXPECT_EQ(outcome.exchanges[0].response->bytes, kOk);
  EXPECT_THAT(streams[1]->sends, testing::ElementsAre(kGet));
}

TEST(Connection, BytesBetweenTwoExchangesStandBeforeTheNextAnswer) {
  FakeStream* stream = nullptr;
  TransportOptions options = quick();
  options.settle = milliseconds(0);
  Connection connection({}, options, [&stream]() -> std::unique_ptr<ByteStream> {
    auto made = std::make_unique<FakeStream>(std::vector<FakeStream::Event>{
        {milliseconds(0), kOk, {}}, {milliseconds(1), "0\r\n\r\n", {}}, {milliseconds(1), kOk, {}}});
    stream = made.get();
    return made;
  });
  EXPECT_EQ(exchange(connection).exchanges[0].surplus, "");
  stream->now += milliseconds(1);
  const ExchangeOutcome outcome = exchange(connection);
  EXPECT_FALSE(outcome.opened);
  EXPECT_EQ(outcome.late, "0\r\n\r\n" + kOk);
}

TEST(Connection, SaysWhenNobodyListens) {
  Endpoint endpoint;
  {
    const LoopbackServer gone = serve({});
    endpoint = gone.endpoint();
  }
  Connection connection(endpoint, quick());
  const ExchangeOutcome outcome = exchange(connection);
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->kind, TransportError::Kind::kRefused) << outcome.error->what;
  EXPECT_THAT(outcome.error->what, HasSubstr(endpoint_url(endpoint)));
  EXPECT_TRUE(outcome.exchanges.empty());

  const TestFolder folder;
  Connection no_socket({Endpoint::Kind::kUnix, "", 0, folder.path() / "none"}, quick());
  EXPECT_EQ(exchange(no_socket).error->kind, TransportError::Kind::kRefused);
}

TEST(Connection, SaysWhenTheHostHasNoAddress) {
  Connection connection({Endpoint::Kind::kTcp, "no-such-host.invalid", 80, ""}, quick());
  const ExchangeOutcome outcome = exchange(connection);
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->kind, TransportError::Kind::kResolve) << outcome.error->what;
}

TEST(Connection, NoProxyOfTheEnvironmentIsObeyed) {
  const LoopbackServer server = serve({{kGet, kOk}});
  ::setenv("http_proxy", "http://127.0.0.1:1", 1);
  Connection connection(server.endpoint(), quick());
  const ExchangeOutcome outcome = exchange(connection);
  ::unsetenv("http_proxy");
  ASSERT_FALSE(outcome.error) << outcome.error->what;
  EXPECT_EQ(outcome.exchanges[0].response->bytes, kOk);
}

TEST(Connection, AStallCostsOneTimeLimitForBothSides) {
  const LoopbackServer reference = serve({{kGet, kOk.substr(0, 30), Fate::kStall}});
  const LoopbackServer port = serve({{kGet, "", Fate::kStall}});
  Connection reference_connection(reference.endpoint(), quick());
  Connection port_connection(port.endpoint(), quick());
  const std::vector<ExchangeJob> jobs{{&reference_connection, {{.bytes = kGet}}, std::nullopt},
                                      {&port_connection, {{.bytes = kGet}}, std::nullopt}};
  const auto outcomes = exchange_all(jobs);
  EXPECT_EQ(outcomes[0].timed_out, TimeLimit::kIdle);
  EXPECT_EQ(outcomes[1].timed_out, TimeLimit::kFirstByte);
  for (const ExchangeOutcome& outcome : outcomes) EXPECT_EQ(outcome.exchanges[0].fate, Fate::kStall);
  EXPECT_FALSE(reference_connection.is_open());
  EXPECT_FALSE(port_connection.is_open());
}

TEST(Connection, RequestsCutInEveryWayArriveWhole) {
  for (const WritePlan& plan : {WritePlan{}, WritePlan{.each_byte = true}, WritePlan{.offsets = {1, 5, 16}}}) {
    std::string arrived;
    auto server = LoopbackServer::start({}, [&arrived](ServedConnection& peer) {
      while (arrived.size() < kGet.size()) {
        const std::string more = peer.receive(kGet.size());
        if (more.empty()) return;
        arrived += more;
      }
      peer.send(kOk);
      peer.drain();
    });
    ASSERT_TRUE(server);
    Connection connection(server->endpoint(), quick());
    EXPECT_TRUE(is_complete(exchange(connection, {{.bytes = kGet, .write = plan}}).exchanges[0]));
    EXPECT_EQ(arrived, kGet);
  }
}

TEST(Connection, ALargeUploadThatIsAnsweredEarlyIsNotWaitedForEver) {
  std::binary_semaphore over(0);
  auto server = LoopbackServer::start({}, [&over](ServedConnection& peer) {
    peer.receive(10);
    peer.send("HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n");
    over.acquire();  // reads nothing more while the exchange lasts
  });
  ASSERT_TRUE(server);
  Connection connection(server->endpoint(), quick());
  const ExchangeOutcome outcome = exchange(connection, {{.bytes = kGet + std::string(64 * 1024 * 1024, 'x')}});
  over.release();
  ASSERT_EQ(outcome.exchanges.size(), 1U);
  EXPECT_EQ(status_code(*outcome.exchanges[0].response), 413);
  EXPECT_FALSE(connection.is_open());
}

TEST(Connection, ASlowReaderGetsEverything) {
  const std::string body(20'000, 'b');
  const LoopbackServer server = serve({{kGet, "HTTP/1.1 200 OK\r\nContent-Length: 20000\r\n\r\n" + body}});
  Connection connection(server.endpoint(), quick());
  const ExchangeOutcome outcome = exchange(connection, {{.bytes = kGet, .read = {512, milliseconds(1)}}});
  EXPECT_TRUE(outcome.exchanges[0].response->bytes.ends_with(body));
  EXPECT_TRUE(is_complete(outcome.exchanges[0]));
}

TEST(Connection, ASentinelTellsSurplusThatCameTooLate) {
  const std::string probe = "GET /probe HTTP/1.1\r\nHost: room.test\r\n\r\n";
  const std::string own = "HTTP/1.1 204 No Content\r\n\r\n";
  const LoopbackServer clean = serve({{kGet, kOk}, {probe, own}});
  // What follows the answer is held back until the next request is there.
  const LoopbackServer dirty = serve({{kGet, kOk}, {probe, "0\r\n\r\n" + own}});
  Connection clean_connection(clean.endpoint(), quick());
  Connection dirty_connection(dirty.endpoint(), quick());
  const std::vector<ExchangeJob> jobs{{&clean_connection, {{.bytes = kGet}}, Outgoing{.bytes = probe}},
                                      {&dirty_connection, {{.bytes = kGet}}, Outgoing{.bytes = probe}}};
  const auto outcomes = exchange_all(jobs);
  ASSERT_TRUE(outcomes[0].sentinel && outcomes[1].sentinel);
  EXPECT_TRUE(is_own_answer(*outcomes[0].sentinel));
  EXPECT_FALSE(is_own_answer(*outcomes[1].sentinel));
  for (const ExchangeOutcome& outcome : outcomes) EXPECT_EQ(outcome.exchanges[0].surplus, "");
}

TEST(Connection, NoSentinelFollowsAnEndedConnection) {
  const LoopbackServer server = serve({{kGet, kOk, Fate::kFin}});
  Connection connection(server.endpoint(), quick());
  const ExchangeJob job{&connection, {{.bytes = kGet}}, Outgoing{.bytes = kGet}};
  EXPECT_FALSE(exchange_all({&job, 1}).front().sentinel);
}

TEST(Connection, AStopEndsWhatIsUnderWay) {
  const LoopbackServer server = serve({{kGet, "", Fate::kStall}});
  TransportOptions options;
  Connection connection(server.endpoint(), options);
  std::stop_source stop;
  std::jthread stopper([&stop] { stop.request_stop(); });
  const ExchangeJob job{&connection, {{.bytes = kGet}}, std::nullopt};
  const ExchangeOutcome outcome = std::move(exchange_all({&job, 1}, stop.get_token()).front());
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->kind, TransportError::Kind::kInterrupted);
  EXPECT_FALSE(connection.is_open());
}

}  // namespace
}  // namespace httparity
