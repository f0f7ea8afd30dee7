#include "target/read_targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <string>
#include <system_error>

#include "base/file.h"
#include "base/json.h"
#include "base/json_read.h"
#include "base/suggest.h"
#include "base/template.h"
#include "base/text.h"

namespace httparity {
namespace {

constexpr std::int64_t kFormatVersion = 1;
constexpr std::size_t kLargestFile = 16 * 1024 * 1024;
constexpr std::int64_t kLongestDeadlineMs = 10 * 60 * 1000;
constexpr std::array<std::string_view, 4> kVariables{"state", "tcp_port", "suite", "name"};

struct StopSignal {
  std::string_view name;
  int number;
};
constexpr std::array<StopSignal, 7> kStopSignals{{{"TERM", SIGTERM},
                                                  {"INT", SIGINT},
                                                  {"QUIT", SIGQUIT},
                                                  {"HUP", SIGHUP},
                                                  {"USR1", SIGUSR1},
                                                  {"USR2", SIGUSR2},
                                                  {"KILL", SIGKILL}}};

/// A string in which variables may stand.
std::string read_template(const JsonValue& value, JsonErrors& errors) {
  const std::string text = read_text(value, errors).value_or("");
  for (const std::string& name : variable_names(parse_template(text))) {
    if (std::find(kVariables.begin(), kVariables.end(), name) != kVariables.end()) continue;
    errors.add(value, fmt::format("nothing defines {{{}}} here{}", name, did_you_mean(name, kVariables)));
  }
  return text;
}

std::vector<std::string> read_arguments(const JsonValue& value, JsonErrors& errors) {
  std::vector<std::string> arguments;
  for (const JsonValue& argument : read_array(value, errors)) arguments.push_back(read_template(argument, errors));
  if (value.is(JsonKind::kArray) && (arguments.empty() || arguments.front().empty())) {
    errors.add(value, "needs a program as its first element");
  }
  return arguments;
}

std::chrono::milliseconds read_milliseconds(const JsonValue& value, JsonErrors& errors) {
  return std::chrono::milliseconds(read_integer(value, 1, kLongestDeadlineMs, errors).value_or(1));
}

ReadyProbe read_ready(const JsonValue& value, JsonErrors& errors) {
  ReadyProbe ready;
  const JsonObject object(value, {"target", "status", "host", "deadline_ms"}, errors);
  const auto has_control = [](const std::string& text) {
    return std::any_of(text.begin(), text.end(), [](char byte) { return byte > '\0' ? byte <= ' ' : byte == '\0'; });
  };
  if (const auto target = object.find("target")) {
    ready.target = read_some_bytes(*target, errors).value_or("/");
    if (has_control(ready.target)) errors.add(*target, "a request target has no blank and no control byte");
  }
  if (const auto host = object.find("host")) {
    ready.host = read_some_bytes(*host, errors).value_or("");
    if (has_control(ready.host)) errors.add(*host, "a host has no blank and no control byte");
  }
  if (const auto status = object.find("status")) {
    if (const auto number = read_integer(*status, 100, 999, errors)) ready.status = static_cast<int>(*number);
  }
  if (const auto deadline = object.find("deadline_ms")) ready.deadline = read_milliseconds(*deadline, errors);
  return ready;
}

StopPlan read_stop(const JsonValue& value, JsonErrors& errors) {
  StopPlan stop;
  const JsonObject object(value, {"signal", "deadline_ms"}, errors);
  if (const auto signal = object.find("signal")) {
    const auto name = read_word(*signal, {"TERM", "INT", "QUIT", "HUP", "USR1", "USR2", "KILL"}, errors);
    for (const StopSignal& known : kStopSignals) {
      if (name && *name == known.name) stop.signal = known.number;
    }
  }
  if (const auto deadline = object.find("deadline_ms")) stop.deadline = read_milliseconds(*deadline, errors);
  return stop;
}

std::vector<std::pair<std::string, std::string>> read_env(const JsonValue& value, JsonErrors& errors) {
  std::vector<std::pair<std::string, std::string>> env;
  if (!value.is(JsonKind::kObject)) add_wrong_kind(value, "an object", errors);
  for (const JsonValue& member : value.is(JsonKind::kObject) ? value.children() : std::vector<JsonValue>()) {
    const std::string name = member.key();
    if (name.empty() || name.find('=') != std::string::npos || name.find('\0') != std::string::npos) {
      errors.add(member, "no name for a variable: it is empty or has a = or NUL in it");
    }
    env.emplace_back(name, read_template(member, errors));
  }
  return env;
}

TargetSpec read_target(const JsonValue& value, JsonErrors& errors) {
  TargetSpec spec;
  spec.name = value.key();
  if (spec.name.empty()) errors.add(value, "a target's name must not be empty");
  if (spec.name.find("://") != std::string::npos || spec.name.starts_with("unix:")) {
    errors.add(value, "a target's name must not look like a URL, which options take in its place");
  }
  const JsonObject object(value, {"prepare", "command", "env", "cwd", "state", "url", "ready", "stop"}, errors);
  if (const auto prepare = object.find("prepare")) {
    for (const JsonValue& command : read_array(*prepare, errors))
      spec.prepare.push_back(read_arguments(command, errors));
  }
  if (const auto command = object.need("command")) spec.command = read_arguments(*command, errors);
  if (const auto env = object.find("env")) spec.env = read_env(*env, errors);
  if (const auto cwd = object.find("cwd")) spec.cwd = read_template(*cwd, errors);
  if (const auto state = object.find("state")) {
    if (const auto folder = read_some_text(*state, errors)) spec.state = *folder;
  }
  if (const auto url = object.need("url")) spec.url = read_template(*url, errors);
  if (const auto ready = object.find("ready")) spec.ready = read_ready(*ready, errors);
  if (const auto stop = object.find("stop")) spec.stop = read_stop(*stop, errors);
  return spec;
}

std::string read_role(const JsonValue& value, const SuiteTargets& targets, JsonErrors& errors) {
  const std::string name = read_some_text(value, errors).value_or("");
  if (name.empty() || find_target(targets, name) != nullptr) return name;
  std::vector<std::string_view> names;
  for (const TargetSpec& spec : targets.targets) names.push_back(spec.name);
  errors.add(value, fmt::format("there is no target \"{}\"{}", escape_bytes(name), did_you_mean(name, names)));
  return name;
}

SuiteTargets read_root(const JsonValue& root, JsonErrors& errors) {
  SuiteTargets targets;
  const JsonObject object(root, {"$schema", "httparity_targets", "reference", "port", "targets"}, errors);
  if (const auto version = object.need("httparity_targets")) {
    read_integer(*version, kFormatVersion, kFormatVersion, errors);
  }
  if (const auto schema = object.find("$schema")) read_text(*schema, errors);
  if (const auto specs = object.need("targets")) {
    if (!specs->is(JsonKind::kObject)) add_wrong_kind(*specs, "an object", errors);
    for (const JsonValue& member : specs->is(JsonKind::kObject) ? specs->children() : std::vector<JsonValue>()) {
      targets.targets.push_back(read_target(member, errors));
    }
  }
  if (const auto reference = object.find("reference")) targets.reference = read_role(*reference, targets, errors);
  if (const auto port = object.find("port")) targets.port = read_role(*port, targets, errors);
  return targets;
}

}  // namespace

const TargetSpec* find_target(const SuiteTargets& targets, const std::string& name) {
  const auto found = std::find_if(targets.targets.begin(), targets.targets.end(),
                                  [&name](const TargetSpec& spec) { return spec.name == name; });
  return found == targets.targets.end() ? nullptr : &*found;
}

Result<SuiteTargets> read_targets_text(std::string_view text, const std::filesystem::path& suite,
                                       std::string_view file) {
  JsonErrors errors{std::string(file)};
  const auto document = JsonDocument::parse(std::string(text), errors, {.comments = true});
  SuiteTargets targets;
  if (document) targets = read_root(document->root(), errors);
  if (!errors.empty()) return errors.first();
  std::error_code error;
  targets.suite = std::filesystem::absolute(suite, error);
  if (error) return Error{fmt::format("{}: {}", escape_bytes(suite.string()), error.message())};
  return targets;
}

Result<SuiteTargets> read_targets(const std::filesystem::path& suite) {
  const std::string file = suite / "targets.json";
  const auto text = read_file(file, kLargestFile);
  if (!text) return text.error();
  return read_targets_text(*text, suite, file);
}

}  // namespace httparity
