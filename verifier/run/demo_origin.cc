#include "run/demo_origin.h"

#include <fmt/format.h>

#include <atomic>
#include <memory>
#include <utility>

#include "contract/request_bytes.h"

namespace httparity {
namespace {

using namespace std::string_view_literals;

constexpr PlantedFault kFaults[] = {
    {DifferenceKind::kStatusLine, "another reason phrase", "/plain", "HTTP/1.1 200", "200 OK", "200 Fine"},
    {DifferenceKind::kHeaderMissing, "Vary is lost", "/plain", "HTTP/1.1 200", "Vary: Accept-Encoding\r\n", ""},
    {DifferenceKind::kHeaderExtra, "a field that nobody asked for", "/plain", "HTTP/1.1 200",
     "Cache-Control: no-cache\r\n", "Cache-Control: no-cache\r\nX-Powered-By: port\r\n"},
    {DifferenceKind::kHeaderMoved, "two fields change places", "/plain", "HTTP/1.1 200",
     "Vary: Accept-Encoding\r\nCache-Control: no-cache\r\n", "Cache-Control: no-cache\r\nVary: Accept-Encoding\r\n"},
    {DifferenceKind::kHeaderCase, "a field name in lower case", "/plain", "HTTP/1.1 200", "Vary:", "vary:"},
    {DifferenceKind::kHeaderCount, "one of two cookies is lost", "/plain", "HTTP/1.1 200", "Set-Cookie: b=2\r\n", ""},
    {DifferenceKind::kHeaderValue, "a charset in lower case", "/plain", "HTTP/1.1 200", "charset=UTF-8",
     "charset=utf-8"},
    {DifferenceKind::kHeaderWhitespace, "two blanks behind a colon", "/plain", "HTTP/1.1 200", "Vary: ", "Vary:  "},
    {DifferenceKind::kFraming, "one chunk becomes two", "/feed", "HTTP/1.1 200", "8\r\none two \r\n",
     "4\r\none \r\n4\r\ntwo \r\n"},
    {DifferenceKind::kBodyBytes, "a dash is mangled", "/plain", "HTTP/1.1 200", "\xe2\x80\x94", "???"},
    {DifferenceKind::kBodyEncodedOnly, "another operating system in the gzip header", "/packed", "HTTP/1.1 200",
     "\x02\x03\x0b", "\x02\xff\x0b"},
    {DifferenceKind::kInterimResponse, "the early hints are lost", "/hints", "HTTP/1.1 103",
     "HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n", ""},
    {DifferenceKind::kSurplusBytes, "bytes behind an answer that has no body", "/nothing", "HTTP/1.1 204", "\r\n\r\n",
     "\r\n\r\nleft over"},
    {DifferenceKind::kConnectionFate, "the connection is closed without a word", "/plain", "HTTP/1.1 200", "", "",
     Fate::kFin},
    {DifferenceKind::kMaskType, "a session cookie that is no hexadecimal number", "/", "HTTP/1.1 200", "session=0",
     "session=g"},
    {DifferenceKind::kMaskRelation, "a nonce that is not the one of its policy", "/", "HTTP/1.1 200", "nonce=\"0",
     "nonce=\"1"},
    {DifferenceKind::kMetamorphic, "a 304 with another tag than its page", "/", "HTTP/1.1 304", "ETag: \"0",
     "ETag: \"1"},
};

constexpr std::string_view kPacked =
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x0b\x49\x4d\x54\x78\xd4\x30\x45\x21\x39\x3f\x2d\x2d\x35\x95\x2b\x84\x7a"
    "\x5c\x00\x06\x78\x63\x86\x5a\x00\x00\x00"sv;

/// What is fresh begins with 0, so that a fault can change that digit.
std::string fresh(std::string_view salt, std::uint64_t ordinal) {
  return "0" + unique_value(salt, ordinal).substr(1);
}

std::string answer(std::string_view status, std::string_view salt, std::string_view fields, std::string_view body) {
  return fmt::format("HTTP/1.1 {}\r\nDate: Sun, 06 Nov 1994 08:49:{:02} GMT\r\n{}\r\n{}", status, salt.size() % 60,
                     fields, body);
}

std::string page(std::string_view method, bool is_revisit, std::string_view salt, std::uint64_t ordinal) {
  const std::string tag = fmt::format("ETag: \"{}\"\r\n", fresh(salt, 0));
  if (is_revisit) return answer("304 Not Modified", salt, tag, "");
  const std::string nonce = fresh(salt, 2 * ordinal + 1);
  const std::string body = fmt::format("<!doctype html><title>Tea</title><script nonce=\"{}\"></script>\n", nonce);
  const std::string fields = fmt::format(
      "Content-Type: text/html; charset=UTF-8\r\nContent-Security-Policy: script-src 'nonce-{}'\r\n"
      "Set-Cookie: session={}; Path=/; HttpOnly\r\n{}Content-Length: {}\r\n",
      nonce, fresh(salt, 2 * ordinal + 2), tag, body.size());
  return answer("200 OK", salt, fields, method == "HEAD" ? "" : body);
}

std::string plain(std::string_view salt) {
  constexpr std::string_view kText = "Tea \xe2\x80\x94 and no coffee\n";
  return answer("200 OK", salt,
                fmt::format("Content-Type: text/plain; charset=UTF-8\r\nVary: Accept-Encoding\r\n"
                            "Cache-Control: no-cache\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nContent-Length: {}\r\n",
                            kText.size()),
                kText);
}

std::string pristine(const Message& request, std::string_view salt, std::uint64_t ordinal) {
  const std::string_view target = request_target(request);
  if (target == "/") {
    return page(request_method(request), !find_fields(request, "If-None-Match").empty(), salt, ordinal);
  }
  if (target == "/plain" || target == "/after") return plain(salt);
  if (target == "/packed") {
    return answer("200 OK", salt, fmt::format("Content-Encoding: gzip\r\nContent-Length: {}\r\n", kPacked.size()),
                  kPacked);
  }
  if (target == "/feed") {
    return answer("200 OK", salt, "Transfer-Encoding: chunked\r\n", "8\r\none two \r\n5\r\nthree\r\n0\r\n\r\n");
  }
  if (target == "/hints") {
    return "HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n" +
           answer("200 OK", salt, "Content-Length: 3\r\n", "tea");
  }
  if (target == "/nothing") return answer("204 No Content", salt, "", "");
  return answer("404 Not Found", salt, "Content-Length: 0\r\n", "");
}

bool concerns(const PlantedFault* fault, const Message& request, std::string_view bytes) {
  return fault != nullptr && request_target(request) == fault->target && bytes.starts_with(fault->status);
}

}  // namespace

std::span<const PlantedFault> planted_faults() {
  return kFaults;
}

std::string demo_answer(std::string_view request, std::string_view salt, std::uint64_t ordinal,
                        const PlantedFault* fault) {
  const Message message = index_message(std::string(request));
  std::string bytes = pristine(message, salt, ordinal);
  if (concerns(fault, message, bytes)) {
    const std::size_t at = bytes.find(fault->from);
    if (at != std::string::npos) bytes.replace(at, fault->from.size(), fault->to);
  }
  return bytes;
}

LoopbackServer::Handler serve_demo(std::string salt, const PlantedFault* fault) {
  const auto ordinal = std::make_shared<std::atomic<std::uint64_t>>(0);
  return [salt = std::move(salt), fault, ordinal](ServedConnection& connection) {
    constexpr std::size_t kHeadLimit = 64 * 1024;
    std::string received;
    while (received.size() < kHeadLimit) {
      const std::string more = connection.receive(4096);
      if (more.empty()) return;
      received += more;
      for (std::size_t end = received.find("\r\n\r\n"); end != std::string::npos; end = received.find("\r\n\r\n")) {
        const std::string request = received.substr(0, end + 4);
        received.erase(0, end + 4);
        const std::string bytes = demo_answer(request, salt, (*ordinal)++, fault);
        if (!connection.send(bytes)) return;
        if (fault != nullptr && fault->then != Fate::kOpen && concerns(fault, index_message(request), bytes)) {
          connection.end(fault->then);
          return;
        }
      }
    }
  };
}

}  // namespace httparity
