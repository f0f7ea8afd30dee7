// Two HTML parsers on one input, under libFuzzer: html5ever and Gumbo, or what HTTPARITY_FUZZ_REFERENCE and
// HTTPARITY_FUZZ_PORT name. A difference ends nothing; a crash, a hang or a broken tape does.
//
// An input is one of fuzz_input.h, or a .dat file, of which every case is run. Run it with the flags of
// html_pair_fuzz.options: libFuzzer's entropic scheduler costs three times the parsing here. With HTTPARITY_FUZZ_RECORD
// the first input of each raw signature is appended to that file (a u32, little endian, and that many bytes). With
// HTTPARITY_FUZZ_COUNTERS the classes of differences count as coverage; they earned nothing (docs/fuzz-html.md).
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <unordered_set>

#include "fuzz/html/dat.h"
#include "fuzz/html/fuzz_input.h"
#include "fuzz/html/open_parser.h"
#include "fuzz/html/pair.h"
#include "fuzz/html/plugin.h"
#include "fuzz/html/signature.h"
#include "fuzz/html/token_mutator.h"
#include "fuzz/html/tokens.h"
#include "fuzz/html/utf8.h"

// Where the engine is no libFuzzer there is none.
extern "C" __attribute__((weak)) std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size,
                                                              std::size_t max_size);

#ifdef HTTPARITY_STATIC_PARSERS
// Both parsers are part of this program, with coverage (instrumented/build_parsers.sh).
extern "C" {
decltype(hp_html_abi) gumbo_hp_html_abi;
decltype(hp_html_info) gumbo_hp_html_info;
decltype(hp_html_open) gumbo_hp_html_open;
decltype(hp_html_run) gumbo_hp_html_run;
decltype(hp_html_close) gumbo_hp_html_close;
decltype(hp_html_abi) html5ever_hp_html_abi;
decltype(hp_html_info) html5ever_hp_html_info;
decltype(hp_html_open) html5ever_hp_html_open;
decltype(hp_html_run) html5ever_hp_html_run;
decltype(hp_html_close) html5ever_hp_html_close;
}
#endif

namespace {

using namespace httparity::html;

constexpr std::size_t kCounters = 1024;
__attribute__((used, section("__libfuzzer_extra_counters"))) volatile std::uint8_t difference_counters[kCounters];

httparity::Result<std::unique_ptr<Parser>> open_own(const std::string& name) {
#ifdef HTTPARITY_STATIC_PARSERS
  if (name == "gumbo") {
    return open_adapter(
        {gumbo_hp_html_abi, gumbo_hp_html_info, gumbo_hp_html_open, gumbo_hp_html_run, gumbo_hp_html_close}, name);
  }
  if (name == "html5ever") {
    return open_adapter({html5ever_hp_html_abi, html5ever_hp_html_info, html5ever_hp_html_open, html5ever_hp_html_run,
                         html5ever_hp_html_close},
                        name);
  }
#endif
  return open_parser(name);
}

std::unique_ptr<Parser> open(const char* variable, const char* fallback) {
  const char* named = std::getenv(variable);
  auto parser = open_own(named != nullptr ? named : fallback);
  if (parser) return *std::move(parser);
  // Where an adapter isn't built there is nothing to fuzz; one that was asked for must be there.
  if (named != nullptr) {
    std::fprintf(stderr, "%s: %s\n", variable, parser.error().what.c_str());
    std::exit(2);
  }
  return nullptr;
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

/// The first input of each raw signature, for who reads HTTPARITY_FUZZ_RECORD.
void record(const std::string& signature, const HtmlCase& input) {
  static std::FILE* const file = [] {
    const char* path = std::getenv("HTTPARITY_FUZZ_RECORD");
    return path == nullptr ? nullptr : std::fopen(path, "ab");
  }();
  static std::unordered_set<std::string> seen;
  constexpr std::size_t kMaxSignatures = 100000;
  if (file == nullptr || seen.size() == kMaxSignatures || !seen.insert(signature).second) return;
  const std::string bytes = fuzz_input(input);
  std::array<unsigned char, 4> size{};
  for (std::size_t i = 0; i < size.size(); ++i) size[i] = static_cast<unsigned char>(bytes.size() >> (8 * i) & 255);
  std::fwrite(size.data(), 1, size.size(), file);
  std::fwrite(bytes.data(), 1, bytes.size(), file);
  std::fflush(file);
}

void compare(const HtmlCase& input) {
  static const bool counts = std::getenv("HTTPARITY_FUZZ_COUNTERS") != nullptr;
  if (pair() == nullptr) return;
  const Judged judged = pair()->judge_one(input);
  if (!is_difference(judged.kind)) return;
  record(signature(judged.kind, judged.expected, judged.actual, Naming::kExact), input);
  if (!counts) return;
  const std::string key = signature(judged.kind, judged.expected, judged.actual, Naming::kClasses);
  const std::size_t slot = std::hash<std::string>()(key) % kCounters;
  if (difference_counters[slot] < 255)
    difference_counters[slot] = static_cast<std::uint8_t>(difference_counters[slot] + 1);
}

}  // namespace

// Gumbo 0.10.1 loses the names of a second doctype: leaks are its own, and would end every run.
extern "C" const char* __asan_default_options() {  // NOLINT: the name that ASan asks for
  return "detect_leaks=0";
}

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
  compare(fuzz_case(text));
  return 0;
}

// libFuzzer's own mutations of bytes are what the token mutator is compared with.
#ifndef HTTPARITY_FUZZ_BYTES
namespace {

std::size_t store(char first, const TokenList& list, std::uint8_t* data, std::size_t max_size) {
  std::string text(1, first);
  for (const std::string_view token : list.tokens) text += token;
  const std::size_t size = std::min(text.size(), max_size);
  std::copy_n(text.begin(), size, data);
  return size;
}

/// The input's tokens, as views into it.
std::vector<std::string_view> tokens_of(std::string_view input) {
  return input.empty() ? std::vector<std::string_view>() : split_tokens(input.substr(1));
}

std::string_view view_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned int seed) {
  static const TokenMutator mutator({});
  static TokenList list;
  Rng rng(seed);
  const bool has_bytes = LLVMFuzzerMutate != nullptr;
  if (has_bytes && (max_size < 2 || rng.one_in(10))) return LLVMFuzzerMutate(data, size, max_size);
  const std::string input(view_of(data, size));
  char first = size == 0 ? '\xff' : input.front();
  list.clear();
  list.tokens = tokens_of(input);
  for (std::size_t i = 1 + rng.below(3); i > 0; --i) mutator.change(list, rng);
  if (rng.one_in(16)) first = static_cast<char>(rng.below(256));
  return store(first, list, data, max_size);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* x, std::size_t x_size, const std::uint8_t* y,
                                                 std::size_t y_size, std::uint8_t* out, std::size_t max_size,
                                                 unsigned int seed) {
  if (max_size < 2 || x_size == 0) return 0;
  Rng rng(seed);
  TokenList list;
  list.tokens = tokens_of(view_of(x, x_size));
  const std::vector<std::string_view> end = tokens_of(view_of(y, y_size));
  list.tokens.resize(rng.below(list.tokens.size() + 1));
  list.tokens.insert(list.tokens.end(), end.begin() + static_cast<std::ptrdiff_t>(rng.below(end.size() + 1)),
                     end.end());
  return store(view_of(x, x_size).front(), list, out, max_size);
}
#endif
