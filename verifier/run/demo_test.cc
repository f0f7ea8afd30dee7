#include "run/demo.h"

#include <gtest/gtest.h>

#include <set>

#include "result/exit_status.h"

namespace httparity {
namespace {

TEST(Demo, WithoutAFaultAllIsParity) {
  const RunResult result = run_demo(nullptr);
  EXPECT_TRUE(shows_what_was_planted(result, nullptr));
  EXPECT_EQ(exit_status(result), ExitStatus::kParity);
}

TEST(Demo, EveryKindOfDifferenceIsPlantedOnce) {
  std::set<DifferenceKind> kinds;
  for (const PlantedFault& fault : planted_faults()) EXPECT_TRUE(kinds.insert(fault.kind).second);
  EXPECT_EQ(kinds.size(), static_cast<std::size_t>(DifferenceKind::kMetamorphic) + 1);
}

TEST(Demo, EveryPlantedFaultIsFoundAsItsKindAndAsNoOther) {
  for (const PlantedFault& fault : planted_faults()) {
    const RunResult result = run_demo(&fault);
    EXPECT_TRUE(shows_what_was_planted(result, &fault)) << difference_kind_name(fault.kind);
    EXPECT_EQ(exit_status(result), ExitStatus::kDifferences) << difference_kind_name(fault.kind);
    EXPECT_FALSE(shows_what_was_planted(result, nullptr)) << difference_kind_name(fault.kind);
  }
}

TEST(Demo, AFaultThatIsNotThereIsNotFound) {
  EXPECT_FALSE(shows_what_was_planted(run_demo(nullptr), &planted_faults().front()));
}

}  // namespace
}  // namespace httparity
