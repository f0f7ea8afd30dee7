#include "app/app.h"

#include <algorithm>

#include "app/actions.h"
#include "base/text.h"
#include "stack/error_pages.h"

namespace room {
namespace {

constexpr std::size_t kMostIdDigits = 18;

using Action = Response (*)(Context&, std::int64_t id);

struct Route {
  std::string_view verb;
  std::string_view pattern;  // `#` stands for a number
  Action action;
};

constexpr Route kRoutes[] = {
    {"GET", "/up", [](Context& c, std::int64_t) { return show_up(c); }},
    {"GET", "/", [](Context& c, std::int64_t) { return show_home(c); }},
    {"GET", "/session/new", [](Context& c, std::int64_t) { return new_session(c); }},
    {"DELETE", "/session", [](Context& c, std::int64_t) { return destroy_session(c); }},
    {"GET", "/rooms/#", show_room},
    {"GET", "/rooms/#/messages", message_window},
    {"POST", "/rooms/#/messages", create_message},
    {"DELETE", "/messages/#", destroy_message},
    {"GET", "/searches", [](Context& c, std::int64_t) { return show_search(c); }},
    {"GET", "/api/rooms/#/messages", bot_messages},
    {"POST", "/api/rooms/#/messages", bot_create},
    {"GET", "/api/messages/#", bot_message},
};

/// Does `path` fit? `id` is the number in it.
bool matches(std::string_view pattern, std::string_view path, std::int64_t& id) {
  const std::size_t hole = pattern.find('#');
  if (hole == std::string_view::npos) return path == pattern;
  if (path.substr(0, hole) != pattern.substr(0, hole)) return false;
  path.remove_prefix(hole);
  const std::size_t digits = std::min(path.find_first_not_of("0123456789"), path.size());
  if (digits == 0 || digits > kMostIdDigits || path.substr(digits) != pattern.substr(hole + 1)) return false;
  id = leading_integer(path.substr(0, digits));
  return true;
}

}  // namespace

Response App::answer(Request& request) {
  Context context(request, store_, cache_);
  const std::string_view path = request.path;
  try {
    if (context.agent() == Agent::kOld && !path.starts_with("/api/") && path != "/up")
      return error_page(406, {}, kOldBrowser);
    std::int64_t id = 0;
    for (const Route& route : kRoutes) {
      if (route.verb == context.verb() && matches(route.pattern, path, id)) return route.action(context, id);
    }
    if (context.verb() == "POST" && path == "/session") return create_session(context, sign_in_limit_);
    if (context.verb() == "GET" && matches("/users/#/avatar", path, id)) return show_avatar(context, id, files_root_);
    if (context.verb() == "GET" && matches("/attachments/#", path, id))
      return show_attachment(context, id, files_root_);
    return error_page(404);
  } catch (EarlyAnswer& early) {
    return std::move(early.response);
  }
}

}  // namespace room
