#include "result/derived_members.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "result/load_fixture.h"
#include "result/read_result.h"
#include "result/result_json.h"

namespace httparity {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// What reading says of a run's text in which `from` was made `to`, where it stands first.
std::string error_of(const RunResult& result, const std::string& from, const std::string& to) {
  std::string text = render_json(result);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  if (at != std::string::npos) text.replace(at, from.size(), to);
  const auto read = parse_result(std::move(text), "results.json");
  return read ? "" : read.error().what;
}

RunResult of_this_version(RunResult result) {
  result.envelope.tool_version = tool_version();
  return result;
}

// It lost its void reason when a request too many was started.
RunResult void_load() {
  RunResult result = of_this_version(load_of_two());
  ++std::get<LoadResult>(result.found).measurements[0].started;
  return result;
}

TEST(DerivedMembers, ARunThatWasNotCompleteCannotSayItWas) {
  const RunResult whole = load_of_two();
  EXPECT_THAT(error_of(whole, "\"complete\": true", "\"complete\": false"),
              AllOf(HasSubstr("results.json:"), HasSubstr("/complete: is false, but true follows from the rest"),
                    HasSubstr("take the file as the run wrote it")));
  EXPECT_THAT(error_of(full_load(), "\"complete\": false", "\"complete\": true"), HasSubstr("/complete: is true"));
  EXPECT_THAT(error_of(full_verification(), "\"interrupted\": \"terminate\",", ""), HasSubstr("/exit: is 143, but 5 "));
  EXPECT_THAT(error_of(whole, "\"partial\": false", "\"partial\": true"), HasSubstr("/load/measurements/0/partial"));
}

TEST(DerivedMembers, TheExitStatusIsWhatTheRestGivesCauseFor) {
  EXPECT_THAT(error_of(void_load(), "\"exit\": 4", "\"exit\": 0"), HasSubstr("/exit: is 0, but 4 follows"));
  EXPECT_THAT(error_of(full_verification(), "\"exit\": 143", "\"exit\": 0"), HasSubstr("/exit: is 0, but 143"));
}

TEST(DerivedMembers, AVoidReasonCannotBeTakenAwayNorChanged) {
  const RunResult result = void_load();
  const std::string reason = "\"nginx, 64 connections, round 1: 1001 requests were started, 1000 are accounted for\"";
  EXPECT_THAT(error_of(result, reason, ""), HasSubstr("/load/void: has 0 entries, but 1 follow from the rest"));
  EXPECT_THAT(error_of(result, "1000 are accounted", "1001 are accounted"), HasSubstr("/load/void/0: is \"nginx"));
  EXPECT_THAT(error_of(result, "\"void\":", "\"voided\":"), HasSubstr("unknown key \"voided\""));
  EXPECT_THAT(error_of(result, "\"missed\": [],", ""), HasSubstr("/load: lacks \"missed\", which follows"));
}

TEST(DerivedMembers, RequestsThatDoNotAddUpAreAReasonForVoid) {
  EXPECT_THAT(error_of(load_of_two(), "\"started\": 1000", "\"started\": 999"),
              HasSubstr("/exit: is 0, but 4 follows"));
}

TEST(DerivedMembers, RatesAndPercentilesFollowFromCountsAndTime) {
  const RunResult result = load_of_two();
  EXPECT_THAT(error_of(result, "\"valid_per_second\": 500", "\"valid_per_second\": 900"),
              HasSubstr("/valid_per_second: is 900, but 500 follows"));
  EXPECT_THAT(error_of(result, "\"timed_ns\": 2000000000", "\"timed_ns\": 1000000000"),
              HasSubstr("/load/ratios/0/ratios/0: is "));
  EXPECT_THAT(error_of(result, "\"p99_ns\": ", "\"p99_ns\": 1"), HasSubstr("/p99_ns: is 1"));
  EXPECT_THAT(error_of(result, "\"indistinguishable\": false", "\"indistinguishable\": true"),
              HasSubstr("/indistinguishable: is true, but false"));
}

TEST(DerivedMembers, TheCountsOfAVerificationFollowFromItsSteps) {
  EXPECT_THAT(error_of(full_verification(), "\"parity\": 0", "\"parity\": 1"), HasSubstr("/counts/parity: is 1"));
  EXPECT_THAT(error_of(full_verification(), "\"scenarios\": 2", "\"scenarios\": 2, \"more\": 1"),
              HasSubstr("/counts/more: doesn't follow from the rest"));
}

TEST(DerivedMembers, AnotherVersionMaySayTheSameInOtherWords) {
  RunResult result = void_load();
  result.envelope.tool_version = "0.0.1";
  EXPECT_EQ(error_of(result, "are accounted for", "came to an end"), "");
}

TEST(DerivedMembers, AnotherCompressionOfTheSameBucketsIsNone) {
  EXPECT_EQ(error_of(load_of_two(), "\"hdr_v2\": \"", "\"hdr_v2\": \"A"), "");
}

}  // namespace
}  // namespace httparity
