#include "fuzz/html/serialise.h"

#include <algorithm>
#include <array>
#include <vector>

#include "fuzz/html/tape.h"

namespace httparity::html {
namespace {

/// No end tag and no children ("serializes as void").
constexpr std::array<std::string_view, 18> kVoid = {"area",  "base",  "basefont", "bgsound", "br",    "col",
                                                    "embed", "frame", "hr",       "img",     "input", "keygen",
                                                    "link",  "meta",  "param",    "source",  "track", "wbr"};
/// Their text children are written as they are.
constexpr std::array<std::string_view, 7> kRawText = {"style",   "script",   "xmp",      "iframe",
                                                      "noembed", "noframes", "plaintext"};

template <std::size_t N>
bool among(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void escape_into(std::string& out, std::string_view text, bool quotes, bool angles) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '&') {
      out += "&amp;";
    } else if (c == '\xc2' && i + 1 < text.size() && text[i + 1] == '\xa0') {
      out += "&nbsp;";
      ++i;
    } else if (c == '"' && quotes) {
      out += "&quot;";
    } else if (c == '<' && angles) {
      out += "&lt;";
    } else if (c == '>' && angles) {
      out += "&gt;";
    } else {
      out += c;
    }
  }
}

/// An element whose end is still to come.
struct Open {
  std::string_view name;
  bool hidden = false;   ///< below an element whose children are left out
  bool is_void = false;  ///< no end tag
  bool is_raw = false;   ///< text children as they are
  bool hides_children = false;
};

class Serialiser {
 public:
  explicit Serialiser(const SerialiseOptions& options) : options_(options) {}

  void put(const Event& event) {
    if (event.kind == EventKind::kAttribute) {
      if (!open_.back().hidden) attribute(event);
      return;
    }
    if (tag_is_open_) out_ += '>';
    tag_is_open_ = false;
    switch (event.kind) {
      case EventKind::kStart:
        start(event);
        break;
      case EventKind::kEnd:
        end();
        break;
      case EventKind::kTemplateBegin:
        break;
      case EventKind::kTemplateEnd:
        // Only a template's contents are serialised; children beside them are not.
        open_.back().hides_children = true;
        break;
      default:
        if (!hides_here()) leaf(event);
        break;
    }
  }

  std::string take() { return std::move(out_); }

 private:
  bool hides_here() const { return !open_.empty() && open_.back().hides_children; }

  void start(const Event& event) {
    const bool html = event.name_space == HP_HTML_NS_HTML;
    Open open;
    open.name = event.name;
    open.hidden = hides_here();
    open.is_void = html && among(kVoid, event.name);
    open.is_raw = html && (among(kRawText, event.name) || (event.name == "noscript" && options_.scripting));
    open.hides_children = open.hidden || open.is_void;
    if (!open.hidden) (out_ += '<') += event.name;
    tag_is_open_ = !open.hidden;
    open_.push_back(open);
  }

  void end() {
    const Open& closed = open_.back();
    if (!closed.hidden && !closed.is_void) (out_ += "</").append(closed.name) += '>';
    open_.pop_back();
  }

  void attribute(const Event& event) {
    constexpr std::string_view kPrefix[] = {"", "xlink:", "xml:", "xmlns:"};
    out_ += ' ';
    if (event.name_space != HP_HTML_ATTR_XMLNS || event.name != "xmlns") out_ += kPrefix[event.name_space % 4];
    (out_ += event.name) += "=\"";
    escape_into(out_, event.data, true, options_.escape_angles_in_attributes);
    out_ += '"';
  }

  void leaf(const Event& event) {
    if (event.kind == EventKind::kDoctype) {
      (out_ += "<!DOCTYPE ").append(event.name) += '>';
    } else if (event.kind == EventKind::kComment) {
      (out_ += "<!--").append(event.data) += "-->";
    } else if (event.kind == EventKind::kPi) {
      (out_ += "<?").append(event.name) += ' ';
      (out_ += event.data) += options_.pi_question_mark ? "?>" : ">";
    } else if (!open_.empty() && open_.back().is_raw) {
      out_ += event.data;
    } else {
      escape_into(out_, event.data, false, true);
    }
  }

  SerialiseOptions options_;
  std::string out_;
  std::vector<Open> open_;
  bool tag_is_open_ = false;
};

}  // namespace

std::string serialise_tree(std::string_view tape, const SerialiseOptions& options) {
  Serialiser serialiser(options);
  TapeReader reader(tape);
  for (Event event; reader.next(event);) serialiser.put(event);
  return serialiser.take();
}

}  // namespace httparity::html
