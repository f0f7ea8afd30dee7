#include "load/uring_buffers.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstring>

namespace httparity {
namespace {

void* map(std::size_t bytes) {
  void* out = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | MAP_PRIVATE, -1, 0);
  return out == MAP_FAILED ? nullptr : out;
}

}  // namespace

UringBuffers::~UringBuffers() {
  if (ring_ != nullptr) ::munmap(ring_, count_ * sizeof(io_uring_buf));
  if (memory_ != nullptr) ::munmap(memory_, count_ * bytes_);
}

Result<void> UringBuffers::set_up(io_uring& ring, unsigned count, std::size_t bytes) {
  count_ = count;
  bytes_ = bytes;
  ring_ = static_cast<io_uring_buf_ring*>(map(count * sizeof(io_uring_buf)));
  memory_ = static_cast<char*>(map(count * bytes));
  if (ring_ == nullptr || memory_ == nullptr) return Error{fmt::format("mmap: {}", strerror(errno))};
  io_uring_buf_reg registration{};
  registration.ring_addr = reinterpret_cast<std::uint64_t>(ring_);
  registration.ring_entries = count;
  registration.bgid = kGroup;
  if (const int error = io_uring_register_buf_ring(&ring, &registration, 0); error != 0) {
    return Error{
        fmt::format("io_uring buffer ring: {}: needs Linux 6.1; --engine epoll works everywhere", strerror(-error))};
  }
  for (unsigned i = 0; i < count; ++i) give_back(i);
  return {};
}

}  // namespace httparity
