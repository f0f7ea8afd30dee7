// Two HTML parsers on one input, under libFuzzer: html5ever and Gumbo, or what HTTPARITY_FUZZ_REFERENCE and
// HTTPARITY_FUZZ_PORT name. Differences are counted as coverage and end nothing; a crash, a hang or a broken tape does.
//
// An input is one byte that chooses the context, then the bytes to parse; or a .dat file, of which every case is run.
// Run it with the flags of html_pair_fuzz.options: libFuzzer's entropic scheduler costs three times the parsing here.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

#include "fuzz/html/dat.h"
#include "fuzz/html/fuzz_html.h"
#include "fuzz/html/open_parser.h"
#include "fuzz/html/pair.h"
#include "fuzz/html/plugin.h"
#include "fuzz/html/signature.h"
#include "fuzz/html/tape.h"
#include "fuzz/html/token_mutator.h"
#include "fuzz/html/tokens.h"
#include "fuzz/html/utf8.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

using namespace httparity::html;

/// Which classes of differences were met: few, so that they cost little.
constexpr std::size_t kCounters = 1024;
__attribute__((used, section("__libfuzzer_extra_counters"))) volatile std::uint8_t difference_counters[kCounters];

std::unique_ptr<Parser> open(const char* variable, const char* fallback) {
  const char* named = std::getenv(variable);
  const std::string what = named != nullptr ? named : fallback;
  // Where the adapter isn't built there is nothing to fuzz.
  if (named == nullptr && find_plugin(what).empty()) return nullptr;
  auto parser = open_parser(what);
  return parser ? *std::move(parser) : nullptr;
}

Pair* pair() {
  static const std::unique_ptr<Pair> made = []() -> std::unique_ptr<Pair> {
    auto reference = open("HTTPARITY_FUZZ_REFERENCE", "html5ever");
    auto port = open("HTTPARITY_FUZZ_PORT", "gumbo");
    if (!reference || !port) return nullptr;
    return std::make_unique<Pair>(std::move(reference), std::move(port), false);
  }();
  return made.get();
}

HtmlCase case_of(const std::uint8_t* data, std::size_t size) {
  HtmlCase out;
  if (size == 0) return out;
  const std::size_t context = data[0] % (2 * fragment_contexts().size());
  if (context < fragment_contexts().size()) out.context = fragment_contexts()[context];
  out.data = decode_utf8({reinterpret_cast<const char*>(data) + 1, size - 1});
  return out;
}

void compare(const HtmlCase& input) {
  if (pair() == nullptr) return;
  const Judged judged = pair()->judge_one(input);
  if (!is_difference(judged.kind)) return;
  const std::string key = signature(judged.kind, judged.expected, judged.actual, Naming::kClasses);
  const std::size_t slot = std::hash<std::string>()(key) % kCounters;
  if (difference_counters[slot] < 255)
    difference_counters[slot] = static_cast<std::uint8_t>(difference_counters[slot] + 1);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (text.starts_with("#data\n")) {
    constexpr std::size_t kMaxCases = 200;
    const auto cases = parse_dat(text, "input");
    if (!cases) return 0;
    for (std::size_t i = 0; i < std::min(cases->size(), kMaxCases); ++i) {
      compare({decode_utf8((*cases)[i].data), (*cases)[i].context, false, false});
    }
    return 0;
  }
  compare(case_of(data, size));
  return 0;
}

#ifdef HTTPARITY_LIBFUZZER
namespace {

const TokenMutator& mutator() {
  static const TokenMutator kMutator([] {
    auto corpus = read_corpus(HTTPARITY_SOURCE_DIR "/corpus/html", {});
    return corpus ? *std::move(corpus) : std::vector<HtmlCase>{};
  }());
  return kMutator;
}

std::size_t store(std::uint8_t first, const std::string& text, std::uint8_t* data, std::size_t max_size) {
  const std::size_t size = std::min(text.size(), max_size - 1);
  data[0] = first;
  std::memcpy(data + 1, text.data(), size);
  return size + 1;
}

std::vector<std::string> tokens_of(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return {};
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto views = split_tokens(text);
  return {views.begin(), views.end()};
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned int seed) {
  Rng rng(seed);
  if (max_size < 2 || rng.one_in(10)) return LLVMFuzzerMutate(data, size, max_size);
  std::uint8_t first = size == 0 ? std::uint8_t{255} : data[0];
  std::vector<std::string> tokens = tokens_of(data, size);
  for (std::size_t i = 1 + rng.below(3); i > 0; --i) mutator().change(tokens, rng);
  if (rng.one_in(16)) first = static_cast<std::uint8_t>(rng.below(256));
  std::string text;
  for (const std::string& token : tokens) text += token;
  return store(first, text, data, max_size);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* x, std::size_t x_size, const std::uint8_t* y,
                                                 std::size_t y_size, std::uint8_t* out, std::size_t max_size,
                                                 unsigned int seed) {
  if (max_size < 2 || x_size == 0) return 0;
  Rng rng(seed);
  const std::vector<std::string> begin = tokens_of(x, x_size);
  const std::vector<std::string> end = tokens_of(y, y_size);
  const std::size_t cut = rng.below(begin.size() + 1);
  const std::size_t from = rng.below(end.size() + 1);
  std::string text;
  for (std::size_t i = 0; i < cut; ++i) text += begin[i];
  for (std::size_t i = from; i < end.size(); ++i) text += end[i];
  return store(x[0], text, out, max_size);
}
#endif
