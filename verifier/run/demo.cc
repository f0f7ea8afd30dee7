#include "run/demo.h"

#include <chrono>
#include <utility>
#include <vector>

#include "contract/read_contract.h"
#include "run/demo_contract.h"
#include "run/suite.h"
#include "run/verify.h"

namespace httparity {
namespace {

constexpr std::chrono::milliseconds kSettle{20};

RunResult failed(FailureCause cause, const Error& error) {
  RunResult result;
  result.envelope.failures.push_back({cause, error.what});
  return result;
}

}  // namespace

RunResult run_demo(const PlantedFault* fault, std::stop_token stop) {
  ContractReading reading = parse_contract(demo_contract(), "contracts/demo/demo.contract.json");
  if (!reading.contract) return failed(FailureCause::kInternal, reading.errors.front());
  Suite suite;
  suite.path = "contracts/demo";
  suite.contracts.push_back(std::move(*reading.contract));
  const auto reference = LoopbackServer::start({}, serve_demo("reference", nullptr));
  if (!reference) return failed(FailureCause::kTarget, reference.error());
  const auto port = LoopbackServer::start({}, serve_demo("port", fault));
  if (!port) return failed(FailureCause::kTarget, port.error());

  VerifyOptions options;
  options.paths = {suite.path};
  options.reference = endpoint_url(reference->endpoint());
  options.port = endpoint_url(port->endpoint());
  options.shuffle = false;
  options.transport.settle = kSettle;
  std::vector<Suite> suites;
  suites.push_back(std::move(suite));
  return verify_suites(suites, options, {}, std::move(stop));
}

bool shows_what_was_planted(const RunResult& result, const PlantedFault* fault) {
  const auto* found = std::get_if<VerifyResult>(&result.found);
  if (found == nullptr || !result.envelope.failures.empty()) return false;
  const VerifyCounts counts = count(*found);
  if (counts.exchanges == 0 || counts.compared() != counts.exchanges) return false;
  if (fault == nullptr) return counts.differs == 0;
  return counts.differences.size() == 1 && counts.differences.begin()->first == fault->kind;
}

}  // namespace httparity
