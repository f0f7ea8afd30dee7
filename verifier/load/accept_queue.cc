#include "load/accept_queue.h"

#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "base/descriptor.h"

namespace httparity {
namespace {

using Best = std::optional<AcceptQueue>;

template <typename Listeners>
bool ask(int netlink, const Listeners& listeners) {
  struct {
    nlmsghdr header{};
    Listeners listeners{};
  } question;
  question.header.nlmsg_len = sizeof question;
  question.header.nlmsg_type = SOCK_DIAG_BY_FAMILY;
  question.header.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
  question.listeners = listeners;
  return ::send(netlink, &question, sizeof question, 0) == static_cast<ssize_t>(sizeof question);
}

void take(AcceptQueue queue, Best& best) {
  if (!best || queue.limit < best->limit) best = queue;
}

// Copied out: the buffer promises no alignment. False: there is no whole one.
template <typename Value>
bool copy_to(Value& out, std::string_view bytes) {
  if (bytes.size() < sizeof out) return false;
  std::memcpy(&out, bytes.data(), sizeof out);
  return true;
}

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

void take_tcp(std::string_view message, const LoadAddress& endpoint, Best& best) {
  inet_diag_msg listener{};
  if (!copy_to(listener, message) || !listens_for(listener.id, listener.idiag_family, endpoint)) return;
  take({listener.idiag_rqueue, listener.idiag_wqueue}, best);
}

// A path without the NUL behind it; an abstract name, which begins with one, as it is.
std::string_view without_end(std::string_view name) {
  while (!name.empty() && name.front() != '\0' && name.back() == '\0') name.remove_suffix(1);
  return name;
}

void take_unix(std::string_view message, const LoadAddress& endpoint, Best& best) {
  sockaddr_un address{};
  std::memcpy(&address, &endpoint.address, sizeof address);
  const std::string_view name = without_end({address.sun_path, endpoint.length - offsetof(sockaddr_un, sun_path)});
  unix_diag_msg listener{};
  if (!copy_to(listener, message)) return;
  message.remove_prefix(NLMSG_ALIGN(sizeof listener));
  bool is_it = false;
  std::optional<unix_diag_rqlen> queue;
  for (rtattr attribute{}; copy_to(attribute, message);) {
    if (attribute.rta_len < RTA_LENGTH(0) || attribute.rta_len > message.size()) return;
    const std::string_view value = message.substr(RTA_LENGTH(0), attribute.rta_len - RTA_LENGTH(0));
    if (attribute.rta_type == UNIX_DIAG_RQLEN) copy_to(queue.emplace(), value);
    if (attribute.rta_type == UNIX_DIAG_NAME) is_it = without_end(value) == name;
    message.remove_prefix(std::min<std::size_t>(message.size(), RTA_ALIGN(attribute.rta_len)));
  }
  if (is_it && queue) take({queue->udiag_rqueue, queue->udiag_wqueue}, best);
}

// Reads answers up to the last one.
template <typename Take>
void read_answers(int netlink, const Take& take_message) {
  constexpr int kMostReads = 1000;
  std::array<char, 32 * 1024> buffer{};
  for (int i = 0; i < kMostReads; ++i) {
    const ssize_t got = ::recv(netlink, buffer.data(), buffer.size(), 0);
    if (got <= 0) return;
    std::string_view rest(buffer.data(), static_cast<std::size_t>(got));
    for (nlmsghdr header{}; copy_to(header, rest);) {
      if (header.nlmsg_type == NLMSG_DONE || header.nlmsg_type == NLMSG_ERROR) return;
      if (header.nlmsg_len < NLMSG_HDRLEN || header.nlmsg_len > rest.size()) return;
      take_message(rest.substr(NLMSG_HDRLEN, header.nlmsg_len - NLMSG_HDRLEN));
      rest.remove_prefix(std::min<std::size_t>(rest.size(), NLMSG_ALIGN(header.nlmsg_len)));
    }
  }
}

Best tcp_queue(int netlink, const LoadAddress& endpoint) {
  Best out;
  // A listener of IPv6 may take IPv4 too.
  for (const std::uint8_t asked : {std::uint8_t{AF_INET}, std::uint8_t{AF_INET6}}) {
    if (asked == AF_INET && endpoint.address.ss_family == AF_INET6) continue;
    inet_diag_req_v2 listeners{};
    listeners.sdiag_family = asked;
    listeners.sdiag_protocol = IPPROTO_TCP;
    listeners.idiag_states = 1U << TCP_LISTEN;
    if (!ask(netlink, listeners)) continue;
    read_answers(netlink, [&](std::string_view message) { take_tcp(message, endpoint, out); });
  }
  return out;
}

Best unix_queue(int netlink, const LoadAddress& endpoint) {
  Best out;
  unix_diag_req listeners{};
  listeners.sdiag_family = AF_UNIX;
  listeners.udiag_states = 1U << TCP_LISTEN;  // Unix sockets have the states of TCP there
  listeners.udiag_show = UDIAG_SHOW_NAME | UDIAG_SHOW_RQLEN;
  if (!ask(netlink, listeners)) return out;
  read_answers(netlink, [&](std::string_view message) { take_unix(message, endpoint, out); });
  return out;
}

}  // namespace

std::optional<AcceptQueue> accept_queue(const LoadAddress& endpoint) {
  const Descriptor netlink(::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG));
  if (netlink.get() < 0) return std::nullopt;
  const timeval patience{1, 0};
  ::setsockopt(netlink.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  return endpoint.address.ss_family == AF_UNIX ? unix_queue(netlink.get(), endpoint)
                                               : tcp_queue(netlink.get(), endpoint);
}

}  // namespace httparity
