#include "result/ledger.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "result/accept.h"
#include "result/exit_status.h"
#include "result/result_json.h"
#include "result/signature.h"

namespace httparity {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::sys_days kToday = 2026y / 11 / 30;

Difference differs_in(std::string part, std::string reference, std::string port) {
  Difference difference;
  difference.kind = DifferenceKind::kHeaderValue;
  difference.part = std::move(part);
  difference.reference = {{0, reference.size()}, reference};
  difference.port = {{0, port.size()}, port};
  return difference;
}

StepResult step_with(std::string name, std::vector<Difference> differences) {
  StepResult step;
  step.name = std::move(name);
  step.verdict.outcome = Outcome::kDiffers;
  step.verdict.differences = std::move(differences);
  return step;
}

ScenarioResult scenario_with(std::vector<StepResult> steps) {
  ScenarioResult scenario;
  scenario.contract = "contracts/x/room.contract.json";
  scenario.name = "visit";
  scenario.variant = "gzip";
  scenario.steps = std::move(steps);
  return scenario;
}

const Difference kServer = differs_in("Server", "nginx", "Apache");

LedgerEntry entry_for(std::string signature, LedgerScope scope = {}) {
  return {std::move(signature), std::move(scope),
          "another product",    "ada",
          2026y / 11 / 30,      {"ledger.json", 3, "/entries/0"}};
}

/// How a scenario of one step with `kServer` comes out under one entry.
ScenarioResult judged(const LedgerEntry& entry, std::vector<LedgerUse>* uses_after = nullptr) {
  auto uses = open_ledger({"ledger.json", {entry}}, kToday);
  ScenarioResult scenario = scenario_with({step_with("get", {kServer})});
  apply_ledger(uses, "apache", scenario);
  if (uses_after != nullptr) *uses_after = uses;
  return scenario;
}

RunResult run_of(ScenarioResult scenario) {
  RunResult result;
  result.envelope.targets = {{"reference", "nginx", "", {}, {}}, {"port", "apache", "", {}, {}}};
  result.found = VerifyResult{{std::move(scenario)}, {}, {}};
  return result;
}

TEST(SignatureTest, TellsKindPartAndBytesApart) {
  const std::string signature = signature_of(kServer);
  EXPECT_TRUE(signature.starts_with("header-value Server #"));
  EXPECT_EQ(signature.size(), std::string("header-value Server #").size() + 16);
  EXPECT_NE(signature, signature_of(differs_in("Server", "nginx", "apache")));
  EXPECT_NE(signature_of(differs_in("A", "ab", "c")), signature_of(differs_in("A", "a", "bc")));
  EXPECT_EQ(signature_of(differs_in("A", std::string(5000, 'x'), "y")).size(),
            signature_of(differs_in("A", "x", "y")).size());
}

TEST(SignatureTest, AMovedFieldIsTheSameWhateverTheClockSays) {
  Difference moved = differs_in("Date", "Date: one", "Date: one");
  moved.kind = DifferenceKind::kHeaderMoved;
  EXPECT_EQ(signature_of(moved), "header-moved Date");
}

TEST(SignatureTest, WithoutItsDigestItCoversAnyBytes) {
  EXPECT_TRUE(signature_matches("header-value Server", signature_of(kServer)));
  EXPECT_TRUE(signature_matches(signature_of(kServer), signature_of(kServer)));
  EXPECT_FALSE(signature_matches("header-value", signature_of(kServer)));
  EXPECT_FALSE(signature_matches("header-value Server #0000000000000000", signature_of(kServer)));
}

TEST(LedgerTest, AStepWhoseEveryDifferenceIsKnownEndsNoRunWithOne) {
  const ScenarioResult scenario = judged(entry_for(signature_of(kServer)));
  EXPECT_TRUE(scenario.steps[0].known);
  EXPECT_EQ(scenario.steps[0].verdict.differences[0].known, "another product");
  EXPECT_EQ(exit_status(run_of(scenario)), ExitStatus::kParity);
  EXPECT_EQ(count(VerifyResult{{scenario}, {}, {}}).known, 1U);
}

TEST(LedgerTest, OneDifferenceThatNobodyKnowsIsEnough) {
  auto uses = open_ledger({"ledger.json", {entry_for(signature_of(kServer))}}, kToday);
  ScenarioResult scenario = scenario_with({step_with("get", {kServer, differs_in("ETag", "a", "b")})});
  apply_ledger(uses, "apache", scenario);
  EXPECT_FALSE(scenario.steps[0].known);
  EXPECT_EQ(exit_status(run_of(scenario)), ExitStatus::kDifferences);
}

TEST(LedgerTest, AScopeHoldsWhereEveryPartOfItDoes) {
  const std::string signature = signature_of(kServer);
  EXPECT_TRUE(judged(entry_for(signature, {"apache", "room.contract.json", "visit", "gzip", "get"})).steps[0].known);
  EXPECT_FALSE(judged(entry_for(signature, {"caddy", {}, {}, {}, {}})).steps[0].known);
  EXPECT_FALSE(judged(entry_for(signature, {{}, "x.contract.json", {}, {}, {}})).steps[0].known);
  EXPECT_FALSE(judged(entry_for(signature, {{}, {}, "visits", {}, {}})).steps[0].known);
  EXPECT_FALSE(judged(entry_for(signature, {{}, {}, {}, "", {}})).steps[0].known);
  EXPECT_FALSE(judged(entry_for(signature, {{}, {}, {}, {}, "g*"})).steps[0].known);
}

TEST(LedgerTest, AnExpiredEntryCoversNothingAndIsSaid) {
  LedgerEntry entry = entry_for(signature_of(kServer));
  entry.expires = 2026y / 11 / 29;
  std::vector<LedgerUse> uses;
  EXPECT_FALSE(judged(entry, &uses).steps[0].known);
  EXPECT_EQ(uses[0].hits, 1U);
  EXPECT_EQ(ledger_faults(uses, "apache", false),
            std::vector<std::string>{"ledger.json:3: /entries/0: \"" + entry.signature +
                                     "\" expired on 2026-11-29: mend the port, or have ada accept it again"});
}

TEST(LedgerTest, AnUnusedEntryIsSaidWhereEverythingRanAgainstItsPort) {
  std::vector<LedgerUse> uses;
  (void)judged(entry_for("header-extra X", {"apache", {}, {}, {}, {}}), &uses);
  EXPECT_EQ(
      ledger_faults(uses, "apache", true),
      std::vector<std::string>{"ledger.json:3: /entries/0: \"header-extra X\" covered nothing: remove the entry"});
  EXPECT_TRUE(ledger_faults(uses, "apache", false).empty());
  EXPECT_TRUE(ledger_faults(uses, "caddy", true).empty());
}

TEST(LedgerTest, HitsOfPartsAddUp) {
  auto uses = open_ledger({"l", {entry_for("a"), entry_for("b")}}, kToday);
  auto part = uses;
  part[1].hits = 3;
  add_hits(uses, part);
  add_hits(uses, part);
  EXPECT_EQ(uses[0].hits, 0U);
  EXPECT_EQ(uses[1].hits, 6U);
  EXPECT_EQ(uses.size(), 2U);
}

TEST(LedgerTest, ErrorsNamePlaceAndCure) {
  EXPECT_EQ(parse_ledger("{\"httparity_ledger\": 1, \"entries\": [\n{\"signatur\": \"x\"}]}", "l.json").error().what,
            "l.json:2: /entries/0/signatur: unknown key \"signatur\"; did you mean \"signature\"? (and 4 more)");
  EXPECT_EQ(parse_ledger(R"({"httparity_ledger": 1, "entries": [{"signature": "x", "reason": "r", "owner": "o",
      "expires": "2026-02-30"}]})",
                         "l.json")
                .error()
                .what,
            "l.json:2: /entries/0/expires: must be a day as YYYY-MM-DD");
  EXPECT_FALSE(parse_ledger("{\"httparity_ledger\": 2, \"entries\": []}", "l.json"));
}

