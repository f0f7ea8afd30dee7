#include <array>

#include "fuzz/html/engine.h"
#include "fuzz/html/rng.h"
#include "fuzz/html/tokens.h"

namespace httparity::html {
namespace {

using namespace std::string_view_literals;

constexpr std::uint64_t kGrammarStream = 2;
constexpr std::uint64_t kSwarmStream = 3;
constexpr std::uint64_t kNaiveStream = 4;

void put_attributes(std::string& out, Rng& rng) {
  for (std::size_t i = rng.below(3); i > 0; --i) out += rng.pick(attributes());
}

void put_start(std::string& out, std::string_view name, Rng& rng) {
  (out += '<') += name;
  if (rng.one_in(5)) put_attributes(out, rng);
  out += '>';
}

void put_end(std::string& out, std::string_view name) {
  ((out += "</") += name) += '>';
}

void put_text(std::string& out, Rng& rng) {
  out += rng.one_in(3) ? rng.pick(texts()) : rng.one_in(3) ? " "sv : "x"sv;
}

/// What is allowed below what, in families: a child is taken from its parent's family, now and then from any.
struct Family {
  std::string_view parent;
  std::array<std::string_view, 8> children;
};
constexpr std::array kFamilies = {
    Family{"table", {"caption", "colgroup", "tbody", "thead", "tr", "td", "form", "input"}},
    Family{"colgroup", {"col", "col", "template", "col", "col", "col", "td", "col"}},
    Family{"tbody", {"tr", "tr", "td", "th", "caption", "tfoot", "script", "a"}},
    Family{"tr", {"td", "th", "td", "tr", "tbody", "b", "style", "template"}},
    Family{"td", {"table", "p", "b", "a", "select", "div", "i", "svg"}},
    Family{"select", {"option", "optgroup", "option", "hr", "input", "script", "select", "table"}},
    Family{"optgroup", {"option", "optgroup", "option", "hr", "b", "option", "select", "p"}},
    Family{"ul", {"li", "li", "p", "ul", "div", "dd", "li", "table"}},
    Family{"dl", {"dt", "dd", "dt", "dd", "dl", "p", "b", "div"}},
    Family{"ruby", {"rb", "rt", "rtc", "rp", "rt", "p", "ruby", "b"}},
    Family{"svg", {"g", "path", "foreignObject", "desc", "title", "script", "svg", "p"}},
    Family{"math", {"mi", "mo", "mtext", "annotation-xml", "mglyph", "malignmark", "svg", "b"}},
    Family{"annotation-xml", {"svg", "p", "mi", "b", "math", "foreignObject", "div", "annotation-xml"}},
    Family{"foreignObject", {"p", "b", "svg", "math", "table", "div", "template", "body"}},
    Family{"template", {"tr", "td", "col", "caption", "option", "template", "p", "tbody"}},
    Family{"frameset", {"frame", "frame", "frameset", "noframes", "frame", "frame", "p", "html"}},
    Family{"head", {"title", "meta", "link", "base", "style", "script", "noscript", "template"}},
    Family{"a", {"b", "p", "a", "div", "table", "i", "nobr", "button"}},
    Family{"button", {"p", "b", "button", "a", "div", "form", "h1", "table"}},
    Family{"form", {"input", "form", "button", "div", "table", "p", "select", "isindex"}},
    Family{"p", {"b", "i", "a", "span", "p", "div", "table", "font"}}};

class GrammarEngine final : public Engine {
 public:
  explicit GrammarEngine(std::uint64_t seed) : seed_(seed) {}
  std::string_view name() const override { return "grammar"; }

  void make(std::uint64_t index, HtmlCase& out) const override {
    Rng rng(seed_, kGrammarStream, index);
    out.data.clear();
    out.context = {};
    out.scripting = false;
    out.quirks = false;
    std::string_view parent = "body";
    if (rng.one_in(6)) {
      out.context = rng.pick(fragment_contexts());
      parent = out.context.name;
    } else {
      put_prologue(out.data, rng);
    }
    std::size_t budget = 4 + rng.below(16);
    grow(out.data, parent, 0, budget, rng);
    if (rng.one_in(6)) put_end(out.data, rng.one_in(2) ? "body"sv : "html"sv);
    if (rng.one_in(8)) put_text(out.data, rng);
  }

