#include "learn/patch.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "base/file.h"
#include "base/test_support.h"
#include "contract/read_contract.h"

namespace httparity {
namespace {

std::vector<Proposal> two() {
  Proposal date;
  date.mask.selector = HeaderSelector{"Zeit", {}, {}, {}};
  date.mask.type = MaskType::kHttpDate;
  date.mask.why = "varies";
  date.evidence = {"first in a", "Sun"};
  Proposal clock;
  clock.mask.selector = GzipPart::kMtime;
  clock.mask.why = "varies";
  return {date, clock};
}

const std::string kSteps =
    R"("scenarios": [{"name": "s", "steps": [{"name": "a", "request": {"method": "GET", "target": "/"}}]}])";

TEST(RenderPatchTest, NothingProposedIsNoPatch) {
  EXPECT_EQ(*render_patch("{}", "x.json", {}), "");
  EXPECT_FALSE(render_patch("[]", "x.json", two()));
}

TEST(RenderPatchTest, AddsLinesBehindTheBracket) {
  EXPECT_EQ(*render_patch("{\n  \"masks\": [\n    {}\n  ]\n}\n", "x.json", two()),
            "--- a/x.json\n+++ b/x.json\n@@ -1,5 +1,9 @@\n {\n   \"masks\": [\n+    // first in a\n+    // Sun\n"
            "+    {\"header\":\"Zeit\",\"type\":\"http-date\",\"why\":\"varies\"},\n"
            "+    {\"gzip\":\"mtime\",\"why\":\"varies\"},\n     {}\n   ]\n }\n");
}

/// Applies the patch for `contract` with patch(1) and counts the masks that the contract has then.
std::size_t masks_after(const std::string& contract) {
  std::string folder = testing::TempDir() + "patch_test.XXXXXX";
  if (mkdtemp(folder.data()) == nullptr) return 1000;
  const auto patch = render_patch(contract, "x.json", two());
  EXPECT_TRUE(patch);
  EXPECT_TRUE(write_file(folder + "/x.json", contract));
  EXPECT_TRUE(write_file(folder + "/x.patch", *patch));
  const std::string command = "cd '" + folder + "' && git apply --unsafe-paths x.patch";
  EXPECT_EQ(std::system(command.c_str()), 0) << *patch;
  const ContractReading reading = read_contract(folder + "/x.json");
  EXPECT_TRUE(reading.contract) << reading.errors[0].what << "\n" << *read_file(folder + "/x.json", 10000);
  std::filesystem::remove_all(folder);
  return reading.contract ? reading.contract->scenarios[0].steps[0].masks.size() : 1000;
}

TEST(RenderPatchTest, GitAppliesItWhereverTheMasksStand) {
  if (const auto why = missing_program("git")) GTEST_SKIP() << *why;
  const std::string mask = R"({"header": "Date", "type": "http-date", "why": "clock"})";
  EXPECT_EQ(masks_after("{\"httparity\": 1, \"name\": \"x\",\n  // masks: [\n  \"masks\": [ // these\n    " + mask +
                        "\n  ],\n" + kSteps + "}\n"),
            3U);
  EXPECT_EQ(masks_after("{\"httparity\": 1, \"name\": \"x\",\n\"masks\": [" + mask + "],\n" + kSteps + "}\n"), 3U);
  EXPECT_EQ(masks_after("{\"httparity\": 1, \"name\": \"x\",\n\"masks\": [],\n" + kSteps + "}\n"), 2U);
  EXPECT_EQ(masks_after("{\n\"httparity\": 1, \"name\": \"x\",\n\n\n" + kSteps + "\n}\n"), 2U);
  EXPECT_EQ(masks_after("{\"httparity\": 1, \"name\": \"x\", \"masks\": [], " + kSteps + "}"), 2U);
  EXPECT_EQ(masks_after("{\"httparity\": 1, \"name\": \"x\", " + kSteps + "}"), 2U);
}

}  // namespace
}  // namespace httparity
