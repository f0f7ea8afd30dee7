#include "fuzz/html/ledger.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <set>
#include <tuple>

#include "base/file.h"
#include "base/json_read.h"
#include "base/text.h"

namespace httparity::html {
namespace {

constexpr std::size_t kMaxLedgerBytes = 16U << 20U;

std::string text_of(const JsonObject& object, std::string_view key, JsonErrors& errors) {
  const auto value = object.need(key);
  return value ? read_text(*value, errors).value_or("") : "";
}

bool is_day(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  return std::all_of(text.begin(), text.end(), [](char c) { return c == '-' || (c >= '0' && c <= '9'); });
}

std::string day_of(const JsonObject& object, std::string_view key, JsonErrors& errors) {
  const auto value = object.need(key);
  if (!value) return "";
  std::string day = read_text(*value, errors).value_or("");
  if (!is_day(day)) errors.add(*value, "a day as YYYY-MM-DD");
  return day;
}

std::vector<Rewrite> rewrites_of(const JsonObject& object, JsonErrors& errors) {
  std::vector<Rewrite> rewrites;
  const auto list = object.find("rewrites");
  if (!list) return rewrites;
  for (const JsonValue& value : read_array(*list, errors)) {
    const JsonObject one(value, {"from", "to"}, errors);
    rewrites.push_back({lower(text_of(one, "from", errors)), text_of(one, "to", errors)});
    if (rewrites.back().from.empty()) {
      errors.add(value, "\"from\" must not be empty");
    } else if (lower(rewrites.back().to).find(rewrites.back().from) != std::string::npos) {
      errors.add(value, "\"to\" must not hold \"from\"");
    }
  }
  return rewrites;
}

LedgerEntry entry_of(const JsonValue& value, JsonErrors& errors) {
  const JsonObject object(value,
                          {"id", "reference", "port", "side", "input", "context", "scripting", "keys", "standard",
                           "why", "opened", "until", "rewrites"},
                          errors);
  LedgerEntry entry;
  entry.id = text_of(object, "id", errors);
  entry.reference = text_of(object, "reference", errors);
  entry.port = text_of(object, "port", errors);
  if (const auto side = object.need("side")) {
    entry.side = read_word(*side, {"reference", "port", "both"}, errors).value_or("");
  }
  entry.input.data = text_of(object, "input", errors);
  if (const auto context = object.find("context")) {
    entry.input.context = parse_context(read_text(*context, errors).value_or(""));
  }
  if (const auto scripting = object.find("scripting")) {
    entry.input.scripting = read_boolean(*scripting, errors).value_or(false);
  }
  if (const auto keys = object.need("keys")) {
    for (const JsonValue& key : read_array(*keys, errors)) entry.keys.push_back(read_text(key, errors).value_or(""));
  }
  entry.standard = text_of(object, "standard", errors);
  entry.why = text_of(object, "why", errors);
  entry.opened = day_of(object, "opened", errors);
  entry.until = day_of(object, "until", errors);
  entry.rewrites = rewrites_of(object, errors);
  return entry;
}

char lower_letter(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// A byte of an input, and one of a rewrite's `from`, whose letters are lower.
bool same_letter(char c, char wanted) {
  return wanted == lower_letter(c);
}

}  // namespace

const LedgerEntry* Ledger::find(std::string_view key) const {
  for (const LedgerEntry& entry : entries) {
    if (std::find(entry.keys.begin(), entry.keys.end(), key) != entry.keys.end()) return &entry;
  }
  return nullptr;
}

Rewriter::Rewriter(const Ledger& ledger) {
  for (const LedgerEntry& entry : ledger.entries) {
    rewrites_.insert(rewrites_.end(), entry.rewrites.begin(), entry.rewrites.end());
  }
  for (const Rewrite& rewrite : rewrites_) {
    for (std::size_t pair = 0; pair < begins_.size(); ++pair) {
      const char begin[2] = {static_cast<char>(pair >> 8), static_cast<char>(pair & 255)};
      const auto count = static_cast<std::ptrdiff_t>(std::min(sizeof begin, rewrite.from.size()));
      if (std::equal(begin, begin + count, rewrite.from.begin(), same_letter)) begins_.set(pair);
    }
  }
}

const Rewrite* Rewriter::match(std::string_view text) const {
  for (const Rewrite& rewrite : rewrites_) {
    if (text.size() >= rewrite.from.size() && std::equal(rewrite.from.begin(), rewrite.from.end(), text.begin(),
                                                         [](char wanted, char c) { return same_letter(c, wanted); })) {
      return &rewrite;
    }
  }
  return nullptr;
}

void Rewriter::rewrite(HtmlCase& input) const {
  std::string& data = input.data;
  for (std::size_t at = 0; at < data.size();) {
    const std::size_t first = static_cast<unsigned char>(data[at]);
    const std::size_t second = static_cast<unsigned char>(data.c_str()[at + 1]);
    const Rewrite* found = begins_[first << 8 | second] ? match(std::string_view(data).substr(at)) : nullptr;
    if (found == nullptr) {
      ++at;
      continue;
    }
    data.replace(at, found->from.size(), found->to);
    at += found->to.size();
  }
}

std::vector<std::string> Ledger::expired(const std::string& today) const {
  std::vector<std::string> ids;
  for (const LedgerEntry& entry : entries) {
    if (entry.until < today) ids.push_back(entry.id);
  }
  return ids;
}

std::string today() {
  return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)));
}

Ledger Ledger::for_pair(std::string_view reference, std::string_view port) const {
  Ledger out;
  for (const LedgerEntry& entry : entries) {
    if (entry.reference == reference && entry.port == port) out.entries.push_back(entry);
  }
  return out;
}

Result<Ledger> parse_ledger(std::string text, const std::string& name) {
  JsonErrors errors(name);
  Ledger ledger;
  const auto document = JsonDocument::parse(std::move(text), errors);
  if (document && errors.empty()) {
    const JsonObject root(document->root(), {"httparity_ledger", "entries"}, errors);
    if (const auto version = root.need("httparity_ledger")) read_integer(*version, 1, 1, errors);
    if (const auto entries = root.need("entries")) {
      std::set<std::string> ids;
      std::map<std::tuple<std::string, std::string, std::string>, std::string> owners;
      for (const JsonValue& value : read_array(*entries, errors)) {
        LedgerEntry entry = entry_of(value, errors);
        if (!ids.insert(entry.id).second) errors.add(value, fmt::format("two entries \"{}\": rename one", entry.id));
        for (const std::string& key : entry.keys) {
          const auto [owner, fresh] = owners.try_emplace({entry.reference, entry.port, key}, entry.id);
          if (fresh || owner->second == entry.id) continue;
          errors.add(value, fmt::format("\"{}\" and \"{}\" both list the key \"{}\": leave it to one", owner->second,
                                        entry.id, key));
        }
        ledger.entries.push_back(std::move(entry));
      }
    }
  }
  if (!errors.empty()) return errors.first();
  return ledger;
}

Result<Ledger> read_ledger(const std::string& path) {
  if (path.empty()) return Ledger{};
  const Result<std::string> text = read_file(path, kMaxLedgerBytes);
  if (!text) return text.error();
  return parse_ledger(*text, path);
}

}  // namespace httparity::html
