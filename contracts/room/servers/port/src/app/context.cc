#include "app/context.h"

#include <algorithm>

#include "app/bugs.h"
#include "app/csrf.h"
#include "base/encoding.h"
#include "base/text.h"
#include "stack/error_pages.h"
#include "stack/tags.h"

namespace room {
namespace {

/// The media types that an Accept field names, without parameters.
std::vector<std::string> accepted(const Request& request) {
  std::vector<std::string> types;
  for (const std::string& item : split(request.header_or_empty("accept"), ','))
    types.push_back(strip(item.substr(0, item.find(';'))));
  return types;
}

bool is_readable(const std::string& text) {
  return valid_utf8(text) && text.find('\0') == std::string::npos;
}

/// Reads `a=b&c=d` into `params`; false where any of it can't be read.
bool read_fields(std::string_view text, std::map<std::string, std::optional<std::string>>& params) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("&;"), text.size());
    const std::string_view pair = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));  // Rack's separator takes blanks along
    if (pair.empty()) continue;
    const std::size_t equals = pair.find('=');
    const std::optional<std::string> name = form_decode(pair.substr(0, equals));
    std::optional<std::string> value;
    if (equals != std::string_view::npos) {
      value = form_decode(pair.substr(equals + 1));
      if (!value || !is_readable(*value)) return false;
    }
    if (!name || !is_readable(*name)) return false;
    params[*name] = std::move(value);
  }
  return true;
}

}  // namespace

void fail(int status, const Headers& more) {
  Response page = error_page(status, more);
  if (status == 422 && has_bug(Bug::kErrorPage200)) page.status = 200;
  throw EarlyAnswer{std::move(page)};
}

Headers security_headers() {
  Headers headers;
  if (has_bug(Bug::kHeaderOrder)) headers.set("Content-Type", kHtml);
  headers.set("X-Frame-Options", "SAMEORIGIN");
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
  return headers;
}

const std::string& Context::verb() {
  if (verb_) return *verb_;
  verb_ = request_.method == "HEAD" ? "GET" : request_.method;
  if (request_.method == "POST" && is_form() && lower(param("_method")) == "delete") verb_ = "DELETE";
  return *verb_;
}

Agent Context::agent() const {
  return agent_kind(request_.header("user-agent"));
}

std::string Context::base_url() const {
  return "http://" + request_.header_or_empty("host");
}

bool Context::wants_turbo_stream() const {
  return request_.header_or_empty("accept").find("text/vnd.turbo-stream.html") != std::string::npos;
}

std::optional<std::string> Context::maybe_param(const std::string& name) {
  const auto found = params().find(name);
  return found == params().end() ? std::nullopt : found->second;
}

std::string Context::param(const std::string& name) {
  return maybe_param(name).value_or("");
}

const User& Context::require_user() {
  if (user_) return *user_;
  if (const std::optional<std::string> token = session().get("user_token")) user_ = store_.user_by_session(*token);
  if (user_) return *user_;
  if (verb() == "GET") session().set("return_to", request_.path);
  throw EarlyAnswer{redirect("/session/new")};
}

void Context::require_csrf() {
  const std::string* field = request_.header("x-csrf-token");
  if (!csrf::valid(session(), field ? *field : param("authenticity_token"))) fail(422);
}

RoomRow Context::require_room(std::int64_t id) {
  const std::optional<RoomRow> room = store_.room(id);
  if (!room) fail(404);
  if (!store_.is_member(require_user().id, room->id)) fail(403);
  return *room;
}

void Context::require_html() const {
  const std::vector<std::string> types = accepted(request_);
  const bool welcome = types.empty() || std::any_of(types.begin(), types.end(), [](const std::string& type) {
                         return type == "text/html" || type == "text/*" || type == "*/*";
                       });
  if (!welcome) fail(406);
}

Response Context::redirect(const std::string& path) const {
  const std::string location = base_url() + path;
  Headers headers = security_headers();
  headers.set("Location", location);
  headers.set("Content-Type", kHtml);
  return {302,
          headers,
          {part("<html><body>You are being <a href=\"" + escape_html(location) + "\">redirected</a>.</body></html>")},
          true};
}

Response Context::plain(std::vector<std::string> parts, int status, const char* type) const {
  Response response{status, security_headers(), {}, true};
  response.headers.set("Content-Type", type);
  for (std::string& text : parts) response.parts.push_back(part(std::move(text)));
  return response;
}

Response Context::tokened(std::vector<std::string> parts, int status, const Headers& more,
                          const std::vector<std::string>* tag_of) {
  Response response{status, security_headers(), {}, true};
  response.headers.set("Content-Type", kHtml);
  response.headers.merge(more);
  if (status == 200) {
    std::vector<std::string> bare;
    for (const std::string& text : tag_of ? *tag_of : parts) bare.push_back(replace_all(text, csrf::kPlace, ""));
    response.headers.set("ETag", weak_tag({bare.begin(), bare.end()}));
    response.headers.set("Cache-Control", kRevalidate);
  }
  for (const std::string& text : parts) {
    std::string filled;
    std::string_view rest = text;
    for (std::size_t place = 0; (place = rest.find(csrf::kPlace)) != std::string_view::npos;) {
      filled.append(rest.substr(0, place)).append(csrf::masked(session()));
      rest.remove_prefix(place + csrf::kPlace.size());
    }
    response.parts.push_back(part(filled.append(rest)));
  }
  return response;
}

const Context::Params& Context::params() {
  if (params_) return *params_;
  Params found;
  if (!read_fields(request_.query, found) || (is_form() && !read_fields(request_.body, found))) fail(400);
  params_ = std::move(found);
  return *params_;
}

bool Context::is_form() const {
  return request_.header_or_empty("content-type").starts_with("application/x-www-form-urlencoded");
}

}  // namespace room
