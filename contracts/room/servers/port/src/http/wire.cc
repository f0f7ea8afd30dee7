#include "http/wire.h"

#include <algorithm>
#include <cstdio>
#include <optional>

#include "app/bugs.h"
#include "base/text.h"

namespace room {
namespace {

const char* reason(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 201:
      return "Created";
    case 204:
      return "No Content";
    case 206:
      return "Partial Content";
    case 302:
      return "Found";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 406:
      return "Not Acceptable";
    case 415:
      return "Unsupported Media Type";
    case 416:
      return "Range Not Satisfiable";
    case 422:
      return "Unprocessable Entity";
    case 429:
      return "Too Many Requests";
    case 500:
      return "Internal Server Error";
    default:
      return "CUSTOM";
  }
}

bool has_controls(std::string_view value) {
  return std::any_of(value.begin(), value.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\t'; });
}

/// One line for each "\n"-separated value. An empty value still makes a line.
void append_field(std::string& head, const Header& field) {
  if (field.value.empty()) {
    head.append(field.name).append(": \r\n");
    return;
  }
  std::string value = field.value;
  if (has_bug(Bug::kSetCookieJoined)) value = replace_all(value, "\n", ", ");
  for (const std::string& line : split(value, '\n')) {
    if (!has_controls(line)) head.append(field.name).append(": ").append(line).append("\r\n");
  }
}

std::string chunk_head(std::size_t bytes) {
  char text[24];
  std::snprintf(text, sizeof text, "%zx\r\n", bytes);
  return text;
}

void append_chunks(std::vector<Part>& bytes, const std::vector<Part>& parts) {
  static const Part line_end = part("\r\n");
  static const Part last_chunk = part("0\r\n\r\n");
  for (const Part& p : parts) {
    if (p->empty()) continue;
    bytes.push_back(part(chunk_head(p->size())));
    bytes.push_back(p);
    bytes.push_back(line_end);
  }
  bytes.push_back(last_chunk);
}

bool keeps_alive(const Request& request) {
  const std::string connection = lower(request.header_or_empty("connection"));
  return request.minor_version == 1 ? connection != "close" : connection == "keep-alive";
}

}  // namespace

Reply write_response(const Request& request, Response response) {
  Reply reply;
  reply.keep_alive = keeps_alive(request);
  const int status = response.status;
  const bool http_11 = request.minor_version == 1;

  std::optional<std::string> length;
  if (response.plain_list && response.parts.size() == 1) length = std::to_string(response.parts[0]->size());
  std::string head = http_11 ? "HTTP/1.1 " : "HTTP/1.0 ";
  head.append(std::to_string(status)).append(" ").append(reason(status)).append("\r\n");
  for (const Header& field : response.headers) {
    if (same_name(field.name, "Content-Length")) {
      length = field.value;
    } else {
      append_field(head, field);
    }
  }
  if (http_11 && !reply.keep_alive) head += "Connection: close\r\n";
  if (!http_11 && reply.keep_alive) head += "Connection: Keep-Alive\r\n";

  const bool is_head = request.method == "HEAD";
  if (is_head && !length && has_bug(Bug::kHeadContentLength)) length = "0";
  if (is_head || status == 204 || status == 205 || status == 304) {
    if (length && status != 204) head.append("Content-Length: ").append(*length).append("\r\n");
    head += "\r\n";
    if (status == 204 && has_bug(Bug::kSurplusAfter204)) head += "\n";
    if (status == 304 && has_bug(Bug::kBodyOn304)) head += "Not Modified\n";
    reply.bytes.push_back(part(std::move(head)));
    return reply;
  }
  const bool chunked = !length && http_11;
  if (length) head.append("Content-Length: ").append(*length).append("\r\n");
  if (chunked) head += "Transfer-Encoding: chunked\r\n";
  head += "\r\n";
  reply.bytes.push_back(part(std::move(head)));
  if (chunked) {
    append_chunks(reply.bytes, response.parts);
  } else {
    for (Part& p : response.parts) {
      if (!p->empty()) reply.bytes.push_back(std::move(p));
    }
  }
  return reply;
}

}  // namespace room
