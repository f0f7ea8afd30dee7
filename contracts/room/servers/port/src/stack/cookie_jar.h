#pragma once

#include <string>
#include <string_view>

#include "app/secrets.h"
#include "http/response.h"

namespace room {

/// The session that a request carries; empty where its cookie is missing or not ours.
Session open_session(const Request& request, const Secrets& secrets);

/// Set-Cookie lines for a cookie that stays a year, and for one that goes.
std::string kept_cookie(std::string_view name, std::string_view value);
std::string forgotten_cookie(std::string_view name);

/// Opens the session for the application and sends cookies: the application's own in the order in which it set
/// them, then the session.
Response cookie_jar(Request& request, const Secrets& secrets, const Handler& next);

}  // namespace room
