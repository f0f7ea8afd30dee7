// httparity-fuzz-html: the HTML fuzzer by itself. Alone in printing and in reading argv; all else are functions on
// values.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>

#include "base/file.h"
#include "fuzz/html/checkpoint.h"
#include "fuzz/html/fuzz_html.h"
#include "fuzz/html/insertion_mode.h"
#include "fuzz/html/open_parser.h"
#include "fuzz/html/plugin.h"
#include "fuzz/html/record.h"
#include "fuzz/html/render_fuzz.h"
#include "fuzz/html/score.h"
#include "fuzz/html/triage.h"
#include "fuzz/html/utf8.h"

namespace {

using namespace httparity;
using namespace httparity::html;

constexpr std::size_t kMaxFileBytes = 16U << 20U;

std::atomic<bool> stop_asked{false};

void print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

int fail(const std::string& why) {
  fmt::print(stderr, "httparity-fuzz-html: {}\n", why);
  return 2;
}

void add_run_options(CLI::App& app, FuzzOptions& options) {
  app.add_option("--reference", options.reference, "The parser that says what is right")->capture_default_str();
  app.add_option("--port", options.port,
                 "The parser under test: gumbo, html5ever, parse5, html5lib, chromium, jsoup, a .so, or a command line")
      ->required();
  app.add_option("--suite", options.suites, "A folder of html5lib / WPT .dat files");
  app.add_option("--corpus", options.corpus, "The corpus folder")->capture_default_str();
  app.add_option("--ledger", options.ledger, "The ledger of known differences")->capture_default_str();
  app.add_option("--engine", options.engines,
                 "corpus, sweep, sweep3, nest, tokens, grammar, swarm, naive, bytes, libfuzzer");
  app.add_option("--seed", options.seed, "Chooses the generated cases")->capture_default_str();
  app.add_option("--runs", options.runs, "How many cases in all");
  app.add_option_function<std::string>(
         "--time",
         [&options](const std::string& text) {
           const char unit = text.empty() || (text.back() >= '0' && text.back() <= '9') ? 's' : text.back();
           options.time = std::chrono::seconds(std::strtol(text.c_str(), nullptr, 10) * (unit == 'h'   ? 3600
                                                                                         : unit == 'm' ? 60
                                                                                                       : 1));
         },
         "For how long: 30s, 5m, 8h")
      ->check([](const std::string& text) {
        const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
        const std::string unit = text.substr(digits);
        return digits > 0 && digits < 9 && (unit.empty() || unit == "s" || unit == "m" || unit == "h")
                   ? std::string()
                   : "a time is a number and s, m or h";
      });
  app.add_option("--cpu-seconds", options.cpu_seconds, "How much CPU time comparing may take");
  app.add_option("--jobs", options.jobs, "Workers")->capture_default_str()->check(CLI::Range(1, 256));
  app.add_option("--out", options.out, "Keep the state here, and go on from it");
  app.add_flag("--fresh", options.fresh, "Forget the state that --out holds");
  app.add_flag("--isolate", options.isolate, "Plug-ins in processes of their own, too");
  app.add_flag("--merge-text", options.merge_text, "Adjacent texts count as one");
  app.add_flag("!--no-rewrite", options.rewrite, "Without the ledger's masking rewrites");
  app.add_option("--vote", options.voters, "Parsers that are asked about new findings")->delimiter(',');
}

int run(FuzzOptions& options, const std::vector<std::string>& reports) {
  if (!options.runs && !options.time && !options.cpu_seconds) options.runs = 180000;
  options.stop = &stop_asked;
  options.status = [](const std::string& line) { fmt::print(stderr, "{}\n", line); };
  const Result<FuzzResult> result = fuzz_html(options);
  if (!result) return fail(result.error().what);
  const std::string again =
      fmt::format("httparity-fuzz-html repro --out {}", options.out.empty() ? "OUT" : options.out);
  for (const std::string& report : reports) {
    const std::size_t colon = report.find(':');
    const std::string kind = report.substr(0, colon);
    const std::string text = kind == "json" ? render_fuzz_json(*result) : render_fuzz_text(*result, again);
    if (colon == std::string::npos) {
      print(text);
    } else if (const Result<void> written = write_file(report.substr(colon + 1), text); !written) {
      fmt::print(stderr, "httparity-fuzz-html: {}\n", written.error().what);
      return 74;
    }
  }
  return exit_status(*result);
}

/// What `score` needs beside the options of a run.
struct ScoreWords {
  std::string adapter;
  std::string faults = HTTPARITY_SOURCE_DIR "/fuzz/html/faults/faults.list";
  double cpu_seconds = 60;
  std::vector<std::string> suites;
  std::string corpus;
  std::uint64_t seed = 1;
  std::uint64_t naive_runs = 180000;
  std::size_t all = 0;  ///< the first so many of all faults, list or no list
};

int score(const ScoreWords& words) {
  ScoreOptions options;
  options.adapter = words.adapter.empty() ? find_plugin("gumbo-faults") : words.adapter;
  if (options.adapter.empty()) return fail("the adapter gumbo-faults is not built: it needs npm");
  const std::string numbers = options.adapter.substr(0, options.adapter.size() - 3) + ".tsv";
  const Result<std::string> made_text = read_file(numbers, kMaxFileBytes);
  if (!made_text) return fail(made_text.error().what);
  const Result<std::vector<Fault>> made = parse_fault_numbers(*made_text, numbers);
  if (!made) return fail(made.error().what);
  std::string note;
  if (words.all > 0) {
    options.faults.assign(made->begin(),
                          made->begin() + static_cast<std::ptrdiff_t>(std::min(words.all, made->size())));
  } else {
    const Result<std::string> text = read_file(words.faults, kMaxFileBytes);
    if (!text) return fail(text.error().what);
    const Result<FaultList> list = parse_fault_list(*text, words.faults);
    if (!list) return fail(list.error().what);
    for (const std::string& id : list->chosen) {
      const auto found = std::find_if(made->begin(), made->end(), [&id](const Fault& one) { return one.id == id; });
      if (found == made->end()) return fail(fmt::format("{}: the generator makes no fault \"{}\"", words.faults, id));
      options.faults.push_back(*found);
    }
    note = fmt::format("{} faults chosen of {}, {} left out as equivalent\n", list->chosen.size(), made->size(),
                       list->equivalent.size());
  }
  const Result<std::vector<HtmlCase>> corpus = read_corpus(words.corpus, words.suites);
  if (!corpus) return fail(corpus.error().what);
  const Result<std::vector<HtmlCase>> visible = read_corpus("", words.suites);
  if (!visible) return fail(visible.error().what);
  options.corpus = *corpus;
  options.visible = *visible;
  options.cpu_seconds = words.cpu_seconds;
  options.seed = words.seed;
  options.naive_runs = words.naive_runs;
  const Result<ScoreResult> result = score_faults(options);
  if (!result) return fail(result.error().what);
  print(note + render_score(*result));
  return 0;
}

/// Both sides on one input, or on the finding of a state, in processes of their own: 1 where they differ.
int compare_once(const std::string& reference, const std::string& port, const HtmlCase& input, bool minimise) {
  auto expected = open_isolated_parser(reference);
  if (!expected) return fail(expected.error().what);
  auto actual = open_isolated_parser(port);
  if (!actual) return fail(actual.error().what);
  Pair pair(*std::move(expected), *std::move(actual), false);
  RawBucket bucket;
  bucket.shortest = input;
  bucket.kind = pair.judge_one(input).kind;
  bucket.engine = "input";
  bucket.count = 1;
  if (!is_difference(bucket.kind)) {
    print(fmt::format("{}\n", to_string(bucket.kind)));
    return bucket.kind == VerdictKind::kSame ? 0 : 5;
  }
  Finding finding;
  if (minimise) {
    std::optional<Finding> reduced = reduce_bucket(pair, bucket);
    if (!reduced) return fail("the difference didn't show a second time");
    finding = *std::move(reduced);
  } else {
    const Judged judged = pair.judge_one(input);
    const Guilt guilt = find_guilt(pair, input);
    finding.kind = judged.kind;
    finding.minimal = input;
    finding.expected = judged.expected;
    finding.actual = judged.actual;
    finding.key = finding_key(input, judged.kind, judged.expected, judged.actual);
    finding.id = finding_id(finding.key);
    finding.guilty = guilt.token;
    finding.mode = guilt.mode;
    finding.engine = "input";
    finding.count = 1;
  }
  print(render_finding(finding, "httparity-fuzz-html repro --out OUT"));
  return 1;
}

int repro(const std::string& out, const std::string& id) {
  const std::string path = out + "/state.json";
  const Result<std::string> text = read_file(path, std::size_t{1} << 30U);
  if (!text) return fail(text.error().what);
  const Result<Checkpoint> state = parse_checkpoint(*text, path);
  if (!state) return fail(state.error().what);
  for (const auto& [key, finding] : state->findings) {
    if (finding.id == id) return compare_once(state->reference, state->port, finding.minimal, false);
  }
  return fail(fmt::format("{}: holds no finding {}", path, id));
}

struct OneInput {
  std::string file;
  std::string text;
  std::string context;
  bool scripting = false;
};

int minimise(const FuzzOptions& options, const OneInput& input) {
  std::string data = input.text;
  if (!input.file.empty()) {
    const Result<std::string> read = read_file(input.file, kMaxFileBytes);
    if (!read) return fail(read.error().what);
    data = *read;
  }
  return compare_once(options.reference, options.port,
                      {decode_utf8(data), parse_context(input.context), input.scripting, false}, true);
}

int record(const std::string& reference, const std::vector<std::string>& files) {
  const auto parser = open_parser(reference);
  if (!parser) return fail(parser.error().what);
  for (const std::string& file : files) {
    if (const Result<void> done = record_file(**parser, file); !done) return fail(done.error().what);
  }
  return 0;
}

}  // namespace

