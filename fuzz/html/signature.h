#pragma once

#include <string>
#include <string_view>

#include "fuzz/html/verdict.h"

namespace httparity::html {

/// How exactly a signature names tags.
enum class Naming : bool {
  kExact,   ///< as they are: the raw signature, which sorts differences before they are reduced
  kClasses  ///< mapped to the classes that rules treat alike: the key of a reduced difference
};

/// Where two readable answers part first: `parent>expected | parent>actual | depth delta`; of two texts, by what
/// they part (CR, LF, white space, NUL, `&`, a high byte, the end). For a fault: the two outcomes.
std::string signature(VerdictKind kind, std::string_view expected, std::string_view actual, Naming naming);

/// The signature of the kind kTree of two tapes: that of their dumps, which aren't made.
std::string tape_signature(std::string_view expected, std::string_view actual, Naming naming);

/// The representative of the class of tags that the standard's rules treat alike ("strong" is "b", "th" is "td");
/// a tag without rules of its own is "x".
std::string_view tag_class(std::string_view name);

}  // namespace httparity::html
