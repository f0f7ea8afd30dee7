#include "load/null_workload.h"

#include <fmt/format.h>
#include <netinet/in.h>

#include <new>
#include <random>
#include <utility>

#include "wire/make_exchange.h"

namespace httparity {

std::string null_response(std::size_t body_bytes, std::size_t* date_at) {
  std::string out = "HTTP/1.1 200 OK\r\nServer: null\r\nDate: ";
  *date_at = out.size();
  out += "Thu, 01 Jan 1970 00:00:00 GMT\r\nContent-Type: application/octet-stream\r\n";
  out += fmt::format("Content-Length: {}\r\nLast-Modified: Thu, 01 Jan 1970 00:00:00 GMT\r\n", body_bytes);
  out += "Connection: keep-alive\r\nETag: \"6553f100-400\"\r\nAccept-Ranges: bytes\r\n\r\n";
  std::mt19937 random(7);
  for (std::size_t i = 0; i < body_bytes; ++i) out += static_cast<char>(random() & 0xff);
  return out;
}

Result<std::vector<RequestSet>> null_workload(const std::string& response, std::vector<Mask> masks) {
  RequestTemplate request;
  request.name = "null";
  request.bytes = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
  Mask date;
  date.selector = HeaderSelector{"Date", {}, {}, {}};
  date.type = MaskType::kHttpDate;
  masks.insert(masks.begin(), std::move(date));
  auto expectation = compile_expectation(make_exchange(request.bytes, response, Fate::kOpen), std::move(masks));
  if (!expectation) return expectation.error();
  request.expectation = *std::move(expectation);
  std::vector<RequestTemplate> templates;
  templates.push_back(std::move(request));
  std::vector<RequestSet> out;
  out.push_back(make_request_set(std::move(templates)));
  return out;
}

LoadAddress loopback_address(std::uint16_t tcp_port) {
  LoadAddress out;
  auto* address = new (&out.address) sockaddr_in{};
  address->sin_family = AF_INET;
  address->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address->sin_port = htons(tcp_port);
  out.length = sizeof *address;
  return out;
}

}  // namespace httparity
