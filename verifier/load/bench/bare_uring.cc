#include <liburing.h>
#include <sys/socket.h>

#include <vector>

#include "load/bench/bare.h"
#include "load/bench/clients.h"
#include "load/uring_buffers.h"

namespace httparity {
namespace {

constexpr unsigned kBuffers = 64;
constexpr std::size_t kBufferBytes = std::size_t{64} * 1024;

struct BareRing {
  io_uring ring{};
  UringBuffers buffers;
  std::vector<int> sockets;
  std::vector<std::size_t> got;

  bool set_up();
  void arm_receive(std::size_t index);
  void send(std::size_t index);
};

bool BareRing::set_up() {
  io_uring_params params{};
  params.flags =
      IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN | IORING_SETUP_TASKRUN_FLAG | IORING_SETUP_CQSIZE;
  params.cq_entries = 16384;
  if (io_uring_queue_init_params(4096, &ring, &params) != 0) return false;
  io_uring_register_ring_fd(&ring);
  return static_cast<bool>(buffers.set_up(ring, kBuffers, kBufferBytes));
}

void BareRing::arm_receive(std::size_t index) {
  io_uring_sqe* sqe = uring_entry(ring);
  UringBuffers::receive(sqe, sockets[index]);
  io_uring_sqe_set_data64(sqe, index);
}

void BareRing::send(std::size_t index) {
  io_uring_sqe* sqe = uring_entry(ring);
  io_uring_prep_send(sqe, sockets[index], kBareRequest.data(), kBareRequest.size(), MSG_WAITALL | MSG_NOSIGNAL);
  sqe->flags |= IOSQE_CQE_SKIP_SUCCESS;
  io_uring_sqe_set_data64(sqe, index);
}

}  // namespace

Sample run_bare_uring(const BenchTask& task, std::size_t answer_bytes) {
  return in_process([&] {
    BareRing bare;
    bare.sockets = connect_bare(task);
    bare.got.resize(bare.sockets.size());
    if (bare.sockets.empty() || !bare.set_up()) return Sample{};
    for (std::size_t i = 0; i < bare.sockets.size(); ++i) {
      bare.arm_receive(i);
      bare.send(i);
    }
    BareClock clock(task.duration);
    while (!clock.over()) {
      if (io_uring_sq_ready(&bare.ring) > 0 || (IO_URING_READ_ONCE(*bare.ring.sq.kflags) & IORING_SQ_TASKRUN) != 0) {
        io_uring_submit_and_get_events(&bare.ring);
      }
      unsigned head = 0;
      unsigned seen = 0;
      io_uring_cqe* cqe = nullptr;
      io_uring_for_each_cqe(&bare.ring, head, cqe) {
        ++seen;
        const auto index = static_cast<std::size_t>(cqe->user_data);
        if (cqe->res <= 0 && cqe->res != -ENOBUFS) return Sample{};
        bare.buffers.give_back(*cqe);
        if ((cqe->flags & IORING_CQE_F_MORE) == 0) bare.arm_receive(index);
        if (cqe->res > 0) bare.got[index] += static_cast<std::size_t>(cqe->res);
        if (bare.got[index] < answer_bytes) continue;
        bare.got[index] = 0;
        clock.count();
        bare.send(index);
      }
      io_uring_cq_advance(&bare.ring, seen);
      clock.seen(seen > 0);
    }
    return clock.sample();
  });
}

}  // namespace httparity
