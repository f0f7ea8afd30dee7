#include "compare/masked_text.h"

#include <algorithm>
#include <string>
#include <variant>

namespace httparity {
namespace {

/// Above this size the middle of two texts that hold masked places is shown as one hunk.
constexpr std::size_t kMostSymbols = 1U << 20U;
/// More masked places than this in one body compare exactly.
constexpr std::size_t kMostPlaces = 100'000;
constexpr char16_t kFirstMask = 256;

std::vector<Stretch> disjoint(std::vector<Stretch> stretches) {
  std::stable_sort(stretches.begin(), stretches.end(),
                   [](const Stretch& x, const Stretch& y) { return x.span.begin < y.span.begin; });
  std::vector<Stretch> kept;
  for (const Stretch& stretch : stretches) {
    if (!kept.empty() && (stretch.span.begin < kept.back().span.end || stretch.span.begin == kept.back().span.begin)) {
      continue;
    }
    kept.push_back(stretch);
  }
  return kept;
}

/// A part of a text between two offsets, with the numbers of the stretches in it.
struct Window {
  std::size_t begin;
  std::size_t end;
  std::size_t first_stretch;
  std::size_t last_stretch;  ///< one behind the last
};

Window whole_window(const MaskedText& text) {
  return {text.offset, text.offset + text.text.size(), 0, text.stretches.size()};
}

std::string_view bytes_between(const MaskedText& text, std::size_t begin, std::size_t end) {
  return text.text.substr(begin - text.offset, end - begin);
}

/// Takes equal beginnings off both windows; masked places that answer each other go to `pairs`.
void take_prefix(const MaskedText& reference, const MaskedText& port, Window& of_reference, Window& of_port,
                 std::vector<StretchPair>& pairs) {
  const auto literal = [](const MaskedText& text, const Window& window) {
    const bool masked = window.first_stretch < window.last_stretch;
    return bytes_between(text, window.begin, masked ? text.stretches[window.first_stretch].span.begin : window.end);
  };
  while (true) {
    const std::string_view x = literal(reference, of_reference);
    const std::string_view y = literal(port, of_port);
    const std::size_t equal = common_prefix(x, y);
    of_reference.begin += equal;
    of_port.begin += equal;
    if (equal < x.size() || equal < y.size()) return;
    if (of_reference.first_stretch == of_reference.last_stretch || of_port.first_stretch == of_port.last_stretch)
      return;
    const Stretch& expected = reference.stretches[of_reference.first_stretch];
    const Stretch& actual = port.stretches[of_port.first_stretch];
    if (expected.mask != actual.mask) return;
    pairs.push_back({expected, actual});
    of_reference.begin = expected.span.end;
    of_port.begin = actual.span.end;
    ++of_reference.first_stretch;
    ++of_port.first_stretch;
  }
}

/// Takes equal ends off both windows; `pairs` get them last first.
void take_suffix(const MaskedText& reference, const MaskedText& port, Window& of_reference, Window& of_port,
                 std::vector<StretchPair>& pairs) {
  const auto literal = [](const MaskedText& text, const Window& window) {
    const bool masked = window.first_stretch < window.last_stretch;
    return bytes_between(text, masked ? text.stretches[window.last_stretch - 1].span.end : window.begin, window.end);
  };
  while (true) {
    const std::string_view x = literal(reference, of_reference);
    const std::string_view y = literal(port, of_port);
    const std::size_t equal = common_suffix(x, y);
    of_reference.end -= equal;
    of_port.end -= equal;
    if (equal < x.size() || equal < y.size()) return;
    if (of_reference.first_stretch == of_reference.last_stretch || of_port.first_stretch == of_port.last_stretch)
      return;
    const Stretch& expected = reference.stretches[of_reference.last_stretch - 1];
    const Stretch& actual = port.stretches[of_port.last_stretch - 1];
    if (expected.mask != actual.mask) return;
    pairs.push_back({expected, actual});
    of_reference.end = expected.span.begin;
    of_port.end = actual.span.begin;
    --of_reference.last_stretch;
    --of_port.last_stretch;
  }
}

/// A window as symbols, with each symbol's place in the text and each stretch's symbol.
struct Symbols {
  std::u16string symbols;
  std::vector<std::size_t> places;           ///< of each symbol, and the window's end
  std::vector<std::size_t> stretch_symbols;  ///< for each stretch of the window, ascending
};

Symbols read_symbols(const MaskedText& text, const Window& window) {
  Symbols read;
  std::size_t at = window.begin;
  const auto literal = [&](std::size_t end) {
    for (const char byte : bytes_between(text, at, end)) {
      read.symbols.push_back(static_cast<unsigned char>(byte));
      read.places.push_back(at++);
    }
  };
  for (std::size_t i = window.first_stretch; i < window.last_stretch; ++i) {
    const Stretch& stretch = text.stretches[i];
    literal(stretch.span.begin);
    read.stretch_symbols.push_back(read.symbols.size());
    read.symbols.push_back(static_cast<char16_t>(kFirstMask + stretch.mask));
    read.places.push_back(at);
    at = stretch.span.end;
  }
  literal(window.end);
  read.places.push_back(window.end);
  return read;
}

/// Within a hunk places answer each other only where both sides show the same masks in the same order.
void pair_in_hunk(std::span<const Stretch> reference, std::span<const Stretch> port, std::vector<StretchPair>& pairs) {
  if (reference.size() != port.size()) return;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    if (reference[i].mask != port[i].mask) return;
  }
  for (std::size_t i = 0; i < reference.size(); ++i) pairs.push_back({reference[i], port[i]});
}

void diff_middle(const MaskedText& reference, const MaskedText& port, const Window& of_reference, const Window& of_port,
                 MaskedDiff& found) {
  const auto in_reference =
      reference.stretches.subspan(of_reference.first_stretch, of_reference.last_stretch - of_reference.first_stretch);
  const auto in_port = port.stretches.subspan(of_port.first_stretch, of_port.last_stretch - of_port.first_stretch);
  if (in_reference.empty() && in_port.empty()) {
    for (const Hunk& hunk : diff(bytes_between(reference, of_reference.begin, of_reference.end),
                                 bytes_between(port, of_port.begin, of_port.end))) {
      found.hunks.push_back({{of_reference.begin + hunk.reference.begin, of_reference.begin + hunk.reference.end},
                             {of_port.begin + hunk.port.begin, of_port.begin + hunk.port.end}});
    }
    return;
  }
  const Hunk whole{{of_reference.begin, of_reference.end}, {of_port.begin, of_port.end}};
  if (whole.reference.size() + whole.port.size() > kMostSymbols) {
    found.hunks.push_back(whole);
    pair_in_hunk(in_reference, in_port, found.pairs);
    return;
  }
  const Symbols expected = read_symbols(reference, of_reference);
  const Symbols actual = read_symbols(port, of_port);
  std::size_t next_expected = 0;
  std::size_t next_actual = 0;
  // How many stretches from `next` on have their symbol before `end`.
  const auto count_before = [](const Symbols& side, std::size_t next, std::size_t end) {
    const auto from = side.stretch_symbols.begin() + static_cast<std::ptrdiff_t>(next);
    return static_cast<std::size_t>(std::lower_bound(from, side.stretch_symbols.end(), end) - from);
  };
  // In equal stretches of symbols, and in hunks, what stands in order answers each other.
  const auto pair_until = [&](std::size_t expected_end, std::size_t actual_end) {
    const std::size_t expected_count = count_before(expected, next_expected, expected_end);
    const std::size_t actual_count = count_before(actual, next_actual, actual_end);
    pair_in_hunk(in_reference.subspan(next_expected, expected_count), in_port.subspan(next_actual, actual_count),
                 found.pairs);
    next_expected += expected_count;
    next_actual += actual_count;
  };
  for (const Hunk& hunk : diff(expected.symbols, actual.symbols)) {
    pair_until(hunk.reference.begin, hunk.port.begin);
    pair_until(hunk.reference.end, hunk.port.end);
    found.hunks.push_back({{expected.places[hunk.reference.begin], expected.places[hunk.reference.end]},
                           {actual.places[hunk.port.begin], actual.places[hunk.port.end]}});
  }
  pair_until(expected.symbols.size(), actual.symbols.size());
}

}  // namespace

