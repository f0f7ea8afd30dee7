#include "fuzz/html/libfuzzer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "fuzz/html/fuzz_input.h"
#include "fuzz/html/tokens.h"

namespace httparity::html {
namespace {

TEST(LibFuzzer, TheHtmlTargetRunsWithoutTheEntropicScheduler) {
  const auto options = read_file(HTTPARITY_SOURCE_DIR "/fuzz/html/html_pair_fuzz.options", 1U << 16U);
  ASSERT_TRUE(options) << options.error().what;
  const std::vector<std::string> flags = libfuzzer_flags(*options);
  EXPECT_THAT(flags, testing::IsSupersetOf({"-entropic=0", "-print_funcs=0", "-max_len=512", "-timeout=10"}));
  EXPECT_THAT(flags, testing::Not(testing::Contains(testing::HasSubstr("dict"))));
}

TEST(LibFuzzer, SaysHowManyInputsItRan) {
  EXPECT_EQ(executed_units("Done 99 runs\nstat::number_of_executed_units: 99\nstat::average_exec_per_sec: 5\n"), 99U);
  EXPECT_EQ(executed_units("usage"), std::nullopt);
}

TEST(LibFuzzer, NeedsItsProgram) {
  LibFuzzerSetup setup;
  setup.program = "/no/such/html_pair_fuzz";
  const auto engine = libfuzzer_engine(setup, {});
  ASSERT_FALSE(engine);
  EXPECT_NE(engine.error().what.find("fuzz/build.sh"), std::string::npos);
}

TEST(FuzzInput, IsReadBackAsItWas) {
  for (const HtmlCase& one : {HtmlCase{"<p>\xc3\xa9", {}, false, false}, HtmlCase{"", {}, false, false},
                              HtmlCase{"<td>", fragment_contexts().front(), false, false},
                              HtmlCase{"x", fragment_contexts().back(), false, false}}) {
    EXPECT_EQ(fuzz_case(fuzz_input(one)), one);
  }
  EXPECT_EQ(fuzz_case(""), HtmlCase{});
}

}  // namespace
}  // namespace httparity::html
