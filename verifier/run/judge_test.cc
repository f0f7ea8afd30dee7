#include "run/judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run/fake_peers.h"

namespace httparity {
namespace {

using testing::HasSubstr;

Seen seen(const std::string& bytes) {
  Seen out;
  out.exchange = make_exchange("GET / HTTP/1.1\r\n\r\n", bytes, Fate::kOpen);
  return out;
}

Verdict judged(const Seen& reference, const Seen& port, const Step& step = get("step", "/")) {
  ScenarioComparer comparer;
  return judge(step, reference, port, {}, comparer, {});
}

TEST(Judge, EqualAnswersAreParityAndOthersDiffer) {
  EXPECT_EQ(judged(seen(response("x")), seen(response("x"))).outcome, Outcome::kParity);
  EXPECT_EQ(judged(seen(response("x")), seen(response("y"))).outcome, Outcome::kDiffers);
}

TEST(Judge, ATargetThatIsDownIsUnknownOnEitherSide) {
  Seen down;
  down.down = "refused";
  for (const Verdict& verdict : {judged(down, seen(response("x"))), judged(seen(response("x")), down)}) {
    EXPECT_EQ(verdict.outcome, Outcome::kUnknown);
    EXPECT_EQ(verdict.reason, UnknownReason::kTargetDown);
    EXPECT_THAT(verdict.detail, HasSubstr("refused"));
  }
}

TEST(Judge, AnUnmetRequireIsUnknownEvenWhereBothAreEqual) {
  Step step = get("step", "/");
  step.require.status = 304;
  const Verdict verdict = judged(seen(response("x")), seen(response("x")), step);
  EXPECT_EQ(verdict.outcome, Outcome::kUnknown);
  EXPECT_EQ(verdict.reason, UnknownReason::kRequireUnmet);
}

TEST(Judge, AnUnmetRequireStillTellsWhatDiffered) {
  Step step = get("step", "/");
  step.require.status = 304;
  const Verdict verdict = judged(seen(response("x")), seen(response("y")), step);
  EXPECT_EQ(verdict.reason, UnknownReason::kRequireUnmet);
  EXPECT_TRUE(verdict.differences.empty());
  EXPECT_THAT(verdict.notes, testing::Contains(HasSubstr("body-bytes")));
}

TEST(Judge, ThePortNeedNotMeetWhatTheReferenceMeets) {
  Step step = get("step", "/");
  step.require.status = 200;
  EXPECT_EQ(judged(seen(response("x")), seen("HTTP/1.1 304 Not Modified\r\n\r\n"), step).outcome, Outcome::kDiffers);
}

TEST(Judge, ARequestThatTheReferenceCouldNotMakeIsUnmetAndOneOfThePortHasNoResponse) {
  Seen unsent;
  unsent.unsent = "{etag} has no value";
  EXPECT_EQ(judged(unsent, seen(response("x"))).reason, UnknownReason::kRequireUnmet);
  EXPECT_EQ(judged(seen(response("x")), unsent).reason, UnknownReason::kNoResponse);
}

TEST(Judge, AForeignAnswerToThePortsSentinelIsSurplus) {
  Seen reference = seen(response("x"));
  Seen port = seen(response("x"));
  reference.sentinel = make_exchange("GET /s HTTP/1.1\r\n\r\n", response("s"), Fate::kOpen);
  port.sentinel = make_exchange("GET /s HTTP/1.1\r\n\r\n", "late" + response("s"), Fate::kOpen);
  const Verdict verdict = judged(reference, port);
  ASSERT_EQ(verdict.differences.size(), 1u);
  EXPECT_EQ(verdict.differences[0].kind, DifferenceKind::kSurplusBytes);
  port.sentinel = reference.sentinel;
  EXPECT_EQ(judged(reference, port).outcome, Outcome::kParity);
}

}  // namespace
}  // namespace httparity