std::vector<Stretch> head_stretches(std::span<const Mask> masks, const Message& message) {
  std::vector<Stretch> stretches;
  for (std::size_t i = 0; i < masks.size(); ++i) {
    if (const auto* header = std::get_if<HeaderSelector>(&masks[i].selector)) {
      for (const Span span : select(*header, message)) stretches.push_back({span, i});
    }
  }
  return disjoint(std::move(stretches));
}

std::vector<Stretch> body_stretches(std::span<const Mask> masks, std::string_view payload) {
  std::vector<Stretch> stretches;
  for (std::size_t i = 0; i < masks.size(); ++i) {
    std::vector<Span> spans;
    if (const auto* body = std::get_if<BodySelector>(&masks[i].selector)) spans = select(*body, payload);
    if (const auto* json = std::get_if<JsonSelector>(&masks[i].selector)) spans = select(*json, payload);
    for (const Span span : spans) stretches.push_back({span, i});
  }
  stretches = disjoint(std::move(stretches));
  if (stretches.size() > kMostPlaces) stretches.resize(kMostPlaces);
  return stretches;
}

std::span<const Stretch> stretches_in(std::span<const Stretch> stretches, Span span) {
  const auto begin = std::find_if(stretches.begin(), stretches.end(),
                                  [&](const Stretch& stretch) { return stretch.span.begin >= span.begin; });
  const auto end =
      std::find_if(begin, stretches.end(), [&](const Stretch& stretch) { return stretch.span.end > span.end; });
  return {begin, end};
}

MaskedDiff diff_masked(const MaskedText& reference, const MaskedText& port) {
  MaskedDiff found;
  Window of_reference = whole_window(reference);
  Window of_port = whole_window(port);
  take_prefix(reference, port, of_reference, of_port, found.pairs);
  std::vector<StretchPair> last;
  take_suffix(reference, port, of_reference, of_port, last);
  const bool equal = of_reference.begin == of_reference.end && of_port.begin == of_port.end &&
                     of_reference.first_stretch == of_reference.last_stretch &&
                     of_port.first_stretch == of_port.last_stretch;
  if (!equal) diff_middle(reference, port, of_reference, of_port, found);
  found.pairs.insert(found.pairs.end(), last.rbegin(), last.rend());
  return found;
}

std::u16string symbols_of(const MaskedText& text) {
  return read_symbols(text, whole_window(text)).symbols;
}

}  // namespace httparity
