#include "load/link_speed.h"

#include <ifaddrs.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cstring>
#include <fstream>
#include <memory>

#include "base/descriptor.h"

namespace httparity {
namespace {

bool is_same_host(const sockaddr& one, const sockaddr_storage& other) {
  if (one.sa_family != other.ss_family) return false;
  if (one.sa_family == AF_INET) {
    return reinterpret_cast<const sockaddr_in&>(one).sin_addr.s_addr ==
           reinterpret_cast<const sockaddr_in&>(other).sin_addr.s_addr;
  }
  return one.sa_family == AF_INET6 &&
         std::memcmp(&reinterpret_cast<const sockaddr_in6&>(one).sin6_addr,
                     &reinterpret_cast<const sockaddr_in6&>(other).sin6_addr, sizeof(in6_addr)) == 0;
}

// A datagram socket that is connected sends nothing, and has the address that its packets would leave from.
std::optional<sockaddr_storage> local_address(const LoadAddress& address) {
  const Descriptor probe(::socket(address.address.ss_family, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (probe.get() < 0) return std::nullopt;
  if (::connect(probe.get(), reinterpret_cast<const sockaddr*>(&address.address), address.length) != 0)
    return std::nullopt;
  sockaddr_storage out{};
  socklen_t length = sizeof out;
  if (::getsockname(probe.get(), reinterpret_cast<sockaddr*>(&out), &length) != 0) return std::nullopt;
  return out;
}

}  // namespace

std::optional<double> read_link_speed(const std::string& path) {
  std::ifstream file(path);
  double mbit = 0;
  if (!(file >> mbit) || mbit <= 0) return std::nullopt;
  return mbit * 1e6;
}

std::optional<double> link_bits_per_second(const LoadAddress& address) {
  if (address.address.ss_family == AF_UNIX) return std::nullopt;
  const auto local = local_address(address);
  ifaddrs* found = nullptr;
  if (!local || ::getifaddrs(&found) != 0) return std::nullopt;
  const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> all(found, ::freeifaddrs);
  for (const ifaddrs* one = all.get(); one != nullptr; one = one->ifa_next) {
    if (one->ifa_addr == nullptr || !is_same_host(*one->ifa_addr, *local)) continue;
    return read_link_speed("/sys/class/net/" + std::string(one->ifa_name) + "/speed");
  }
  return std::nullopt;
}

}  // namespace httparity
