#include "fuzz/html/guard.h"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace httparity::html {
namespace {

sigset_t guard_signals() {
  sigset_t signals;
  ::sigemptyset(&signals);
  ::sigaddset(&signals, SIGTERM);
  ::sigaddset(&signals, SIGCHLD);
  return signals;
}

/// Ends as `status` says that another process did.
[[noreturn]] void end_as(int status) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    std::signal(signal, SIG_DFL);
    sigset_t only;
    ::sigemptyset(&only);
    ::sigaddset(&only, signal);
    ::sigprocmask(SIG_UNBLOCK, &only, nullptr);
    ::kill(::getpid(), signal);
  }
  ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 127);
}

/// Both signals are blocked, so that none is lost before it is waited for.
[[noreturn]] void guard(pid_t parent, const sigset_t& before, const std::function<void()>& run) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(127);
  std::signal(SIGCHLD, SIG_DFL);
  const pid_t child = ::fork();
  if (child < 0) ::_exit(127);
  if (child == 0) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::sigprocmask(SIG_SETMASK, &before, nullptr);
    run();
    ::_exit(127);
  }
  ::setpgid(child, child);
  ::close_range(0, ~0U, 0);
  const sigset_t signals = guard_signals();
  int status = 0;
  while (::waitpid(child, &status, WNOHANG) != child) {
    int signal = 0;
    ::sigwait(&signals, &signal);
    if (signal == SIGTERM) ::kill(-child, SIGKILL);
  }
  // What it started and left.
  ::kill(-child, SIGKILL);
  end_as(status);
}

}  // namespace

pid_t start_guarded(const std::function<void()>& run) {
  const sigset_t signals = guard_signals();
  sigset_t before;
  ::pthread_sigmask(SIG_BLOCK, &signals, &before);
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid == 0) guard(parent, before, run);
  const int failed = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = failed;
  return pid;
}

void stop_guarded(pid_t guard) {
  ::kill(guard, SIGTERM);
}

}  // namespace httparity::html
