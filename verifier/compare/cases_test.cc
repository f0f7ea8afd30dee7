#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "compare/compare.h"
#include "compare/test_cases.h"
#include "wire/make_exchange.h"

namespace httparity {
namespace {

std::vector<Verdict> judge(const WireCase& wire_case) {
  ScenarioComparer comparer;
  std::vector<Verdict> verdicts;
  for (const CaseStep& step : wire_case.steps) {
    verdicts.push_back(comparer.compare(make_exchange(step.request, step.reference.bytes, step.reference.fate),
                                        make_exchange(step.request, step.port.bytes, step.port.fate), wire_case.masks));
  }
  return verdicts;
}

std::string test_name(const testing::TestParamInfo<WireCase>& info) {
  std::string name = info.param.id;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

class WireCases : public testing::TestWithParam<WireCase> {};

TEST_P(WireCases, GetTheVerdictTheyAskFor) {
  const auto fault = find_fault(GetParam(), judge(GetParam()));
  EXPECT_FALSE(fault.has_value()) << *fault << "\n" << GetParam().about;
}

INSTANTIATE_TEST_SUITE_P(Own, WireCases,
                         testing::ValuesIn(read_wire_cases(HTTPARITY_SOURCE_DIR "/corpus/wire/own_cases.json")),
                         test_name);

INSTANTIATE_TEST_SUITE_P(Corpus, WireCases,
                         testing::ValuesIn(read_wire_cases(HTTPARITY_SOURCE_DIR "/corpus/wire/cases.json")), test_name);

}  // namespace
}  // namespace httparity
