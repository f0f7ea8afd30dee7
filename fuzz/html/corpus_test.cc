#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/file.h"
#include "fuzz/html/adapter_test_support.h"
#include "fuzz/html/fuzz_html.h"
#include "fuzz/html/ledger.h"
#include "fuzz/html/plugin.h"
#include "fuzz/html/record.h"

namespace httparity::html {
namespace {

const std::string kCorpus = HTTPARITY_SOURCE_DIR "/corpus/html";
constexpr std::size_t kMaxBytes = 16U << 20U;

std::vector<std::string> dat_files() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(kCorpus + "/cases")) {
    if (entry.path().extension() == ".dat") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

TEST(Corpus, HasOverAThousandCases) {
  const auto corpus = read_corpus(kCorpus, {});
  ASSERT_TRUE(corpus) << corpus.error().what;
  EXPECT_GT(corpus->size(), 1000U);
}

TEST(Corpus, IsWhatTheReferenceAnswersTreeAndBytes) {
  if (const auto why = missing_adapter("html5ever")) GTEST_SKIP() << *why;
  const auto reference = load_plugin(find_plugin("html5ever"));
  ASSERT_TRUE(reference) << reference.error().what;
  for (const std::string& file : dat_files()) {
    const auto text = read_file(file, kMaxBytes);
    const auto bytes = read_file(file.substr(0, file.rfind('.')) + ".bytes.json", kMaxBytes);
    ASSERT_TRUE(text && bytes) << file;
    auto cases = parse_dat(*text, file);
    ASSERT_TRUE(cases) << cases.error().what;
    const auto recorded = record_cases(**reference, *std::move(cases));
    ASSERT_TRUE(recorded) << recorded.error().what;
    EXPECT_EQ(recorded->dat, *text) << file;
    EXPECT_EQ(recorded->bytes, *bytes) << file;
  }
}

TEST(CorpusLedger, EveryEntryIsACauseWithKeysAndASectionOfTheStandard) {
  const auto ledger = read_ledger(kCorpus + "/ledger.json");
  ASSERT_TRUE(ledger) << ledger.error().what;
  EXPECT_GT(ledger->entries.size(), 20U);
  for (const LedgerEntry& entry : ledger->entries) {
    EXPECT_FALSE(entry.keys.empty()) << entry.id;
    EXPECT_NE(entry.standard.find("13."), std::string::npos) << entry.id;
    EXPECT_FALSE(entry.why.empty()) << entry.id;
  }
}

}  // namespace
}  // namespace httparity::html
