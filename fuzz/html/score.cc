#include "fuzz/html/score.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <functional>
#include <memory>
#include <span>

#include "fuzz/html/cpu_time.h"
#include "fuzz/html/engine.h"
#include "fuzz/html/plugin.h"

namespace httparity::html {
namespace {

/// The engines under test as one sequence: the corpus, then 20 places of which each engine has its share.
class MixedEngine final : public Engine {
 public:
  MixedEngine(const std::vector<HtmlCase>& corpus, std::uint64_t seed) : corpus_size_(corpus.size()) {
    engines_.push_back(corpus_engine(corpus));
    engines_.push_back(sweep_engine(false));
    engines_.push_back(mutation_engine(corpus, seed));
    engines_.push_back(grammar_engine(seed));
    engines_.push_back(swarm_engine(seed));
    engines_.push_back(nest_engine());
  }
  std::string_view name() const override { return "mixed"; }
  void make(std::uint64_t index, HtmlCase& out) const override {
    if (index < corpus_size_) {
      engines_[0]->make(index, out);
      return;
    }
    constexpr std::array<std::size_t, 20> kPlaces = {1, 2, 3, 5, 1, 4, 2, 5, 2, 3, 5, 2, 4, 2, 1, 5, 3, 1, 2, 5};
    const std::uint64_t rest = index - corpus_size_;
    const std::size_t place = rest % kPlaces.size();
    const std::size_t engine = kPlaces[place];
    const auto share = static_cast<std::uint64_t>(std::count(kPlaces.begin(), kPlaces.end(), engine));
    const auto before = static_cast<std::uint64_t>(
        std::count(kPlaces.begin(), kPlaces.begin() + static_cast<std::ptrdiff_t>(place), engine));
    engines_[engine]->make((rest / kPlaces.size() * share + before) % engines_[engine]->size(), out);
  }

 private:
  std::uint64_t corpus_size_;
  std::vector<std::unique_ptr<Engine>> engines_;
};

/// What a judging process says when it is done.
struct Report {
  std::uint64_t killed = 0;
  std::uint64_t index = 0;
  std::uint64_t cases = 0;
};

struct Judgement {
  bool killed = false;
  std::string how;
  std::uint64_t index = 0;
  std::uint64_t cases = 0;
  double cpu_seconds = 0;
};

/// Cases, and what the library without a fault makes of them: made once for all faults.
struct Range {
  std::uint64_t from = 0;
  std::vector<HtmlCase> cases;
  std::vector<std::size_t> sound;  ///< the hash of each answer
};

std::size_t hash_of(const Answer& answer) {
  return std::hash<std::string>()(answer.bytes) + static_cast<std::size_t>(answer.outcome);
}

/// Tells `take` the hash of the answer to each case in order, until it says false.
template <typename Take>
void answer_all(Parser& parser, const std::vector<HtmlCase>& cases, const Take& take) {
  std::vector<Answer> answers;
  for (std::size_t begin = 0; begin < cases.size(); begin += Parser::kBatch) {
    parser.submit(std::span(cases).subspan(begin, std::min(Parser::kBatch, cases.size() - begin)));
    parser.collect(answers);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      if (!take(begin + i, hash_of(answers[i]))) return;
    }
  }
}

Range make_range(Parser& sound, const Engine& engine, std::uint64_t from, std::uint64_t to) {
  Range range;
  range.from = from;
  range.cases.resize(static_cast<std::size_t>(to - from));
  for (std::uint64_t i = from; i < to; ++i) engine.make(i, range.cases[static_cast<std::size_t>(i - from)]);
  range.sound.resize(range.cases.size());
  answer_all(sound, range.cases, [&range](std::size_t place, std::size_t hash) {
    range.sound[place] = hash;
    return true;
  });
  return range;
}

Report judge_range(const std::string& library, int fault, const Range& range) {
  Report report;
  auto faulty = load_plugin(library, fmt::format("fault={}", fault));
  if (!faulty) return report;
  answer_all(**faulty, range.cases, [&](std::size_t place, std::size_t hash) {
    ++report.cases;
    if (hash == range.sound[place]) return true;
    report.killed = 1;
    report.index = range.from + place;
    return false;
  });
  return report;
}

/// Judges a range in a forked process.
Judgement judge_apart(const std::string& library, int fault, const Range& range) {
  Judgement out;
  int ends[2] = {-1, -1};
  if (::pipe(ends) != 0) return out;
  const pid_t pid = ::fork();
  if (pid == 0) {
    // A fault that hangs on an input has shown itself.
    constexpr rlim_t kSecondsOverFair = 20;
    const rlim_t fair = range.cases.size() / 5000;
    const rlimit cpu{kSecondsOverFair + fair, kSecondsOverFair + fair + 1};
    ::setrlimit(RLIMIT_CPU, &cpu);
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    const rlimit memory{std::size_t{4} << 30U, std::size_t{4} << 30U};
    ::setrlimit(RLIMIT_AS, &memory);
    const Report report = judge_range(library, fault, range);
    const ssize_t written = ::write(ends[1], &report, sizeof report);
    ::_exit(written == static_cast<ssize_t>(sizeof report) ? 0 : 1);
  }
  ::close(ends[1]);
  if (pid < 0) {
    ::close(ends[0]);
    return out;
  }
  Report report;
  const bool whole = ::read(ends[0], &report, sizeof report) == static_cast<ssize_t>(sizeof report);
  ::close(ends[0]);
  int status = 0;
  rusage usage{};
  ::wait4(pid, &status, 0, &usage);
  out.cpu_seconds = static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                    static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
  out.cases = report.cases;
  out.killed = !whole || report.killed != 0;
  out.index = report.index;
  if (out.killed) {
    out.how = whole                                                ? "tree"
              : WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU ? "hang"
              : WIFSIGNALED(status)                                ? fmt::format("signal {}", WTERMSIG(status))
                                                                   : "exit";
    if (!whole) out.index = range.from;
  }
  return out;
}

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

std::size_t count(const ScoreResult& result, bool (*which)(const FaultScore&)) {
  return static_cast<std::size_t>(std::count_if(result.faults.begin(), result.faults.end(), which));
}

double percent(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

Result<FaultList> parse_fault_list(std::string_view text, const std::string& name) {
  FaultList list;
  for (int number = 1; !text.empty(); ++number) {
    const std::string_view line = take_line(text);
    if (line.empty() || line.front() == '#') continue;
    constexpr std::string_view kEquivalent = "equivalent: ";
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos) {
      list.chosen.emplace_back(line);
    } else if (line.substr(tab + 1).starts_with(kEquivalent) && line.size() > tab + 1 + kEquivalent.size()) {
      list.equivalent.emplace_back(line.substr(0, tab), line.substr(tab + 1 + kEquivalent.size()));
    } else {
      return Error{fmt::format("{}:{}: after the id stands \"equivalent: \" and the reason, or nothing", name, number)};
    }
  }
  return list;
}

Result<std::vector<Fault>> parse_fault_numbers(std::string_view text, const std::string& name) {
  std::vector<Fault> faults;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos) return Error{fmt::format("{}: a line has a number, a tab and an id", name)};
    faults.push_back({std::atoi(std::string(line.substr(0, tab)).c_str()), std::string(line.substr(tab + 1))});
  }
  return faults;
}

