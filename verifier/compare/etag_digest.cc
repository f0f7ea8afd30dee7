#include "compare/etag_digest.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/base64.h"
#include "base/digest.h"
#include "base/text.h"

namespace httparity {
namespace {

constexpr std::size_t kShortDigits = 32;
constexpr std::size_t kHexSha256 = 64;

std::string_view opaque_tag(std::string_view etag) {
  if (etag.starts_with("W/")) etag.remove_prefix(2);
  if (etag.size() < 2 || etag.front() != '"' || etag.back() != '"') return {};
  return etag.substr(1, etag.size() - 2);
}

bool is_digest_text(std::string_view text) {
  constexpr std::size_t kShortest = 22;  // MD5 in base64 without padding
  return text.size() >= kShortest && text.size() <= kHexSha256 &&
         text.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+/-_=") ==
             std::string_view::npos;
}

/// The parts of a tag that may be a digest.
std::vector<std::string_view> digest_texts(std::string_view tag) {
  std::vector<std::string_view> texts = {tag};
  for (const char* coding : {"gzip", "br", "zstd", "deflate"}) {
    if (!tag.ends_with(coding)) continue;
    std::string_view rest = tag.substr(0, tag.size() - std::string_view(coding).size());
    const std::size_t end = rest.find_last_not_of("-;:");
    if (end != std::string_view::npos && end + 1 < rest.size()) texts.push_back(rest.substr(0, end + 1));
  }
  if (const std::size_t dash = tag.find('-'); dash != std::string_view::npos) texts.push_back(tag.substr(dash + 1));
  std::erase_if(texts, [](std::string_view text) { return !is_digest_text(text); });
  return texts;
}

std::string standard_alphabet(std::string_view text) {
  std::string standard(text.substr(0, text.find('=')));
  std::replace(standard.begin(), standard.end(), '-', '+');
  std::replace(standard.begin(), standard.end(), '_', '/');
  return standard;
}

bool shows(std::string_view text, std::string_view raw_digest) {
  const auto is_whole_or_start = [&](std::string_view wanted, std::string_view digits) {
    return wanted == digits || (wanted.size() == kShortDigits && digits.starts_with(wanted));
  };
  std::string base64 = encode_base64(raw_digest);
  base64.erase(std::min(base64.find('='), base64.size()));
  return is_whole_or_start(lower(text), to_hex(raw_digest)) || is_whole_or_start(standard_alphabet(text), base64);
}

}  // namespace

bool etag_digests(std::string_view etag, std::string_view encoded, std::string_view decoded) {
  const std::vector<std::string_view> texts = digest_texts(opaque_tag(etag));
  if (texts.empty()) return false;
  std::vector<std::string_view> bodies = {encoded};
  if (decoded != encoded) bodies.push_back(decoded);
  for (const DigestAlgorithm algorithm : {DigestAlgorithm::kMd5, DigestAlgorithm::kSha1, DigestAlgorithm::kSha256}) {
    for (const std::string_view body : bodies) {
      const std::optional<std::string> raw = digest(algorithm, body);
      if (!raw) continue;
      if (std::any_of(texts.begin(), texts.end(), [&](std::string_view text) { return shows(text, *raw); }))
        return true;
    }
  }
  return false;
}

}  // namespace httparity
