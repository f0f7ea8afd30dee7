#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "wire/message.h"

namespace re2 {
class RE2;
}

namespace httparity {

/// Where an error or a mask stands: file, line, JSON pointer.
struct Place {
  std::string file;
  int line = 0;
  std::string pointer;

  friend bool operator==(const Place&, const Place&) = default;
};

/// A value, or a part of it, of the fields called `name` (any case). `nth`: only that occurrence, counted from 0.
/// `after`: from the end of this text on, else from the value's start. `until`: up to the nearest of these ends; where
/// none is found the selector selects nothing; empty: to the end of the value.
struct HeaderSelector {
  std::string name;
  std::optional<std::size_t> nth;
  std::optional<std::string> after;
  std::vector<std::string> until;

  friend bool operator==(const HeaderSelector&, const HeaderSelector&) = default;
};

/// Every stretch of the decoded payload between `after` and the nearest of `until` (empty: to the payload's end).
struct BodySelector {
  std::string after;
  std::vector<std::string> until;

  friend bool operator==(const BodySelector&, const BodySelector&) = default;
};

/// The scalar that a JSON pointer (RFC 6901) names in the decoded payload; a string without its quotes.
struct JsonSelector {
  std::string pointer;

  friend bool operator==(const JsonSelector&, const JsonSelector&) = default;
};

/// A part of the gzip header (RFC 1952): hides exactly this part of the encoded stream.
enum class GzipPart { kMtime, kXfl, kOs };

/// How chunks are cut; never their data, extensions or trailers.
struct ChunkBorders {
  friend bool operator==(const ChunkBorders&, const ChunkBorders&) = default;
};

using Selector = std::variant<HeaderSelector, BodySelector, JsonSelector, GzipPart, ChunkBorders>;

enum class MaskType {
  kHttpDate,  ///< IMF-fixdate, RFC 850 or asctime (RFC 9110, section 5.6.7)
  kUuid,
  kHex,
  kBase64,
  kBase64Url,
  kDigits,
  kDecimal,
  kToken,              ///< RFC 9110, section 5.6.2
  kCookieValue,        ///< RFC 6265, section 4.1.1
  kEtag,               ///< RFC 9110, section 8.8.3
  kMultipartBoundary,  ///< RFC 2046, section 5.1.1
  kRe2,                ///< `pattern`, whole match, Latin-1
  kNone,               ///< for GzipPart and ChunkBorders: the selector is the type
};

/// What may differ: the value that `selector` selects, as long as it fits `type`.
struct Mask {
  Selector selector;
  MaskType type = MaskType::kNone;
  std::optional<std::size_t> length;        ///< the value's exact width in bytes
  std::shared_ptr<const re2::RE2> pattern;  ///< with kRe2
  bool any_width = false;                   ///< "width": "any"; else the widths of both sides are equal
  std::string name;                         ///< masks of one name relate; empty: unrelated
  bool fresh = false;                       ///< on one side the value never repeats within a run
  std::string why;
  Place place;
};

/// The name of `type` in a contract, such as "http-date".
const char* mask_type_name(MaskType type);
std::optional<MaskType> mask_type_by_name(std::string_view name);
/// Every name that a contract can give.
std::vector<std::string_view> mask_type_names();

/// `pattern` for a mask of type re2: Latin-1, so that it sees bytes. The error is RE2's own word for what is wrong.
Result<std::shared_ptr<const re2::RE2>> compile_pattern(std::string_view pattern);

/// `value` fits the mask's type and length. An empty value fits no type.
bool fits(const Mask& mask, std::string_view value);

/// What `selector` selects in the head of `message`: spans into message.bytes, in wire order.
std::vector<Span> select(const HeaderSelector& selector, const Message& message);
/// What `selector` selects in the decoded payload: spans into `payload`, in order.
std::vector<Span> select(const BodySelector& selector, std::string_view payload);
/// At most one span into `payload`; none where it is no JSON, too deep, or the pointer leads nowhere.
std::vector<Span> select(const JsonSelector& selector, std::string_view payload);

/// The mask in a few words for reports, such as `Date` or `body after name="csrf-token"`.
std::string describe(const Mask& mask);

}  // namespace httparity
