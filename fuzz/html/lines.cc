#include "fuzz/html/lines.h"

#include <algorithm>

#include "fuzz/html/dump.h"

namespace httparity::html {
namespace {

constexpr std::string_view kElementPrefix[] = {"", "svg ", "math "};
constexpr std::string_view kAttributePrefix[] = {"", "xlink ", "xml ", "xmlns "};

}  // namespace

Line DumpLines::next() {
  if (!rest_.starts_with("| ")) return {};
  std::size_t stop = rest_.find('\n');
  while (stop != std::string_view::npos && stop + 1 < rest_.size() && rest_.substr(stop + 1, 2) != "| ") {
    stop = rest_.find('\n', stop + 1);
  }
  const std::string_view whole = rest_.substr(2, stop == std::string_view::npos ? stop : stop - 2);
  rest_.remove_prefix(stop == std::string_view::npos ? rest_.size() : stop + 1);
  const std::size_t spaces = std::min(whole.find_first_not_of(' '), whole.size());
  return {spaces / 2, whole.substr(spaces / 2 * 2), false};
}

Line TapeLines::line(std::size_t depth, std::initializer_list<std::string_view> parts) {
  content_.clear();
  for (const std::string_view part : parts) content_ += part;
  return {depth, content_, false};
}

Line TapeLines::doctype(const Event& event) {
  if (event.data.empty() && event.system.empty()) return line(depth_, {"<!DOCTYPE ", event.name, ">"});
  return line(depth_, {"<!DOCTYPE ", event.name, " \"", event.data, "\" \"", event.system, "\">"});
}

void TapeLines::read_attributes() {
  while ((is_ahead_ = reader_.next(ahead_)) && ahead_.kind == EventKind::kAttribute) {
    attributes_.push_back({std::string(kAttributePrefix[ahead_.name_space % 4]).append(ahead_.name), ahead_.data});
  }
  if (attributes_.size() < 2) return;
  std::stable_sort(attributes_.begin(), attributes_.end(),
                   [](const Attribute& x, const Attribute& y) { return utf16_less(x.name, y.name); });
}

Line TapeLines::next() {
  if (told_ < attributes_.size()) {
    const Attribute& attribute = attributes_[told_++];
    return line(depth_, {attribute.name, "=\"", attribute.value, "\""});
  }
  attributes_.clear();
  told_ = 0;
  while (is_ahead_ || reader_.next(ahead_)) {
    is_ahead_ = false;
    const Event event = ahead_;
    switch (event.kind) {
      case EventKind::kDoctype:
        return doctype(event);
      case EventKind::kStart:
        ++depth_;
        read_attributes();
        return line(depth_ - 1, {"<", kElementPrefix[event.name_space % 3], event.name, ">"});
      case EventKind::kTemplateBegin:
        return line(depth_++, {"content"});
      case EventKind::kText:
        return line(depth_, {"\"", event.data, "\""});
      case EventKind::kComment:
        return line(depth_, {"<!-- ", event.data, " -->"});
      case EventKind::kPi:
        return line(depth_, {"<?", event.name, " ", event.data, "?>"});
      case EventKind::kTemplateEnd:
      case EventKind::kEnd:
        --depth_;
        break;
      case EventKind::kAttribute:  // after damage alone
        break;
    }
  }
  return {};
}

}  // namespace httparity::html
