#include <array>
#include <vector>

#include "fuzz/html/engine.h"
#include "fuzz/html/tokens.h"

namespace httparity::html {
namespace {

using namespace std::string_view_literals;

/// Something that opens, and what closes it.
struct Opener {
  std::string open;
  std::string close;
};

/// Each tag, and the ways into foreign content and into tables that take more than one.
std::vector<Opener> openers() {
  std::vector<Opener> all;
  const auto add = [&all](std::initializer_list<std::string_view> names, std::string_view attributes = "") {
    Opener one;
    for (const std::string_view name : names) {
      one.open.append("<").append(name);
      if (name == *(names.end() - 1)) one.open += attributes;
      one.open += '>';
      one.close = "</" + std::string(name) + ">" + one.close;
    }
    all.push_back(one);
  };
  for (const std::string_view name : tag_names()) add({name});
  for (const std::string_view name : {"foreignObject", "desc", "title", "g"}) add({"svg", name});
  for (const std::string_view name : {"mi", "mo", "mn", "ms", "mtext", "annotation-xml", "mrow"}) add({"math", name});
  add({"math", "annotation-xml"}, " encoding=text/html");
  add({"table", "tr", "td"});
  add({"table", "tr", "th"});
  add({"table", "caption"});
  add({"template", "tr"});
  add({"select", "option"});
  return all;
}

/// What stands in templates and tables, and what ends a place in a table.
constexpr std::array kParts = {"caption"sv, "col"sv,   "colgroup"sv, "div"sv,   "option"sv, "select"sv,
                               "table"sv,   "tbody"sv, "td"sv,       "tfoot"sv, "tr"sv,     "script"sv};
constexpr std::array kPlaces = {"<thead><tr><td>"sv, "<tbody><tr><th>"sv, "<tfoot><tr><td>"sv,
                                "<caption>"sv,       "<colgroup>"sv,      "<tfoot><tr>"sv};
constexpr std::array kEnds = {"table"sv, "thead"sv,   "tbody"sv,    "tfoot"sv, "tr"sv,  "td"sv,
                              "th"sv,    "caption"sv, "colgroup"sv, "body"sv,  "html"sv};

class NestEngine final : public Engine {
 public:
  NestEngine()
      : openers_(openers()),
        pairs_(tag_names().size() * openers_.size() * 4),
        templates_(kParts.size() * kParts.size() * kParts.size()),
        tables_(kPlaces.size() * openers_.size() * kEnds.size()) {}
  std::string_view name() const override { return "nest"; }
  std::uint64_t size() const override { return pairs_ + templates_ + tables_; }

  void make(std::uint64_t index, HtmlCase& out) const override {
    // A stride without a divisor in common with the size: any run of indexes is a sample of all.
    constexpr std::uint64_t kStride = 1000003;
    const std::uint64_t place = index * kStride % size();
    out.data.assign("<!doctype html>");
    out.context = {};
    out.scripting = false;
    out.quirks = false;
    if (place < pairs_) {
      make_pair(place, out.data);
    } else if (place < pairs_ + templates_) {
      make_templates(place - pairs_, out.data);
    } else {
      make_table(place - pairs_ - templates_, out.data);
    }
    out.data += 'x';
  }

 private:
  void make_pair(std::uint64_t place, std::string& out) const {
    const bool again = place % 2 == 1;
    const bool closed = place / 2 % 2 == 1;
    place /= 4;
    const std::string_view outer = tag_names()[place % tag_names().size()];
    const Opener& inner = openers_[place / tag_names().size()];
    out.append("<").append(outer).append(">").append(inner.open);
    out.append(again ? "<" : "</").append(outer).append(">");
    if (closed) out += inner.close;
  }

  static void make_templates(std::uint64_t place, std::string& out) {
    const std::string_view first = kParts[place % kParts.size()];
    const std::string_view nested = kParts[place / kParts.size() % kParts.size()];
    const std::string_view last = kParts[place / kParts.size() / kParts.size()];
    out.append("<template><").append(first).append("></").append(first).append("><template><");
    out.append(nested).append("></template><").append(last).append(">");
  }

  void make_table(std::uint64_t place, std::string& out) const {
    const std::string_view end = kEnds[place % kEnds.size()];
    place /= kEnds.size();
    out.append("<table>").append(kPlaces[place % kPlaces.size()]);
    out.append(openers_[place / kPlaces.size()].open).append("</").append(end).append(">");
  }

  std::vector<Opener> openers_;
  std::uint64_t pairs_;
  std::uint64_t templates_;
  std::uint64_t tables_;
};

}  // namespace

std::unique_ptr<Engine> nest_engine() {
  return std::make_unique<NestEngine>();
}

}  // namespace httparity::html
