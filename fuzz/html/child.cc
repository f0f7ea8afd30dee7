#include "fuzz/html/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

#include "fuzz/html/guard.h"

namespace httparity::html {
namespace {

constexpr std::size_t kMessageBytes = 4096;
constexpr int kPipeBytes = 1 << 20;
constexpr std::size_t kReadBytes = 65536;

void close_fd(int& fd) {
  if (fd >= 0) ::close(fd);
  fd = -1;
}

/// A pipe whose ends close on exec; `ours` doesn't block.
bool make_pipe(int& ours, int& theirs, bool we_write) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return false;
  ours = ends[we_write ? 1 : 0];
  theirs = ends[we_write ? 0 : 1];
  ::fcntl(ours, F_SETFL, O_NONBLOCK);
  ::fcntl(ours, F_SETPIPE_SZ, kPipeBytes);  // best effort: the default works, slower
  return true;
}

}  // namespace

Result<std::unique_ptr<Child>> Child::start(const std::string& command) {
  std::unique_ptr<Child> child(new Child());
  int in = -1;
  int out = -1;
  int err = -1;
  const bool piped =
      make_pipe(child->in_, in, true) && make_pipe(child->out_, out, false) && make_pipe(child->err_, err, false);
  // A write to a child that is gone must say EPIPE, not end this process.
  std::signal(SIGPIPE, SIG_IGN);
  const char* words[] = {"sh", "-c", command.c_str(), nullptr};
  const auto run = [&] {
    std::signal(SIGPIPE, SIG_DFL);
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    ::dup2(in, 0);
    ::dup2(out, 1);
    ::dup2(err, 2);
    ::execv("/bin/sh", const_cast<char* const*>(words));
  };
  child->pid_ = piped ? start_guarded(run) : -1;
  const int failed = errno;
  close_fd(in);
  close_fd(out);
  close_fd(err);
  if (child->pid_ < 0) return Error{fmt::format("cannot start \"{}\": {}", command, std::strerror(failed))};
  return child;
}

Child::~Child() {
  stop();
}

std::string Child::stop() {
  if (pid_ < 0) return "stopped";
  close_fd(in_);
  // It may already be dead: then its status says why. A process that only closed its stdout gets no time either.
  int status = 0;
  constexpr int kTries = 20;
  pid_t reaped = 0;
  for (int i = 0; i < kTries && (reaped = ::waitpid(pid_, &status, WNOHANG)) == 0 && out_ < 0; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  if (reaped == 0) stop_guarded(pid_);
  std::string how = "stopped";
  if (reaped == pid_) {
    how =
        WIFSIGNALED(status) ? fmt::format("signal {}", WTERMSIG(status)) : fmt::format("exit {}", WEXITSTATUS(status));
  } else {
    ::waitpid(pid_, &status, 0);
  }
  pid_ = -1;
  close_fd(out_);
  close_fd(err_);
  return how;
}

void Child::flush() {
  while (in_ >= 0 && sent_ < outgoing_.size()) {
    const ssize_t written = ::write(in_, outgoing_.data() + sent_, outgoing_.size() - sent_);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EAGAIN) return;
    if (written <= 0) {
      close_fd(in_);  // it no longer reads: its stdout tells the end
      break;
    }
    sent_ += static_cast<std::size_t>(written);
  }
  outgoing_.clear();
  sent_ = 0;
}

bool Child::drain(int& fd, std::string& into) {
  bool moved = false;
  // Bounded, so that a child that writes without end can't keep us here.
  constexpr int kReads = 64;
  for (int i = 0; i < kReads && fd >= 0; ++i) {
    const std::size_t size = into.size();
    into.resize(size + kReadBytes);
    const ssize_t got = ::read(fd, into.data() + size, kReadBytes);
    into.resize(size + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got > 0) {
      moved = true;
      if (static_cast<std::size_t>(got) < kReadBytes) break;
    } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
      close_fd(fd);
    } else if (errno == EAGAIN) {
      break;
    }
  }
  return moved;
}

bool Child::exchange(int timeout_ms) {
  flush();
  pollfd fds[3] = {{out_, POLLIN, 0}, {err_, POLLIN, 0}, {outgoing_.empty() ? -1 : in_, POLLOUT, 0}};
  if (::poll(fds, 3, timeout_ms) <= 0) return false;
  if (fds[2].revents != 0) flush();
  if (fds[1].revents != 0) {
    drain(err_, messages_);
    if (messages_.size() > kMessageBytes) messages_.erase(0, messages_.size() - kMessageBytes);
  }
  return fds[0].revents != 0 && drain(out_, incoming_);
}

Child::Event Child::pump(std::chrono::steady_clock::time_point deadline) {
  while (out_ >= 0) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) return Event::kTimeout;
    if (exchange(static_cast<int>(std::min<long>(left.count(), 1000)))) return Event::kProgress;
  }
  return Event::kEnded;
}

}  // namespace httparity::html
