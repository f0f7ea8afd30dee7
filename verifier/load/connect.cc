#include "load/connect.h"

#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>

#include <cerrno>
#include <cstring>

namespace httparity {
namespace {

const sockaddr* address_of(const LoadAddress& endpoint) {
  return reinterpret_cast<const sockaddr*>(&endpoint.address);
}

Opening failed(LoadError error, std::string what) {
  Opening out;
  out.error = error;
  out.what = std::move(what);
  return out;
}

bool is_ours(int why) {
  return why == EMFILE || why == ENFILE || why == EADDRNOTAVAIL || why == ENOBUFS || why == ENOMEM;
}

const char* cure(int why) {
  switch (why) {
    case EMFILE:
    case ENFILE:
      return ": raise the limit on open files (ulimit -n), or ask for fewer --connections";
    case EADDRNOTAVAIL:
      return ": no local port is left: give more addresses with --source, or widen net.ipv4.ip_local_port_range";
    case ECONNREFUSED:
      return ": nothing listens there (any more)";
    case ETIMEDOUT:
      return ": it takes no more connections: ask for fewer --connections, or raise its listen backlog";
    case ENOENT:
      return ": there is no such socket";
    default:
      return "";
  }
}

}  // namespace

std::string connect_words(int why) {
  return fmt::format("connect: {}{}", strerror(why), cure(why));
}

Opening open_connecting(const LoadAddress& endpoint, const std::vector<LoadAddress>& sources, std::size_t turn) {
  const int family = endpoint.address.ss_family;
  Opening out;
  out.fd.reset(::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (out.fd.get() < 0) {
    return failed(LoadError::kConnectLocal, fmt::format("socket: {}{}", strerror(errno), cure(errno)));
  }
  const int on = 1;
  if (family != AF_UNIX) ::setsockopt(out.fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (!sources.empty()) {
    const LoadAddress& source = sources[turn % sources.size()];
    // The port is chosen with the connect, so that two sources may use the same one.
    ::setsockopt(out.fd.get(), IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
    if (::bind(out.fd.get(), address_of(source), source.length) != 0) {
      return failed(LoadError::kConnectLocal,
                    fmt::format("--source {}: {}: give an address of this machine, of the target's family", source.host,
                                strerror(errno)));
    }
  }
  if (::connect(out.fd.get(), address_of(endpoint), endpoint.length) == 0) {
    out.state = Opening::State::kConnected;
  } else if (errno == EINPROGRESS) {
    out.state = Opening::State::kConnecting;
  } else if (errno == EAGAIN && family == AF_UNIX) {
    out.state = Opening::State::kLater;
    out.fd.reset();
  } else {
    return failed(is_ours(errno) ? LoadError::kConnectLocal : LoadError::kConnectRefused, connect_words(errno));
  }
  return out;
}

int socket_error(int fd) {
  int why = 0;
  socklen_t size = sizeof why;
  ::getsockopt(fd, SOL_SOCKET, SO_ERROR, &why, &size);
  return why;
}

}  // namespace httparity
