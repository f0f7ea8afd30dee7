#include "compare/hunks.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

namespace httparity {
namespace {

/// Bounds of the exact search: edits, and comparisons of one symbol.
constexpr int kMostEdits = 200;
constexpr std::size_t kMostSteps = 4'000'000;
/// Two hunks with fewer equal symbols between them are shown as one.
constexpr std::size_t kShortestGap = 4;

template <typename Symbol>
std::size_t equal_prefix(std::basic_string_view<Symbol> x, std::basic_string_view<Symbol> y) {
  const std::size_t size = std::min(x.size(), y.size());
  constexpr std::size_t kBlock = 4096;
  std::size_t at = 0;
  while (at + kBlock <= size && std::memcmp(x.data() + at, y.data() + at, kBlock * sizeof(Symbol)) == 0) at += kBlock;
  while (at < size && x[at] == y[at]) ++at;
  return at;
}

template <typename Symbol>
std::size_t equal_suffix(std::basic_string_view<Symbol> x, std::basic_string_view<Symbol> y) {
  const std::size_t size = std::min(x.size(), y.size());
  constexpr std::size_t kBlock = 4096;
  std::size_t at = 0;
  while (at + kBlock <= size && std::memcmp(x.data() + x.size() - at - kBlock, y.data() + y.size() - at - kBlock,
                                            kBlock * sizeof(Symbol)) == 0) {
    at += kBlock;
  }
  while (at < size && x[x.size() - 1 - at] == y[y.size() - 1 - at]) ++at;
  return at;
}

/// Appends a hunk, joined to the one before where little or nothing lies between, or where there are enough of them.
void append(std::vector<Hunk>& hunks, Hunk hunk) {
  if (!hunks.empty() &&
      (hunk.reference.begin - hunks.back().reference.end < kShortestGap || hunks.size() == kMostHunks)) {
    hunks.back().reference.end = hunk.reference.end;
    hunks.back().port.end = hunk.port.end;
  } else {
    hunks.push_back(hunk);
  }
}

/// The furthest reference offset on each diagonal (reference offset less port offset) for one number of edits: index
/// `diagonal + edits`. kUnreached where no path leads.
using Frontier = std::vector<int>;
constexpr int kUnreached = -1;

/// The last edit of the furthest path to a diagonal: a symbol that only the port has, or one that it lacks.
struct LastEdit {
  bool extra;
  int reached;  ///< the reference offset behind that edit
};

struct Sizes {
  int reference;
  int port;
};

std::optional<LastEdit> last_edit(const Frontier& before, int edits, int diagonal, Sizes sizes) {
  const auto reach = [&](int other) {
    const int at = other + edits - 1;
    return at < 0 || at >= static_cast<int>(before.size()) ? kUnreached : before[static_cast<std::size_t>(at)];
  };
  const int extra = reach(diagonal + 1);
  const int lacking = reach(diagonal - 1);
  const bool extra_leads = extra != kUnreached && extra - diagonal <= sizes.port;
  const bool lacking_leads = lacking != kUnreached && lacking < sizes.reference;
  if (extra_leads && (!lacking_leads || extra > lacking)) return LastEdit{true, extra};
  if (lacking_leads) return LastEdit{false, lacking + 1};
  return std::nullopt;
}

/// Walks back from the end through the frontiers of all numbers of edits: the single edits, in order.
std::vector<Hunk> trace_edits(const std::vector<Frontier>& frontiers, Sizes sizes) {
  std::vector<Hunk> edits;
  int diagonal = sizes.reference - sizes.port;
  for (int edit = static_cast<int>(frontiers.size()) - 1; edit > 0; --edit) {
    const auto last = last_edit(frontiers[static_cast<std::size_t>(edit - 1)], edit, diagonal, sizes);
    if (!last) return {};
    const auto reference_end = static_cast<std::size_t>(last->reached);
    const auto port_end = static_cast<std::size_t>(last->reached - diagonal);
    edits.push_back(last->extra ? Hunk{{reference_end, reference_end}, {port_end - 1, port_end}}
                                : Hunk{{reference_end - 1, reference_end}, {port_end, port_end}});
    diagonal += last->extra ? 1 : -1;
  }
  std::reverse(edits.begin(), edits.end());
  return edits;
}

/// The shortest script (Myers, "An O(ND) Difference Algorithm and Its Variations"), as single edits in order; nullopt
/// where it is longer, or takes more steps, than the bounds allow.
template <typename Symbol>
std::optional<std::vector<Hunk>> shortest_edits(std::basic_string_view<Symbol> reference,
                                                std::basic_string_view<Symbol> port) {
  constexpr std::size_t kLongest = 1U << 30U;
  if (reference.size() > kLongest || port.size() > kLongest) return std::nullopt;
  const Sizes sizes{static_cast<int>(reference.size()), static_cast<int>(port.size())};
  std::vector<Frontier> frontiers;
  std::size_t steps = 0;
  for (int edit = 0; edit <= kMostEdits && steps <= kMostSteps; ++edit) {
    Frontier reached(2 * static_cast<std::size_t>(edit) + 1, kUnreached);
    for (int diagonal = -edit; diagonal <= edit; diagonal += 2) {
      int x = 0;
      if (edit > 0) {
        const auto last = last_edit(frontiers.back(), edit, diagonal, sizes);
        if (!last) continue;
        x = last->reached;
      }
      int y = x - diagonal;
      while (x < sizes.reference && y < sizes.port &&
             reference[static_cast<std::size_t>(x)] == port[static_cast<std::size_t>(y)]) {
        ++x;
        ++y;
        ++steps;
      }
      const int place = diagonal + edit;
      reached[static_cast<std::size_t>(place)] = x;
      if (x == sizes.reference && y == sizes.port) {
        frontiers.push_back(std::move(reached));
        return trace_edits(frontiers, sizes);
      }
    }
    frontiers.push_back(std::move(reached));
  }
  return std::nullopt;
}

/// Runs of unequal symbols in two texts of one size.
template <typename Symbol>
void append_unequal_runs(std::basic_string_view<Symbol> reference, std::basic_string_view<Symbol> port,
                         std::size_t offset_reference, std::size_t offset_port, std::vector<Hunk>& hunks) {
  for (std::size_t at = 0; at < reference.size(); ++at) {
    if (reference[at] == port[at]) continue;
    append(hunks, {{offset_reference + at, offset_reference + at + 1}, {offset_port + at, offset_port + at + 1}});
  }
}

template <typename Symbol>
std::vector<Hunk> diff_symbols(std::basic_string_view<Symbol> reference, std::basic_string_view<Symbol> port) {
  const std::size_t prefix = equal_prefix(reference, port);
  if (prefix == reference.size() && prefix == port.size()) return {};
  const std::size_t suffix = equal_suffix(reference.substr(prefix), port.substr(prefix));
  const auto reference_middle = reference.substr(prefix, reference.size() - prefix - suffix);
  const auto port_middle = port.substr(prefix, port.size() - prefix - suffix);
  std::vector<Hunk> hunks;
  if (reference_middle.empty() || port_middle.empty()) {
    return {{{prefix, prefix + reference_middle.size()}, {prefix, prefix + port_middle.size()}}};
  }
  if (const auto edits = shortest_edits(reference_middle, port_middle)) {
    for (const Hunk& edit : *edits) {
      append(hunks, {{prefix + edit.reference.begin, prefix + edit.reference.end},
                     {prefix + edit.port.begin, prefix + edit.port.end}});
    }
    return hunks;
  }
  if (reference_middle.size() == port_middle.size()) {
    append_unequal_runs(reference_middle, port_middle, prefix, prefix, hunks);
    return hunks;
  }
  return {{{prefix, prefix + reference_middle.size()}, {prefix, prefix + port_middle.size()}}};
}

}  // namespace

std::vector<Hunk> diff(std::string_view reference, std::string_view port) {
  return diff_symbols(reference, port);
}

std::vector<Hunk> diff(std::u16string_view reference, std::u16string_view port) {
  return diff_symbols(reference, port);
}

std::size_t common_prefix(std::string_view x, std::string_view y) {
  return equal_prefix(x, y);
}

std::size_t common_suffix(std::string_view x, std::string_view y) {
  return equal_suffix(x, y);
}

}  // namespace httparity
