#include "app/bugs.h"
#include "app/csrf.h"
#include "base/text.h"
#include "views/views.h"

namespace room {

std::string layout_open(const std::string& title, bool with_token) {
  std::string page =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>" + escape_html(title);
  page += has_bug(Bug::kEmDashMangled) ? " - The Room</title>\n" : " \u2014 The Room</title>\n";
  page += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  if (with_token) {
    page += "<meta name=\"csrf-param\" content=\"authenticity_token\">\n<meta name=\"csrf-token\" content=\"";
    page.append(csrf::kPlace).append("\">\n");
  }
  return page + R"(<link rel="icon" href="/assets/logo.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/app.css">
<script src="/assets/app.js" defer></script>
</head>
<body>
)";
}

std::string layout_close() {
  std::string page = "<footer>The Room \u00b7 made to be compared, byte for byte</footer>\n</body>\n</html>\n";
  if (has_bug(Bug::kLastNewlineLost)) page.pop_back();
  return page;
}

std::string token_field() {
  return "<input type=\"hidden\" name=\"authenticity_token\" value=\"" + std::string(csrf::kPlace) + "\">";
}

}  // namespace room
