#include "run/target_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace httparity {
namespace {

using testing::HasSubstr;

Suite suite_with_targets() {
  Suite suite;
  suite.path = "contracts/static";
  SuiteTargets targets;
  targets.reference = "nginx";
  targets.targets.resize(2);
  targets.targets[0].name = "nginx";
  targets.targets[1].name = "apache";
  suite.targets = targets;
  return suite;
}

TEST(ChooseTarget, WithoutAnOptionTakesWhatTargetsJsonSays) {
  const Suite suite = suite_with_targets();
  const auto choice = choose_target(suite, "reference", std::nullopt);
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->name, "nginx");
  EXPECT_TRUE(choice->restartable());
}

TEST(ChooseTarget, AnOptionIsANameOrAUrl) {
  const Suite suite = suite_with_targets();
  EXPECT_EQ(choose_target(suite, "port", "apache")->spec, &suite.targets->targets[1]);
  const auto url = choose_target(suite, "port", "http://127.0.0.1:8080");
  ASSERT_TRUE(url);
  EXPECT_FALSE(url->restartable());
  EXPECT_EQ(url->endpoint->port, 8080);
}

TEST(ChooseTarget, AnErrorSaysWhatWouldDo) {
  const Suite suite = suite_with_targets();
  EXPECT_THAT(choose_target(suite, "port", "nginy").error().what, HasSubstr("nginx, apache"));
  EXPECT_THAT(choose_target(suite, "port", std::nullopt).error().what, HasSubstr("needs --port"));
  EXPECT_FALSE(choose_target(suite, "port", "ftp://127.0.0.1"));
  EXPECT_THAT(choose_target(Suite{}, "port", std::nullopt).error().what, HasSubstr("give a URL"));
}

}  // namespace
}  // namespace httparity
