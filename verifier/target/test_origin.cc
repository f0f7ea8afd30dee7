// A server for the tests of this layer: test_origin PORT|SOCKET. It answers each request with 200 and its process id,
// /missing with 404, and ends with status 3 on /die.
#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "transport/loopback_server.h"

namespace {

void answer(httparity::ServedConnection& peer) {
  std::string request;
  while (true) {
    const std::string more = peer.receive(4096);
    if (more.empty()) return;
    request += more;
    if (!request.ends_with("\r\n\r\n")) continue;
    if (request.starts_with("GET /die ")) {
      std::puts("told to die");
      std::fflush(stdout);
      std::_Exit(3);
    }
    const std::string body = std::to_string(::getpid());
    peer.send(fmt::format("HTTP/1.1 {}\r\nContent-Length: {}\r\n\r\n{}",
                          request.starts_with("GET /missing ") ? "404 Not Found" : "200 OK", body.size(), body));
    request.clear();
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string place = argc == 2 ? argv[1] : "";
  httparity::LoopbackServerOptions options;
  if (place.starts_with('/')) {
    options.unix_path = place;
  } else {
    std::from_chars(place.data(), place.data() + place.size(), options.port);
  }
  const auto server = httparity::LoopbackServer::start(options, answer);
  std::puts(server ? "listening" : server.error().what.c_str());
  std::fflush(stdout);
  if (!server) return 1;
  while (true) ::pause();
}