 private:
  static void put_prologue(std::string& out, Rng& rng) {
    if (rng.one_in(2)) out += "<!doctype html>";
    if (rng.one_in(10)) put_text(out, rng);
    if (rng.one_in(6)) put_start(out, "html", rng);
    if (rng.one_in(8)) put_start(out, "head", rng);
    if (rng.one_in(6)) put_start(out, rng.one_in(3) ? "frameset"sv : "body"sv, rng);
  }

  static std::string_view child_of(std::string_view parent, Rng& rng) {
    if (!rng.one_in(4)) {
      for (const Family& family : kFamilies) {
        if (family.parent == parent) return rng.pick(std::span<const std::string_view>(family.children));
      }
    }
    return rng.pick(tag_names());
  }

  /// The depth is bounded by the budget, which each child takes from.
  static void grow(std::string& out, std::string_view parent, std::size_t depth, std::size_t& budget, Rng& rng) {
    constexpr std::size_t kMaxDepth = 16;
    const std::size_t children = 1 + rng.below(4);
    for (std::size_t i = 0; i < children && budget > 0; ++i) {
      --budget;
      if (rng.one_in(4)) put_text(out, rng);
      if (rng.one_in(14)) {
        put_end(out, rng.pick(tag_names()));  // an end tag without a start tag
        continue;
      }
      const std::string_view name = child_of(parent, rng);
      put_start(out, name, rng);
      if (depth < kMaxDepth && !rng.one_in(4)) grow(out, name, depth + 1, budget, rng);
      if (rng.one_in(3)) put_text(out, rng);
      if (!rng.one_in(3)) put_end(out, rng.one_in(12) ? rng.pick(tag_names()) : name);
    }
  }

  std::uint64_t seed_;
};

class SwarmEngine final : public Engine {
 public:
  explicit SwarmEngine(std::uint64_t seed) : seed_(seed) {}
  std::string_view name() const override { return "swarm"; }

  void make(std::uint64_t index, HtmlCase& out) const override {
    Rng rng(seed_, kSwarmStream, index);
    out.data = rng.one_in(2) ? "<!doctype html>" : "";
    out.context = rng.one_in(5) ? rng.pick(fragment_contexts()) : Context{};
    out.scripting = false;
    out.quirks = false;
    std::array<std::string_view, 6> names;
    const std::size_t count = 2 + rng.below(names.size() - 1);
    for (std::size_t i = 0; i < count; ++i) names[i] = rng.pick(tag_names());
    const std::size_t tokens = 4 + rng.below(20);
    for (std::size_t i = 0; i < tokens; ++i) {
      const std::string_view name = names[rng.below(count)];
      switch (rng.below(8)) {
        case 0:
        case 1:
        case 2:
        case 3:
          put_start(out.data, name, rng);
          break;
        case 4:
        case 5:
        case 6:
          put_end(out.data, name);
          break;
        default:
          put_text(out.data, rng);
          break;
      }
    }
  }

 private:
  std::uint64_t seed_;
};

class NaiveEngine final : public Engine {
 public:
  explicit NaiveEngine(std::uint64_t seed) : seed_(seed) {}
  std::string_view name() const override { return "naive"; }

  void make(std::uint64_t index, HtmlCase& out) const override {
    constexpr std::array kWords = {"x"sv, "hello "sv, "&amp;"sv, "&lt;"sv, " "sv, "\n"sv, "<!-- c -->"sv};
    Rng rng(seed_, kNaiveStream, index);
    out.data.clear();
    out.context = {};
    out.scripting = false;
    out.quirks = false;
    const std::size_t tokens = 1 + rng.below(20);
    for (std::size_t i = 0; i < tokens; ++i) {
      if (rng.one_in(3)) {
        out.data += rng.pick(std::span<const std::string_view>(kWords));
      } else if (rng.one_in(3)) {
        put_end(out.data, rng.pick(tag_names()));
      } else {
        (out.data += '<') += rng.pick(tag_names());
        if (rng.one_in(6)) out.data += " class=\"c\"";
        out.data += '>';
      }
    }
  }

 private:
  std::uint64_t seed_;
};

}  // namespace

std::unique_ptr<Engine> grammar_engine(std::uint64_t seed) {
  return std::make_unique<GrammarEngine>(seed);
}

std::unique_ptr<Engine> swarm_engine(std::uint64_t seed) {
  return std::make_unique<SwarmEngine>(seed);
}

std::unique_ptr<Engine> naive_engine(std::uint64_t seed) {
  return std::make_unique<NaiveEngine>(seed);
}

}  // namespace httparity::html
