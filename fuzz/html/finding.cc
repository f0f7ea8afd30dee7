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

std::string finding_id(std::string_view key) {
  constexpr std::size_t kDigits = 12;
  return to_hex(digest(DigestAlgorithm::kSha256, key).value_or("")).substr(0, kDigits);
}

}  // namespace httparity::html
