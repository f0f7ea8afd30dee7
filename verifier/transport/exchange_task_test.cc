#include "transport/exchange_task.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "transport/fake_stream.h"

namespace httparity {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using Event = FakeStream::Event;

const std::string kGet = "GET / HTTP/1.1\r\nHost: room.test\r\n\r\n";
const std::string kOk = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
const std::string kNoLength = "HTTP/1.1 200 OK\r\n\r\nok";

struct Ran {
  TaskResult result;
  milliseconds took{0};
};

Ran run(FakeStream& stream, std::vector<Outgoing> requests = {{.bytes = kGet}}, TransportOptions options = {},
        bool connected = true, std::string late = {}) {
  ExchangeTask task(stream, options, std::move(requests), stream.start,
                    connected ? ExchangeTask::Found::kConnected : ExchangeTask::Found::kNew, late);
  EXPECT_TRUE(run_task(task, stream));
  return {task.take(), std::chrono::duration_cast<milliseconds>(stream.now - stream.start)};
}

TEST(ExchangeTask, AWholeAnswerIsOpenOnceTheSettleTimeWasSilent) {
  FakeStream stream({{milliseconds(5), kOk, {}}});
  const Ran ran = run(stream);
  ASSERT_EQ(ran.result.exchanges.size(), 1U);
  const Exchange& exchange = ran.result.exchanges[0];
  EXPECT_TRUE(is_complete(exchange));
  EXPECT_EQ(exchange.response->bytes, kOk);
  EXPECT_EQ(exchange.fate, Fate::kOpen);
  EXPECT_EQ(exchange.surplus, "");
  EXPECT_TRUE(ran.result.reusable);
  EXPECT_EQ(ran.took, milliseconds(55));
  EXPECT_EQ(exchange.times.first_byte, milliseconds(5));
  EXPECT_THAT(stream.sends, ElementsAre(kGet));
}

TEST(ExchangeTask, SettleOfZeroLooksOnce) {
  FakeStream stream({{milliseconds(5), kOk, {}}, {milliseconds(5), "late", {}}, {milliseconds(6), "later", {}}});
  TransportOptions options;
  options.settle = milliseconds(0);
  const Ran ran = run(stream, {{.bytes = kGet}}, options);
  EXPECT_EQ(ran.result.exchanges[0].surplus, "late");
  EXPECT_EQ(ran.took, milliseconds(5));
}

TEST(ExchangeTask, BytesInsideTheSettleTimeAreSurplusAndStartItAnew) {
  FakeStream stream({{milliseconds(0), kOk, {}}, {milliseconds(40), "x", {}}, {milliseconds(80), "y", {}}});
  const Ran ran = run(stream);
  EXPECT_EQ(ran.result.exchanges[0].surplus, "xy");
  EXPECT_EQ(ran.result.exchanges[0].fate, Fate::kOpen);
  EXPECT_EQ(ran.took, milliseconds(130));
}

TEST(ExchangeTask, TellsEachEndOfAWholeAnswer) {
  const std::vector<std::pair<IoStatus, Fate>> ends{
      {IoStatus::kFin, Fate::kFin}, {IoStatus::kCut, Fate::kCut}, {IoStatus::kRst, Fate::kRst}};
  for (const auto& [end, fate] : ends) {
    FakeStream stream({{milliseconds(1), kOk, {}}, {milliseconds(20), "", end}});
    const Ran ran = run(stream);
    EXPECT_EQ(ran.result.exchanges[0].fate, fate);
    EXPECT_TRUE(is_complete(ran.result.exchanges[0]));
    EXPECT_FALSE(ran.result.reusable);
  }
}

TEST(ExchangeTask, ABodyUntilTheCloseIsWholeAfterAFinAlone) {
  for (const IoStatus end : {IoStatus::kFin, IoStatus::kCut, IoStatus::kRst}) {
    FakeStream stream({{milliseconds(1), kNoLength, end}});
    EXPECT_EQ(is_complete(run(stream).result.exchanges[0]), end == IoStatus::kFin);
  }
}

TEST(ExchangeTask, EachTimeLimitHasItsName) {
  TransportOptions options;
  options.time = {.first_byte = milliseconds(100), .idle = milliseconds(200), .total = milliseconds(1000)};
  {
    FakeStream silent({});
    const Ran ran = run(silent, {{.bytes = kGet}}, options);
    EXPECT_EQ(ran.result.timed_out, TimeLimit::kFirstByte);
    EXPECT_EQ(ran.took, milliseconds(100));
    EXPECT_EQ(ran.result.exchanges[0].fate, Fate::kStall);
    EXPECT_FALSE(ran.result.exchanges[0].response);
    EXPECT_FALSE(ran.result.reusable);
  }
  {
    FakeStream stops({{milliseconds(50), kOk.substr(0, kOk.size() - 1), {}}});
    const Ran ran = run(stops, {{.bytes = kGet}}, options);
    EXPECT_EQ(ran.result.timed_out, TimeLimit::kIdle);
    EXPECT_EQ(ran.took, milliseconds(250));
    EXPECT_EQ(ran.result.exchanges[0].fate, Fate::kStall);
    EXPECT_EQ(ran.result.exchanges[0].response->bytes, kOk.substr(0, kOk.size() - 1));
  }
  {
    std::vector<Event> drips;
    for (int i = 0; i < 100; ++i) drips.push_back({milliseconds(150 * i), i == 0 ? "HTTP/1.1 200 OK\r\nX: " : "x", {}});
    FakeStream slow(drips);
    const Ran ran = run(slow, {{.bytes = kGet}}, options);
    EXPECT_EQ(ran.result.timed_out, TimeLimit::kTotal);
    EXPECT_EQ(ran.took, milliseconds(1000));
  }
}

TEST(ExchangeTask, EndlessSurplusEndsWithTheTotalTime) {
  std::vector<Event> drips{{milliseconds(0), kOk, {}}};
  for (int i = 1; i < 100; ++i) drips.push_back({milliseconds(40 * i), "x", {}});
  TransportOptions options;
  options.time.total = milliseconds(1000);
  FakeStream stream(drips);
  const Ran ran = run(stream, {{.bytes = kGet}}, options);
  EXPECT_EQ(ran.took, milliseconds(1000));
  EXPECT_EQ(ran.result.exchanges[0].surplus, std::string(25, 'x'));
  EXPECT_FALSE(ran.result.reusable);
}

TEST(ExchangeTask, WaitsLongerForACloseThatIsAnnounced) {
  const std::string closing = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok";
  FakeStream late({{milliseconds(0), closing, {}}, {milliseconds(700), "", IoStatus::kFin}});
  EXPECT_EQ(run(late).result.exchanges[0].fate, Fate::kFin);
  FakeStream old(
      {{milliseconds(0), "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n", {}}, {milliseconds(700), "", IoStatus::kFin}});
  EXPECT_EQ(run(old).result.exchanges[0].fate, Fate::kFin);
  FakeStream unannounced({{milliseconds(0), kOk, {}}, {milliseconds(700), "", IoStatus::kFin}});
  EXPECT_EQ(run(unannounced).result.exchanges[0].fate, Fate::kOpen);
  FakeStream expected({{milliseconds(0), kOk, {}}, {milliseconds(7000), "", IoStatus::kFin}});
  EXPECT_EQ(run(expected, {{.bytes = kGet, .expect_close = true}}).result.exchanges[0].fate, Fate::kFin);
}

TEST(ExchangeTask, PipelinedRequestsGetTheirAnswersInOrder) {
  FakeStream stream({{milliseconds(3), kOk + "HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\nrest", {}}});
  const Ran ran = run(stream, {{.bytes = "HEAD" + kGet.substr(3)}, {.bytes = kGet}, {.bytes = kGet}});
  // To HEAD the length announces nothing, so that "ok" stands before the next status line.
  ASSERT_EQ(ran.result.exchanges.size(), 3U);
  EXPECT_EQ(ran.result.exchanges[0].response->bytes, kOk.substr(0, kOk.size() - 2));
  EXPECT_EQ(ran.result.exchanges[1].response->bytes, "okHTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n");
  EXPECT_EQ(ran.result.exchanges[2].response->bytes, "rest");
  EXPECT_EQ(ran.result.exchanges[2].fate, Fate::kStall);
  EXPECT_THAT(stream.sends, ElementsAre("HEAD" + kGet.substr(3) + kGet + kGet));
}

TEST(ExchangeTask, AnEndBetweenPipelinedAnswersBelongsToBothSidesOfIt) {
  FakeStream stream({{milliseconds(3), kOk + kOk, IoStatus::kFin}});
  const Ran ran = run(stream, {{.bytes = kGet}, {.bytes = kGet}, {.bytes = kGet}});
  EXPECT_EQ(ran.result.exchanges[0].fate, Fate::kOpen);
  EXPECT_EQ(ran.result.exchanges[1].fate, Fate::kFin);
  EXPECT_EQ(ran.result.exchanges[2].fate, Fate::kFin);
  EXPECT_FALSE(ran.result.exchanges[2].response);
}

TEST(ExchangeTask, AnEarlyAnswerIsReadWhileThePeerTakesNoMore) {
  FakeStream stream({{milliseconds(3), kOk, {}}});
  stream.takes = 10;
  const Ran ran = run(stream);
  EXPECT_EQ(ran.result.exchanges[0].response->bytes, kOk);
  EXPECT_EQ(ran.result.exchanges[0].fate, Fate::kOpen);
  EXPECT_FALSE(ran.result.reusable);
}

TEST(ExchangeTask, AResetThatTheSenderSawIsNoFin) {
  FakeStream stream({{milliseconds(3), kOk.substr(0, 20), IoStatus::kFin}});
  stream.takes = 10;
  stream.deaf = IoStatus::kRst;
  EXPECT_EQ(run(stream).result.exchanges[0].fate, Fate::kRst);
}

TEST(ExchangeTask, AnUnreadableFramingLeavesTheRestAsSurplus) {
  FakeStream stream(
      {{milliseconds(0), "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nok\r\n0\r\n\r\n", {}}});
  const Exchange exchange = run(stream).result.exchanges[0];
  EXPECT_EQ(exchange.framing.completeness, Completeness::kBadFraming);
  EXPECT_EQ(exchange.response->bytes + exchange.surplus,
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nok\r\n0\r\n\r\n");
}

TEST(ExchangeTask, ALimitEndsTheExchangeAtOnce) {
  FakeStream stream({{milliseconds(4), "HTTP/1.1 200 OK\r\n" + std::string(100'000, 'x'), {}}});
  const Ran ran = run(stream);
  EXPECT_EQ(ran.result.exchanges[0].framing.completeness, Completeness::kLimit);
  EXPECT_EQ(ran.result.exchanges[0].framing.limit, Limit::kLineBytes);
  EXPECT_EQ(ran.took, milliseconds(4));
  EXPECT_FALSE(ran.result.reusable);
}

TEST(ExchangeTask, SurplusHasTheLimitOfABody) {
  TransportOptions options;
  options.limits.body_bytes = 100;
  FakeStream stream({{milliseconds(0), kOk + std::string(1000, 'x'), {}}});
  const Exchange exchange = run(stream, {{.bytes = kGet}}, options).result.exchanges[0];
  EXPECT_EQ(exchange.surplus.size(), 100U);
  EXPECT_EQ(exchange.framing.limit, Limit::kBodyBytes);
}

TEST(ExchangeTask, ASlowReaderTakesNoMoreThanItsPlan) {
  FakeStream stream({{milliseconds(0), kOk, {}}});
  const Ran ran = run(stream, {{.bytes = kGet, .read = {10, milliseconds(30)}}});
  EXPECT_EQ(ran.result.exchanges[0].response->bytes, kOk);
  // 40 bytes: the last four go at 90 ms, and the settle time follows the reader's own pause.
  EXPECT_EQ(ran.took, milliseconds(30) * static_cast<int>((kOk.size() - 1) / 10) + milliseconds(30 + 50));
  EXPECT_THAT(stream.held, ElementsAre(10U));
}

TEST(ExchangeTask, ASlowReaderThatIsLateReadsOn) {
  FakeStream stream({{milliseconds(0), kOk, {}}});
  const TransportOptions options;
  ExchangeTask task(stream, options, {{.bytes = kGet, .read = {10, milliseconds(1)}}}, stream.start,
                    ExchangeTask::Found::kConnected);
  EXPECT_TRUE(run_task(task, stream, milliseconds(5)));
  EXPECT_TRUE(is_complete(task.take().exchanges[0]));
}

TEST(ExchangeTask, PacesItsWrites) {
  FakeStream stream({{milliseconds(1000), kOk, {}}});
  const Ran ran = run(stream, {{.bytes = kGet, .write = {.offsets = {4, 6}, .pause = milliseconds(100)}}});
  EXPECT_THAT(stream.sends, ElementsAre("GET ", "/ ", kGet.substr(6)));
  EXPECT_EQ(ran.result.exchanges[0].times.sent, milliseconds(200));
}

TEST(ExchangeTask, APauseThatEndedUnnoticedIsNotWaitedFor) {
  FakeStream stream({{milliseconds(40), kOk, {}}});
  const TransportOptions options;
  ExchangeTask task(stream, options, {{.bytes = kGet, .write = {.offsets = {4, 6}}}}, stream.start,
                    ExchangeTask::Found::kConnected);
  EXPECT_TRUE(run_task(task, stream, milliseconds(5)));
  EXPECT_LE(task.take().exchanges[0].times.sent, milliseconds(20));
}

TEST(ExchangeTask, ASilentStreamIsReadOnlyOncePollingSaysSo) {
  FakeStream stream({{milliseconds(5), kOk, {}}});
  const TransportOptions options;
  ExchangeTask task(stream, options, {{.bytes = kGet}}, stream.start, ExchangeTask::Found::kSilent);
  task.step(stream.now);
  EXPECT_THAT(stream.sends, ElementsAre(kGet));
  EXPECT_EQ(stream.receives_after_last, 0);
  EXPECT_TRUE(run_task(task, stream));
  EXPECT_EQ(task.take().exchanges[0].response->bytes, kOk);
}

TEST(ExchangeTask, SaysWhyNoExchangeTookPlace) {
  FakeStream refused({});
  refused.refuses = TransportError{TransportError::Kind::kRefused, "nobody there"};
  EXPECT_EQ(run(refused, {{.bytes = kGet}}, {}, false).result.error, refused.refuses);

  FakeStream never({});
  never.connects_at.reset();
  const Ran ran = run(never, {{.bytes = kGet}}, {}, false);
  ASSERT_TRUE(ran.result.error);
  EXPECT_EQ(ran.result.error->kind, TransportError::Kind::kConnectTimeout);
  EXPECT_EQ(ran.took, milliseconds(10'000));
  EXPECT_TRUE(ran.result.exchanges.empty());
  EXPECT_TRUE(never.sends.empty());
}

TEST(ExchangeTask, LateBytesAreReadAsThePeerMeantThem) {
  FakeStream stream({{milliseconds(3), kOk, {}}});
  const Exchange exchange = run(stream, {{.bytes = kGet}}, {}, true, "rest").result.exchanges[0];
  EXPECT_EQ(exchange.response->bytes, "rest" + kOk);
}

RC_GTEST_PROP(ExchangeTask, TheExchangeIsTheSameForEverySplitOfTheBytes, ()) {
  const std::string bytes =
      "HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
      "3\r\nabc\r\n0\r\nX: y\r\n\r\nHTTP/1.1 204 No\r\n\r\nsurplus";
  const std::vector<Outgoing> requests{{.bytes = kGet}, {.bytes = kGet}};
  std::vector<Event> events;
  for (std::size_t begin = 0; begin < bytes.size();) {
    const auto size = *rc::gen::inRange<std::size_t>(1, 40);
    events.push_back({milliseconds(0), bytes.substr(begin, size), {}});
    begin += size;
  }
  FakeStream whole({{milliseconds(0), bytes, IoStatus::kFin}});
  events.back().end = IoStatus::kFin;
  FakeStream split(events);
  RC_ASSERT(run(whole, requests).result.exchanges == run(split, requests).result.exchanges);
}

}  // namespace
}  // namespace httparity
