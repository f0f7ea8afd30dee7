#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>

#include "base/test_support.h"
#include "fuzz/html/open_parser.h"

namespace httparity::html {

/// What a test that needs a shipped adapter says when it was not built or its program is missing; nullopt where it
/// says hello. A failure under HTTPARITY_REQUIRE=all.
///
///     if (const auto why = missing_adapter("gumbo")) GTEST_SKIP() << *why;
inline std::optional<std::string> missing_adapter(const std::string& name) {
  const auto parser = open_parser(name);
  if (parser) return std::nullopt;
  return missing_part(fmt::format("needs the adapter {}: {}", name, parser.error().what));
}

}  // namespace httparity::html
