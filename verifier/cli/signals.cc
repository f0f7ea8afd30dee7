#include "cli/signals.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>

namespace httparity {
namespace {

// What a signal handler may touch: one pipe, one number. Handlers (and not a blocked mask, nor SIG_IGN) because what is
// executed later must not inherit them.
int g_pipe[2] = {-1, -1};
std::atomic<int> g_first{0};

int exit_of(int signal) {
  return signal == SIGINT ? 130 : 143;
}

extern "C" void on_signal(int signal) {
  const int saved_errno = errno;
  int none = 0;
  if (!g_first.compare_exchange_strong(none, signal)) _exit(exit_of(signal));
  const char byte = 0;
  [[maybe_unused]] const ssize_t written = write(g_pipe[1], &byte, 1);
  errno = saved_errno;
}

extern "C" void on_broken_pipe(int) {}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

}  // namespace

SignalWatch::SignalWatch() {
  if (pipe2(g_pipe, O_CLOEXEC) != 0) return;
  thread_ = std::jthread([this](std::stop_token end) {
    pollfd readable{g_pipe[0], POLLIN, 0};
    while (!end.stop_requested()) {
      if (poll(&readable, 1, -1) <= 0) continue;
      if (!end.stop_requested()) source_.request_stop();
      return;
    }
  });
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) handle(signal, on_signal);
  handle(SIGPIPE, on_broken_pipe);
}

SignalWatch::~SignalWatch() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) handle(signal, SIG_DFL);
  thread_.request_stop();
  const char byte = 0;
  [[maybe_unused]] const ssize_t written = write(g_pipe[1], &byte, 1);
  if (thread_.joinable()) thread_.join();
  for (int& end : g_pipe) {
    close(end);
    end = -1;
  }
  g_first = 0;
}

std::optional<Interruption> SignalWatch::interrupted() const {
  const int signal = g_first;
  if (signal == 0) return std::nullopt;
  return signal == SIGINT ? Interruption::kInterrupt : Interruption::kTerminate;
}

}  // namespace httparity
