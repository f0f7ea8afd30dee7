#pragma once

#include <string_view>

#include "http/response.h"

namespace room {

/// The page of a failure; the second form with words of its own.
Response error_page(int status, const Headers& more = {});
Response error_page(int status, const Headers& more, std::string_view text);

/// Our text for browsers from before the room.
extern const std::string_view kOldBrowser;

/// Shows the last of the pages when the application throws.
Response show_errors(Request& request, const Handler& next);

}  // namespace room
