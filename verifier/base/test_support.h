#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace httparity {

/// What a test that needs `program` says when it can't run here; nullopt where the program is at hand.
///
///     if (const auto why = missing_program("nginx")) GTEST_SKIP() << *why;
///
/// A name is looked up in PATH and then in /usr/local/sbin, /usr/sbin and /sbin, where Debian keeps its servers; a name
/// with a slash is a path. With HTTPARITY_REQUIRE=all in the environment, as CI sets it, a missing program is a failure
/// of the test that asks.
std::optional<std::string> missing_program(std::string_view program);

/// What a test says that can't run here because of `why` ("needs an adapter that is not built"): for parts of the build
/// that no program in PATH stands for. With HTTPARITY_REQUIRE=all it is a failure of the test that asks.
std::string missing_part(std::string why);

/// The path that finds `program` by the same rules, ready for exec; nullopt where there is none.
std::optional<std::string> find_program(std::string_view program);

/// What a test that needs foreign data says when the environment variable `variable` names no folder; nullopt where it
/// does. Foreign data never is a failure: without it these tests are skipped in CI too.
std::optional<std::string> missing_data(const char* variable);

}  // namespace httparity