std::size_t ScoreResult::killed() const {
  return count(*this, [](const FaultScore& one) { return one.killed; });
}
std::size_t ScoreResult::invisible() const {
  return count(*this, [](const FaultScore& one) { return !one.visible; });
}
std::size_t ScoreResult::invisible_killed() const {
  return count(*this, [](const FaultScore& one) { return !one.visible && one.killed; });
}
std::size_t ScoreResult::baseline_killed() const {
  return count(*this, [](const FaultScore& one) { return one.baseline; });
}

Result<ScoreResult> score_faults(const ScoreOptions& options) {
  if (options.corpus.empty()) return Error{"a score needs a corpus: name one with --suite"};
  ScoreResult result;
  for (const Fault& fault : options.faults) result.faults.push_back({fault, false, "", 0, false, false});
  Result<std::unique_ptr<Parser>> sound = load_plugin(options.adapter, "fault=0");
  if (!sound) return sound.error();
  // The baseline costs nothing of the budget.
  const Range visible = make_range(**sound, *corpus_engine(options.visible), 0, options.visible.size());
  const Range naive = make_range(**sound, *naive_engine(options.seed), 0, options.naive_runs);
  for (FaultScore& one : result.faults) {
    one.visible = judge_apart(options.adapter, one.fault.number, visible).killed;
    one.baseline = one.visible || judge_apart(options.adapter, one.fault.number, naive).killed;
  }
  const MixedEngine engine(options.corpus, options.seed);
  std::uint64_t from = 0;
  // Longer and longer ranges, but none so long that the last of them goes far over the budget.
  constexpr std::uint64_t kFirst = 4096;
  constexpr std::uint64_t kLongest = 32768;
  for (std::uint64_t to = kFirst; result.cpu_seconds < options.cpu_seconds; to += std::min(to, kLongest)) {
    const double begin = cpu_seconds();
    const Range range = make_range(**sound, engine, from, to);
    result.cpu_seconds += cpu_seconds() - begin;
    bool alive = false;
    for (FaultScore& one : result.faults) {
      if (one.killed || result.cpu_seconds >= options.cpu_seconds) continue;
      const Judgement judged = judge_apart(options.adapter, one.fault.number, range);
      result.cpu_seconds += judged.cpu_seconds;
      result.cases += judged.cases;
      one.killed = judged.killed;
      one.how = judged.how;
      one.index = judged.index;
      alive = alive || !judged.killed;
    }
    if (!alive) break;
    from = to;
  }
  return result;
}

std::string render_score(const ScoreResult& result) {
  const std::size_t all = result.faults.size();
  std::string out = fmt::format("{} of {} seeded faults killed ({:.1f} %) in {:.1f} s of CPU, {} cases\n",
                                result.killed(), all, percent(result.killed(), all), result.cpu_seconds, result.cases);
  out += fmt::format("{} of {} that the html5lib corpus doesn't see ({:.1f} %)\n", result.invisible_killed(),
                     result.invisible(), percent(result.invisible_killed(), result.invisible()));
  out += fmt::format("baseline, that corpus and naive random cases: {} of {} ({:.1f} %)\n", result.baseline_killed(),
                     all, percent(result.baseline_killed(), all));
  std::vector<std::uint64_t> indexes;
  for (const FaultScore& one : result.faults) {
    if (one.killed) indexes.push_back(one.index);
  }
  std::sort(indexes.begin(), indexes.end());
  if (!indexes.empty()) {
    out += fmt::format("first kill at case {} (median), {} (90 %), {} (last)\n", indexes[indexes.size() / 2],
                       indexes[indexes.size() * 9 / 10], indexes.back());
  }
  for (const FaultScore& one : result.faults) {
    const std::string_view seen = one.visible    ? ""
                                  : one.baseline ? ", invisible to the corpus"
                                                 : ", invisible to the baseline";
    if (!one.killed) out += fmt::format("alive: {}{}\n", one.fault.id, seen);
    if (one.killed) out += fmt::format("killed by {} at {}: {}{}\n", one.how, one.index, one.fault.id, seen);
  }
  return out;
}

}  // namespace httparity::html
