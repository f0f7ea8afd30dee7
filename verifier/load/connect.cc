#include "load/connect.h"

#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace httparity {
namespace {

const sockaddr* address_of(const LoadAddress& endpoint) {
  return reinterpret_cast<const sockaddr*>(&endpoint.address);
}

const char* cure(int why) {
  if (why == EMFILE) return ": raise the limit on open files (ulimit -n)";
  if (why == EADDRNOTAVAIL) return ": no local port is left; give more source addresses or widen ip_local_port_range";
  return "";
}

}  // namespace

Result<int> open_connecting(const LoadAddress& endpoint, const std::vector<LoadAddress>& sources, std::size_t turn) {
  const int family = endpoint.address.ss_family;
  const int fd = ::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return Error{fmt::format("socket: {}{}", strerror(errno), cure(errno))};
  const auto fail = [fd](const char* what) {
    const int why = errno;
    ::close(fd);
    return Error{fmt::format("{}: {}{}", what, strerror(why), cure(why))};
  };
  const int on = 1;
  if (family != AF_UNIX) ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (!sources.empty()) {
    const LoadAddress& source = sources[turn % sources.size()];
    ::setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
    if (::bind(fd, address_of(source), source.length) != 0) return fail("source address");
  }
  if (::connect(fd, address_of(endpoint), endpoint.length) != 0 && errno != EINPROGRESS) return fail("connect");
  return fd;
}

int socket_error(int fd) {
  int why = 0;
  socklen_t size = sizeof why;
  ::getsockopt(fd, SOL_SOCKET, SO_ERROR, &why, &size);
  return why;
}

}  // namespace httparity
