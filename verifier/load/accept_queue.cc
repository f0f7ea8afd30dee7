#include "load/accept_queue.h"

#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <array>
#include <cstring>

#include "base/descriptor.h"

namespace httparity {
namespace {

struct Question {
  nlmsghdr header{};
  inet_diag_req_v2 listeners{};
};

std::uint16_t port_of(const LoadAddress& endpoint) {
  sockaddr_in6 address{};  // the port stands at the same place in both families
  std::memcpy(&address, &endpoint.address, sizeof address);
  return address.sin6_port;
}

// An IPv4 address as the kernel shows it there; a listener on all addresses has zeros.
bool listens_for(const inet_diag_sockid& id, std::uint8_t family, const LoadAddress& endpoint) {
  if (id.idiag_sport != port_of(endpoint)) return false;
  constexpr std::array<std::uint8_t, 16> kAny{};
  if (std::memcmp(id.idiag_src, kAny.data(), sizeof id.idiag_src) == 0) return true;
  if (family != endpoint.address.ss_family) return false;
  if (family == AF_INET) {
    sockaddr_in address{};
    std::memcpy(&address, &endpoint.address, sizeof address);
    return std::memcmp(id.idiag_src, &address.sin_addr, sizeof address.sin_addr) == 0;
  }
  sockaddr_in6 address{};
  std::memcpy(&address, &endpoint.address, sizeof address);
  return std::memcmp(id.idiag_src, &address.sin6_addr, sizeof address.sin6_addr) == 0;
}

bool ask(int netlink, std::uint8_t family) {
  Question question;
  question.header.nlmsg_len = sizeof question;
  question.header.nlmsg_type = SOCK_DIAG_BY_FAMILY;
  question.header.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
  question.listeners.sdiag_family = family;
  question.listeners.sdiag_protocol = IPPROTO_TCP;
  question.listeners.idiag_states = 1U << TCP_LISTEN;
  return ::send(netlink, &question, sizeof question, 0) == static_cast<ssize_t>(sizeof question);
}

void take(const inet_diag_msg& listener, const LoadAddress& endpoint, std::optional<AcceptQueue>& best) {
  if (!listens_for(listener.id, listener.idiag_family, endpoint)) return;
  if (best && best->limit <= listener.idiag_wqueue) return;
  best = AcceptQueue{listener.idiag_rqueue, listener.idiag_wqueue};
}

// Reads answers up to the last one. Messages are copied out: the buffer promises no alignment.
void read_answers(int netlink, const LoadAddress& endpoint, std::optional<AcceptQueue>& best) {
  constexpr int kMostReads = 1000;
  std::array<char, 32 * 1024> buffer{};
  for (int i = 0; i < kMostReads; ++i) {
    const ssize_t got = ::recv(netlink, buffer.data(), buffer.size(), 0);
    if (got <= 0) return;
    const auto size = static_cast<std::size_t>(got);
    for (std::size_t at = 0; at + sizeof(nlmsghdr) <= size;) {
      nlmsghdr header{};
      std::memcpy(&header, buffer.data() + at, sizeof header);
      if (header.nlmsg_type == NLMSG_DONE || header.nlmsg_type == NLMSG_ERROR) return;
      if (header.nlmsg_len < NLMSG_LENGTH(sizeof(inet_diag_msg)) || header.nlmsg_len > size - at) return;
      inet_diag_msg listener{};
      std::memcpy(&listener, buffer.data() + at + NLMSG_HDRLEN, sizeof listener);
      take(listener, endpoint, best);
      at += NLMSG_ALIGN(header.nlmsg_len);
    }
  }
}

}  // namespace

std::optional<AcceptQueue> accept_queue(const LoadAddress& endpoint) {
  const int family = endpoint.address.ss_family;
  if (family != AF_INET && family != AF_INET6) return std::nullopt;
  const Descriptor netlink(::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG));
  if (netlink.get() < 0) return std::nullopt;
  const timeval patience{1, 0};
  ::setsockopt(netlink.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  std::optional<AcceptQueue> out;
  // A listener of IPv6 may take IPv4 too.
  for (const std::uint8_t asked : {std::uint8_t{AF_INET}, std::uint8_t{AF_INET6}}) {
    if (asked == AF_INET && family == AF_INET6) continue;
    if (ask(netlink.get(), asked)) read_answers(netlink.get(), endpoint, out);
  }
  return out;
}

}  // namespace httparity
