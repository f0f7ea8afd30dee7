#include "stack/error_pages.h"

#include <cstdio>
#include <exception>
#include <string>

namespace room {
namespace {

struct Words {
  int status;
  const char* title;
  const char* text;
};

constexpr Words kWords[] = {
    {400, "Bad request", "The room could not read this request."},
    {403, "No entry", "You are not a member of this room."},
    {404, "Not here", "The page you were looking for doesn\u2019t exist."},
    {406, "Not acceptable", "The room speaks HTML, and you asked for something else."},
    {416, "No such range", "The file has no bytes there."},
    {422, "Rejected", "The change you wanted was rejected."},
    {429, "Slow down", "Too many attempts \u2014 try again in three minutes."},
    {500, "Something broke", "We\u2019re sorry, but something went wrong."},
};

const Words& words_for(int status) {
  for (const Words& words : kWords) {
    if (words.status == status) return words;
  }
  return kWords[std::size(kWords) - 1];
}

}  // namespace

const std::string_view kOldBrowser = "Your browser is too old for the room \u2014 please update it.";

Response error_page(int status, const Headers& more) {
  return error_page(status, more, words_for(status).text);
}

Response error_page(int status, const Headers& more, std::string_view text) {
  const std::string title = words_for(status).title;
  std::string page =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>" + title + " (" +
      std::to_string(status) +
      ")</title>\n<link rel=\"stylesheet\" href=\"/assets/app.css\">\n</head>\n<body class=\"error\">\n<main>\n<h1>" +
      title + "</h1>\n<p>" + std::string(text) +
      "</p>\n<p><a href=\"/\">Back to the room</a></p>\n</main>\n</body>\n</html>\n";
  Headers headers{{"Content-Type", "text/html; charset=utf-8"}};
  headers.merge(more);
  return {status, headers, {part(std::move(page))}, true};
}

Response show_errors(Request& request, const Handler& next) {
  try {
    return next(request);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "room: %s\n", error.what());
    return error_page(500);
  }
}

}  // namespace room
