// httparity-fuzz-html: the HTML fuzzer by itself. Alone in printing and in reading argv; all else are functions on
// values.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <csignal>
#include <cstdio>

#include "base/file.h"
#include "fuzz/html/fuzz_html.h"
#include "fuzz/html/render_fuzz.h"

namespace {

using namespace httparity;
using namespace httparity::html;

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
  app.add_option("--engine", options.engines, "corpus, sweep, sweep3, tokens, grammar, swarm, naive, bytes");
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
  app.add_option("--jobs", options.jobs, "Workers")->capture_default_str()->check(CLI::Range(1, 256));
  app.add_option("--out", options.out, "Keep the state here, and go on from it");
  app.add_flag("--fresh", options.fresh, "Forget the state that --out holds");
  app.add_flag("--isolate", options.isolate, "Plug-ins in processes of their own, too");
  app.add_flag("--merge-text", options.merge_text, "Adjacent texts count as one");
  app.add_flag("!--no-rewrite", options.rewrite, "Without the ledger's masking rewrites");
  app.add_option("--vote", options.voters, "Parsers that are asked about new findings")->delimiter(',');
}

int run(FuzzOptions& options, const std::vector<std::string>& reports) {
  if (!options.runs && !options.time) options.runs = 180000;
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

}  // namespace

int main(int count, char** words) {
  CLI::App app("Fuzzes an HTML parser against a reference, tree and bytes compared byte for byte");
  FuzzOptions options;
  options.corpus = HTTPARITY_SOURCE_DIR "/corpus/html";
  if (is_file(options.corpus + "/ledger.json")) options.ledger = options.corpus + "/ledger.json";
  if (!is_folder(options.corpus)) options.corpus.clear();
  options.voters = {"html5ever", "gumbo", "parse5", "html5lib"};
  std::vector<std::string> reports{"text"};
  add_run_options(app, options);
  app.add_option("--report", reports, "text or json, to a file with KIND:PATH")->check([](const std::string& report) {
    const std::string kind = report.substr(0, report.find(':'));
    return kind == "text" || kind == "json" ? std::string() : "a report is text or json";
  });
  try {
    app.parse(count, words);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, [](int) { stop_asked = true; });
  return run(options, reports);
}
