#include "fuzz/html/insertion_mode.h"

#include <string_view>
#include <vector>

#include "fuzz/html/tape.h"
#include "fuzz/html/tokens.h"

namespace httparity::html {
namespace {

constexpr std::string_view kProbe = "?httparity?";

/// The open elements above the probe, outermost first; `found` tells whether it is a comment of the tree at all.
std::vector<std::string> path_of_probe(std::string_view tape, bool& found) {
  std::vector<std::string> path;
  TapeReader reader(tape);
  for (Event event; reader.next(event);) {
    if (event.kind == EventKind::kStart) {
      path.push_back(event.name_space == HP_HTML_NS_HTML ? std::string(event.name)
                                                         : "foreign " + std::string(event.name));
    } else if (event.kind == EventKind::kEnd) {
      path.pop_back();
    } else if (event.kind == EventKind::kComment && event.data == kProbe) {
      found = true;
      return path;
    }
  }
  found = false;
  return {};
}

/// "Reset the insertion mode appropriately" (WHATWG HTML, section 13.2.4.1), read off the open elements.
std::string mode_of(const std::vector<std::string>& path, bool is_fragment) {
  if (path.empty()) return is_fragment ? "in fragment" : "initial";
  if (path.back().starts_with("foreign ")) return "in foreign content";
  for (auto name = path.rbegin(); name != path.rend(); ++name) {
    if (*name == "select") return "in select";
    if (*name == "td" || *name == "th") return "in cell";
    if (*name == "tr") return "in row";
    if (*name == "tbody" || *name == "thead" || *name == "tfoot") return "in table body";
    if (*name == "caption") return "in caption";
    if (*name == "colgroup") return "in column group";
    if (*name == "table") return "in table";
    if (*name == "template") return "in template";
    if (*name == "head") return "in head";
    if (*name == "body") return "in body";
    if (*name == "frameset") return "in frameset";
    if (*name == "html") return "before head, after head or after body";
  }
  return "in body";
}

}  // namespace

Guilt find_guilt(Pair& pair, const HtmlCase& input) {
  const std::vector<std::string_view> tokens = split_tokens(input.data);
  std::vector<HtmlCase> prefixes;
  HtmlCase prefix = input;
  prefix.data.clear();
  for (const std::string_view token : tokens) {
    prefix.data += token;
    prefixes.push_back(prefix);
  }
  const std::vector<VerdictKind> kinds = pair.judge_all(prefixes);
  std::size_t at = 0;
  while (at < kinds.size() && !is_difference(kinds[at])) ++at;
  if (at == kinds.size()) return {};
  HtmlCase probe = input;
  probe.data = (at == 0 ? std::string() : prefixes[at - 1].data) + "<!--" + std::string(kProbe) + "-->";
  const Answer answer = parse_one(pair.reference(), probe);
  if (answer.outcome != Outcome::kParsed || answer.form != AnswerForm::kTape) return {std::string(tokens[at]), ""};
  bool found = false;
  const std::vector<std::string> path = path_of_probe(answer.bytes, found);
  return {std::string(tokens[at]), found ? mode_of(path, !input.context.name.empty()) : "text"};
}

}  // namespace httparity::html
