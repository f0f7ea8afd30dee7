#include "base/dates.h"
#include "base/text.h"
#include "views/views.h"

namespace room {
namespace {

std::string file_list(const std::vector<Attachment>& attachments) {
  if (attachments.empty()) return "";
  std::string list = "<ul class=\"files\">\n";
  for (const Attachment& file : attachments) {
    list += "<li><a href=\"/attachments/" + std::to_string(file.id) + "\" download>" + escape_html(file.filename) +
            "</a></li>\n";
  }
  return list + "</ul>\n";
}

std::string article(const Message& message) {
  const std::string id = std::to_string(message.id);
  const std::string user_id = std::to_string(message.user_id);
  std::string html = "<article class=\"message\" id=\"message_" + id + "\" data-user-id=\"" + user_id + "\">\n";
  html += "<img class=\"avatar\" src=\"/users/" + user_id +
          "/avatar\" alt=\"\" width=\"40\" height=\"40\" loading=\"lazy\">\n";
  html += "<header><strong>" + escape_html(message.user_name) + "</strong> <a href=\"/rooms/" +
          std::to_string(message.room_id) + "#message_" + id + "\"><time datetime=\"" + iso_time(message.created_at) +
          "\">" + clock_time(message.created_at) + "</time></a></header>\n";
  html += "<div class=\"body\">" + message.body + "</div>\n";
  return html + file_list(message.attachments) + "</article>\n";
}

}  // namespace

std::vector<std::string> message_list(const std::vector<Message>& messages) {
  std::vector<std::string> parts;
  std::string day;
  for (const Message& message : messages) {
    if (const std::string its_day = day_name(message.created_at); its_day != day) {
      day = its_day;
      parts.push_back("<h2 class=\"day\">" + day + "</h2>\n");
    }
    parts.back() += article(message);
  }
  return parts;
}

std::string appended_message(const Message& message) {
  Message bare = message;
  bare.attachments.clear();
  return "<turbo-stream action=\"append\" target=\"messages\"><template>\n" + article(bare) +
         "</template></turbo-stream>\n";
}

std::string removed_message(const Message& message) {
  return "<turbo-stream action=\"remove\" target=\"message_" + std::to_string(message.id) + "\"></turbo-stream>\n";
}

std::string rejected_message(const RoomRow& room, const std::string& why) {
  return "<turbo-stream action=\"update\" target=\"composer_error_" + std::to_string(room.id) + "\"><template>" +
         escape_html(why) + "</template></turbo-stream>\n";
}

}  // namespace room
