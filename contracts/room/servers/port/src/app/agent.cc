#include "app/agent.h"

#include <optional>
#include <string_view>

#include "base/text.h"

namespace room {
namespace {

constexpr std::int64_t kOldestChrome = 120;
constexpr std::int64_t kOldestFirefox = 121;
constexpr std::int64_t kOldestSafari[] = {17, 2};

bool contains(std::string_view text, std::string_view word) {
  return text.find(word) != std::string_view::npos;
}

/// Where digits follow `word`, from `at` on; npos for nowhere.
std::size_t find_versioned(std::string_view text, std::string_view word, std::size_t at = 0) {
  for (at = text.find(word, at); at != std::string_view::npos; at = text.find(word, at + 1)) {
    if (at + word.size() < text.size() && is_digit(text[at + word.size()])) return at;
  }
  return at;
}

std::optional<bool> old_chrome_or_firefox(std::string_view text) {
  const std::size_t chrome = find_versioned(text, "Chrome/");
  const std::size_t firefox = find_versioned(text, "Firefox/");
  if (chrome == firefox) return std::nullopt;  // neither
  if (chrome < firefox) return leading_integer(text.substr(chrome + 7)) < kOldestChrome;
  return leading_integer(text.substr(firefox + 8)) < kOldestFirefox;
}

std::optional<bool> old_safari(std::string_view text) {
  constexpr std::string_view kVersion = "Version/";
  for (std::size_t at = find_versioned(text, kVersion); at != std::string_view::npos;
       at = find_versioned(text, kVersion, at + 1)) {
    std::string_view rest = text.substr(at + kVersion.size());
    const std::int64_t major = leading_integer(rest);
    rest.remove_prefix(std::min(rest.find_first_not_of("0123456789"), rest.size()));
    if (rest.size() < 2 || rest[0] != '.' || !is_digit(rest[1])) continue;
    if (!contains(rest.substr(0, rest.find('\n')), " Safari/")) continue;
    const std::int64_t minor = leading_integer(rest.substr(1));
    return major < kOldestSafari[0] || (major == kOldestSafari[0] && minor < kOldestSafari[1]);
  }
  return std::nullopt;
}

}  // namespace

Agent agent_kind(const std::string* user_agent) {
  if (!user_agent || user_agent->empty()) return Agent::kNone;
  const std::string_view text = *user_agent;
  for (const char* bot : {"Slackbot", "Twitterbot", "facebookexternalhit", "Discordbot", "WhatsApp"}) {
    if (contains(text, bot)) return Agent::kPreview;
  }
  if (contains(text, "MSIE ") || contains(text, "Trident/")) return Agent::kOld;
  std::optional<bool> old = old_chrome_or_firefox(text);
  if (!old) old = old_safari(text);
  return old.value_or(false) ? Agent::kOld : Agent::kModern;
}

}  // namespace room
