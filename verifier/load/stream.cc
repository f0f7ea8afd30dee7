#include "load/stream.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <ctime>

namespace httparity {
namespace {

std::chrono::nanoseconds nanoseconds_of(const timespec& time) {
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace

StreamResult StampedStream::read(char* into, std::size_t size) {
  iovec part{into, size};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(timespec)) + 64> control{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  const ssize_t got = ::recvmsg(fd, &message, 0);
  delay.reset();
  if (got == 0) return {StreamStatus::kEnd, 0};
  if (got < 0) return {errno == EAGAIN || errno == EINTR ? StreamStatus::kAgain : StreamStatus::kReset, 0};
  for (cmsghdr* head = CMSG_FIRSTHDR(&message); head != nullptr; head = CMSG_NXTHDR(&message, head)) {
    if (head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_TIMESTAMPNS) continue;
    timespec arrived{};
    std::memcpy(&arrived, CMSG_DATA(head), sizeof arrived);
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);  // the clock that the kernel stamps by
    delay = std::max(std::chrono::nanoseconds(0), nanoseconds_of(now) - nanoseconds_of(arrived));
  }
  return {StreamStatus::kDone, static_cast<std::size_t>(got)};
}

}  // namespace httparity
