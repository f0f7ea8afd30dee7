#pragma once

#include <string>

namespace room {

/// What kind of client a User-Agent speaks for. Browsers from before nested CSS and import maps are old; preview
/// bots unfurl links and never sign in.
enum class Agent { kNone, kModern, kOld, kPreview };

/// nullptr: the field is missing.
Agent agent_kind(const std::string* user_agent);

}  // namespace room
