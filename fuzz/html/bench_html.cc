// What comparing two parsers costs beside running them: the rate of whole slices (cases made, rewritten, parsed by
// both, compared, differences signed) to that of parsing alone, in interleaved rounds over the same cases. And what a
// pipe costs: a parser in a process of its own, at batches of 64, to the same parser here.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/html/cpu_time.h"
#include "fuzz/html/engine.h"
#include "fuzz/html/fuzz_html.h"
#include "fuzz/html/ledger.h"
#include "fuzz/html/open_parser.h"
#include "fuzz/html/pair.h"
#include "fuzz/html/plugin.h"
#include "fuzz/html/slice.h"

namespace httparity::html {
namespace {

constexpr std::size_t kRounds = 9;
constexpr std::uint64_t kCases = 20000;
constexpr double kWantedGenerated = 0.85;
constexpr double kWantedSweep = 0.80;
constexpr double kWantedPipe = 0.80;

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double time(double (*clock)(), const std::function<void()>& work) {
  const double begin = clock();
  work();
  return clock() - begin;
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

/// Every case through `parser`, two batches in flight; the answers are dropped. How many it parsed.
std::uint64_t parse_all(Parser& parser, std::span<const HtmlCase> cases) {
  std::vector<Answer> answers;
  std::uint64_t parsed = 0;
  std::size_t in_flight = 0;
  const auto collect = [&] {
    parser.collect(answers);
    --in_flight;
    for (const Answer& answer : answers) parsed += answer.outcome == Outcome::kParsed ? 1 : 0;
  };
  while (!cases.empty()) {
    if (in_flight == Parser::kBatchesInFlight) collect();
    const auto batch = cases.first(std::min(cases.size(), Parser::kBatch));
    cases = cases.subspan(batch.size());
    parser.submit(batch);
    ++in_flight;
  }
  while (in_flight > 0) collect();
  return parsed;
}

/// What a slice does to its cases. Debian's Gumbo aborts on some with CDATA sections, which here would be the end.
void rewrite(const Rewriter& rewriter, HtmlCase& one) {
  rewriter.rewrite(one);
  if (one.data.find("<![CDATA[") != std::string::npos) one.data = "x";
}

std::vector<HtmlCase> make_cases(const Engine& engine, const Rewriter& rewriter, std::uint64_t from) {
  std::vector<HtmlCase> cases(kCases);
  for (std::uint64_t i = 0; i < kCases; ++i) {
    engine.make(from + i, cases[i]);
    rewrite(rewriter, cases[i]);
  }
  return cases;
}

double mean_bytes(std::span<const HtmlCase> cases) {
  std::size_t bytes = 0;
  for (const HtmlCase& one : cases) bytes += one.data.size();
  return static_cast<double>(bytes) / static_cast<double>(cases.size());
}

struct Parsers {
  std::unique_ptr<Parser> bare_reference;  ///< they parse and tell nothing
  std::unique_ptr<Parser> bare_port;
  std::unique_ptr<Pair> pair;
  std::unique_ptr<Parser> here;  ///< the port in this process, and in one of its own
  std::unique_ptr<Parser> there;
};

Result<Parsers> open_parsers() {
  Parsers out;
  for (const auto& [what, place] : {std::pair{"html5ever:untold", &out.bare_reference},
                                    std::pair{"gumbo:untold", &out.bare_port}, std::pair{"gumbo", &out.here}}) {
    Result<std::unique_ptr<Parser>> parser = open_parser(what);
    if (!parser) return parser.error();
    *place = *std::move(parser);
  }
  Result<std::unique_ptr<Parser>> reference = open_parser("html5ever");
  Result<std::unique_ptr<Parser>> port = open_parser("gumbo");
  Result<std::unique_ptr<ChildParser>> there = open_isolated_parser("gumbo");
  if (!reference) return reference.error();
  if (!port) return port.error();
  if (!there) return there.error();
  out.pair = std::make_unique<Pair>(*std::move(reference), *std::move(port), false);
  out.there = *std::move(there);
  return out;
}

/// The rate of slices to that of both parsers alone, by CPU time; the median of the rounds.
double bench_slices(Parsers& parsers, const Engine& engine, const Rewriter& rewriter) {
  SliceHooks hooks;
  hooks.rewrite = [&rewriter](HtmlCase& one) { rewrite(rewriter, one); };
  std::vector<double> ratios;
  std::vector<double> alone_us;
  std::vector<double> slice_us;
  std::uint64_t differences = 0;
  double bytes = 0;
  for (std::size_t round = 0; round < kRounds; ++round) {
    const std::uint64_t from = round * kCases;
    const std::vector<HtmlCase> cases = make_cases(engine, rewriter, from);
    bytes += mean_bytes(cases) / kRounds;
    const auto alone = [&] {
      return time(cpu_seconds, [&] {
        parse_all(*parsers.bare_reference, cases);
        parse_all(*parsers.bare_port, cases);
      });
    };
    const double before = alone();
    const double slice =
        time(cpu_seconds, [&] { differences += run_slice(*parsers.pair, engine, from, kCases, hooks).differences; });
    const double both = (before + alone()) / 2;
    ratios.push_back(both / slice);
    alone_us.push_back(both / kCases * 1e6);
    slice_us.push_back(slice / kCases * 1e6);
  }
  fmt::print(
      "{:<8} {:>5.1f} bytes   alone {:>6.2f} us   slice {:>6.2f} us   {:>7.0f} cases/s   ratio {:.3f}   "
      "{:.2f} % differ\n",
      engine.name(), bytes, median(alone_us), median(slice_us), 1e6 / median(slice_us), median(ratios),
      100.0 * static_cast<double>(differences) / static_cast<double>(kRounds * kCases));
  return median(ratios);
}

/// The rate of a parser behind a pipe to that of the same parser here, by the wall clock.
std::optional<double> bench_pipe(Parsers& parsers, const Engine& engine, const Rewriter& rewriter) {
  std::vector<double> ratios;
  std::vector<double> here_us;
  std::vector<double> there_us;
  for (std::size_t round = 0; round < kRounds; ++round) {
    const std::vector<HtmlCase> cases = make_cases(engine, rewriter, round * kCases);
    std::uint64_t here_parsed = 0;
    std::uint64_t there_parsed = 0;
    const double here = time(wall_seconds, [&] { here_parsed = parse_all(*parsers.here, cases); });
    const double there = time(wall_seconds, [&] { there_parsed = parse_all(*parsers.there, cases); });
    if (here_parsed != there_parsed) return std::nullopt;
    ratios.push_back(here / there);
    here_us.push_back(here / kCases * 1e6);
    there_us.push_back(there / kCases * 1e6);
  }
  fmt::print("pipe     {:<11}   here {:>7.2f} us   there {:>6.2f} us   {:>7.0f} cases/s   ratio {:.3f}\n",
             engine.name(), median(here_us), median(there_us), 1e6 / median(there_us), median(ratios));
  return median(ratios);
}

int bench(const std::string& source) {
  Result<Parsers> parsers = open_parsers();
  const Result<std::vector<HtmlCase>> corpus = read_corpus(source + "/corpus/html", {});
  const Result<Ledger> ledger = read_ledger(source + "/corpus/html/ledger.json");
  if (!parsers || !corpus || !ledger) {
    fmt::print("{}\n", !parsers ? parsers.error().what : !corpus ? corpus.error().what : ledger.error().what);
    return 1;
  }
  const Rewriter rewriter(ledger->for_pair("html5ever", "gumbo"));
  const auto tokens = mutation_engine(*corpus, 1);
  const auto grammar = grammar_engine(1);
  const auto sweep = sweep_engine(false);
  const double tokens_ratio = bench_slices(*parsers, *tokens, rewriter);
  const double grammar_ratio = bench_slices(*parsers, *grammar, rewriter);
  const double sweep_ratio = bench_slices(*parsers, *sweep, rewriter);
  const std::optional<double> pipe = bench_pipe(*parsers, *grammar, rewriter);
  if (!pipe) {
    fmt::print("the parser behind the pipe answered otherwise: no numbers\n");
    return 1;
  }
  fmt::print(
      "rate to both parsers alone: tokens {:.2f}, grammar {:.2f} (wanted {}), sweep {:.2f} (wanted {}); "
      "pipe {:.2f} (wanted {})\n",
      tokens_ratio, grammar_ratio, kWantedGenerated, sweep_ratio, kWantedSweep, *pipe, kWantedPipe);
  return 0;
}

}  // namespace
}  // namespace httparity::html

int main() {
  return httparity::html::bench(HTTPARITY_SOURCE_DIR);
}
