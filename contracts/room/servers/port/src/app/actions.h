#pragma once

#include <cstdint>
#include <string>

#include "app/context.h"
#include "app/sign_in_limit.h"

namespace room {

// rooms.cc
Response show_up(Context& context);
Response show_home(Context& context);
Response show_room(Context& context, std::int64_t id);
Response show_search(Context& context);

// sign_in.cc
Response new_session(Context& context);
Response create_session(Context& context, SignInLimit& limit);
Response destroy_session(Context& context);

// messages.cc
Response message_window(Context& context, std::int64_t room_id);
Response create_message(Context& context, std::int64_t room_id);
Response destroy_message(Context& context, std::int64_t id);

// files.cc
Response show_avatar(Context& context, std::int64_t user_id, const std::string& files_root);
Response show_attachment(Context& context, std::int64_t id, const std::string& files_root);

// bots.cc
Response bot_messages(Context& context, std::int64_t room_id);
Response bot_message(Context& context, std::int64_t id);
Response bot_create(Context& context, std::int64_t room_id);

}  // namespace room
