#include <algorithm>

#include "app/actions.h"
#include "app/rich_text.h"
#include "base/text.h"
#include "views/views.h"

namespace room {
namespace {

constexpr std::int64_t kWindow = 20;
constexpr std::size_t kMostBytes = 10'000;
constexpr std::size_t kMostIdDigits = 18;

bool is_id(const std::string& text) {
  return !text.empty() && text.size() <= kMostIdDigits && std::all_of(text.begin(), text.end(), is_digit);
}

Response reject(Context& context, const RoomRow& room, const std::string& text) {
  if (!context.wants_turbo_stream()) fail(422);
  const char* why = text.empty() ? "Write something first." : "That is too long \u2014 10000 bytes at most.";
  return context.plain({rejected_message(room, why)}, 422, kTurboStream);
}

}  // namespace

/// An older stretch of the room; 204 where there is none.
Response message_window(Context& context, std::int64_t room_id) {
  context.require_user();
  const RoomRow room = context.require_room(room_id);
  const std::optional<std::string> before = context.maybe_param("before");
  if (before && !is_id(*before)) fail(400);

  const auto limit = before ? std::optional(leading_integer(*before)) : std::nullopt;
  const std::vector<Message> messages = context.store().messages(room.id, kWindow, limit);
  if (messages.empty()) {
    Headers headers = security_headers();
    headers.erase("Content-Type");
    headers.set("Cache-Control", "no-cache");
    return {204, headers, {}, true};
  }
  return context.plain(message_list(messages));
}

Response create_message(Context& context, std::int64_t room_id) {
  context.require_user();
  context.require_csrf();
  const RoomRow room = context.require_room(room_id);
  const std::string text = strip(context.param("message[body]"));
  if (text.empty() || text.size() > kMostBytes) return reject(context, room, text);

  const Message message = context.store().add_message(room.id, context.require_user().id, rich_text(text), text);
  if (!context.wants_turbo_stream()) return context.redirect("/rooms/" + std::to_string(room.id));
  return context.plain({appended_message(message)}, 200, kTurboStream);
}

Response destroy_message(Context& context, std::int64_t id) {
  const User& user = context.require_user();
  context.require_csrf();
  const std::optional<Message> message = context.store().message(id);
  if (!message) fail(404);
  if (message->user_id != user.id) fail(403);

  context.store().remove_message(*message);
  if (!context.wants_turbo_stream()) return context.redirect("/rooms/" + std::to_string(message->room_id));
  return context.plain({removed_message(*message)}, 200, kTurboStream);
}

}  // namespace room
