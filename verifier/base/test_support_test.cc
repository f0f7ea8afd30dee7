#include "base/test_support.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace httparity {
namespace {

/// Sets an environment variable until the end of the scope, then puts back what was there.
class ScopedVariable {
 public:
  ScopedVariable(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    setenv(name, value, 1);
  }
  ScopedVariable(const ScopedVariable&) = delete;
  ScopedVariable& operator=(const ScopedVariable&) = delete;
  ~ScopedVariable() { before_ ? setenv(name_, before_->c_str(), 1) : unsetenv(name_); }

 private:
  const char* name_;
  std::optional<std::string> before_;
};

TEST(MissingProgram, IsNothingWhereTheProgramIsInstalled) {
  const ScopedVariable required("HTTPARITY_REQUIRE", "all");
  EXPECT_EQ(missing_program("sh"), std::nullopt);
  EXPECT_EQ(missing_program("/bin/sh"), std::nullopt);
}

TEST(MissingProgram, NamesTheProgramAndTheCure) {
  const ScopedVariable required("HTTPARITY_REQUIRE", "");
  EXPECT_EQ(missing_program("no-such-program"),
            "needs \"no-such-program\", which is not installed here: ci/install --servers adds it");
  EXPECT_TRUE(missing_program("/etc/passwd")) << "a file that can't be run is no program";
  EXPECT_TRUE(missing_program(""));
}

TEST(MissingProgram, FailsTheTestWhereEverythingIsRequired) {
  const ScopedVariable required("HTTPARITY_REQUIRE", "all");
  EXPECT_NONFATAL_FAILURE(missing_program("no-such-program"), "HTTPARITY_REQUIRE=all");
}

TEST(MissingPart, FailsTheTestWhereEverythingIsRequired) {
  const ScopedVariable required("HTTPARITY_REQUIRE", "all");
  EXPECT_NONFATAL_FAILURE(missing_part("needs a part"), "and this test needs a part");
}

TEST(FindProgram, GivesAPathThatCanBeRun) {
  const ScopedVariable path("PATH", ":/no-such-folder::/bin");
  EXPECT_EQ(find_program("sh"), "/bin/sh");
  EXPECT_EQ(find_program("no-such-program"), std::nullopt);
}

TEST(MissingData, NeverFailsATest) {
  const ScopedVariable required("HTTPARITY_REQUIRE", "all");
  const ScopedVariable unset("HTTPARITY_TEST_DATA", "");
  EXPECT_EQ(missing_data("HTTPARITY_TEST_DATA"), "needs foreign data: set HTTPARITY_TEST_DATA to its folder");
  const ScopedVariable wrong("HTTPARITY_TEST_DATA", "/no-such-folder");
  EXPECT_TRUE(missing_data("HTTPARITY_TEST_DATA"));
  const ScopedVariable right("HTTPARITY_TEST_DATA", "/");
  EXPECT_EQ(missing_data("HTTPARITY_TEST_DATA"), std::nullopt);
}

}  // namespace
}  // namespace httparity
