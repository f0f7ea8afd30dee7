#include "fuzz/html/finding.h"

#include <fmt/format.h>

#include "base/digest.h"
#include "fuzz/html/signature.h"

namespace httparity::html {

std::string finding_key(const HtmlCase& minimal, VerdictKind kind, std::string_view expected, std::string_view actual) {
  std::string key = signature(kind, expected, actual, Naming::kClasses);
  if (!minimal.context.name.empty()) {
    constexpr std::string_view kKinds[] = {"fragment", "svg fragment", "math fragment"};
    key = fmt::format("[{}] {}", kKinds[minimal.context.name_space % 3], key);
  }
  if (minimal.scripting) key = "[scripting] " + key;
  return key;
}

bool is_smaller(const Finding& finding, const Finding& other) {
  const auto order = [](const Finding& one) {
    return std::pair<std::size_t, std::string_view>(one.minimal.data.size(), one.minimal.data);
  };
  return order(finding) < order(other);
}

std::uint64_t hash_of(const std::string& raw_signature) {
  std::uint64_t hash = 0;
  const std::string bytes = digest(DigestAlgorithm::kSha256, raw_signature).value_or(raw_signature + "        ");
  for (std::size_t i = 0; i < 8; ++i) hash = hash << 8U | static_cast<unsigned char>(bytes[i]);
  return hash;
}

std::string finding_id(std::string_view key) {
  constexpr std::size_t kDigits = 12;
  return to_hex(digest(DigestAlgorithm::kSha256, key).value_or("")).substr(0, kDigits);
}

}  // namespace httparity::html
