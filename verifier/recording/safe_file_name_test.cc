#include "recording/safe_file_name.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"

namespace httparity {
namespace {

TEST(SafeFileName, KeepsWhatIsPlain) {
  EXPECT_EQ(safe_file_name("agent=chrome,encoding=gzip"), "agent=chrome,encoding=gzip");
  EXPECT_EQ(safe_file_name("miss, hit, revisit"), "miss,_hit,_revisit");
  EXPECT_EQ(safe_file_name("a.b-c+1"), "a.b-c+1");
}

TEST(SafeFileName, MakesHostileNamesSafe) {
  for (const std::string& name :
       {std::string("../../x"), std::string("/etc/passwd"), std::string("a\0b", 3), std::string(300, 'x'),
        std::string("CON"), std::string("con"), std::string("nul.txt"), std::string("com1"), std::string("x."),
        std::string("."), std::string(".."), std::string(""), std::string(".hidden"), std::string("a:b"),
        std::string("a\\b"), std::string("\x1b[2J"), std::string("caf\xc3\xa9")}) {
    const std::string safe = safe_file_name(name);
    EXPECT_NE(safe, name);
    EXPECT_LE(safe.size(), 100U);
    EXPECT_EQ(safe.find_first_of(std::string("/\\:\0\x1b", 5)), std::string::npos) << safe;
    EXPECT_FALSE(safe.starts_with('.') || safe.ends_with('.')) << safe;
  }
}

TEST(SafeFileName, NamesThatLookAlikeStayApart) {
  const std::vector<std::string> names{"a b", "a_b", "A b", "a~b", "a/b", "A_B", safe_file_name("a_b"), "a  b"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_FALSE(equal_ignoring_case(safe_file_name(names[i]), safe_file_name(names[j])))
          << names[i] << " " << names[j];
    }
  }
}

RC_GTEST_PROP(SafeFileName, TwoNamesNeverMeet, (std::string one, std::string other)) {
  if (*rc::gen::arbitrary<bool>()) other = lower(one);
  RC_PRE(one != other);
  RC_ASSERT(!equal_ignoring_case(safe_file_name(one), safe_file_name(other)));
}

}  // namespace
}  // namespace httparity
