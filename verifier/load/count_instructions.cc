#include "load/count_instructions.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "base/temporary_folder.h"
#include "load/measure.h"
#include "load/resolve.h"
#include "load/usage.h"
#include "run/stage.h"
#include "target/command.h"

namespace httparity {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxOutputBytes = 256 << 20;
constexpr int kSlower = 50;  // than without valgrind, at the most

// A virtual machine compiles while it runs: under valgrind its figure is not the one of that code.
std::optional<std::string> virtual_machine_of(pid_t root) {
  for (const pid_t pid : processes_of(root)) {
    std::optional<std::string> found;
    const auto read = for_each_line(fmt::format("/proc/{}/maps", pid), 4096, [&](std::optional<std::string_view> line) {
      if (line && line->find("/libjvm.so") != std::string_view::npos) {
        found = std::string(line->substr(line->find('/')));
      }
    });
    if (read && found) return found;
  }
  return std::nullopt;
}

// Sums what `pattern` captures in the files of `folder` whose names begin with `prefix`; commas in numbers are left
// out.
std::vector<std::uint64_t> sums_of(const fs::path& folder, const std::string& prefix, const RE2& pattern) {
  std::vector<std::uint64_t> out(static_cast<std::size_t>(pattern.NumberOfCapturingGroups()), 0);
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (!entry.path().filename().string().starts_with(prefix)) continue;
    auto text = read_file(entry.path().string(), kMaxOutputBytes);
    if (!text) continue;
    std::vector<std::string> found(out.size());
    std::vector<RE2::Arg> places;
    std::vector<RE2::Arg*> arguments;
    places.reserve(out.size());
    for (std::string& one : found) places.emplace_back(&one);
    arguments.reserve(places.size());
    for (RE2::Arg& one : places) arguments.push_back(&one);
    if (!RE2::PartialMatchN(*text, pattern, arguments.data(), static_cast<int>(arguments.size()))) continue;
    for (std::size_t i = 0; i < out.size(); ++i) {
      std::erase(found[i], ',');
      out[i] += std::strtoull(found[i].c_str(), nullptr, 10);
    }
  }
  return out;
}

class Count {
 public:
  Count(const CountPlan& plan, const std::stop_token& stop) : plan_(plan), stop_(stop) {}

  Counted run();

 private:
  bool refuse(std::string why);
  bool is_native();
  bool play(const std::vector<std::string>& valgrind, std::uint64_t requests);

  const CountPlan& plan_;
  const std::stop_token& stop_;
  Counted out_;
};

bool Count::refuse(std::string why) {
  out_.counts.refused = std::move(why);
  return false;
}

bool Count::is_native() {
  auto stage = set_stage(*plan_.preflight.suite, {plan_.target}, stop_);
  if (!stage) return refuse(stage.error().what);
  const auto machine = virtual_machine_of(*stage->targets.front().root());
  if (!machine) return true;
  out_.not_native = true;
  return refuse(
      fmt::format("runs on a JVM ({}), which compiles while it runs: under valgrind its figure isn't that of the "
                  "compiled code; --instructions is for native servers",
                  *machine));
}

bool Count::play(const std::vector<std::string>& valgrind, std::uint64_t requests) {
  TargetSpec spec = *plan_.target.spec;
  spec.command.insert(spec.command.begin(), valgrind.begin(), valgrind.end());
  spec.ready.deadline *= kSlower;
  spec.stop.deadline *= kSlower;
  TargetChoice choice = plan_.target;
  choice.spec = &spec;
  auto stage = set_stage(*plan_.preflight.suite, {choice}, stop_);
  if (!stage) return refuse(stage.error().what);
  Target& server = stage->targets.front();
  const Preflight preflight = prepare_workload(plan_.preflight, server, stop_);
  if (!preflight.workload) return refuse(preflight.failure);
  auto address = resolve_address(server.endpoint(), nullptr);
  if (!address) return refuse(address.error().what);
  LoadStep step = plan_.step;
  step.engine.endpoint = *address;
  step.engine.connections = 1;
  step.engine.warmup = std::chrono::nanoseconds(0);
  step.engine.duration = std::chrono::nanoseconds(0);
  step.engine.answer_limit *= kSlower;
  step.depth = 1;
  step.requests = requests;
  step.rate_per_second = 0;
  MeasurePlan which;
  which.target = plan_.index;
  Measured measured = measure(which, step, *preflight.workload, stop_);
  const LoadMeasurement& one = measured.measurement;
  std::move(measured.wrong.begin(), measured.wrong.end(), std::back_inserter(out_.wrong));
  if (!one.failure.empty()) return refuse(one.failure);
  if (one.invalid() > 0) return refuse(fmt::format("{} of {} answers were wrong", one.invalid(), requests));
  if (one.valid() != requests)
    return refuse(fmt::format("only {} of {} requests were answered", one.valid(), requests));
  if (const auto stopped = server.stop(); !stopped) return refuse(stopped.error().what);
  return true;
}

Counted Count::run() {
  out_.counts.target = plan_.index;
  Command probe;
  probe.arguments = {"valgrind", "--version"};
  if (plan_.target.spec == nullptr) {
    refuse("is not started here: valgrind has to start it, so name it in targets.json");
  } else if (!run_command(probe, stop_)) {
    refuse("needs valgrind, which is not installed here");
  } else if (is_native()) {
    static const RE2 summary("\n(?:summary|totals): *(\\d+)");
    static const RE2 total("Total: +([\\d,]+) bytes in ([\\d,]+) blocks");
    for (std::size_t run = 0; run < 2; ++run) {
      const std::uint64_t requests = plan_.requests * (run + 1);
      const TemporaryFolder folder;
      const std::string path = folder.path().string();
      if (!play({"valgrind", "--tool=callgrind", "--trace-children=yes", "--callgrind-out-file=" + path + "/counts.%p",
                 "--log-file=" + path + "/callgrind.%p"},
                requests)) {
        return out_;
      }
      if (!play({"valgrind", "--tool=dhat", "--trace-children=yes", "--dhat-out-file=" + path + "/heap.%p",
                 "--log-file=" + path + "/dhat.%p"},
                requests)) {
        return out_;
      }
      out_.counts.instructions[run] = sums_of(path, "counts.", summary).front();
      const auto heap = sums_of(path, "dhat.", total);
      out_.counts.allocated_bytes[run] = heap[0];
      out_.counts.allocations[run] = heap[1];
      if (out_.counts.instructions[run] == 0) {
        refuse("valgrind counted nothing: the server didn't end as its stop signal asks");
        return out_;
      }
    }
    out_.counts.requests = plan_.requests;
  }
  return out_;
}

}  // namespace

Counted count_instructions(const CountPlan& plan, const std::stop_token& stop) {
  return Count(plan, stop).run();
}

}  // namespace httparity
