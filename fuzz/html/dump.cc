#include "fuzz/html/dump.h"

#include <algorithm>

#include "fuzz/html/lines.h"
#include "fuzz/html/tape.h"

namespace httparity::html {
namespace {

/// The rank of a UTF-8 byte among bytes of other characters when characters are ordered by UTF-16 code units: the
/// lead bytes of supplementary characters (F0..F4, surrogates D800..DFFF) come before EE and EF (U+E000..U+FFFF).
int utf16_rank(char c) {
  const int byte = static_cast<unsigned char>(c);
  if (byte >= 0xf0) return byte - 2;
  return byte >= 0xee ? byte + 16 : byte;
}

}  // namespace

bool utf16_less(std::string_view x, std::string_view y) {
  return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end(),
                                      [](char c, char d) { return utf16_rank(c) < utf16_rank(d); });
}

std::string dump_tree(std::string_view tape) {
  std::string out;
  TapeLines lines(tape);
  for (Line line = lines.next(); !line.end; line = lines.next()) {
    out += "| ";
    out.append(2 * line.depth, ' ');
    out += line.content;
    out += '\n';
  }
  return out;
}

bool dumps_alike(std::string_view tape, std::string_view other) {
  TapeLines lines(tape);
  TapeLines other_lines(other);
  while (true) {
    const Line line = lines.next();
    if (line != other_lines.next()) return false;
    if (line.end) return true;
  }
}

std::string merge_adjacent_text(std::string_view tape) {
  TapeWriter out;
  std::string text;
  TapeReader reader(tape);
  const hp_html_sink sink = out.sink();
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
      case EventKind::kTemplateBegin:
        sink.template_begin(sink.self);
        break;
      case EventKind::kTemplateEnd:
        sink.template_end(sink.self);
        break;
      default:
        sink.end(sink.self);
        break;
    }
  }
  flush();
  return std::string(out.tape());
}

}  // namespace httparity::html
