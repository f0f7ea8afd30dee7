#pragma once

#include <liburing.h>

#include <cstddef>
#include <string_view>

#include "base/result.h"

namespace httparity {

/// Receive buffers of which the kernel takes one for every piece of data that comes, whatever the socket.
class UringBuffers {
 public:
  static constexpr int kGroup = 0;

  UringBuffers() = default;
  ~UringBuffers();
  UringBuffers(const UringBuffers&) = delete;
  UringBuffers& operator=(const UringBuffers&) = delete;

  /// Gives `ring` `count` buffers (a power of two, at most 32768) of `bytes` bytes. Once only; the buffers must outlive
  /// the ring's use.
  Result<void> set_up(io_uring& ring, unsigned count, std::size_t bytes);

  /// What came with a completion that has a buffer.
  std::string_view received(const io_uring_cqe& cqe) const {
    const std::size_t size = cqe.res > 0 ? static_cast<std::size_t>(cqe.res) : 0;
    return {memory_ + (cqe.flags >> IORING_CQE_BUFFER_SHIFT) * bytes_, size};
  }
  /// Gives the buffer of a completion back, if it has one; what `received` returned is over then.
  void give_back(const io_uring_cqe& cqe) {
    if ((cqe.flags & IORING_CQE_F_BUFFER) != 0) give_back(cqe.flags >> IORING_CQE_BUFFER_SHIFT);
  }
  /// Makes `sqe` a receive that goes on until it is told otherwise, into these buffers.
  static void receive(io_uring_sqe* sqe, int fd) {
    io_uring_prep_recv_multishot(sqe, fd, nullptr, 0, 0);
    sqe->flags |= IOSQE_BUFFER_SELECT;
    sqe->buf_group = kGroup;
  }

 private:
  void give_back(unsigned buffer) {
    io_uring_buf_ring_add(ring_, memory_ + buffer * bytes_, static_cast<unsigned>(bytes_),
                          static_cast<unsigned short>(buffer), io_uring_buf_ring_mask(count_), 0);
    io_uring_buf_ring_advance(ring_, 1);
  }

  io_uring_buf_ring* ring_ = nullptr;
  char* memory_ = nullptr;
  unsigned count_ = 0;
  std::size_t bytes_ = 0;
};

/// A place for one more request in the ring; what waits is handed to the kernel where there is none.
inline io_uring_sqe* uring_entry(io_uring& ring) {
  io_uring_sqe* out = io_uring_get_sqe(&ring);
  while (out == nullptr) {
    io_uring_submit(&ring);
    out = io_uring_get_sqe(&ring);
  }
  return out;
}

/// Gives each completion that has come to `take`, and returns how many there were. Each has been given to `look_ahead`
/// some completions before, for the cache's sake.
template <typename Take, typename LookAhead>
unsigned reap_completions(io_uring& ring, const Take& take, const LookAhead& look_ahead) {
  constexpr unsigned kAhead = 4;
  const unsigned ready = io_uring_cq_ready(&ring);
  const unsigned first = *ring.cq.khead;
  const auto completion = [&](unsigned number) -> const io_uring_cqe& {
    return ring.cq.cqes[(first + number) & ring.cq.ring_mask];
  };
  for (unsigned i = 0; i < ready && i < kAhead; ++i) look_ahead(completion(i));
  for (unsigned i = 0; i < ready; ++i) {
    if (i + kAhead < ready) look_ahead(completion(i + kAhead));
    take(completion(i));
  }
  io_uring_cq_advance(&ring, ready);
  return ready;
}

template <typename Take>
unsigned reap_completions(io_uring& ring, const Take& take) {
  return reap_completions(ring, take, [](const io_uring_cqe&) {});
}

}  // namespace httparity
