#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/html/case.h"
#include "fuzz/html/parser.h"

namespace httparity::html {

/// What comparing one case came to.
enum class VerdictKind : std::uint8_t {
  kSame,
  kUnsupported,  ///< one side can't do what the case asks: no verdict
  kTree,         ///< the trees differ
  kSerialised,   ///< the trees are alike but for the order of attributes, which shows in the serialised bytes
  kText,         ///< the bytes of two parsers of the kind "text" differ
  kFault         ///< one side (or both) gave no answer: panic, limit, crash, timeout, broken answer
};
std::string_view to_string(VerdictKind kind);

/// Compares two answers byte for byte; dumps only where their forms differ or their tapes do. With `merge_text`,
/// adjacent texts count as one (for ports over a DOM that splits texts).
VerdictKind judge(const Answer& reference, const Answer& port, bool merge_text = false);

inline bool is_difference(VerdictKind kind) {
  return kind != VerdictKind::kSame && kind != VerdictKind::kUnsupported;
}

/// What a person (and a signature) reads of an answer: the dump of a tree, the bytes of a text, else the outcome.
std::string readable(const Answer& answer, VerdictKind kind, const HtmlCase& input, bool merge_text = false);

}  // namespace httparity::html
