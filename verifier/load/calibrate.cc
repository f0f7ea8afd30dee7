#include "load/calibrate.h"

#include <netinet/in.h>

#include <algorithm>
#include <future>
#include <new>
#include <thread>
#include <utility>

#include "load/null_server.h"
#include "load/pinned.h"
#include "wire/response_reader.h"

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

Result<std::vector<RequestSet>> workload_for(const std::string& response) {
  RequestTemplate request;
  request.name = "calibration";
  request.bytes = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
  Exchange exchange;
  exchange.request = index_message(request.bytes);
  ResponseReader reader("GET");
  reader.feed(response);
  ReadResponse read = reader.take();
  exchange.response = std::move(read.response);
  exchange.framing = std::move(read.framing);
  Mask date;
  date.selector = HeaderSelector{"Date", {}, {}, {}};
  date.type = MaskType::kHttpDate;
  auto expectation = compile_expectation(std::move(exchange), {date});
  if (!expectation) return expectation.error();
  request.expectation = *std::move(expectation);
  std::vector<RequestSet> out;
  out.push_back(make_request_set({std::move(request)}));
  return out;
}

LoadAddress loopback(std::uint16_t tcp_port) {
  LoadAddress out;
  auto* address = new (&out.address) sockaddr_in{};
  address->sin_family = AF_INET;
  address->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address->sin_port = htons(tcp_port);
  out.length = sizeof *address;
  return out;
}

}  // namespace

Result<double> client_capacity(LoadStep step, const std::vector<RequestSet>& sets, const std::vector<int>& server_cpus,
                               const std::stop_token& stop) {
  NullServerPlan plan;
  plan.connections = 16'384;  // its table is by descriptor, and the client's are of the same process
  const std::size_t head_bytes = null_response(0, &plan.date_at).size();
  const std::size_t wanted = mean_answer_bytes(sets);
  plan.response = null_response(wanted > head_bytes ? wanted - head_bytes : 0, &plan.date_at);
  auto workload = workload_for(plan.response);
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
  step.engine.endpoint = loopback(*listening);
  step.engine.sources.clear();
  step.engine.warmup = kWarmup;
  step.engine.duration = kTimed;
  step.requests = 0;
  step.rate_per_second = 0;
  const auto tally = run_load_step(step, *workload, stop);
  if (!tally) return tally.error();
  const double seconds = std::chrono::duration<double>(tally->timed).count();
  return seconds > 0 ? static_cast<double>(tally->valid()) / seconds : 0.0;
}

}  // namespace httparity
