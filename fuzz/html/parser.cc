#include "fuzz/html/parser.h"

#include <nlohmann/json.hpp>

namespace httparity::html {

bool ParserInfo::supports(const HtmlCase& input) const {
  if (input.scripting && !scripting) return false;
  if (input.context.name.empty()) return true;
  if (!fragments || (input.quirks && !quirks_fragments)) return false;
  return input.context.name_space == HP_HTML_NS_HTML || foreign_fragments;
}

Outcome outcome_of(int status) {
  switch (status) {
    case HP_HTML_OK:
      return Outcome::kParsed;
    case HP_HTML_UNSUPPORTED:
      return Outcome::kUnsupported;
    case HP_HTML_PANIC:
      return Outcome::kPanic;
    case HP_HTML_LIMIT:
      return Outcome::kLimit;
    default:
      return Outcome::kLied;
  }
}

std::string_view to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::kParsed:
      return "parsed";
    case Outcome::kUnsupported:
      return "unsupported";
    case Outcome::kPanic:
      return "panic";
    case Outcome::kLimit:
      return "limit";
    case Outcome::kCrashed:
      return "crash";
    case Outcome::kTimedOut:
      return "timeout";
    case Outcome::kLied:
      return "broken-answer";
  }
  return "?";
}

Answer parse_one(Parser& parser, const HtmlCase& input) {
  std::vector<Answer> answers;
  parser.submit({&input, 1});
  parser.collect(answers);
  return answers.empty() ? Answer{} : std::move(answers.front());
}

Result<ParserInfo> parse_info(std::string_view json) {
  constexpr std::size_t kMaxBytes = 65536;
  constexpr int kMaxDepth = 3;
  if (json.size() > kMaxBytes) return Error{"a parser's description is over 64 KiB"};
  int deepest = 0;
  const auto bounded = [&deepest](int depth, nlohmann::json::parse_event_t, nlohmann::json&) {
    deepest = std::max(deepest, depth);
    return depth <= kMaxDepth;
  };
  const nlohmann::json info = nlohmann::json::parse(json, bounded, false);
  if (!info.is_object() || deepest > kMaxDepth) return Error{"a parser's description is no JSON object"};
  ParserInfo out;
  const auto text = [&info](const char* key) {
    const auto found = info.find(key);
    return found != info.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  out.name = text("name");
  out.version = text("version");
  if (out.name.empty()) return Error{"a parser's description needs \"name\""};
  out.text = text("answer") == "text";
  out.answers_tapes = text("answer") == "tree";
  const auto can = info.find("can");
  if (can != info.end() && can->is_array()) {
    for (const auto& word : *can) {
      if (word == "fragment") out.fragments = true;
      if (word == "foreign-fragment") out.foreign_fragments = true;
      if (word == "scripting") out.scripting = true;
      if (word == "quirks-fragment") out.quirks_fragments = true;
      if (word == "splits") out.splits = true;
    }
  }
  return out;
}

std::string info_json(const ParserInfo& info) {
  nlohmann::json out;
  out["name"] = info.name;
  out["version"] = info.version;
  out["answer"] = info.text ? "text" : info.answers_tapes ? "tree" : "dump";
  out["can"] = nlohmann::json::array();
  if (info.fragments) out["can"].push_back("fragment");
  if (info.foreign_fragments) out["can"].push_back("foreign-fragment");
  if (info.scripting) out["can"].push_back("scripting");
  if (info.quirks_fragments) out["can"].push_back("quirks-fragment");
  if (info.splits) out["can"].push_back("splits");
  return out.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

}  // namespace httparity::html
