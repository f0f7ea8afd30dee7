#include <vector>

#include "fuzz/html/engine.h"
#include "fuzz/html/tokens.h"

namespace httparity::html {
namespace {

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

class NestEngine final : public Engine {
 public:
  NestEngine() : openers_(openers()) {}
  std::string_view name() const override { return "nest"; }
  std::uint64_t size() const override { return tag_names().size() * openers_.size() * 4; }

  void make(std::uint64_t index, HtmlCase& out) const override {
    // A stride without a divisor in common with the size: any run of indexes is a sample of all.
    constexpr std::uint64_t kStride = 1000003;
    std::uint64_t place = index * kStride % size();
    const bool again = place % 2 == 1;
    const bool closed = place / 2 % 2 == 1;
    place /= 4;
    const std::string_view outer = tag_names()[place % tag_names().size()];
    const Opener& inner = openers_[place / tag_names().size()];
    out.data.assign("<!doctype html><").append(outer).append(">").append(inner.open);
    out.data.append(again ? "<" : "</").append(outer).append(">");
    if (closed) out.data += inner.close;
    out.data += 'x';
    out.context = {};
    out.scripting = false;
    out.quirks = false;
  }

 private:
  std::vector<Opener> openers_;
};

}  // namespace

std::unique_ptr<Engine> nest_engine() {
  return std::make_unique<NestEngine>();
}

}  // namespace httparity::html
