#include "cli/fuzz_words.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <string_view>
#include <thread>

#include "base/file.h"
#include "base/text.h"
#include "fuzz/html/case.h"
#include "fuzz/html/open_parser.h"
#include "load/load_options.h"

namespace httparity {
namespace {

// More than anybody waits for, and far from where a count wraps.
constexpr std::uint64_t kMostRuns = 1'000'000'000'000;
constexpr double kMostSeconds = 1e9;

constexpr const char* kVoters = "html5ever,gumbo,parse5,html5lib,chromium";
constexpr const char* kParserType = "NAME|FILE.so|COMMAND";

void add_reference(CLI::App& app, FuzzRequest& request) {
  app.add_option("--reference", request.options.reference, "The parser that says what is right")
      ->type_name(kParserType)
      ->capture_default_str();
}

void add_port(CLI::App& app, FuzzRequest& request) {
  app.add_option("--port", request.options.port,
                 "The parser under test: gumbo, html5ever, parse5, html5lib, chromium, jsoup, an adapter's shared "
                 "object, or a command line that speaks frames on its stdin and stdout")
      ->required()
      ->type_name(kParserType);
}

void add_corpus(CLI::App& app, FuzzRequest& request) {
  app.add_option("--suite", request.options.suites, "A folder of html5lib / WPT .dat files; may be repeated")
      ->type_name("PATH")
      ->allow_extra_args(false);
  app.add_option("--corpus", request.corpus, "A corpus folder, in place of the project's own; \"\": none")
      ->type_name("PATH");
  app.add_option("--seed", request.options.seed, "Chooses the generated inputs")->type_name("N")->capture_default_str();
}

void add_ledger(CLI::App& app, FuzzRequest& request) {
  app.add_option("--ledger", request.ledger, "A ledger of known differences, in place of the corpus's own; \"\": none")
      ->type_name("PATH");
}

void add_votes(CLI::App& app, FuzzRequest& request) {
  app.add_option("--vote", request.votes, "Parsers that are asked about new findings; \"\": none")
      ->type_name("NAME,...");
}

void add_html(CLI::App& app, FuzzRequest& request) {
  html::FuzzOptions& options = request.options;
  add_reference(app, request);
  add_port(app, request);
  add_corpus(app, request);
  add_ledger(app, request);
  app.add_option("--engine", options.engines,
                 "Only these: corpus, sweep, sweep3, nest, tokens, grammar, swarm, naive, bytes, libfuzzer")
      ->delimiter(',')
      ->type_name("NAME,...");
  app.add_option("--runs", options.runs, "How many inputs in all (without another limit: 180000)")
      ->check(CLI::Range(kMostRuns).description(""))
      ->type_name("N");
  app.add_option("--time", request.time, "For how long, such as 30s, 5m, 8h")->type_name("TIME");
  app.add_option("--cpu-seconds", options.cpu_seconds, "How much CPU time comparing may take")
      ->check(CLI::Range(kMostSeconds).description(""))
      ->type_name("N");
  app.add_option("--jobs", options.jobs, "Workers; 0: one for each processor")
      ->check(CLI::Range(std::size_t{0}, std::size_t{256}))
      ->type_name("N")
      ->capture_default_str();
  app.add_option("--memory", request.memory_mib,
                 "Address space of a worker and its parsers; one that wants more is lost")
      ->type_name("MIB");
  app.add_option("--out", options.out, "Keep the state in this folder, and go on from it")->type_name("PATH");
  app.add_flag("--fresh", options.fresh, "Forget the state that --out holds");
  app.add_flag("--isolate", options.isolate, "Adapters in this process get one of their own, too");
  app.add_flag("--merge-text", options.merge_text, "Adjacent texts of a tree count as one");
  app.add_flag("!--no-rewrite", options.rewrite, "Without the rewrites by which the ledger masks what is frequent");
  add_votes(app, request);
  app.add_flag("--score", request.with_score, "The report says how many seeded faults this seed's inputs kill");
}

void add_minimize(CLI::App& app, FuzzRequest& request) {
  add_reference(app, request);
  add_port(app, request);
  FuzzInput& input = request.input;
  auto* source = app.add_option_group("input");
  source->add_option("--file", input.file, "A file with the input")->type_name("PATH");
  source->add_option("--text", input.text, "The input itself")->type_name("TEXT");
  source->add_option("--base64", input.base64, "The input in base64")->type_name("TEXT");
  source->require_option(1);
  app.add_option("--context", input.context, "A fragment's context, such as td or \"svg desc\"")->type_name("NAME");
  app.add_flag("--scripting", input.scripting, "With scripting on");
  app.add_flag("--merge-text", request.options.merge_text, "Adjacent texts of a tree count as one");
  add_ledger(app, request);
  add_votes(app, request);
}

void add_score(CLI::App& app, FuzzRequest& request) {
  FuzzScoreRequest& score = request.score;
  add_corpus(app, request);
  app.add_option("--adapter", score.adapter, "The adapter with the faults, in place of the shipped one")
      ->type_name("FILE.so");
  app.add_option("--faults", score.faults, "The list of faults that count, in place of the shipped one")
      ->type_name("PATH");
  app.add_option("--cpu-seconds", score.cpu_seconds, "For all faults together")
      ->check(CLI::Range(kMostSeconds).description(""))
      ->type_name("N")
      ->capture_default_str();
  app.add_option("--naive-runs", score.naive_runs, "Naive inputs of the baseline")
      ->check(CLI::Range(kMostRuns).description(""))
      ->type_name("N")
      ->capture_default_str();
  app.add_option("--all", score.all, "The first N of all faults that the generator makes, in place of a list")
      ->type_name("N");
}

void add_merge(CLI::App& app, FuzzRequest& request) {
  app.add_option("folders", request.paths, "What --out of other runs of the same pair holds")
      ->required()
      ->type_name("PATH");
  app.add_option("--out", request.options.out, "Where the merged state goes")->required()->type_name("PATH");
  app.add_option("--corpus", request.corpus, "A corpus folder, for its ledger")->type_name("PATH");
  add_ledger(app, request);
}

void add_record(CLI::App& app, FuzzRequest& request) {
  add_reference(app, request);
  app.add_option("files", request.paths, "The .dat files; each gets its .bytes.json beside it")
      ->required()
      ->type_name("PATH");
}

struct Action {
  const char* name;
  const char* help;
  void (*add)(CLI::App& app, FuzzRequest& request);
  bool reports;
};

constexpr Action kActions[] = {
    {"html", "Fuzz an HTML parser against its reference, tree and bytes", add_html, true},
    {"minimize", "Reduce one input on which both sides differ", add_minimize, true},
    {"merge", "Make one state of those that several machines kept", add_merge, true},
    {"score", "Say how many seeded faults of a tree builder the inputs kill", add_score, false},
    {"record", "Write a reference's trees and bytes into .dat files", add_record, false},
};

std::vector<std::string> words_of(std::string_view list) {
  std::vector<std::string> words;
  for (const std::string_view word : split(list, ',')) {
    if (!word.empty()) words.emplace_back(word);
  }
  return words;
}

}  // namespace

void add_fuzz_actions(CLI::App& app, FuzzRequest& request, const std::function<void(CLI::App&)>& add_reports) {
  app.require_subcommand(1);
  for (const Action& action : kActions) {
    CLI::App* added = app.add_subcommand(action.name, action.help);
    action.add(*added, request);
    if (action.reports) add_reports(*added);
    added->callback([&request, &action] { request.action = action.name; });
  }
}

void add_repro_options(CLI::App& app, FuzzRequest& request) {
  app.add_option("id", request.id, "The finding, as a report names it")->required()->type_name("ID");
  app.add_option("--out", request.options.out, "Where the run kept its state, in place of out/html")->type_name("PATH");
  add_ledger(app, request);
  add_votes(app, request);
  app.callback([&request] { request.action = "repro"; });
}

Result<void> apply_fuzz_words(FuzzRequest& request) {
  html::FuzzOptions& options = request.options;
  const std::string own = html::find_near_program("corpus/html");
  options.corpus = request.corpus.value_or(own);
  const std::string ledger = (options.corpus.empty() ? own : options.corpus) + "/ledger.json";
  options.ledger = request.ledger.value_or(is_file(ledger) ? ledger : "");
  options.voters = words_of(request.votes.value_or(kVoters));
  options.memory_bytes = request.memory_mib << 20U;
  if (options.jobs == 0) options.jobs = std::max(1U, std::thread::hardware_concurrency());
  if (!request.time.empty()) {
    const auto time = parse_time(request.time);
    if (!time) return Error{fmt::format("--time: {}", time.error().what)};
    options.time = std::chrono::ceil<std::chrono::seconds>(*time);
    if (options.time->count() == 0) return Error{"--time: must be more than nothing"};
  }
  const bool is_run = request.action == "html";
  if (is_run && !options.runs && !options.time && !options.cpu_seconds) options.runs = 180000;
  if (request.votes) {
    for (const std::string& voter : options.voters) {
      if (!html::is_parser_name(voter)) {
        return Error{fmt::format("--vote {}: there is no such parser; there are {}", voter, kVoters)};
      }
    }
  }
  if (!html::is_context(request.input.context)) {
    return Error{
        fmt::format("--context \"{}\": a name such as td, \"svg desc\" or \"math mi\"", request.input.context)};
  }
  if (request.action == "repro" && options.out.empty()) options.out = "out/html";
  return {};
}

}  // namespace httparity
