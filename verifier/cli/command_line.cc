#include "cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "cli/load_words.h"
#include "cli/named_limits.h"
#include "result/run_result.h"

namespace httparity {
namespace {

constexpr int kUsageError = 2;
constexpr std::uint64_t kHighestSeed = 1'000'000'000'000'000'000;

/// Texts as given, turned into options once all are there.
struct Words {
  LoadWords load;
  std::string shard;
  std::vector<std::string> limits;
  std::vector<std::string> times;
  std::vector<std::string> reports;
  std::string color = "auto";
  std::optional<std::uint64_t> seed;
  std::int64_t settle_ms = TransportOptions{}.settle.count();
  bool recorded = false;
  bool three_ways = false;
  bool in_order = false;
};

std::string report_help() {
  std::string help = "Write a report, to standard output or to PATH; may be repeated.";
  for (const ReportFormat& format : report_formats()) help += fmt::format(" {}: {}.", format.name, format.help);
  return help;
}

void add_paths(CLI::App& app, CommandLine& line) {
  app.add_option("suite", line.options.paths, "Suites' folders and contract files")->required()->type_name("PATH");
}

void add_reports(CLI::App& app, Words& words) {
  app.add_option("--report", words.reports, report_help())->type_name("KIND[:PATH]")->allow_extra_args(false);
  app.add_option("--color", words.color,
                 "Colour in the text report: auto (a terminal, unless NO_COLOR is set), always, never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("WHEN");
}

void add_selection(CLI::App& app, CommandLine& line, Words& words) {
  Selection& selection = line.options.selection;
  const auto globs = [&](const char* name, std::vector<std::string>& into, const char* help) {
    app.add_option(name, into, help)->type_name("GLOB")->allow_extra_args(false);
  };
  globs("--only", selection.only, "Only scenarios that match: `scenario` or `scenario/variant`; may be repeated");
  globs("--skip", selection.skip, "Not those that match; may be repeated");
  globs("--step", selection.steps, "Report only steps that match; each scenario runs up to the last of them");
  app.add_option("--shard", words.shard, "Do part i of n of the work")->type_name("i/n");
}

void add_transport(CLI::App& app, CommandLine& line, Words& words) {
  TransportOptions& transport = line.options.transport;
  app.add_option("--settle", words.settle_ms,
                 "How long a connection must be silent after an answer before surplus bytes and its fate are judged")
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{60'000}))
      ->type_name("MS")
      ->capture_default_str();
  app.add_option("--time", words.times, "Set a time limit; may be repeated. " + time_limits_help())
      ->type_name("NAME=MS")
      ->allow_extra_args(false);
  app.add_option("--limit", words.limits, "Set what a peer may make us hold; may be repeated. " + limits_help())
      ->type_name("NAME=N")
      ->allow_extra_args(false);
  app.add_option("--cacert", transport.tls.cacert, "PEM file of the certificates to trust")->type_name("FILE");
  app.add_flag("--insecure", transport.tls.insecure, "Go on where certificates don't verify; every report says so");
}

void add_running(CLI::App& app, CommandLine& line, Words& words) {
  VerifyOptions& options = line.options;
  app.add_option("--jobs", options.jobs,
                 "Scenarios at the same time, each job with targets of its own; 0: one for each processor")
      ->type_name("N")
      ->check(CLI::Range(std::size_t{0}, std::size_t{256}));
  app.add_option("--repeat", options.repeat, "Run each scenario so often; where its runs don't agree it is flaky")
      ->type_name("N")
      ->check(CLI::Range(std::size_t{1}, std::size_t{10'000}));
  app.add_option("--seed", words.seed, "Decides the order of scenarios; without it a new one, which the report shows")
      ->check(CLI::Range(std::uint64_t{0}, kHighestSeed).description(""))
      ->type_name("N");
  app.add_flag("--in-order", words.in_order, "Run scenarios in the order of the contracts");
  app.add_flag("--fail-fast", options.fail_fast, "Begin no other scenario after the first difference");
  app.add_flag("--sentinel", options.sentinel,
               "Send another request behind each step; what it gets instead of its own answer came late");
  app.add_flag("--ci", options.ci, "Obsolete recordings are a failure (exit 5)");
}

void add_verify(CLI::App& app, CommandLine& line, Words& words) {
  add_paths(app, line);
  app.add_option("--reference", line.options.reference, "The server that says what is right")->type_name("NAME|URL");
  app.add_option("--port", line.options.port, "The server under test")->type_name("NAME|URL");
  auto* recorded =
      app.add_flag("--recorded", words.recorded, "Hold the port against recordings; no reference is needed");
  app.add_flag("--three-ways", words.three_ways,
               "Against recordings and the live reference: says which of the three moved")
      ->excludes(recorded);
  add_selection(app, line, words);
  add_running(app, line, words);
  add_transport(app, line, words);
  add_reports(app, words);
}

void add_self(CLI::App& app, CommandLine& line, Words& words) {
  add_paths(app, line);
  app.add_option("--reference", line.options.reference, "The server to hold against itself")->type_name("NAME|URL");
  add_selection(app, line, words);
  add_running(app, line, words);
  add_transport(app, line, words);
  add_reports(app, words);
}

void add_record(CLI::App& app, CommandLine& line, Words& words) {
  add_paths(app, line);
  app.add_option("--reference", line.options.reference, "The server to record")->type_name("NAME|URL");
  add_selection(app, line, words);
  app.add_option("--jobs", line.options.jobs, "Scenarios at the same time; 0: one for each processor")
      ->type_name("N")
      ->check(CLI::Range(std::size_t{0}, std::size_t{256}));
  add_transport(app, line, words);
  add_reports(app, words);
}

void add_demo(CLI::App& app, CommandLine& line, Words&) {
  app.add_flag("--list", line.list, "Name the planted faults");
  app.add_option("--fault", line.fault, "Plant this one alone, and show its whole report")->type_name("NAME");
}

void add_lint(CLI::App& app, CommandLine& line, Words& words) {
  add_paths(app, line);
  add_reports(app, words);
}

void add_list(CLI::App& app, CommandLine& line, Words& words) {
  add_paths(app, line);
  add_selection(app, line, words);
}

void add_learn(CLI::App& app, CommandLine& line, Words& words) {
  add_paths(app, line);
  app.add_option("--reference", line.options.reference, "The server to learn from")->type_name("NAME|URL");
  app.add_flag("--afresh", line.afresh, "As if the contracts had no masks yet");
  add_selection(app, line, words);
  add_transport(app, line, words);
}

void add_accept(CLI::App& app, CommandLine& line, Words&) {
  AcceptRequest& request = line.accept;
  app.add_option("report", request.report, "A report written with --report json:PATH")->required()->type_name("PATH");
  app.add_option("--reason", request.reason, "Why the divergence is accepted")->required()->type_name("TEXT");
  app.add_option("--owner", request.owner, "Who answers for it")->required()->type_name("NAME");
  app.add_option("--expires", request.expires, "The last day on which it holds")->required()->type_name("YYYY-MM-DD");
  app.add_option("--ledger", request.ledger, "The ledger to write, in place of ledger.json beside each contract")
      ->type_name("PATH");
  app.add_flag("--ci", line.options.ci, "Refuse: what may differ is decided by a person");
}

void add_import(CLI::App& app, CommandLine& line, Words&) {
  ImportRequest& request = line.import;
  app.add_option("kind", request.kind, "What the file is: har, curl (commands, as browsers copy them), log")
      ->required()
      ->check(CLI::IsMember({"har", "curl", "log"}))
      ->type_name("KIND");
  app.add_option("file", request.file, "The capture")->required()->type_name("PATH");
  app.add_option("--output", request.output, "Where the contract goes, in place of standard output")->type_name("PATH");
  app.add_option("--name", request.name, "The contract's name")->type_name("TEXT");
  app.add_option("--origin", request.origin, "Carry the requests to this origin, in place of the first one's")
      ->type_name("URL");
  app.add_option("--host", request.host, "The Host field where a capture has none")->type_name("HOST");
}

void add_load(CLI::App& app, CommandLine& line, Words& words) {
  add_paths(app, line);
  add_load_options(app, line.load, words.load);
  add_selection(app, line, words);
  add_transport(app, line, words);
  app.add_option("--seed", words.seed, "Decides the arrivals and the values of {unique}")
      ->check(CLI::Range(std::uint64_t{0}, kHighestSeed).description(""))
      ->type_name("N");
  add_reports(app, words);
}

void add_report(CLI::App& app, CommandLine& line, Words& words) {
  app.add_option("result", line.result, "A report written with --report json:PATH")->required()->type_name("PATH");
  add_reports(app, words);
}

void add_fuzz(CLI::App& app, CommandLine& line, Words& words) {
  add_fuzz_actions(app, line.fuzz, [&words](CLI::App& action) { add_reports(action, words); });
}

void add_repro(CLI::App& app, CommandLine& line, Words& words) {
  add_repro_options(app, line.fuzz);
  add_reports(app, words);
}

void add_version(CLI::App&, CommandLine&, Words&) {}

struct CommandSyntax {
  const char* name;
  const char* help;
  void (*add)(CLI::App& app, CommandLine& line, Words& words);
};

constexpr CommandSyntax kCommands[] = {
    {"verify", "Replay contracts against reference and port, and say where their bytes differ", add_verify},
    {"self", "Hold the reference against itself: what differs there is noise", add_self},
    {"record", "Store the reference's answers: the oracle where it is not at hand", add_record},
    {"lint", "Check contracts and targets.json, with every error and its cure", add_lint},
    {"list", "Name the scenarios and variants that a selection leaves", add_list},
    {"demo", "Show each kind of difference, planted in a small server of its own", add_demo},
    {"learn", "Propose masks for what varies on the reference itself, as a patch to its contracts", add_learn},
    {"accept", "Put what a JSON report shows as different into the ledger of known divergences", add_accept},
    {"import", "Turn captured traffic into a contract, and list what can't be carried", add_import},
    {"load", "Put load on targets in turn, every byte of every answer checked, and compare them", add_load},
    {"report", "Show what a run found again, from its JSON report alone; exits as that run did", add_report},
    {"fuzz", "Fuzz an HTML parser against its reference, tree and bytes", add_fuzz},
    {"repro", "Show a finding of fuzzing again, in fresh processes", add_repro},
    {"version", "Print the version", add_version},
};

/// An error names the option and what it takes.
Result<void> apply(const Words& words, CommandLine& line) {
  VerifyOptions& options = line.options;
  if (!words.shard.empty()) {
    auto shard = parse_shard(words.shard);
    if (!shard) return shard.error();
    options.selection.shard = *shard;
  }
  for (const std::string& limit : words.limits) {
    if (auto set = set_limit(options.transport.limits, limit); !set) return set.error();
  }
  for (const std::string& time : words.times) {
    if (auto set = set_time_limit(options.transport.time, time); !set) return set.error();
  }
  options.transport.settle = std::chrono::milliseconds(words.settle_ms);
  options.seed = words.seed.value_or(std::random_device{}());
  options.shuffle = !words.in_order;
  if (options.jobs == 0) options.jobs = std::max(1U, std::thread::hardware_concurrency());
  if (line.command == "load") {
    if (auto applied = apply_load_words(words.load, line.load); !applied) return applied;
    line.load.paths = options.paths;
    line.load.selection = options.selection;
    line.load.transport = options.transport;
    line.load.seed = options.seed;
  }
  if (line.command == "fuzz" || line.command == "repro") {
    if (auto applied = apply_fuzz_words(line.fuzz); !applied) return applied;
  }
  if (words.recorded) options.against = Against::kRecording;
  if (words.three_ways) options.against = Against::kBoth;
  if (line.command == "self") options.against = Against::kItself;
  line.color = words.color == "always"  ? ColorChoice::kAlways
               : words.color == "never" ? ColorChoice::kNever
                                        : ColorChoice::kAuto;
  for (const std::string& report : words.reports) {
    const std::size_t colon = report.find(':');
    const ReportFormat* format = find_report_format(report.substr(0, colon));
    if (format == nullptr) {
      std::string names;
      for (const ReportFormat& known : report_formats()) names += (names.empty() ? "" : ", ") + std::string(known.name);
      return Error{fmt::format("--report {}: there is no such kind; there are {}", report, names)};
    }
    if (std::string_view(format->name) == "hdr" && line.command != "load" && line.command != "report") {
      return Error{fmt::format("--report hdr: {} measures no latencies; load does", line.command)};
    }
    line.reports.push_back({format, colon == std::string::npos ? "" : report.substr(colon + 1)});
  }
  const auto to_stdout = std::count_if(line.reports.begin(), line.reports.end(),
                                       [](const ReportRequest& report) { return report.path.empty(); });
  if (to_stdout > 1) return Error{"--report: two reports can't both go to standard output: give one a path"};
  std::set<std::string> paths;
  for (const ReportRequest& report : line.reports) {
    if (report.path.empty()) continue;
    if (!paths.insert(std::filesystem::path(report.path).lexically_normal().string()).second) {
      return Error{fmt::format("--report: two reports can't both be written to {}", report.path)};
    }
  }
  return {};
}

}  // namespace

ParsedCommandLine parse_command_line(const std::vector<std::string>& words) {
  CLI::App app("Proves that a port answers as its reference does, byte for byte.", "httparity");
  app.require_subcommand(1);
  app.set_version_flag("--version", fmt::format("httparity {}", tool_version()), "Print the version");
  app.footer(
      "Exit status: 0 parity, 1 differences, 2 usage, configuration or contract error, 3 a target could not be "
      "tested,\n"
      "4 a gate missed, 5 inconclusive, 70 internal error, 74 an output could not be written, 130 / 143 interrupted.");
  CommandLine line;
  line.options.jobs = 0;
  Words given;
  for (const CommandSyntax& command : kCommands)
    command.add(*app.add_subcommand(command.name, command.help), line, given);
  std::vector<std::string> reversed(words.rbegin(), words.rend());
  try {
    app.parse(std::move(reversed));
  } catch (const CLI::CallForHelp&) {
    const CLI::App* chosen = &app;
    while (!chosen->get_subcommands().empty()) chosen = chosen->get_subcommands().front();
    return {std::nullopt, chosen->help(), 0};
  } catch (const CLI::CallForVersion& version) {
    return {std::nullopt, fmt::format("{}\n", version.what()), 0};
  } catch (const CLI::ParseError& error) {
    return {std::nullopt, fmt::format("httparity: {}\nTry httparity --help.\n", error.what()), kUsageError};
  }
  line.command = app.get_subcommands().front()->get_name();
  if (auto applied = apply(given, line); !applied) {
    return {std::nullopt, fmt::format("httparity: {}\n", applied.error().what), kUsageError};
  }
  return {std::move(line), "", 0};
}

}  // namespace httparity
