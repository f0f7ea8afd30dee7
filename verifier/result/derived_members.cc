#include "result/derived_members.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "result/result_json.h"

namespace httparity {
namespace {

// Another machine's last bits of a quotient may be others.
constexpr double kRounding = 1e-9;
// The same buckets have other bytes with another version of zlib.
constexpr std::string_view kCompressed = "hdr_v2";

std::string shown(const JsonValue& value) {
  switch (value.kind()) {
    case JsonKind::kNull:
      return "null";
    case JsonKind::kBoolean:
      return value.boolean() ? "true" : "false";
    case JsonKind::kNumber:
      return fmt::format("{}", value.number());
    case JsonKind::kString:
      return fmt::format("\"{}\"", escape_bytes(value.text()));
    case JsonKind::kArray:
    case JsonKind::kObject:
      return json_kind_name(value.kind());
  }
  return "";
}

// Walks through both texts at once, and stops where they part.
class Comparer {
 public:
  Comparer(bool same_words, JsonErrors& errors) : same_words_(same_words), errors_(errors) {}

  bool agree(const JsonValue& said, const JsonValue& follows) {
    if (said.kind() != follows.kind()) return contradict(said, follows);
    switch (said.kind()) {
      case JsonKind::kNull:
        return true;
      case JsonKind::kBoolean:
        return said.boolean() == follows.boolean() || contradict(said, follows);
      case JsonKind::kNumber:
        return agree(said.number(), follows.number()) || contradict(said, follows);
      case JsonKind::kString:
        return !same_words_ || said.text() == follows.text() || contradict(said, follows);
      case JsonKind::kArray:
        return agree_on_elements(said, follows);
      case JsonKind::kObject:
        return agree_on_members(said, follows);
    }
    return false;
  }

 private:
  static bool agree(double said, double follows) {
    return std::abs(said - follows) <= kRounding * std::max(std::abs(said), std::abs(follows));
  }

  bool refuse(const JsonValue& where, const std::string& why) {
    errors_.add(where, why + ": it was changed after the run; take the file as the run wrote it");
    return false;
  }

  bool contradict(const JsonValue& said, const JsonValue& follows) {
    return refuse(said, fmt::format("is {}, but {} follows from the rest", shown(said), shown(follows)));
  }

  bool agree_on_elements(const JsonValue& said, const JsonValue& follows) {
    const auto mine = said.children();
    const auto its = follows.children();
    if (mine.size() != its.size()) {
      return refuse(said, fmt::format("has {} entries, but {} follow from the rest", mine.size(), its.size()));
    }
    for (std::size_t i = 0; i < mine.size(); ++i) {
      if (!agree(mine[i], its[i])) return false;
    }
    return true;
  }

  bool agree_on_members(const JsonValue& said, const JsonValue& follows) {
    std::map<std::string, JsonValue> mine;
    for (const JsonValue& member : said.children()) mine.emplace(member.key(), member);
    for (const JsonValue& member : follows.children()) {
      const std::string key = member.key();
      const auto found = mine.find(key);
      if (found == mine.end()) {
        return refuse(said, fmt::format("lacks \"{}\", which follows from the rest", escape_bytes(key)));
      }
      if (key != kCompressed && !agree(found->second, member)) return false;
      mine.erase(found);
    }
    if (mine.empty()) return true;
    return refuse(mine.begin()->second, "doesn't follow from the rest");
  }

  bool same_words_;
  JsonErrors& errors_;
};

}  // namespace

void check_derived(const JsonValue& root, const RunResult& result, JsonErrors& errors) {
  JsonErrors none("");
  JsonSyntax syntax;
  syntax.max_values = SIZE_MAX;  // no more than there are in `result`
  const auto anew = JsonDocument::parse(render_json(result), none, syntax);
  if (anew == nullptr) return errors.add(root, "can't be written again: " + none.first().what);
  Comparer(result.envelope.tool_version == tool_version(), errors).agree(root, anew->root());
}

}  // namespace httparity
