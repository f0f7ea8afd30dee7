#include <fmt/format.h>

#include <utility>

#include "base/file.h"
#include "base/json_read.h"
#include "base/json_writer.h"
#include "result/ledger.h"

namespace httparity {
namespace {

constexpr std::size_t kMostLedgerBytes = 16 * 1024 * 1024;

struct ScopePart {
  const char* key;
  std::optional<std::string> LedgerScope::*name;
};

constexpr ScopePart kScopeParts[] = {
    {"port", &LedgerScope::port},       {"contract", &LedgerScope::contract}, {"scenario", &LedgerScope::scenario},
    {"variant", &LedgerScope::variant}, {"step", &LedgerScope::step},
};

LedgerScope read_scope(const JsonValue& value, JsonErrors& errors) {
  LedgerScope scope;
  const JsonObject object(value, {"port", "contract", "scenario", "variant", "step"}, errors);
  for (const ScopePart& part : kScopeParts) {
    if (const auto name = object.find(part.key)) scope.*part.name = read_text(*name, errors);
  }
  return scope;
}

std::string read_words(const JsonObject& object, std::string_view key, JsonErrors& errors) {
  const auto value = object.need(key);
  return value ? read_some_text(*value, errors).value_or("") : "";
}

LedgerEntry read_entry(const JsonValue& value, JsonErrors& errors) {
  LedgerEntry entry;
  entry.place = {errors.file(), value.line(), value.pointer()};
  const JsonObject object(value, {"signature", "scope", "reason", "owner", "expires"}, errors);
  entry.signature = read_words(object, "signature", errors);
  if (const auto scope = object.find("scope")) entry.scope = read_scope(*scope, errors);
  entry.reason = read_words(object, "reason", errors);
  entry.owner = read_words(object, "owner", errors);
  const std::string expires = read_words(object, "expires", errors);
  const auto day = parse_day(expires);
  if (day) entry.expires = *day;
  if (!expires.empty() && !day) errors.add(*object.find("expires"), "must be a day as YYYY-MM-DD");
  return entry;
}

}  // namespace

std::optional<std::chrono::year_month_day> parse_day(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  int numbers[3] = {0, 0, 0};
  std::size_t place = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (at == 4 || at == 7) {
      ++place;
    } else if (text[at] < '0' || text[at] > '9') {
      return std::nullopt;
    } else {
      numbers[place] = numbers[place] * 10 + (text[at] - '0');
    }
  }
  const auto day = std::chrono::year(numbers[0]) / numbers[1] / numbers[2];
  return day.ok() ? std::optional(day) : std::nullopt;
}

std::string render_day(std::chrono::year_month_day day) {
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(day.year()), static_cast<unsigned>(day.month()),
                     static_cast<unsigned>(day.day()));
}

Result<Ledger> parse_ledger(std::string text, const std::string& path) {
  JsonErrors errors(path);
  Ledger ledger;
  ledger.file = path;
  const auto document = JsonDocument::parse(std::move(text), errors);
  if (document) {
    const JsonObject root(document->root(), {"$schema", "httparity_ledger", "entries"}, errors);
    if (const auto version = root.need("httparity_ledger")) (void)read_integer(*version, 1, 1, errors);
    if (const auto entries = root.need("entries")) {
      for (const JsonValue& value : read_array(*entries, errors)) ledger.entries.push_back(read_entry(value, errors));
    }
  }
  if (!errors.empty()) return errors.first();
  return ledger;
}

Result<Ledger> read_ledger(const std::string& path) {
  if (!is_file(path)) return Ledger{path, {}};
  auto text = read_file(path, kMostLedgerBytes);
  if (!text) return text.error();
  return parse_ledger(*std::move(text), path);
}

std::string render_ledger(const Ledger& ledger) {
  JsonWriter json;
  json.begin_object();
  json.key("httparity_ledger").number(std::int64_t{1});
  json.key("entries").begin_array();
  for (const LedgerEntry& entry : ledger.entries) {
    json.begin_object();
    json.key("signature").text(entry.signature);
    json.key("scope").begin_object();
    for (const ScopePart& part : kScopeParts) {
      if (entry.scope.*part.name) json.key(part.key).text(*(entry.scope.*part.name));
    }
    json.end_object();
    json.key("reason").text(entry.reason);
    json.key("owner").text(entry.owner);
    json.key("expires").text(render_day(entry.expires));
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return std::move(json).take();
}

}  // namespace httparity
