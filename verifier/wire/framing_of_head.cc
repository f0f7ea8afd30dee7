#include <algorithm>
#include <limits>
#include <string_view>

#include "base/text.h"
#include "wire/framing.h"
#include "wire/list.h"
#include "wire/section_oddities.h"
#include "wire/status_line.h"

namespace httparity {
namespace {

// Decimal digits without leading zeros (zero itself is "0"); empty where `text` is anything else.
std::string_view significant_digits(std::string_view text) {
  if (text.empty() || text.find_first_not_of("0123456789") != std::string_view::npos) return {};
  const std::size_t first = text.find_first_not_of('0');
  return first == std::string_view::npos ? text.substr(text.size() - 1) : text.substr(first);
}

std::optional<std::uint64_t> to_number(std::string_view digits) {
  std::uint64_t number = 0;
  for (const char c : digits) {
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (number > (std::numeric_limits<std::uint64_t>::max() - digit) / 10) return std::nullopt;
    number = number * 10 + digit;
  }
  return number;
}

struct Coding {
  bool present = false;  // a Transfer-Encoding field is there
  bool chunked = false;  // and its last coding is chunked
};

Coding read_transfer_encoding(const Message& response, Framing& framing) {
  Coding coding;
  for (const std::size_t i : find_fields(response, "Transfer-Encoding")) {
    coding.present = true;
    for_each_member(response.at(response.fields[i].value), [&](std::string_view member) {
      if (member.empty()) return;
      if (coding.chunked) add_oddity(framing, Oddity::kChunkedNotLast);
      coding.chunked = equal_ignoring_case(member, "chunked");
      constexpr std::string_view kKnown[] = {"chunked", "gzip", "x-gzip", "deflate", "compress", "x-compress"};
      if (std::none_of(std::begin(kKnown), std::end(kKnown),
                       [&](std::string_view known) { return equal_ignoring_case(member, known); })) {
        add_oddity(framing, Oddity::kUnknownTransferCoding);
      }
    });
  }
  return coding;
}

// The Content-Length that holds: nullopt where there is none, or where it is void (RFC 9112, section 6.3, item 5).
std::optional<std::uint64_t> read_content_length(const Message& response, Framing& framing) {
  const std::vector<std::size_t> lines = find_fields(response, "Content-Length");
  std::optional<std::string_view> length;
  bool is_void = lines.empty();
  bool unequal = false;
  for (const std::size_t i : lines) {
    const std::string_view value = response.at(response.fields[i].value);
    if (value.find(',') != std::string_view::npos) add_oddity(framing, Oddity::kLengthList);
    for_each_member(value, [&](std::string_view member) {
      const std::string_view digits = significant_digits(member);
      if (digits.empty()) add_oddity(framing, Oddity::kLengthNotDigits);
      is_void = is_void || digits.empty();
      unequal = unequal || (length && *length != digits);
      length = digits;
    });
  }
  if (unequal) add_oddity(framing, Oddity::kTwoUnequalLengths);
  if (lines.size() > 1 && !unequal) add_oddity(framing, Oddity::kTwoEqualLengths);
  if (is_void || unequal || !length) return std::nullopt;
  const auto number = to_number(*length);
  if (!number) add_oddity(framing, Oddity::kLengthTooLarge);
  return number.value_or(std::numeric_limits<std::uint64_t>::max());
}

// The status line proper, without empty lines or other lines before it.
std::string_view last_line(std::string_view start_line) {
  return start_line.substr(start_line.rfind('\n') + 1);
}

bool is_http_1_0(const Message& response) {
  const std::string_view line = last_line(response.at(response.start_line));
  const auto at = find_status(line);
  return at && line.substr(*at).starts_with("HTTP/1.0");
}

// No body may follow, and no field may announce one: 1xx, 204, 2xx to CONNECT (RFC 9110, sections 6.4.1 and 9.3.6).
bool is_bodiless(int status, std::string_view method) {
  return (status >= 100 && status < 200) || status == 204 || (method == "CONNECT" && status >= 200 && status < 300);
}

void note_start_line(const Message& response, Framing& framing) {
  const std::string_view line = last_line(response.at(response.start_line));
  const auto at = find_status(line);
  if (!at) add_oddity(framing, Oddity::kBadStatusLine);
  if (at.value_or(0) > 0 || line.size() < response.start_line.size())
    add_oddity(framing, Oddity::kBytesBeforeStatusLine);
  // A truncated line may have gone on.
  if (at && !response.start_line_end.empty() && line.size() <= *at + kStatusBytes + 1)
    add_oddity(framing, Oddity::kNoReasonPhrase);
}

}  // namespace

Framing framing_of_head(const Message& response, std::string_view method) {
  Framing framing;
  note_start_line(response, framing);
  note_section_oddities(response.bytes, {0, response.body.begin}, response.fields, Oddity::kLfOnlyLine, framing);
  if (!response.head_complete()) {
    add_oddity(framing, Oddity::kTruncatedHead);
    return framing;
  }
  const Coding coding = read_transfer_encoding(response, framing);
  const auto length = read_content_length(response, framing);
  const bool any_length = !find_fields(response, "Content-Length").empty();
  if (coding.present && any_length) add_oddity(framing, Oddity::kLengthWithChunked);
  if (coding.present && is_http_1_0(response)) add_oddity(framing, Oddity::kTransferEncodingInHttp10);
  const int status = status_code(response).value_or(0);
  const bool legal_on_bodiless = method == "HEAD" || status == 304;
  if (legal_on_bodiless || is_bodiless(status, method)) {
    framing.completeness = Completeness::kComplete;
    if (!legal_on_bodiless && any_length) add_oddity(framing, Oddity::kLengthOnBodiless);
    if (!legal_on_bodiless && coding.present) add_oddity(framing, Oddity::kChunkedOnBodiless);
  } else if (coding.present) {
    framing.body_end = coding.chunked ? BodyEnd::kChunked : BodyEnd::kClose;
  } else if (length) {
    framing.body_end = BodyEnd::kLength;
    framing.content_length = length;
    if (*length == 0) framing.completeness = Completeness::kComplete;
  } else {
    framing.body_end = BodyEnd::kClose;
  }
  return framing;
}

}  // namespace httparity
