#pragma once

#include <string>
#include <vector>

#include "app/store.h"

namespace room {

// Pages come in the parts in which they are sent. csrf::kPlace stands where a token goes.

// layout.cc
std::string layout_open(const std::string& title, bool with_token);
std::string layout_close();
std::string token_field();

// messages_view.cc
/// One part per day, each under its heading.
std::vector<std::string> message_list(const std::vector<Message>& messages);
std::string appended_message(const Message& message);
std::string removed_message(const Message& message);
std::string rejected_message(const RoomRow& room, const std::string& why);

// room_view.cc
std::vector<std::string> room_page(const User& user, const std::vector<RoomRow>& rooms, const RoomRow& room,
                                   const std::vector<Message>& messages);
/// What Turbo asks for when it replaces the messages alone.
std::vector<std::string> room_frame(const RoomRow& room, const std::vector<Message>& messages);
std::string preview_page(const std::string& base_url, const RoomRow& room);

// small_views.cc
std::vector<std::string> sign_in_page(const std::string& email, bool wrong);
std::vector<std::string> search_page(const User& user, const std::string& query, const std::vector<Found>& found);
std::string initials_svg(const std::string& name);

}  // namespace room
