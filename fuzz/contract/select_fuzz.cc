// Selectors, types, jars and dates on any bytes. An input is a head, an empty line, and a body, as a response is; its
// first line end cuts off what selectors look for.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "contract/cookie_jar.h"
#include "contract/mask.h"

namespace httparity {
namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

void check_spans(const std::vector<Span>& spans, std::size_t size) {
  std::size_t last = 0;
  for (const Span span : spans) {
    check(span.begin <= span.end && span.end <= size && span.begin >= last);
    last = span.end;
  }
}

void check_types(std::string_view value) {
  for (const std::string_view name : mask_type_names()) {
    Mask mask;
    mask.type = *mask_type_by_name(name);
    if (mask.type == MaskType::kRe2) mask.pattern = *compile_pattern("[a-z]+");
    check(!fits(mask, value) || !value.empty());
  }
}

void check_jar(const Message& response, std::string_view target) {
  const std::chrono::system_clock::time_point now(std::chrono::hours(24 * 365 * 50));
  CookieJar jar;
  store_cookies(jar, response, target, now);
  for (const Cookie& cookie : jar.cookies) check(cookie.path.starts_with('/') && !cookie.name.empty());
  const CookieJar before = jar;
  store_cookies(jar, response, target, now);
  check(jar.cookies.size() == before.cookies.size());
  check(cookie_header(jar, "/", now).find('\n') == std::string::npos || !jar.cookies.empty());
}

}  // namespace
}  // namespace httparity

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace httparity;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::string needle(input.substr(0, std::min(input.find('\n'), input.size())));
  const std::string_view rest = input.substr(std::min(needle.size() + 1, input.size()));
  const Message message = index_message(std::string(rest));
  const std::string_view body = message.at(message.body);
  check_types(needle);
  check_spans(select(JsonSelector{needle}, body), body.size());
  check(select(JsonSelector{needle}, body).size() <= 1);
  const std::string after = needle.substr(0, needle.size() / 2);
  const std::string until = needle.substr(needle.size() / 2);
  if (!after.empty()) check_spans(select(BodySelector{after, {until, "\""}}, body), body.size());
  for (const Field& field : message.fields) {
    check_spans(select(HeaderSelector{std::string(message.at(field.name)), 0, after, {until}}, message),
                message.bytes.size());
  }
  check_jar(message, needle);
  return 0;
}
