#include "target/output_tail.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <string_view>
#include <utility>

namespace httparity {

OutputTail::OutputTail(Descriptor pipe) : pipe_(std::move(pipe)), stop_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  ::fcntl(pipe_.get(), F_SETFL, ::fcntl(pipe_.get(), F_GETFL) | O_NONBLOCK);
  reader_ = std::jthread([this] { read_on(); });
}

OutputTail::~OutputTail() {
  finish();
}

void OutputTail::finish() {
  if (!reader_.joinable()) return;
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(stop_.get(), &one, sizeof(one));
  reader_.join();
}

void OutputTail::read_on() {
  while (true) {
    std::array<pollfd, 2> waits{pollfd{pipe_.get(), POLLIN, 0}, pollfd{stop_.get(), POLLIN, 0}};
    ::poll(waits.data(), waits.size(), -1);
    const bool stops = waits[1].revents != 0;
    // Once stopped, no more than a pipe can hold: its writers may still be at it.
    for (int i = 0; i < 64; ++i) {
      const Took took = take_some();
      if (took == Took::kEnd) return;
      if (took == Took::kNothing) break;
    }
    if (stops) return;
  }
}

OutputTail::Took OutputTail::take_some() {
  std::array<char, 16 * 1024> buffer;
  const ssize_t size = ::read(pipe_.get(), buffer.data(), buffer.size());
  if (size <= 0) return size < 0 && (errno == EAGAIN || errno == EINTR) ? Took::kNothing : Took::kEnd;
  const std::scoped_lock lock(mutex_);
  kept_.append(buffer.data(), static_cast<std::size_t>(size));
  if (kept_.size() > 2 * kKeptBytes) kept_.erase(0, kept_.size() - kKeptBytes);
  return Took::kSome;
}

std::string OutputTail::text() const {
  const std::scoped_lock lock(mutex_);
  return kept_.size() > kKeptBytes ? kept_.substr(kept_.size() - kKeptBytes) : kept_;
}

}  // namespace httparity
