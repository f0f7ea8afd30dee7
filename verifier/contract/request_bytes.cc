#include "contract/request_bytes.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "wire/message.h"

namespace httparity {
namespace {

constexpr std::string_view kCookies = "cookies";

/// What a value may not bring into a line: with it the request would be another one than the contract shows.
Result<void> check_line(std::string_view line, std::string_view what) {
  if (line.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos) return {};
  return Error{
      fmt::format("a value filled into {} has a CR, LF or NUL: \"{}\"", what, escape_bytes(line.substr(0, 80)))};
}

bool is_the_jar(const Template& value) {
  return value.parts.size() == 1 && value.parts[0].is_variable && value.parts[0].text == kCookies;
}

bool has_framing(const Request& request) {
  return std::any_of(request.fields.begin(), request.fields.end(), [](const RequestField& field) {
    return equal_ignoring_case(field.name, "Content-Length") || equal_ignoring_case(field.name, "Transfer-Encoding");
  });
}

Result<std::string> expand_body(const Body& body, const Variables& variables) {
  if (const auto* bytes = std::get_if<std::shared_ptr<const std::string>>(&body.content)) return **bytes;
  const auto text = expand(*std::get_if<Template>(&body.content), variables);
  if (!text) return text.error();
  return text->value_or("");
}

/// `Name: value` lines of all fields that are not left out.
Result<std::string> field_lines(const Request& request, const Variables& variables) {
  std::string lines;
  for (const RequestField& field : request.fields) {
    const auto value = expand(field.value, variables);
    if (!value) return value.error();
    if (!*value || ((*value)->empty() && is_the_jar(field.value))) continue;
    if (const auto fits = check_line(**value, escape_bytes(field.name)); !fits) return fits.error();
    lines += field.name + ": " + **value + "\r\n";
  }
  return lines;
}

RequestBytes raw_request(const std::string& raw) {
  const Message message = index_message(raw);
  return {raw, std::string(request_method(message)), std::string(request_target(message)), false};
}

}  // namespace

Result<RequestBytes> build_request(const Request& request, const Variables& variables, const CookieJar& jar,
                                   std::chrono::system_clock::time_point now) {
  if (request.raw) return raw_request(*request.raw);
  const auto target = expand(request.target, variables);
  if (!target) return target.error();
  if (!*target) return Error{"the target's value is null, and a request needs one"};
  if (const auto fits = check_line(**target, "the target"); !fits) return fits.error();

  RequestBytes built;
  built.method = request.method;
  built.target = **target;
  Variables all = variables;
  all.insert_or_assign(std::string(kCookies), cookie_header(jar, built.target, now));
  auto fields = field_lines(request, all);
  if (!fields) return fields.error();
  std::string body;
  if (request.body) {
    auto expanded = expand_body(*request.body, all);
    if (!expanded) return expanded.error();
    body = *std::move(expanded);
    built.content_length_added = !has_framing(request);
  }
  built.bytes = built.method + " " + built.target + " HTTP/1.1\r\n" + *fields;
  if (built.content_length_added) built.bytes += fmt::format("Content-Length: {}\r\n", body.size());
  built.bytes += "\r\n" + body;
  return built;
}

std::vector<std::string_view> pieces(const WriteCuts& plan, std::string_view request) {
  std::vector<std::string_view> cut;
  std::size_t begin = 0;
  const auto cut_at = [&cut, &begin, request](std::size_t end) {
    if (end > begin && end <= request.size()) cut.push_back(request.substr(begin, end - begin));
    begin = std::max(begin, std::min(end, request.size()));
  };
  if (plan.kind == WriteCuts::Kind::kBytes) {
    for (std::size_t end = 1; end < request.size(); ++end) cut_at(end);
  } else if (plan.kind == WriteCuts::Kind::kOffsets) {
    for (const std::size_t offset : plan.offsets) {
      if (offset < request.size()) cut_at(offset);
    }
  }
  cut_at(request.size());
  return cut;
}

std::string unique_value(std::string_view run, std::uint64_t ordinal) {
  std::uint64_t state = 0xcbf29ce484222325U;  // FNV-1a
  for (const char c : run) state = (state ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  // The finalizer of SplitMix64 maps different numbers to different numbers.
  state += (ordinal + 1) * 0x9e3779b97f4a7c15U;
  state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9U;
  state = (state ^ (state >> 27)) * 0x94d049bb133111ebU;
  return fmt::format("{:016x}", state ^ (state >> 31));
}

}  // namespace httparity
