#include "app/actions.h"
#include "app/bugs.h"
#include "base/dates.h"
#include "base/text.h"
#include "stack/cookie_jar.h"
#include "views/views.h"

namespace room {
namespace {

constexpr std::int64_t kWindow = 40;
constexpr const char* kPreload =
    "</assets/app.css>; rel=preload; as=style; nopush, </assets/app.js>; rel=preload; as=script; nopush";

/// What an unfurled link shows: the room's name, never its messages.
Response show_preview(Context& context, std::int64_t id) {
  const std::optional<RoomRow> room = context.store().room(id);
  if (!room) fail(404);
  return context.plain({preview_page(context.base_url(), *room)});
}

std::vector<std::string> words_of(const std::string& query) {
  std::vector<std::string> words;
  for (const std::string& word : split(replace_all(replace_all(query, "\t", " "), "\n", " "), ' ')) {
    if (!word.empty()) words.push_back(word);
  }
  return words;
}

}  // namespace

Response show_up(Context& context) {
  return context.plain({"<!DOCTYPE html><html><body style=\"background-color: green\"></body></html>\n"});
}

/// To the room of the last visit, if it still is one of the user's.
Response show_home(Context& context) {
  const std::vector<RoomRow> rooms = context.store().rooms_of(context.require_user().id);
  if (rooms.empty()) fail(404);
  const std::int64_t last = leading_integer(cookie(context.request(), "last_room").value_or(""));
  std::int64_t chosen = rooms.front().id;
  for (const RoomRow& room : rooms) {
    if (room.id == last) chosen = last;
  }
  return context.redirect("/rooms/" + std::to_string(chosen));
}

Response show_room(Context& context, std::int64_t id) {
  if (context.agent() == Agent::kPreview) return show_preview(context, id);

  const User& user = context.require_user();
  const RoomRow room = context.require_room(id);
  context.require_html();
  const std::vector<Message> messages = context.store().messages(room.id, kWindow);
  context.request().cookies_to_set.push_back(kept_cookie("last_room", std::to_string(room.id)));
  const Headers dated{{"Last-Modified", http_date(context.store().last_change(room.id))},
                      {"Vary", "Cookie, Turbo-Frame"}};
  const bool as_frame = context.request().header("turbo-frame");
  std::vector<std::string> page;
  if (!as_frame || has_bug(Bug::kEtagWithoutFrame))
    page = room_page(user, context.store().rooms_of(user.id), room, messages);
  if (as_frame) return context.tokened(room_frame(room, messages), 200, dated, page.empty() ? nullptr : &page);

  Headers headers{{"Link", kPreload}};
  headers.merge(dated);
  return context.tokened(page, 200, headers);
}

Response show_search(Context& context) {
  const User& user = context.require_user();
  context.require_html();
  const std::string query = strip(context.param("q"));
  const std::vector<std::string> words = words_of(query);
  const std::vector<Found> found = words.empty() ? std::vector<Found>() : context.store().search(user.id, words);
  return context.plain(search_page(user, query, found));
}

}  // namespace room
