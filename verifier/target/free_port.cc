#include "target/free_port.h"

#include <netinet/in.h>
#include <sys/socket.h>

#include "base/descriptor.h"

namespace httparity {

Result<std::uint16_t> free_tcp_port() {
  const Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  if (socket.get() < 0 || ::bind(socket.get(), reinterpret_cast<sockaddr*>(&address), size) != 0 ||
      ::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    return Error{"no free port"};
  }
  return ntohs(address.sin_port);
}

}  // namespace httparity
