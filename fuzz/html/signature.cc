#include "fuzz/html/signature.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "fuzz/html/lines.h"
#include "fuzz/html/tokens.h"

namespace httparity::html {
namespace {

using namespace std::string_view_literals;

struct TagClass {
  std::string_view representative;
  std::string_view members;  ///< each between two spaces
};

constexpr std::array kClasses = {
    TagClass{"b", " b big code em font i s small strike strong tt u "},
    TagClass{"div",
             " address article aside blockquote center details dialog dir div fieldset figcaption figure footer "
             "header hgroup main menu nav section summary search "},
    TagClass{"ul", " dl ol ul "},
    TagClass{"h1", " h1 h2 h3 h4 h5 h6 "},
    TagClass{"pre", " listing pre "},
    TagClass{"dd", " dd dt "},
    TagClass{"tbody", " tbody tfoot thead "},
    TagClass{"td", " td th "},
    TagClass{"br", " area br embed img keygen wbr "},
    TagClass{"link", " base basefont bgsound link meta "},
    TagClass{"style", " iframe noembed noframes style xmp "},
    TagClass{"object", " applet marquee object "},
    TagClass{"param", " param source track "},
    TagClass{"mi", " mi mn mo ms mtext "},
    TagClass{"rb", " rb rtc "},
    TagClass{"rp", " rp rt "}};

std::string name_of(std::string_view name, Naming naming) {
  if (naming == Naming::kExact) return std::string(name);
  for (const std::string_view prefix : {"svg "sv, "math "sv}) {
    if (name.starts_with(prefix)) return std::string(prefix).append(tag_class(name.substr(prefix.size())));
  }
  return std::string(tag_class(name));
}

std::string node_of(const Line& line, Naming naming) {
  if (line.end) return "#end";
  const std::string_view content = line.content;
  if (content.starts_with('"')) return "#text";
  if (content.starts_with("<!-- ")) return "#comment";
  if (content.starts_with("<!DOCTYPE")) return "#doctype";
  if (content.starts_with("<?")) return "#pi";
  if (content.starts_with('<')) return name_of(content.substr(1, content.size() - 2), naming);
  if (content == "content") return "#content";
  const std::string_view attribute = content.substr(0, content.find('='));
  const bool foreign = attribute.find(' ') != std::string_view::npos;
  return naming == Naming::kExact ? "@" + std::string(attribute) : foreign ? "@ns" : "@";
}

std::string_view byte_class(std::string_view text, std::size_t at) {
  if (at >= text.size()) return "end";
  switch (text[at]) {
    case '\r':
      return "CR";
    case '\n':
      return "LF";
    case '\0':
      return "NUL";
    case '&':
      return "amp";
    case ' ':
    case '\t':
    case '\f':
      return "ws";
    case '"':
      return "end";
    default:
      return static_cast<unsigned char>(text[at]) >= 0x80 ? "hi" : "chr";
  }
}

std::string text_parting(std::string_view expected, std::string_view actual) {
  const auto at = static_cast<std::size_t>(
      std::mismatch(expected.begin(), expected.end(), actual.begin(), actual.end()).first - expected.begin());
  return fmt::format("{}/{}", byte_class(expected, at), byte_class(actual, at));
}

/// For a key, the parents that matter are those by which an insertion mode is told; all others are one.
bool keeps_its_name(std::string_view parent) {
  constexpr std::array kParents = {"html"sv,  "head"sv, "body"sv,     "frameset"sv, "select"sv,  "table"sv,
                                   "tbody"sv, "tr"sv,   "colgroup"sv, "caption"sv,  "#content"sv};
  return parent.find(' ') != std::string_view::npos ||
         std::find(kParents.begin(), kParents.end(), parent) != kParents.end();
}

/// The names of the elements that are open where the common lines end.
class Path {
 public:
  void add(const Line& line, Naming naming) {
    if (!line.content.starts_with('<') && line.content != "content") return;
    names_.resize(std::min(names_.size(), line.depth));
    names_.push_back(node_of(line, naming));
  }
  std::string_view parent(const Line& line, Naming naming) const {
    if (line.end || line.depth == 0 || line.depth > names_.size()) return "";
    const std::string_view name = names_[line.depth - 1];
    return naming == Naming::kExact || keeps_its_name(name) ? name : "x";
  }

 private:
  std::vector<std::string> names_;
};

template <typename LineSource>
std::string parting(LineSource& expected_lines, LineSource& actual_lines, Naming naming) {
  Path path;
  while (true) {
    const Line e = expected_lines.next();
    const Line a = actual_lines.next();
    if (!e.end && !a.end && e.depth == a.depth && e.content == a.content) {
      path.add(e, naming);
      continue;
    }
    if (e.end && a.end) return "same";
    std::string out = fmt::format("{}>{} | {}>{}", path.parent(e, naming), node_of(e, naming), path.parent(a, naming),
                                  node_of(a, naming));
    if (!e.end && !a.end) {
      if (e.depth != a.depth) {
        out += fmt::format(" | {:+}", static_cast<long>(a.depth) - static_cast<long>(e.depth));
      } else if (e.content.starts_with('"') && a.content.starts_with('"')) {
        out += " | " + text_parting(e.content, a.content);
      }
    }
    return out;
  }
}

}  // namespace

std::string_view tag_class(std::string_view name) {
  if (name.find(' ') == std::string_view::npos) {
    const std::string padded = fmt::format(" {} ", name);
    for (const TagClass& one : kClasses) {
      if (one.members.find(padded) != std::string_view::npos) return one.representative;
    }
  }
  const auto known = tag_names();
  // Known names whose one rule, to end foreign content, isn't what they are grouped by.
  for (const std::string_view plain : {"span"sv, "x-y"sv, "sub"sv, "sup"sv, "var"sv}) {
    if (name == plain) return "x";
  }
  const auto found = std::find(known.begin(), known.end(), name);
  return found == known.end() ? "x" : *found;
}

std::string signature(VerdictKind kind, std::string_view expected, std::string_view actual, Naming naming) {
  if (kind == VerdictKind::kFault) {
    const auto word = [](std::string_view answer) {
      return answer.starts_with('|') ? "parsed"sv : answer.substr(0, 40);
    };
    return fmt::format("fault {} | {}", word(expected), word(actual));
  }
  if (kind == VerdictKind::kText || kind == VerdictKind::kSerialised) {
    return fmt::format("{} {}", to_string(kind), text_parting(expected, actual));
  }
  DumpLines expected_lines(expected);
  DumpLines actual_lines(actual);
  return parting(expected_lines, actual_lines, naming);
}

std::string tape_signature(std::string_view expected, std::string_view actual, Naming naming) {
  TapeLines expected_lines(expected);
  TapeLines actual_lines(actual);
  return parting(expected_lines, actual_lines, naming);
}

}  // namespace httparity::html
