#include "cli/fuzz_score.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "base/text.h"
#include "cli/output.h"
#include "fuzz/html/fuzz_html.h"
#include "fuzz/html/open_parser.h"
#include "fuzz/html/plugin.h"
#include "fuzz/html/score.h"
#include "result/exit_status.h"

namespace httparity {
namespace {

constexpr std::size_t kMaxFileBytes = 16U << 20U;

/// A score's options, and what to say of the faults before it.
struct Prepared {
  html::ScoreOptions options;
  std::string note;
};

Result<void> choose_faults(const FuzzScoreRequest& request, const std::vector<html::Fault>& made, Prepared& out) {
  if (request.all > 0) {
    const std::size_t count = std::min(request.all, made.size());
    out.options.faults.assign(made.begin(), made.begin() + static_cast<std::ptrdiff_t>(count));
    return {};
  }
  const std::string path =
      request.faults.empty() ? html::find_near_program("fuzz/html/faults/faults.list") : request.faults;
  const Result<std::string> text = read_file(path, kMaxFileBytes);
  if (!text) {
    return Error{text.error().what +
                 ": name the list of faults with --faults (the source tree has it as "
                 "fuzz/html/faults/faults.list), or count all with --all"};
  }
  const Result<html::FaultList> list = html::parse_fault_list(*text, path);
  if (!list) return list.error();
  for (const std::string& id : list->chosen) {
    const auto found = std::find_if(made.begin(), made.end(), [&id](const html::Fault& one) { return one.id == id; });
    if (found == made.end()) return Error{fmt::format("{}: the generator makes no fault \"{}\"", path, id)};
    out.options.faults.push_back(*found);
  }
  out.note = fmt::format("{} faults chosen of {}, {} left out as equivalent\n", list->chosen.size(), made.size(),
                         list->equivalent.size());
  return {};
}

Result<Prepared> prepare(const FuzzRequest& request) {
  const FuzzScoreRequest& words = request.score;
  Prepared out;
  html::ScoreOptions& options = out.options;
  options.adapter = words.adapter.empty() ? html::find_plugin("gumbo-faults") : words.adapter;
  if (!options.adapter.ends_with(".so")) {
    return Error{
        "the adapter gumbo-faults is not built: the target httparity_gumbo_faults makes it and its list of faults, and "
        "needs npm"};
  }
  const std::string numbers = options.adapter.substr(0, options.adapter.size() - 3) + ".tsv";
  const Result<std::string> made_text = read_file(numbers, kMaxFileBytes);
  if (!made_text) return made_text.error();
  const Result<std::vector<html::Fault>> made = html::parse_fault_numbers(*made_text, numbers);
  if (!made) return made.error();
  if (const Result<void> chosen = choose_faults(words, *made, out); !chosen) return chosen.error();
  Result<std::vector<html::HtmlCase>> corpus = html::read_corpus(request.options.corpus, request.options.suites);
  if (!corpus) return corpus.error();
  Result<std::vector<html::HtmlCase>> visible = html::read_corpus("", request.options.suites);
  if (!visible) return visible.error();
  options.corpus = *std::move(corpus);
  options.visible = *std::move(visible);
  options.cpu_seconds = words.cpu_seconds;
  options.seed = request.options.seed;
  options.naive_runs = words.naive_runs;
  return out;
}

/// A score, and what to say before it.
struct Scored {
  html::ScoreResult result;
  std::string note;
};

Result<Scored> score(const FuzzRequest& request) {
  Result<Prepared> prepared = prepare(request);
  if (!prepared) return prepared.error();
  Result<html::ScoreResult> result = html::score_faults(prepared->options);
  if (!result) return result.error();
  return Scored{*std::move(result), std::move(prepared->note)};
}

}  // namespace

int run_fuzz_score(const CommandLine& line) {
  const Result<Scored> scored = score(line.fuzz);
  if (!scored) {
    fmt::print(stderr, "httparity: {}\n", escape_unprintable(scored.error().what));
    return static_cast<int>(ExitStatus::kUsage);
  }
  const OutputEnd end = write_stdout(scored->note + html::render_score(scored->result));
  return static_cast<int>(end == OutputEnd::kFailed ? ExitStatus::kOutput : ExitStatus::kParity);
}

void add_score(const FuzzRequest& request, RunResult& result) {
  const Result<Scored> scored = score(request);
  if (!scored) {
    result.envelope.notes.push_back("no score: " + scored.error().what);
    return;
  }
  const html::ScoreResult& found = scored->result;
  FuzzScore out;
  out.faults = found.faults.size();
  out.killed = found.killed();
  out.invisible = found.invisible();
  out.invisible_killed = found.invisible_killed();
  out.baseline_killed = found.baseline_killed();
  out.cpu_seconds = found.cpu_seconds;
  std::get<FuzzResult>(result.found).score = out;
}

}  // namespace httparity
