#include "learn/infer_type.h"

#include <algorithm>

namespace httparity {
namespace {

struct Candidate {
  MaskType type;
  std::size_t least_bytes;  ///< below, a fit says nothing
  bool may_be_fixed;        ///< a constant width is a rule and not an accident
};

/// From narrow to wide.
constexpr Candidate kCandidates[] = {
    {MaskType::kHttpDate, 1, false},   {MaskType::kUuid, 1, false}, {MaskType::kDigits, 1, false},
    {MaskType::kDecimal, 1, false},    {MaskType::kHex, 12, true},  {MaskType::kBase64Url, 20, true},
    {MaskType::kBase64, 20, true},     {MaskType::kEtag, 1, false}, {MaskType::kToken, 1, true},
    {MaskType::kCookieValue, 1, true},
};

constexpr std::size_t kLongEnough = 16;

}  // namespace

std::optional<InferredType> infer_type(const std::vector<std::string_view>& values) {
  if (values.empty()) return std::nullopt;
  std::size_t least = values[0].size();
  std::size_t most = values[0].size();
  for (const std::string_view value : values) {
    least = std::min(least, value.size());
    most = std::max(most, value.size());
  }
  for (const Candidate& candidate : kCandidates) {
    Mask mask;
    mask.type = candidate.type;
    if (least < candidate.least_bytes) continue;
    if (!std::all_of(values.begin(), values.end(), [&mask](std::string_view value) { return fits(mask, value); }))
      continue;
    InferredType inferred;
    inferred.type = candidate.type;
    inferred.any_width = least != most && candidate.type != MaskType::kHttpDate;
    if (candidate.may_be_fixed && least == most && least >= kLongEnough) inferred.length = least;
    inferred.looks_fresh = candidate.type == MaskType::kUuid || (candidate.may_be_fixed && least >= kLongEnough);
    return inferred;
  }
  return std::nullopt;
}

}  // namespace httparity
