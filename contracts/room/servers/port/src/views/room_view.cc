#include "app/csrf.h"
#include "base/text.h"
#include "views/views.h"

namespace room {
namespace {

std::string sidebar(const User& user, const std::vector<RoomRow>& rooms, const RoomRow& current) {
  std::string html = "<nav>\n<ul class=\"rooms\">\n";
  for (const RoomRow& room : rooms) {
    html += "<li><a href=\"/rooms/" + std::to_string(room.id) + "\"" +
            (room.id == current.id ? " aria-current=\"page\"" : "") + ">" + escape_html(room.name) + "</a></li>\n";
  }
  html +=
      "</ul>\n<form action=\"/searches\" method=\"get\"><input type=\"search\" name=\"q\" "
      "placeholder=\"Search\u2026\"></form>\n";
  html += "<form action=\"/session\" method=\"post\">\n<input type=\"hidden\" name=\"_method\" value=\"delete\">\n";
  return html + token_field() + "\n<button>Sign out " + escape_html(user.name) + "</button>\n</form>\n</nav>\n";
}

std::string heading(const RoomRow& room) {
  return "<main>\n<h1>" + escape_html(room.name) + "</h1>\n<p class=\"topic\">" + escape_html(room.topic) +
         "</p>\n<turbo-frame id=\"room_" + std::to_string(room.id) + "\">\n<div id=\"messages\">\n";
}

std::string composer(const RoomRow& room) {
  const std::string id = std::to_string(room.id);
  return "</div>\n</turbo-frame>\n<form class=\"composer\" action=\"/rooms/" + id + "/messages\" method=\"post\">\n" +
         token_field() +
         "\n<textarea name=\"message[body]\" rows=\"3\" placeholder=\"Say something\u2026\" required></textarea>\n"
         "<p class=\"alert\" id=\"composer_error_" +
         id + "\"></p>\n<button>Send</button>\n</form>\n</main>\n";
}

}  // namespace

std::vector<std::string> room_page(const User& user, const std::vector<RoomRow>& rooms, const RoomRow& room,
                                   const std::vector<Message>& messages) {
  std::vector<std::string> parts{layout_open(room.name, true), sidebar(user, rooms, room), heading(room)};
  for (std::string& day : message_list(messages)) parts.push_back(std::move(day));
  parts.push_back(composer(room));
  parts.push_back(layout_close());
  return parts;
}

std::vector<std::string> room_frame(const RoomRow& room, const std::vector<Message>& messages) {
  std::vector<std::string> parts{"<html><head><meta name=\"csrf-token\" content=\"" + std::string(csrf::kPlace) +
                                 "\"></head><body>\n<turbo-frame id=\"room_" + std::to_string(room.id) + "\">\n"};
  for (std::string& day : message_list(messages)) parts.push_back(std::move(day));
  parts.push_back("</turbo-frame>\n</body></html>\n");
  return parts;
}

std::string preview_page(const std::string& base_url, const RoomRow& room) {
  const std::string name = escape_html(room.name);
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>" + name +
         " \u2014 The Room</title>\n<meta property=\"og:title\" content=\"" + name +
         "\">\n<meta property=\"og:description\" content=\"" + escape_html(room.topic) +
         "\">\n<meta property=\"og:url\" content=\"" + escape_html(base_url) + "/rooms/" + std::to_string(room.id) +
         "\">\n</head>\n</html>\n";
}

}  // namespace room
