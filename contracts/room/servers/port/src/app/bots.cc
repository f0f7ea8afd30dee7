#include <algorithm>

#include "app/actions.h"
#include "app/rich_text.h"
#include "base/dates.h"
#include "base/json_reader.h"
#include "base/text.h"

namespace room {
namespace {

constexpr std::int64_t kPage = 20;
constexpr std::int64_t kLastPage = 1'000'000;

Response json(int status, std::string body, const Headers& more = {}) {
  Headers headers{{"Content-Type", "application/json; charset=utf-8"}};
  headers.merge(more);
  return {status, headers, {part(std::move(body))}, true};
}

[[noreturn]] void refuse(int status, const char* error, const Headers& more = {}) {
  throw EarlyAnswer{json(status, "{\"error\":" + json_string(error) + "}", more)};
}

std::string fields(const Message& message) {
  return "{\"id\":" + std::to_string(message.id) + ",\"room_id\":" + std::to_string(message.room_id) +
         ",\"user\":{\"id\":" + std::to_string(message.user_id) + ",\"name\":" + json_string(message.user_name) +
         "},\"body\":" + json_string(message.body) + ",\"text\":" + json_string(message.text) + ",\"created_at\":\"" +
         iso_time(message.created_at) + "\"}";
}

/// The key of `Bearer KEY`; empty for anything else.
std::string bearer_key(const std::string& field) {
  constexpr std::string_view kScheme = "Bearer ";
  if (!field.starts_with(kScheme)) return "";
  const std::string key = field.substr(kScheme.size());
  const bool legal = std::all_of(key.begin(), key.end(), [](char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
  });
  return legal ? key : "";
}

User require_bot(Context& context) {
  const std::string key = bearer_key(context.request().header_or_empty("authorization"));
  std::optional<User> user;
  if (!key.empty()) user = context.store().user_by_bot_key(key);
  if (!user) refuse(401, "a bot key is needed", {{"WWW-Authenticate", "Bearer realm=\"room\""}});
  return *user;
}

RoomRow require_bot_room(Context& context, const User& user, std::int64_t id) {
  const std::optional<RoomRow> room = context.store().room(id);
  if (!room) refuse(404, "no such room");
  if (!context.store().is_member(user.id, room->id)) refuse(403, "not a member");
  return *room;
}

std::string posted_text(const Request& request) {
  if (!request.header_or_empty("content-type").starts_with("application/json")) refuse(415, "send JSON");
  const std::optional<JsonValue> value = valid_utf8(request.body) ? read_json(request.body) : std::nullopt;
  if (!value) refuse(400, "malformed JSON");
  const JsonValue* body = value->find("body");
  if (!body || !body->is_string()) return "";
  if (!valid_utf8(body->text)) refuse(400, "malformed JSON");
  std::string text = body->text;
  std::erase(text, '\0');
  return strip(text);
}

}  // namespace

Response bot_messages(Context& context, std::int64_t room_id) {
  const RoomRow room = require_bot_room(context, require_bot(context), room_id);
  const std::int64_t page = std::clamp<std::int64_t>(leading_integer(context.param("page")), 1, kLastPage);
  const std::int64_t total = context.store().message_count(room.id);
  Headers headers{{"X-Total-Count", std::to_string(total)}};
  if (page * kPage < total) {
    headers.set("Link", "<" + context.base_url() + "/api/rooms/" + std::to_string(room.id) +
                            "/messages?page=" + std::to_string(page + 1) + ">; rel=\"next\"");
  }
  std::string body = "[";
  for (const Message& message : context.store().message_page(room.id, page, kPage)) {
    if (body.size() > 1) body += ',';
    body += fields(message);
  }
  return json(200, body + "]", headers);
}

Response bot_message(Context& context, std::int64_t id) {
  const User user = require_bot(context);
  const std::optional<Message> message = context.store().message(id);
  if (!message || !context.store().is_member(user.id, message->room_id)) refuse(404, "no such message");
  return json(200, fields(*message));
}

Response bot_create(Context& context, std::int64_t room_id) {
  const User user = require_bot(context);
  const RoomRow room = require_bot_room(context, user, room_id);
  const std::string text = posted_text(context.request());
  if (text.empty()) refuse(422, "body is missing");
  const Message message = context.store().add_message(room.id, user.id, rich_text(text), text);
  return json(201, fields(message), {{"Location", context.base_url() + "/api/messages/" + std::to_string(message.id)}});
}

}  // namespace room
