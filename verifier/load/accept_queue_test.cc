#include "load/accept_queue.h"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <string>

#include "base/descriptor.h"
#include "load/null_workload.h"

namespace httparity {
namespace {

struct Listener {
  explicit Listener(int backlog) : fd(::socket(AF_INET, SOCK_STREAM, 0)), address(loopback_address(0)) {
    auto* at = reinterpret_cast<sockaddr*>(&address.address);
    EXPECT_EQ(::bind(fd.get(), at, address.length), 0);
    EXPECT_EQ(::listen(fd.get(), backlog), 0);
    EXPECT_EQ(::getsockname(fd.get(), at, &address.length), 0);
  }
  Descriptor fd;
  LoadAddress address;
};

TEST(AcceptQueueTest, ShowsWhatTheListenerWasGivenAndWhatWaits) {
  const Listener listener(5);
  const auto empty = accept_queue(listener.address);
  if (!empty) GTEST_SKIP() << "this kernel doesn't answer sock_diag";
  EXPECT_EQ(empty->limit, 5U);
  EXPECT_EQ(empty->waiting, 0U);
  const Descriptor client(::socket(AF_INET, SOCK_STREAM, 0));
  ASSERT_EQ(
      ::connect(client.get(), reinterpret_cast<const sockaddr*>(&listener.address.address), listener.address.length),
      0);
  EXPECT_EQ(accept_queue(listener.address)->waiting, 1U);
}

TEST(AcceptQueueTest, ShowsThatOfAUnixSocket) {
  for (const std::string& name : {testing::TempDir() + "httparity-queue", std::string("\0httparity-queue", 16)}) {
    sockaddr_un there{};
    there.sun_family = AF_UNIX;
    ASSERT_LE(name.size(), sizeof there.sun_path);
    std::memcpy(there.sun_path, name.data(), name.size());
    LoadAddress address;
    std::memcpy(&address.address, &there, sizeof there);
    address.length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
    const auto* at = reinterpret_cast<const sockaddr*>(&address.address);
    ::unlink(there.sun_path);
    const Descriptor listener(::socket(AF_UNIX, SOCK_STREAM, 0));
    ASSERT_EQ(::bind(listener.get(), at, address.length), 0);
    ASSERT_EQ(::listen(listener.get(), 5), 0);
    const Descriptor client(::socket(AF_UNIX, SOCK_STREAM, 0));
    ASSERT_EQ(::connect(client.get(), at, address.length), 0);
    const auto queue = accept_queue(address);
    ::unlink(there.sun_path);
    if (!queue) GTEST_SKIP() << "this kernel doesn't answer sock_diag for Unix sockets";
    EXPECT_EQ(queue->limit, 5U);
    EXPECT_EQ(queue->waiting, 1U);
  }
}

TEST(AcceptQueueTest, ThereIsNoneWhereNobodyListens) {
  Listener listener(5);
  listener.fd.reset();
  EXPECT_FALSE(accept_queue(listener.address));
}

}  // namespace
}  // namespace httparity
