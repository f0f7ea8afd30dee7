#include "result/signature.h"

#include <fmt/format.h>

#include "base/digest.h"
#include "base/text.h"

namespace httparity {
namespace {

constexpr std::string_view kDigestMark = " #";
constexpr std::size_t kDigestBytes = 8;

/// The bytes are the divergence. Where a field's place differs, or the port lacks it, its value is not: it may be the
/// clock, and what a present value must be is compared for itself.
bool bytes_matter(DifferenceKind kind) {
  return kind != DifferenceKind::kHeaderMoved && kind != DifferenceKind::kHeaderMissing;
}

}  // namespace

std::string signature_of(const Difference& difference) {
  std::string words = difference_kind_name(difference.kind);
  if (!difference.part.empty()) words += " " + escape_bytes(difference.part);
  if (!bytes_matter(difference.kind)) return words;
  // The length in front keeps ("ab", "c") and ("a", "bc") apart.
  const std::string both =
      fmt::format("{}:{}{}", difference.reference.bytes.size(), difference.reference.bytes, difference.port.bytes);
  const auto sha = digest(DigestAlgorithm::kSha256, both);
  if (sha) words += std::string(kDigestMark) + to_hex(sha->substr(0, kDigestBytes));
  return words;
}

void sign(StepResult& step) {
  for (Difference& difference : step.verdict.differences) {
    if (difference.signature.empty()) difference.signature = signature_of(difference);
  }
}

bool signature_matches(std::string_view entry, std::string_view signature) {
  if (entry == signature) return true;
  const std::size_t digest = signature.rfind(kDigestMark);
  return digest != std::string_view::npos && entry == signature.substr(0, digest);
}

}  // namespace httparity
