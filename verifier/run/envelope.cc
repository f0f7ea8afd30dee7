#include "run/envelope.h"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <thread>

#include "run/moment.h"

namespace httparity {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

const char* against_words(Against against) {
  switch (against) {
    case Against::kReference:
      return "the live reference";
    case Against::kRecording:
      return "the recording";
    case Against::kBoth:
      return "the live reference and the recording";
    case Against::kItself:
      return "itself";
  }
  return "";
}

std::vector<Fact> machine() {
  std::vector<Fact> facts;
  utsname names{};
  if (uname(&names) == 0) {
    facts.push_back({"system", fmt::format("{} {} {}", names.sysname, names.release, names.machine)});
  }
  facts.push_back({"processors", std::to_string(std::thread::hardware_concurrency())});
  return facts;
}

std::vector<Fact> plan(const VerifyOptions& options) {
  std::vector<Fact> facts = {{"suites", joined(options.paths)},
                             {"against", against_words(options.against)},
                             {"seed", std::to_string(options.seed)},
                             {"settle", fmt::format("{} ms", options.transport.settle.count())}};
  const Selection& selection = options.selection;
  if (!selection.only.empty()) facts.push_back({"only", joined(selection.only)});
  if (!selection.skip.empty()) facts.push_back({"skip", joined(selection.skip)});
  if (!selection.steps.empty()) facts.push_back({"steps", joined(selection.steps)});
  if (selection.shard.count > 1) {
    facts.push_back({"shard", fmt::format("{}/{}", selection.shard.index, selection.shard.count)});
  }
  if (options.repeat > 1) facts.push_back({"repeat", std::to_string(options.repeat)});
  return facts;
}

std::vector<std::string> replay(const VerifyOptions& options) {
  std::vector<std::string> words;
  const auto add = [&](const char* option, const std::optional<std::string>& value) {
    if (value) words.insert(words.end(), {option, *value});
  };
  add("--reference", options.reference);
  add("--port", options.port);
  if (options.against == Against::kRecording) words.emplace_back("--recorded");
  if (options.against == Against::kBoth) words.emplace_back("--three-ways");
  if (options.sentinel) words.emplace_back("--sentinel");
  if (options.transport.settle != TransportOptions{}.settle) {
    add("--settle", std::to_string(options.transport.settle.count()));
  }
  if (!options.transport.tls.cacert.empty()) add("--cacert", options.transport.tls.cacert);
  if (options.transport.tls.insecure) words.emplace_back("--insecure");
  return words;
}

}  // namespace

Envelope begin_envelope(const std::string& command) {
  Envelope envelope;
  envelope.command = command;
  envelope.tool_version = tool_version();
  envelope.environment = machine();
  envelope.started_at = format_moment(std::chrono::system_clock::now());
  return envelope;
}

Envelope open_envelope(const std::string& command, const VerifyOptions& options) {
  Envelope envelope = begin_envelope(command);
  envelope.plan = plan(options);
  envelope.replay = replay(options);
  return envelope;
}

void add_peer_identity(TargetIdentity& target, const PeerIdentity& identity) {
  target.facts.push_back({"tls", identity.tls_version});
  target.facts.push_back({"certificates", std::to_string(identity.chain.size())});
  if (!identity.chain.empty()) target.facts.push_back({"leaf sha256", identity.chain.front().sha256});
  target.facts.push_back({"verified", identity.verified ? "yes" : identity.verify_result});
  if (!identity.verified) {
    target.warnings.push_back(fmt::format("its certificate does not verify: {}", identity.verify_result));
  }
}

void compare_chains(const PeerIdentity& reference, const PeerIdentity& port, TargetIdentity& target) {
  if (port.chain.size() >= reference.chain.size()) return;
  target.warnings.push_back(
      fmt::format("it serves {} of the {} certificates that the reference serves: clients that don't fetch the missing "
                  "ones fail",
                  port.chain.size(), reference.chain.size()));
}

}  // namespace httparity