TEST(LedgerTest, WithoutAFileThereIsAnEmptyLedger) {
  const auto ledger = read_ledger("/none/ledger.json");
  ASSERT_TRUE(ledger);
  EXPECT_TRUE(ledger->entries.empty());
}

RC_GTEST_PROP(LedgerTest, WhatIsWrittenIsReadBack, ()) {
  const auto words = rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::inRange(' ', '~')));
  Ledger ledger{"l.json", {}};
  const int count = *rc::gen::inRange(0, 4);
  for (int place = 0; place < count; ++place) {
    LedgerEntry entry{
        *words, {}, *words, *words, std::chrono::sys_days(kToday) + std::chrono::days(*rc::gen::inRange(0, 9999)), {}};
    if (*rc::gen::arbitrary<bool>()) entry.scope.port = *words;
    if (*rc::gen::arbitrary<bool>()) entry.scope.variant = "";
    ledger.entries.push_back(entry);
  }
  auto read = parse_ledger(render_ledger(ledger), "l.json");
  RC_ASSERT(static_cast<bool>(read));
  for (LedgerEntry& entry : read->entries) entry.place = {};
  RC_ASSERT(*read == ledger);
}

TEST(AcceptTest, WhatAReportShowsIsKnownAfterItWasAccepted) {
  auto none = open_ledger({}, kToday);
  ScenarioResult scenario =
      scenario_with({step_with("get", {kServer, differs_in("ETag", "a", "b")}), step_with("head", {kServer})});
  apply_ledger(none, "apache", scenario);
  const auto open = open_differences(render_json(run_of(scenario)), "report.json");
  ASSERT_TRUE(open);
  EXPECT_EQ(open->size(), 3U);
  Ledger ledger;
  EXPECT_EQ(accept_differences(*open, {"another product", "ada", 2027y / 1 / 1}, ledger), 2U);
  EXPECT_EQ(ledger.entries[0].scope, (LedgerScope{"apache", "room.contract.json", "visit", "gzip", {}}));
  EXPECT_EQ(ledger.entries[1].scope, (LedgerScope{"apache", "room.contract.json", "visit", "gzip", "get"}));

  auto uses = open_ledger(ledger, kToday);
  apply_ledger(uses, "apache", scenario);
  EXPECT_EQ(exit_status(run_of(scenario)), ExitStatus::kParity);
  EXPECT_EQ(open_differences(render_json(run_of(scenario)), "report.json")->size(), 0U);
  EXPECT_TRUE(ledger_faults(uses, "apache", true).empty());
}

TEST(AcceptTest, AcceptingAgainReplacesTheEntry) {
  const std::vector<OpenDifference> open = {{"a #1", "apache", "c.json", "s", "", "t"}};
  Ledger ledger;
  accept_differences(open, {"first", "ada", 2027y / 1 / 1}, ledger);
  accept_differences(open, {"second", "bob", 2028y / 1 / 1}, ledger);
  ASSERT_EQ(ledger.entries.size(), 1U);
  EXPECT_EQ(ledger.entries[0].reason, "second");
}

TEST(AcceptTest, AnotherFileThanAReportIsRefused) {
  EXPECT_EQ(open_differences("{}", "x.json").error().what,
            "x.json:1: is no JSON report of httparity, version 1: write one with --report json:PATH");
  EXPECT_FALSE(open_differences("[1", "x.json"));
}

}  // namespace
}  // namespace httparity
