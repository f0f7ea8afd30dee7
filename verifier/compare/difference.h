#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wire/span.h"

namespace httparity {

/// The closed list of what can differ.
enum class DifferenceKind {
  kStatusLine,
  kHeaderMissing,
  kHeaderExtra,
  kHeaderMoved,
  kHeaderCase,
  kHeaderCount,
  kHeaderValue,
  kHeaderWhitespace,
  kFraming,
  kBodyBytes,
  kBodyEncodedOnly,
  kInterimResponse,
  kSurplusBytes,
  kConnectionFate,
  kMaskType,
  kMaskRelation,
  kMetamorphic,
};

/// The word in reports, such as "header-missing".
const char* difference_kind_name(DifferenceKind kind);
std::optional<DifferenceKind> difference_kind_by_name(std::string_view name);

/// Which bytes of an exchange an offset counts in.
enum class Where {
  kResponse,    ///< Exchange::response->bytes, chunk framing and content coding included
  kPayload,     ///< the decoded payload: what is left of the body without chunk framing and content codings
  kInterim,     ///< the interim responses, one behind the other
  kSurplus,     ///< Exchange::surplus
  kConnection,  ///< no bytes: the connection's fate
};

const char* where_name(Where where);

/// How much of a raw part is kept, so that 100 MB that differ don't make a report of 100 MB.
constexpr std::size_t kLongestPart = 4096;

/// One side of a difference: its bytes, and where they stand.
struct Side {
  Span span;          ///< in the bytes that `Difference::where` names; empty where this side has nothing there
  std::string bytes;  ///< the raw part, its first kLongestPart bytes at most; with kConnection the fate's name

  friend bool operator==(const Side&, const Side&) = default;
};

/// One typed place where two exchanges differ.
struct Difference {
  DifferenceKind kind = DifferenceKind::kBodyBytes;
  std::string part;  ///< what of the message, for a person: "Set-Cookie [1]", "chunk 3", "body"
  Where where = Where::kResponse;
  Side reference;
  Side port;
  std::string detail;          ///< what the bytes alone don't say, in one plain sentence; may be empty
  std::string signature = {};  ///< what it is called in another run; given by the layer that keeps the ledger
  std::string known = {};      ///< the reason that the ledger gives for it; empty: nobody knows of it

  friend bool operator==(const Difference&, const Difference&) = default;
};

enum class UnknownReason {
  kTruncated,
  kReset,
  kTimeout,
  kNoResponse,
  kLimit,
  kBadFraming,
  kRequireUnmet,
  kMaskUnmet,
  kTargetDown,
};

/// The word in reports, such as "require-unmet".
const char* unknown_reason_name(UnknownReason reason);

enum class Outcome { kParity, kDiffers, kUnknown };

/// The three outcomes. `reason` is set with kUnknown only, `differences` are there with kDiffers only.
struct Verdict {
  Outcome outcome = Outcome::kParity;
  std::optional<UnknownReason> reason;
  std::vector<Difference> differences;
  std::vector<std::string> notes;  ///< what both sides share and is odd all the same; what the reference itself breaks
  std::string detail;              ///< for kUnknown: the cause in one sentence

  friend bool operator==(const Verdict&, const Verdict&) = default;
};

}  // namespace httparity
