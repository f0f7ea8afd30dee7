#pragma once

#include <string>
#include <string_view>

#include "app/session.h"

namespace room::csrf {

/// Stands in a page where a token goes, until the page's digest has been taken.
constexpr std::string_view kPlace("\0csrf\0", 6);

/// The session's token under a fresh mask: base64url(pad + (pad xor secret)), as Rails writes it.
std::string masked(Session& session);

/// Is this one of the session's tokens?
bool valid(Session& session, std::string_view token);

}  // namespace room::csrf
