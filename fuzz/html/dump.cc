#include "fuzz/html/dump.h"

#include <algorithm>
#include <vector>

#include "fuzz/html/tape.h"

namespace httparity::html {
namespace {

constexpr std::string_view kElementPrefix[] = {"", "svg ", "math "};
constexpr std::string_view kAttributePrefix[] = {"", "xlink ", "xml ", "xmlns "};

struct Attribute {
  std::string name;
  std::string_view value;
};

/// The rank of a UTF-8 byte among bytes of other characters when characters are ordered by UTF-16 code units: the
/// lead bytes of supplementary characters (F0..F4, surrogates D800..DFFF) come before EE and EF (U+E000..U+FFFF).
int utf16_rank(char c) {
  const int byte = static_cast<unsigned char>(c);
  if (byte >= 0xf0) return byte - 2;
  return byte >= 0xee ? byte + 16 : byte;
}

class Dumper {
 public:
  void put(const Event& event) {
    if (event.kind != EventKind::kAttribute) flush_attributes();
    switch (event.kind) {
      case EventKind::kDoctype:
        doctype(event);
        break;
      case EventKind::kStart:
        line({"<", kElementPrefix[event.name_space % 3], event.name, ">"});
        ++depth_;
        break;
      case EventKind::kAttribute:
        attributes_.push_back({std::string(kAttributePrefix[event.name_space % 4]).append(event.name), event.data});
        break;
      case EventKind::kTemplateBegin:
        line({"content"});
        ++depth_;
        break;
      case EventKind::kTemplateEnd:
      case EventKind::kEnd:
        --depth_;
        break;
      case EventKind::kText:
        line({"\"", event.data, "\""});
        break;
      case EventKind::kComment:
        line({"<!-- ", event.data, " -->"});
        break;
      case EventKind::kPi:
        line({"<?", event.name, " ", event.data, "?>"});
        break;
    }
  }

  std::string take() {
    flush_attributes();
    return std::move(out_);
  }

 private:
  void line(std::initializer_list<std::string_view> parts) {
    out_ += "| ";
    out_.append(2 * depth_, ' ');
    for (const std::string_view part : parts) out_ += part;
    out_ += '\n';
  }

  void doctype(const Event& event) {
    if (event.data.empty() && event.system.empty()) {
      line({"<!DOCTYPE ", event.name, ">"});
    } else {
      line({"<!DOCTYPE ", event.name, " \"", event.data, "\" \"", event.system, "\">"});
    }
  }

  void flush_attributes() {
    if (attributes_.empty()) return;
    std::stable_sort(attributes_.begin(), attributes_.end(),
                     [](const Attribute& x, const Attribute& y) { return utf16_less(x.name, y.name); });
    for (const Attribute& attribute : attributes_) line({attribute.name, "=\"", attribute.value, "\""});
    attributes_.clear();
  }

  std::string out_;
  std::size_t depth_ = 0;
  std::vector<Attribute> attributes_;
};

}  // namespace

bool utf16_less(std::string_view x, std::string_view y) {
  return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end(),
                                      [](char c, char d) { return utf16_rank(c) < utf16_rank(d); });
}

std::string dump_tree(std::string_view tape) {
  Dumper dumper;
  TapeReader reader(tape);
  for (Event event; reader.next(event);) dumper.put(event);
  return dumper.take();
}

std::string merge_adjacent_text(std::string_view tape) {
  std::string out;
  std::string text;
  TapeReader reader(tape);
  const hp_html_sink sink = tape_sink(out);
  const auto bytes = [](std::string_view view) { return hp_html_bytes{view.data(), view.size()}; };
  const auto flush = [&] {
    if (!text.empty()) sink.text(sink.self, bytes(text));
    text.clear();
  };
  for (Event event; reader.next(event);) {
    if (event.kind == EventKind::kText) {
      text += event.data;
      continue;
    }
    flush();
    switch (event.kind) {
      case EventKind::kDoctype:
        sink.doctype(sink.self, bytes(event.name), bytes(event.data), bytes(event.system));
        break;
      case EventKind::kStart:
        sink.start(sink.self, event.name_space, bytes(event.name));
        break;
      case EventKind::kAttribute:
        sink.attribute(sink.self, event.name_space, bytes(event.name), bytes(event.data));
        break;
      case EventKind::kComment:
        sink.comment(sink.self, bytes(event.data));
        break;
      case EventKind::kPi:
        sink.pi(sink.self, bytes(event.name), bytes(event.data));
        break;
      default:
        out.push_back(static_cast<char>(event.kind));
        break;
    }
  }
  flush();
  return out;
}

}  // namespace httparity::html
