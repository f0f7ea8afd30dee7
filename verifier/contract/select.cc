#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include "base/json_scan.h"
#include "contract/json_pointer.h"
#include "contract/mask.h"

namespace httparity {
namespace {

constexpr std::size_t kNowhere = std::string_view::npos;

/// The nearest of several ends from an offset on. Offsets must ascend: each end's next place is kept, so that a text is
/// searched once for each end and not once for each stretch.
class NearestEnd {
 public:
  NearestEnd(std::string_view text, const std::vector<std::string>& ends)
      : text_(text), ends_(ends), next_(ends.size(), kUnknown) {}

  std::size_t from(std::size_t offset) {
    std::size_t nearest = kNowhere;
    for (std::size_t place = 0; place < ends_.size(); ++place) {
      std::size_t& next = next_[place];
      if (next == kUnknown || (next != kNowhere && next < offset)) next = text_.find(ends_[place], offset);
      nearest = std::min(nearest, next);
    }
    return nearest;
  }

 private:
  static constexpr std::size_t kUnknown = kNowhere - 1;
  std::string_view text_;
  const std::vector<std::string>& ends_;
  std::vector<std::size_t> next_;
};

/// The JSON values around the one being read.
struct Level {
  bool on_path;
  bool is_array;
  std::size_t index;  ///< of an array's current element
  bool key_on_path;   ///< of an object's current key
};

bool is_index(std::string_view segment, std::size_t index) {
  char digits[24];
  const auto end = std::to_chars(std::begin(digits), std::end(digits), index).ptr;
  return segment == std::string_view(digits, static_cast<std::size_t>(end - digits));
}

}  // namespace

std::vector<Span> select(const HeaderSelector& selector, const Message& message) {
  std::vector<Span> spans;
  std::size_t occurrence = 0;
  for (const std::size_t place : find_fields(message, selector.name)) {
    if (selector.nth && *selector.nth != occurrence++) continue;
    const Span value = message.fields[place].value;
    const std::string_view text = message.at(value);
    std::size_t begin = 0;
    if (selector.after) {
      const std::size_t found = text.find(*selector.after);
      if (found == kNowhere) continue;
      begin = found + selector.after->size();
    }
    const std::size_t end = selector.until.empty() ? text.size() : NearestEnd(text, selector.until).from(begin);
    if (end == kNowhere) continue;
    spans.push_back({value.begin + begin, value.begin + end});
  }
  return spans;
}

std::vector<Span> select(const BodySelector& selector, std::string_view payload) {
  std::vector<Span> spans;
  NearestEnd nearest(payload, selector.until);
  std::size_t offset = 0;
  while (true) {
    const std::size_t found = payload.find(selector.after, offset);
    if (found == kNowhere) return spans;
    const std::size_t begin = found + selector.after.size();
    const std::size_t end = selector.until.empty() ? payload.size() : nearest.from(begin);
    if (end == kNowhere) return spans;
    spans.push_back({begin, end});
    if (selector.until.empty() || selector.after.empty()) return spans;
    offset = end;
  }
}

std::vector<Span> select(const JsonSelector& selector, std::string_view payload) {
  const auto path = parse_json_pointer(selector.pointer);
  if (!path) return {};
  JsonScanner scanner(payload);
  std::vector<Level> levels;
  std::vector<Span> found;
  std::size_t places = 0;
  while (true) {
    const JsonToken token = scanner.next();
    switch (token) {
      case JsonToken::kError:
        return {};
      case JsonToken::kEnd:
        // A key that stands twice makes the pointer ambiguous: then nothing is selected.
        return places == 1 ? found : std::vector<Span>();
      case JsonToken::kKey: {
        const bool on_path = levels.back().on_path && levels.size() <= path->size();
        levels.back().key_on_path = on_path && json_unescape(scanner.token()) == (*path)[levels.size() - 1];
        continue;
      }
      case JsonToken::kEndArray:
      case JsonToken::kEndObject:
        levels.pop_back();
        continue;
      default:
        break;
    }
    bool on_path = levels.empty();
    if (!levels.empty() && levels.back().is_array) {
      Level& array = levels.back();
      on_path = array.on_path && levels.size() <= path->size() && is_index((*path)[levels.size() - 1], array.index);
      ++array.index;
    } else if (!levels.empty()) {
      on_path = levels.back().key_on_path;
    }
    const bool is_goal = on_path && levels.size() == path->size();
    if (is_goal) ++places;
    if (token == JsonToken::kBeginArray || token == JsonToken::kBeginObject) {
      levels.push_back({on_path && !is_goal, token == JsonToken::kBeginArray, 0, false});
    } else if (is_goal) {
      const std::size_t quote = token == JsonToken::kString ? 1 : 0;
      found = {{scanner.begin() + quote, scanner.end() - quote}};
    }
  }
}

}  // namespace httparity
