#include "load/calibrate.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <thread>
#include <utility>

#include "load/calibration_history.h"
#include "load/machine.h"
#include "load/null_server.h"
#include "load/null_workload.h"
#include "load/pinned.h"

namespace httparity {
namespace {

constexpr std::chrono::milliseconds kWarmup{100};
constexpr std::chrono::milliseconds kTimed{500};

std::size_t mean_answer_bytes(const std::vector<RequestSet>& sets) {
  std::size_t sum = 0;
  std::size_t count = 0;
  for (const RequestSet& set : sets) {
    for (const std::uint32_t index : set.order) sum += set.templates[index].expectation.image.bytes.size();
    count += set.order.size();
  }
  return count == 0 ? 0 : sum / count;
}

}  // namespace

Result<double> client_capacity(LoadStep step, const std::vector<RequestSet>& sets, const std::vector<int>& server_cpus,
                               const std::stop_token& stop) {
  NullServerPlan plan;
  plan.connections = 16'384;  // its table is by descriptor, and the client's are of the same process
  if (!server_cpus.empty()) plan.spin = std::chrono::microseconds(200);
  const std::size_t head_bytes = null_response(0, &plan.date_at).size();
  const std::size_t wanted = mean_answer_bytes(sets);
  plan.response = null_response(wanted > head_bytes ? wanted - head_bytes : 0, &plan.date_at);
  auto workload = null_workload(plan.response);
  if (!workload) return workload.error();

  std::promise<Result<std::uint16_t>> announced;
  auto tcp_port = announced.get_future();
  std::jthread server([&](const std::stop_token& server_stop) {
    const PinnedHere pinned(server_cpus);
    bool listens = false;
    const auto served = serve_null(
        plan,
        [&](std::uint16_t listening) {
          listens = true;
          announced.set_value(listening);
        },
        server_stop);
    if (!served && !listens) announced.set_value(served.error());
  });
  const Result<std::uint16_t> listening = tcp_port.get();
  if (!listening) return listening.error();
  step.engine.endpoint = loopback_address(*listening);
  step.engine.sources.clear();
  step.engine.warmup = kWarmup;
  step.engine.duration = kTimed;
  step.requests = 0;
  step.rate_per_second = 0;
  step.lanes.clear();
  const auto tally = run_load_step(step, *workload, stop);
  if (!tally) return tally.error();
  const double seconds = std::chrono::duration<double>(tally->timed).count();
  return seconds > 0 ? static_cast<double>(tally->valid()) / seconds : 0.0;
}

std::string calibrate_step(LoadStepPlan& plan, const LoadStep& step, const std::vector<RequestSet>& sets,
                           const std::vector<int>& server_cpus, const std::string& history_file,
                           const std::stop_token& stop) {
  const auto capacity = client_capacity(step, sets, server_cpus, stop);
  if (!capacity) return fmt::format("the client's own capacity is not known: {}", capacity.error().what);
  plan.client_capacity = *capacity;
  if (history_file.empty()) return "";
  auto history = read_calibrations(history_file);
  if (!history) return fmt::format("earlier calibrations: {}: remove the file", history.error().what);
  const std::string what = calibration_name(step, sets);
  plan.capacity_before = (*history)[what];
  add_calibration(*history, what, *capacity);
  const auto written = write_calibrations(history_file, *history);
  return written ? "" : fmt::format("this calibration is not kept: {}", written.error().what);
}

std::string calibration_name(const LoadStep& step, const std::vector<RequestSet>& sets) {
  constexpr const char* kWaits[] = {"spin", "adaptive", "block"};
  std::string out = fmt::format("{}, {} connections, depth {}, {} threads, {}, {} bytes", engine_name(step.kind),
                                step.engine.connections, step.depth, std::max<std::size_t>(1, step.cpus.size()),
                                kWaits[static_cast<int>(step.engine.wait)], mean_answer_bytes(sets));
  for (const auto& [name, value] : machine_facts()) {
    if (name == "processor" || name == "built with") out += fmt::format(", {}", value);
  }
  return out;
}

}  // namespace httparity
