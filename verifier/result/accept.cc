#include "result/accept.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/json.h"

namespace httparity {
namespace {

std::optional<JsonValue> member(const JsonValue& object, std::string_view key) {
  if (!object.is(JsonKind::kObject)) return std::nullopt;
  for (const JsonValue& value : object.children()) {
    if (value.key() == key) return value;
  }
  return std::nullopt;
}

std::vector<JsonValue> elements(const JsonValue& object, std::string_view key) {
  const auto array = member(object, key);
  return array && array->is(JsonKind::kArray) ? array->children() : std::vector<JsonValue>();
}

std::string text_of(const JsonValue& object, std::string_view key) {
  const auto value = member(object, key);
  return value && value->is(JsonKind::kString) ? value->text() : "";
}

/// A port given by its URL has another one next time: it names no scope.
std::string port_name(const JsonValue& report) {
  for (const JsonValue& target : elements(report, "targets")) {
    const std::string name = text_of(target, "name");
    if (text_of(target, "role") == "port") return name.find("://") == std::string::npos ? name : "";
  }
  return "";
}

/// Keeps `wanted` where every place agrees on it, else unsets it.
void keep_common(std::optional<std::string>& wanted, const std::optional<std::string>& other) {
  if (wanted != other) wanted.reset();
}

LedgerScope scope_of(const OpenDifference& difference) {
  const std::string file = difference.contract.substr(difference.contract.rfind('/') + 1);
  LedgerScope scope{difference.port, file, difference.scenario, difference.variant, difference.step};
  if (difference.port.empty()) scope.port.reset();
  return scope;
}

}  // namespace

Result<std::vector<OpenDifference>> open_differences(std::string text, const std::string& path) {
  JsonErrors errors(path);
  const auto document = JsonDocument::parse(std::move(text), errors);
  if (!document) return errors.first();
  const JsonValue root = document->root();
  const auto version = member(root, "httparity_result");
  if (!version || !version->is(JsonKind::kNumber) || version->integer() != 1) {
    errors.add(root, "is no JSON report of httparity, version 1: write one with --report json:PATH");
    return errors.first();
  }
  const std::string port = port_name(root);
  std::vector<OpenDifference> open;
  for (const JsonValue& scenario : elements(root, "scenarios")) {
    for (const JsonValue& step : elements(scenario, "steps")) {
      if (text_of(step, "verdict") != "differs") continue;
      for (const JsonValue& difference : elements(step, "differences")) {
        const std::string signature = text_of(difference, "signature");
        if (signature.empty() || member(difference, "known")) continue;
        open.push_back({signature, port, text_of(scenario, "contract"), text_of(scenario, "name"),
                        text_of(scenario, "variant"), text_of(step, "name")});
      }
    }
  }
  return open;
}

std::size_t accept_differences(const std::vector<OpenDifference>& differences, const Acceptance& acceptance,
                               Ledger& ledger) {
  std::vector<LedgerEntry> fresh;
  std::map<std::string, std::size_t> places;
  for (const OpenDifference& difference : differences) {
    const auto [place, is_new] = places.emplace(difference.signature, fresh.size());
    const LedgerScope scope = scope_of(difference);
    if (is_new) {
      fresh.push_back({difference.signature, scope, acceptance.reason, acceptance.owner, acceptance.expires, {}});
      continue;
    }
    LedgerScope& common = fresh[place->second].scope;
    keep_common(common.contract, scope.contract);
    keep_common(common.scenario, scope.scenario);
    keep_common(common.variant, scope.variant);
    keep_common(common.step, scope.step);
  }
  const std::size_t count = fresh.size();
  for (LedgerEntry& entry : fresh) {
    const auto same = std::find_if(ledger.entries.begin(), ledger.entries.end(), [&entry](const LedgerEntry& old) {
      return old.signature == entry.signature && old.scope == entry.scope;
    });
    if (same != ledger.entries.end()) {
      *same = std::move(entry);
    } else {
      ledger.entries.push_back(std::move(entry));
    }
  }
  return count;
}

}  // namespace httparity
