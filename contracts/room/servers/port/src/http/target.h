#pragma once

#include <string>
#include <string_view>

namespace room {

/// Does Puma's grammar take this method (capitals, digits, `$-_.`, at most 20 characters)?
bool method_is_legal(std::string_view method);

/// Does Puma's grammar take this request target? No controls, no spaces, none of `"<>`; any `%` is fine.
bool target_is_legal(std::string_view target);

struct Target {
  std::string path;
  std::string query;
};

/// Path and query of an origin-form or absolute-form target (RFC 9112, section 3.2).
Target split_target(std::string_view target);

}  // namespace room
