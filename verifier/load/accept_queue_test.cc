#include "load/accept_queue.h"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

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

TEST(AcceptQueueTest, ThereIsNoneWhereNobodyListens) {
  Listener listener(5);
  listener.fd.reset();
  EXPECT_FALSE(accept_queue(listener.address));
}

}  // namespace
}  // namespace httparity