int main(int count, char** words) {
  CLI::App app("Fuzzes an HTML parser against a reference, tree and bytes compared byte for byte");
  FuzzOptions options;
  options.corpus = HTTPARITY_SOURCE_DIR "/corpus/html";
  if (is_file(options.corpus + "/ledger.json")) options.ledger = options.corpus + "/ledger.json";
  if (!is_folder(options.corpus)) options.corpus.clear();
  options.voters = {"html5ever", "gumbo", "parse5", "html5lib"};
  std::vector<std::string> reports{"text"};
  CLI::App* run_command = app.add_subcommand("run", "Fuzz a port against a reference");
  add_run_options(*run_command, options);
  ScoreWords words_of_score;
  words_of_score.corpus = options.corpus;
  CLI::App* score_command = app.add_subcommand("score", "How many seeded faults of a tree builder the inputs kill");
  score_command->add_option("--library", words_of_score.adapter, "The adapter with the faults");
  score_command->add_option("--faults", words_of_score.faults, "The list of faults that count")->capture_default_str();
  score_command->add_option("--cpu-seconds", words_of_score.cpu_seconds, "For all faults together")
      ->capture_default_str();
  score_command->add_option("--suite", words_of_score.suites,
                            "A folder of html5lib .dat files: what it misses is invisible");
  score_command->add_option("--corpus", words_of_score.corpus, "The corpus folder")->capture_default_str();
  score_command->add_option("--seed", words_of_score.seed, "Chooses the generated cases")->capture_default_str();
  score_command->add_option("--naive-runs", words_of_score.naive_runs, "Naive cases of the baseline")
      ->capture_default_str();
  score_command->add_option("--all", words_of_score.all, "The first N of all faults that the generator makes");
  std::vector<std::string> files;
  CLI::App* record_command = app.add_subcommand("record", "Write a reference's trees and bytes into .dat files");
  record_command->add_option("--reference", options.reference, "The parser that says what is right")
      ->capture_default_str();
  record_command->add_option("files", files, "The .dat files")->required();
  std::string id;
  CLI::App* repro_command = app.add_subcommand("repro", "Show a finding of a kept state again, in fresh processes");
  repro_command->add_option("--out", options.out, "Where the run kept its state")->required();
  repro_command->add_option("id", id, "The finding")->required();
  OneInput one;
  CLI::App* minimise_command = app.add_subcommand("minimize", "Reduce one input on which both sides differ");
  minimise_command->add_option("--reference", options.reference, "The parser that says what is right")
      ->capture_default_str();
  minimise_command->add_option("--port", options.port, "The parser under test")->required();
  minimise_command->add_option("--file", one.file, "A file with the input");
  minimise_command->add_option("--text", one.text, "The input itself");
  minimise_command->add_option("--context", one.context, "A fragment's context, such as td or \"svg desc\"");
  minimise_command->add_flag("--scripting", one.scripting, "With scripting on");
  app.require_subcommand(1);
  run_command->add_option("--report", reports, "text or json, to a file with KIND:PATH")
      ->check([](const std::string& report) {
        const std::string kind = report.substr(0, report.find(':'));
        return kind == "text" || kind == "json" ? std::string() : "a report is text or json";
      });
  try {
    app.parse(count, words);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, [](int) { stop_asked = true; });
  if (record_command->parsed()) return record(options.reference, files);
  if (repro_command->parsed()) return repro(options.out, id);
  if (minimise_command->parsed()) return minimise(options, one);
  return score_command->parsed() ? score(words_of_score) : run(options, reports);
}
