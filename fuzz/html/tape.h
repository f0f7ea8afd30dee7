#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/html/adapter_abi.h"

namespace httparity::html {

/// A parsed tree as a tape of events, in document order, in one string. Equal tapes are equal trees with equal source
/// order of attributes, so that a difference is one `memcmp`; dumps and serialisations are made from a tape where
/// somebody needs to read them. The events are those of adapter_abi.h:
///
///   'D' name public system | 'S' namespace name | 'A' namespace name value | '(' | ')' | 'E' | 'T' data | 'C' data
///   | 'P' target data          where a string is a u32 (little endian) and that many bytes
enum class EventKind : char {
  kDoctype = 'D',
  kStart = 'S',
  kAttribute = 'A',
  kTemplateBegin = '(',
  kTemplateEnd = ')',
  kEnd = 'E',
  kText = 'T',
  kComment = 'C',
  kPi = 'P'
};

/// One event of a tape. The views point into the tape.
struct Event {
  EventKind kind = EventKind::kEnd;
  int name_space = 0;       ///< HP_HTML_NS_* of a start, HP_HTML_ATTR_* of an attribute
  std::string_view name;    ///< of a doctype, start, attribute; the target of a pi
  std::string_view data;    ///< of a text, comment, pi; an attribute's value; a doctype's public id
  std::string_view system;  ///< a doctype's system id
};

/// Reads a tape from its begin. Total: a tape that lies ends early and `ok()` is false.
class TapeReader {
 public:
  explicit TapeReader(std::string_view tape) : rest_(tape) {}

  /// The next event in `event`; false at the end, or where the tape is damaged.
  bool next(Event& event);
  bool ok() const { return ok_; }

 private:
  bool string(std::string_view& out);
  bool byte(int& out);

  std::string_view rest_;
  bool ok_ = true;
};

/// True where every event is whole, starts and ends pair, and attributes follow a start: what a tape that came
/// through a pipe must show before anybody walks it.
bool is_whole_tape(std::string_view tape);

/// Writes the events that its sink is told. The memory is kept from one tape to the next.
class TapeWriter {
 public:
  /// A sink that appends to this writer, which outlives it and doesn't move.
  hp_html_sink sink();
  /// What was told since clear(); valid until more is.
  std::string_view tape() const { return {buffer_.data(), size_}; }
  void clear() { size_ = 0; }

 private:
  char* grow(std::size_t more);
  void put(EventKind kind) { *grow(1) = static_cast<char>(kind); }
  void put(EventKind kind, hp_html_bytes text);
  void put(EventKind kind, int name_space, hp_html_bytes name);
  void put_string(hp_html_bytes text);

  std::string buffer_;  ///< longer than the tape
  std::size_t size_ = 0;
};

}  // namespace httparity::html
