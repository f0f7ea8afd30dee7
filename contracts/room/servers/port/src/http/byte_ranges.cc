#include "http/byte_ranges.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"

namespace room {
namespace {

constexpr std::ptrdiff_t kMostRanges = 100;
constexpr std::string_view kUnit = "bytes=";

/// What stands between the first `bytes=` that something follows and a `;`; empty for nothing.
std::string_view range_set(std::string_view field) {
  for (std::size_t unit = field.find(kUnit); unit != std::string_view::npos; unit = field.find(kUnit, unit + 1)) {
    const std::string_view set = field.substr(unit + kUnit.size());
    if (!set.empty() && set.front() != ';') return set.substr(0, set.find(';'));
  }
  return {};
}

/// The specs between commas, without the blanks after each comma.
std::vector<std::string> specs(std::string_view set) {
  std::vector<std::string> found = split(set, ',');
  for (std::size_t i = 1; i < found.size(); ++i)
    found[i].erase(0, std::min(found[i].find_first_not_of(" \t"), found[i].size()));
  return found;
}

}  // namespace

std::optional<std::vector<ByteRange>> byte_ranges(const std::string* field, std::int64_t size) {
  const std::string_view set = field ? range_set(*field) : std::string_view();
  if (set.empty() || std::count(set.begin(), set.end(), ',') >= kMostRanges) return std::nullopt;

  std::vector<ByteRange> ranges;
  std::int64_t sum = 0;
  for (const std::string& spec : specs(set)) {
    if (spec.find('-') == std::string::npos) return std::nullopt;
    const std::vector<std::string> ends = split(spec, '-');
    ByteRange range{0, size - 1};
    if (ends.empty() || ends[0].empty()) {
      if (ends.size() < 2) return std::nullopt;
      range.first = std::max<std::int64_t>(size - leading_integer(ends[1]), 0);
    } else {
      range.first = leading_integer(ends[0]);
      if (ends.size() > 1) {
        range.last = leading_integer(ends[1]);
        if (range.last < range.first) return std::nullopt;
        range.last = std::min(range.last, size - 1);
      }
    }
    if (range.first > range.last) continue;
    ranges.push_back(range);
    sum += range.size();
  }
  if (sum > size) ranges.clear();
  return ranges;
}

std::string content_range(const ByteRange& range, std::int64_t size) {
  return "bytes " + std::to_string(range.first) + "-" + std::to_string(range.last) + "/" + std::to_string(size);
}

}  // namespace room
