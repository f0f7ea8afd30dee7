#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "base/file.h"
#include "base/test_folder.h"
#include "base/test_support.h"
#include "result/load_fixture.h"
#include "result/result_json.h"

namespace httparity {
namespace {

class ResultSchema : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::system("command -v node > /dev/null 2>&1") != 0 || !is_folder(HTTPARITY_NPM_FOLDER "/node_modules/ajv")) {
      GTEST_SKIP() << missing_part("needs node and the npm package ajv, which this build could not install");
    }
  }
  /// The schemas take `json`, and know every key of it.
  bool take(const std::string& json) {
    const std::string path = (folder_.path() / "result.json").string();
    EXPECT_TRUE(write_file(path, json));
    const std::string command =
        "node " HTTPARITY_NPM_FOLDER "/check_result.mjs " HTTPARITY_SOURCE_DIR " '" + path + "'";
    return std::system(command.c_str()) == 0;
  }
  static std::string renamed(std::string json, const std::string& key, const std::string& to) {
    const std::size_t at = json.find("\"" + key + "\"");
    EXPECT_NE(at, std::string::npos) << key;
    return json.replace(at + 1, key.size(), to);
  }

  TestFolder folder_;
};

TEST_F(ResultSchema, TakesWhatIsWrittenAndKnowsEveryKeyOfIt) {
  EXPECT_TRUE(take(render_json(full_load())));
  EXPECT_TRUE(take(render_json(load_of_two())));
  EXPECT_TRUE(take(render_json(full_verification())));
  EXPECT_TRUE(take(render_json(RunResult{})));
}

TEST_F(ResultSchema, AKeyThatIsMissingOrThatItDoesNotKnowIsFound) {
  const std::string load = render_json(full_load());
  EXPECT_FALSE(take(renamed(load, "started", "begun")));
  EXPECT_FALSE(take(renamed(load, "busiest_thread", "busy")));
  EXPECT_FALSE(take(renamed(load, "instructions_per_request", "per_request")));
  EXPECT_FALSE(take(renamed(load, "signature", "sign")));
}

}  // namespace
}  // namespace httparity
