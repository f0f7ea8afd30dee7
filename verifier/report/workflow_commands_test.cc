#include "report/workflow_commands.h"

#include <gtest/gtest.h>

namespace httparity {
namespace {

TEST(WithoutWorkflowCommands, NoLineBeginsWithTwoColons) {
  EXPECT_EQ(without_workflow_commands("::error::x\n  ::add-mask::y\na ::b"),
            ":\\x3aerror::x\n  :\\x3aadd-mask::y\na ::b");
}

TEST(WithoutWorkflowCommands, NoGroupMarkStandsAnywhere) {
  EXPECT_EQ(without_workflow_commands("a ##[group]b ##vso[task]c ##d"), "a #\\x23[group]b #\\x23vso[task]c ##d");
}

TEST(WithoutWorkflowCommands, OtherTextStays) {
  EXPECT_EQ(without_workflow_commands("std::string\n: :\n"), "std::string\n: :\n");
}

}  // namespace
}  // namespace httparity
