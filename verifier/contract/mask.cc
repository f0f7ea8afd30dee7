#include "contract/mask.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <array>
#include <utility>

#include "base/text.h"
#include "contract/value_types.h"

namespace httparity {
namespace {

struct TypeRow {
  MaskType type;
  const char* name;
  bool (*holds)(std::string_view value);
};

constexpr std::array<TypeRow, 11> kTypes = {{
    {MaskType::kHttpDate, "http-date", is_http_date},
    {MaskType::kUuid, "uuid", is_uuid},
    {MaskType::kHex, "hex", is_hex},
    {MaskType::kBase64, "base64", is_base64},
    {MaskType::kBase64Url, "base64url", is_base64url},
    {MaskType::kDigits, "digits", is_digits},
    {MaskType::kDecimal, "decimal", is_decimal},
    {MaskType::kToken, "token", is_token},
    {MaskType::kCookieValue, "cookie-value", is_cookie_value},
    {MaskType::kEtag, "etag", is_etag},
    {MaskType::kMultipartBoundary, "multipart-boundary", is_multipart_boundary},
}};

constexpr const char* kRe2Name = "re2";

/// RE2 takes lengths as int on its way; longer values are nothing that a pattern in a contract means.
constexpr std::size_t kLongestForPattern = 64 * 1024 * 1024;

std::string quoted(std::string_view bytes) {
  constexpr std::size_t kShown = 40;
  return fmt::format("\"{}{}\"", escape_bytes(bytes.substr(0, kShown)), bytes.size() > kShown ? "..." : "");
}

struct Describer {
  std::string operator()(const HeaderSelector& header) const {
    std::string words = escape_bytes(header.name);
    if (header.nth) words += fmt::format(" [{}]", *header.nth);
    if (header.after) words += " after " + quoted(*header.after);
    if (!header.until.empty()) words += " until " + quoted(header.until.front());
    return words;
  }
  std::string operator()(const BodySelector& body) const {
    std::string words = "body";
    if (!body.after.empty()) words += " after " + quoted(body.after);
    if (!body.until.empty()) words += " until " + quoted(body.until.front());
    return words;
  }
  std::string operator()(const JsonSelector& json) const { return "json " + quoted(json.pointer); }
  std::string operator()(GzipPart part) const {
    switch (part) {
      case GzipPart::kMtime:
        return "gzip mtime";
      case GzipPart::kXfl:
        return "gzip xfl";
      case GzipPart::kOs:
        return "gzip os";
    }
    return "gzip";
  }
  std::string operator()(const ChunkBorders&) const { return "chunk borders"; }
};

}  // namespace

const char* mask_type_name(MaskType type) {
  for (const TypeRow& row : kTypes) {
    if (row.type == type) return row.name;
  }
  return type == MaskType::kRe2 ? kRe2Name : "none";
}

std::optional<MaskType> mask_type_by_name(std::string_view name) {
  for (const TypeRow& row : kTypes) {
    if (row.name == name) return row.type;
  }
  if (name == kRe2Name) return MaskType::kRe2;
  return std::nullopt;
}

std::vector<std::string_view> mask_type_names() {
  std::vector<std::string_view> names;
  for (const TypeRow& row : kTypes) names.emplace_back(row.name);
  names.emplace_back(kRe2Name);
  return names;
}

Result<std::shared_ptr<const re2::RE2>> compile_pattern(std::string_view pattern) {
  re2::RE2::Options options(re2::RE2::Latin1);
  options.set_log_errors(false);
  auto compiled = std::make_shared<const re2::RE2>(pattern, options);
  if (!compiled->ok()) return Error{escape_bytes(compiled->error())};
  return compiled;
}

bool fits(const Mask& mask, std::string_view value) {
  if (value.empty() || (mask.length && value.size() != *mask.length)) return false;
  if (mask.type == MaskType::kNone) return true;
  if (mask.type == MaskType::kRe2) {
    return mask.pattern != nullptr && value.size() <= kLongestForPattern && re2::RE2::FullMatch(value, *mask.pattern);
  }
  for (const TypeRow& row : kTypes) {
    if (row.type == mask.type) return row.holds(value);
  }
  return false;
}

std::string describe(const Mask& mask) {
  return std::visit(Describer{}, mask.selector);
}

}  // namespace httparity
