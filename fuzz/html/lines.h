#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/html/tape.h"

namespace httparity::html {

/// One line of a dump in the WPT tree format (dump.h).
struct Line {
  std::size_t depth = 0;
  std::string_view content;  ///< without `| ` and indentation; a text with its newlines
  bool end = true;           ///< past the last line

  friend bool operator==(const Line&, const Line&) = default;
};

/// The lines of a dump.
class DumpLines {
 public:
  explicit DumpLines(std::string_view dump) : rest_(dump) {}
  Line next();

 private:
  std::string_view rest_;
};

/// The lines of the dump of a tape, one made at a time; its content lives until the next.
class TapeLines {
 public:
  explicit TapeLines(std::string_view tape) : reader_(tape) {}
  Line next();

 private:
  struct Attribute {
    std::string name;  ///< with its prefix
    std::string_view value;
  };

  Line line(std::size_t depth, std::initializer_list<std::string_view> parts);
  Line doctype(const Event& event);
  void read_attributes();

  TapeReader reader_;
  Event ahead_;
  bool is_ahead_ = false;  ///< `ahead_` was read and not told
  std::size_t depth_ = 0;
  std::vector<Attribute> attributes_;  ///< of the element told last, in order
  std::size_t told_ = 0;               ///< of them
  std::string content_;
};

}  // namespace httparity::html
