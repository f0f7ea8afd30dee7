#include "compare/head_lines.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace httparity {
namespace {

// A fold stands for one space (RFC 9112, section 5.2); blanks around it belong to it.
std::u16string unfold(const std::u16string& value) {
  std::u16string unfolded;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const bool fold = value[i] == '\n' || (value[i] == '\r' && i + 1 < value.size() && value[i + 1] == '\n');
    if (!fold) {
      unfolded.push_back(value[i]);
      continue;
    }
    while (!unfolded.empty() && (unfolded.back() == ' ' || unfolded.back() == '\t')) unfolded.pop_back();
    while (i + 1 < value.size() && std::u16string_view(u" \t\r\n").find(value[i + 1]) != std::u16string_view::npos) ++i;
    unfolded.push_back(' ');
  }
  return unfolded;
}

std::vector<std::string_view> list_members(std::string_view value) {
  std::vector<std::string_view> members;
  while (true) {
    const std::size_t comma = value.find(',');
    std::string_view member = value.substr(0, comma);
    while (!member.empty() && (member.front() == ' ' || member.front() == '\t')) member.remove_prefix(1);
    while (!member.empty() && (member.back() == ' ' || member.back() == '\t')) member.remove_suffix(1);
    members.push_back(member);
    if (comma == std::string_view::npos) break;
    value.remove_prefix(comma + 1);
  }
  return members;
}

}  // namespace

Head read_head(const Message& message, std::span<const Mask> masks) {
  Head head{message, head_stretches(masks, message), {}};
  head.lines.reserve(message.fields.size());
  for (std::size_t i = 0; i < message.fields.size(); ++i) {
    const Field& field = message.fields[i];
    std::u16string value = symbols_of(head.value(i));
    if (field.folded) value = unfold(value);
    head.lines.push_back({lower(message.at(field.name)), std::move(value)});
  }
  return head;
}

std::string explain_values(std::string_view reference, std::string_view port) {
  std::vector<std::string_view> expected = list_members(reference);
  std::vector<std::string_view> actual = list_members(port);
  if (expected == actual) return "the same list members with other blanks between them";
  if (std::is_permutation(expected.begin(), expected.end(), actual.begin(), actual.end())) {
    return "the same list members in another order";
  }
  if (equal_ignoring_case(reference, port)) return "the same letters in another case";
  return "";
}

}  // namespace httparity
