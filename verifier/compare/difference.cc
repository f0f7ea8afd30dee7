#include "compare/difference.h"

#include <array>

namespace httparity {
namespace {

struct KindName {
  DifferenceKind kind;
  const char* name;
};

constexpr std::array<KindName, 17> kKinds = {{
    {DifferenceKind::kStatusLine, "status-line"},
    {DifferenceKind::kHeaderMissing, "header-missing"},
    {DifferenceKind::kHeaderExtra, "header-extra"},
    {DifferenceKind::kHeaderMoved, "header-moved"},
    {DifferenceKind::kHeaderCase, "header-case"},
    {DifferenceKind::kHeaderCount, "header-count"},
    {DifferenceKind::kHeaderValue, "header-value"},
    {DifferenceKind::kHeaderWhitespace, "header-whitespace"},
    {DifferenceKind::kFraming, "framing"},
    {DifferenceKind::kBodyBytes, "body-bytes"},
    {DifferenceKind::kBodyEncodedOnly, "body-encoded-only"},
    {DifferenceKind::kInterimResponse, "interim-response"},
    {DifferenceKind::kSurplusBytes, "surplus-bytes"},
    {DifferenceKind::kConnectionFate, "connection-fate"},
    {DifferenceKind::kMaskType, "mask-type"},
    {DifferenceKind::kMaskRelation, "mask-relation"},
    {DifferenceKind::kMetamorphic, "metamorphic"},
}};

}  // namespace

const char* difference_kind_name(DifferenceKind kind) {
  for (const KindName& row : kKinds) {
    if (row.kind == kind) return row.name;
  }
  return "?";
}

std::optional<DifferenceKind> difference_kind_by_name(std::string_view name) {
  for (const KindName& row : kKinds) {
    if (row.name == name) return row.kind;
  }
  return std::nullopt;
}

const char* where_name(Where where) {
  switch (where) {
    case Where::kResponse:
      return "response";
    case Where::kPayload:
      return "payload";
    case Where::kInterim:
      return "interim";
    case Where::kSurplus:
      return "surplus";
    case Where::kConnection:
      return "connection";
  }
  return "?";
}

const char* unknown_reason_name(UnknownReason reason) {
  switch (reason) {
    case UnknownReason::kTruncated:
      return "truncated";
    case UnknownReason::kReset:
      return "reset";
    case UnknownReason::kTimeout:
      return "timeout";
    case UnknownReason::kNoResponse:
      return "no-response";
    case UnknownReason::kLimit:
      return "limit";
    case UnknownReason::kBadFraming:
      return "bad-framing";
    case UnknownReason::kRequireUnmet:
      return "require-unmet";
    case UnknownReason::kMaskUnmet:
      return "mask-unmet";
    case UnknownReason::kTargetDown:
      return "target-down";
  }
  return "?";
}

}  // namespace httparity
