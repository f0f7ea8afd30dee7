#include "stack/cookie_jar.h"

#include "app/bugs.h"
#include "base/encoding.h"

namespace room {
namespace {

std::string session_cookie(std::string_view sealed) {
  std::string line = std::string(Session::kCookie) + "=" + form_encode(sealed) + "; path=/; ";
  line += has_bug(Bug::kLowerCaseAttribute) ? "httponly" : "HttpOnly";
  return line + "; SameSite=Lax";
}

}  // namespace

Session open_session(const Request& request, const Secrets& secrets) {
  const std::optional<std::string> text = cookie(request, Session::kCookie);
  if (!text) return Session();
  return Session(secrets.open(*text, Session::kPurpose).value_or(Session::Values()));
}

std::string kept_cookie(std::string_view name, std::string_view value) {
  return form_encode(name) + "=" + form_encode(value) + "; path=/; max-age=31536000; SameSite=Lax";
}

std::string forgotten_cookie(std::string_view name) {
  return form_encode(name) + "=; path=/; max-age=0; expires=Thu, 01 Jan 1970 00:00:00 GMT";
}

Response cookie_jar(Request& request, const Secrets& secrets, const Handler& next) {
  request.session = open_session(request, secrets);
  Response response = next(request);
  std::vector<std::string>& lines = request.cookies_to_set;
  if (const Session::Values* values = request.session.to_send()) {
    lines.push_back(session_cookie(secrets.seal(*values, Session::kPurpose)));
  }
  std::string value;
  for (const std::string& line : lines) value += (value.empty() ? "" : "\n") + line;
  if (!value.empty()) response.headers.set("Set-Cookie", value);
  return response;
}

}  // namespace room
