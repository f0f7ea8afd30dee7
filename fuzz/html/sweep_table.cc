#include <algorithm>
#include <array>
#include <string_view>

#include "fuzz/html/sweep.h"
#include "fuzz/html/tokens.h"

namespace httparity::html {
namespace {

struct TokenGroup {
  const char* name;
  std::string_view tags;  ///< between blanks; empty: by the token's form
};

/// The columns of the table; a start tag that none names belongs to "other tag".
constexpr std::array kGroups = {
    TokenGroup{"document",
               " html head body title base basefont bgsound link meta style script noscript template noframes "
               "frameset frame "},
    TokenGroup{"formatting", " a b big code em font i nobr s small strike strong tt u "},
    TokenGroup{"table", " table caption colgroup col tbody thead tfoot tr td th "},
    TokenGroup{"form", " form button input select option optgroup textarea keygen hr fieldset label "},
    TokenGroup{"foreign", " svg math mi mo mn ms mtext desc foreignObject annotation-xml mglyph malignmark "},
    TokenGroup{"other tag", ""},
    TokenGroup{"end tag", ""},
    TokenGroup{"text, markup", ""},
};
constexpr std::size_t kOtherTag = 5;
constexpr std::size_t kEndTag = 6;
constexpr std::size_t kMarkup = 7;

std::size_t group_of(std::string_view token) {
  const bool is_letter = token.size() > 1 && ((token[1] | 0x20) >= 'a' && (token[1] | 0x20) <= 'z');
  if (token.starts_with("</")) return kEndTag;
  if (!token.starts_with('<') || !is_letter) return kMarkup;
  const std::string padded = ' ' + std::string(token.substr(1, token.find_first_of(" />") - 1)) + ' ';
  for (std::size_t i = 0; i < kOtherTag; ++i) {
    if (kGroups[i].tags.find(padded) != std::string_view::npos) return i;
  }
  return kOtherTag;
}

}  // namespace

FuzzSweep sweep_table(bool third, std::uint64_t done) {
  const SweepOrder order(third);
  FuzzSweep table;
  table.name = third ? "sweep3" : "sweep";
  for (const InsertionContext& context : insertion_contexts()) table.rows.emplace_back(context.name);
  for (const TokenGroup& group : kGroups) table.groups.emplace_back(group.name);
  for (const std::string_view token : alphabet()) {
    table.tokens.emplace_back(token);
    table.group_of.push_back(group_of(token));
  }
  table.cases_a_cell = order.size() / table.rows.size() / table.tokens.size();
  table.done.assign(table.rows.size(), std::vector<std::uint64_t>(table.tokens.size()));
  for (std::uint64_t index = 0; index < std::min(done, order.size()); ++index) {
    const SweepPlace place = order.place(index);
    ++table.done[place.context][place.second];
  }
  return table;
}

}  // namespace httparity::html
