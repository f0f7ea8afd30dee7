#pragma once

#include <cstddef>
#include <string_view>

namespace httparity {

/// A half-open stretch of one message's bytes: offsets `begin` to `end`, `end` not included.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;

  constexpr std::size_t size() const { return end - begin; }
  constexpr bool empty() const { return begin == end; }
  friend constexpr bool operator==(const Span&, const Span&) = default;
};

/// The bytes that `span` covers; a view into `bytes`. REQUIRES: begin <= end <= bytes.size().
constexpr std::string_view slice(std::string_view bytes, Span span) {
  return bytes.substr(span.begin, span.size());
}

}  // namespace httparity
