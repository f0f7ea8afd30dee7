#include <array>

#include "base/dates.h"
#include "base/text.h"
#include "views/views.h"

namespace room {
namespace {

constexpr std::array kColours = {"#af2e1b", "#cc6324", "#3b4b59", "#bfa07a", "#5f7a55", "#7a3e9d"};
constexpr std::size_t kInitials = 2;

std::string search_result(const Found& row) {
  const std::string marked = replace_all(replace_all(escape_html(row.marked), "\x01", "<mark>"), "\x02", "</mark>");
  return "<li><a href=\"/rooms/" + std::to_string(row.room_id) + "#message_" + std::to_string(row.id) + "\">" +
         escape_html(row.user_name) + " in " + escape_html(row.room_name) + ", " + clock_time(row.created_at) +
         "</a>\n<p>" + marked + "</p></li>\n";
}

}  // namespace

std::vector<std::string> sign_in_page(const std::string& email, bool wrong) {
  std::string form = "<main class=\"sign-in\">\n<h1>Come in</h1>\n";
  if (wrong) form += "<p class=\"alert\" role=\"alert\">Wrong address or password \u2014 try again.</p>\n";
  form += "<form action=\"/session\" method=\"post\">\n" + token_field() +
          "\n<label>Email <input type=\"email\" name=\"email\" value=\"" + escape_html(email) +
          R"(" autocomplete="username" required></label>
<label>Password <input type="password" name="password" autocomplete="current-password" required></label>
<button>Sign in</button>
</form>
</main>
)";
  return {layout_open("Sign in", true), form, layout_close()};
}

std::vector<std::string> search_page(const User& user, const std::string& query, const std::vector<Found>& found) {
  const std::string asked = escape_html(query);
  std::vector<std::string> parts{layout_open("Search", false),
                                 "<main class=\"search\">\n<h1>Search</h1>\n<form action=\"/searches\" "
                                 "method=\"get\"><input type=\"search\" name=\"q\" value=\"" +
                                     asked + "\" autofocus></form>\n<p>" + std::to_string(found.size()) +
                                     " found for \u201c" + asked + "\u201d in " + escape_html(user.name) +
                                     "\u2019s rooms</p>\n<ol class=\"results\">\n"};
  for (const Found& row : found) parts.push_back(search_result(row));
  parts.push_back("</ol>\n</main>\n");
  parts.push_back(layout_close());
  return parts;
}

std::string initials_svg(const std::string& name) {
  std::string letters;
  std::size_t count = 0;
  for (const std::string& word : split(name, ' ')) {
    if (!word.empty() && count++ < kInitials) letters += word.substr(0, code_point_bytes(word, 0));
  }
  std::size_t sum = 0;
  for (const char c : name) sum += static_cast<unsigned char>(c);
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 512 512\" width=\"512\" height=\"512\">\n"
         "<rect width=\"100%\" height=\"100%\" rx=\"50\" fill=\"" +
         std::string(kColours[sum % kColours.size()]) +
         "\"/>\n"
         "<text x=\"50%\" y=\"50%\" fill=\"#fff\" text-anchor=\"middle\" dy=\"0.35em\" font-family=\"sans-serif\" "
         "font-size=\"230\">" +
         escape_html(letters) + "</text>\n</svg>\n";
}

}  // namespace room
