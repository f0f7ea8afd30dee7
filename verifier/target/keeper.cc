#include "target/keeper.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstddef>
#include <initializer_list>

namespace httparity {
namespace {

constexpr std::int64_t kKillDeadlineMs = 5'000;
constexpr std::int64_t kGraceMs = 200;
constexpr int kKillRoundMs = 5;
// Where the descriptors that are kept are moved to, so that all others can be closed.
constexpr int kControl = 3;
constexpr int kStatus = 4;
constexpr int kOutput = 5;
constexpr int kFirstOther = 6;

std::int64_t now_ms() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return std::int64_t{time.tv_sec} * 1000 + time.tv_nsec / 1'000'000;
}

void report(KeeperReport::Kind kind, int value) {
  const KeeperReport message{kind, value};
  [[maybe_unused]] const ssize_t written = write(kStatus, &message, sizeof(message));
}

/// Everything but the plan's three descriptors is closed: what the parent holds must not stay open in here.
void keep_descriptors(const KeeperPlan& plan) {
  // Above all three targets first, so that no move overwrites what is yet to be moved.
  const int control = fcntl(plan.control, F_DUPFD, kFirstOther + 3);
  const int status = fcntl(plan.status, F_DUPFD, kFirstOther + 3);
  const int output = fcntl(plan.output, F_DUPFD, kFirstOther + 3);
  dup2(control, kControl);
  dup2(status, kStatus);
  dup2(output, kOutput);
  close_range(kFirstOther, UINT_MAX, 0);
  fcntl(kControl, F_SETFD, FD_CLOEXEC);
  fcntl(kStatus, F_SETFD, FD_CLOEXEC);
  fcntl(kOutput, F_SETFD, FD_CLOEXEC);
}

void reset_signals() {
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction action {};
    action.sa_handler = SIG_DFL;
    sigaction(signal, &action, nullptr);  // fails for SIGKILL and SIGSTOP, which have no other
  }
}

struct ExecFailure {
  std::int32_t kind;
  std::int32_t error;
};

[[noreturn]] void become_program(const KeeperPlan& plan, int failure_pipe) {
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  reset_signals();  // what is ignored stays so across exec
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(kOutput, STDOUT_FILENO);
  dup2(kOutput, STDERR_FILENO);
  ExecFailure failure{KeeperReport::kNoFolder, 0};
  if (chdir(plan.folder) == 0) {
    close_range(kControl, UINT_MAX, CLOSE_RANGE_CLOEXEC);
    execve(plan.program, plan.arguments, plan.environment);
    failure.kind = KeeperReport::kNotExecuted;
  }
  failure.error = errno;
  [[maybe_unused]] const ssize_t written = write(failure_pipe, &failure, sizeof(failure));
  _exit(127);
}

/// Kills every child of this process and the groups that they lead, once; their own children become ours and are met
/// in the next round. False where there was none to kill.
bool kill_children() {
  static char text[16 * 1024];
  const int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  bool any = false;
  pid_t child = 0;
  ssize_t size = 0;
  while ((size = read(file, text, sizeof(text))) > 0) {
    for (ssize_t i = 0; i < size; ++i) {
      if (text[i] >= '0' && text[i] <= '9') {
        child = child * 10 + (text[i] - '0');
        continue;
      }
      if (child > 1) {
        kill(-child, SIGKILL);
        kill(child, SIGKILL);
        any = true;
      }
      child = 0;
    }
  }
  close(file);
  return any;
}

class Keeper {
 public:
  explicit Keeper(const KeeperPlan& plan) : plan_(plan) {}

  [[noreturn]] void run() {
    sigset_t child_signal;
    sigemptyset(&child_signal);
    sigaddset(&child_signal, SIGCHLD);
    sigprocmask(SIG_SETMASK, &child_signal, nullptr);
    const int children = signalfd(-1, &child_signal, SFD_CLOEXEC | SFD_NONBLOCK);
    start();
    while (!stopping_ || alive_) {
      pollfd waits[2] = {{stopping_at_once_ || control_ended_ ? -1 : kControl, POLLIN, 0}, {children, POLLIN, 0}};
      const std::int64_t left = stopping_ ? stop_by_ - now_ms() : -1;
      if (stopping_ && left <= 0) break;
      poll(waits, 2, static_cast<int>(left));
      signalfd_siginfo ignored;
      while (read(children, &ignored, sizeof(ignored)) > 0) {
      }
      reap();
      if (waits[0].revents != 0) obey();
    }
    if (alive_) gone_ |= stopping_at_once_ ? 0 : KeeperReport::kDeadlineMissed;
    end_all();
    report(KeeperReport::kGone, gone_);
    _exit(0);
  }

 private:
  void start() {
    int failure_pipe[2] = {-1, -1};
    if (pipe2(failure_pipe, O_CLOEXEC) != 0) give_up(KeeperReport::kNotForked, errno);
    program_ = fork();
    if (program_ < 0) give_up(KeeperReport::kNotForked, errno);
    if (program_ == 0) become_program(plan_, failure_pipe[1]);
    close(failure_pipe[1]);
    close(kOutput);  // its end must mean that the program's tree has let go of it
    ExecFailure failure{};
    ssize_t size = 0;
    do {
      size = read(failure_pipe[0], &failure, sizeof(failure));
    } while (size < 0 && errno == EINTR);
    close(failure_pipe[0]);
    if (size == static_cast<ssize_t>(sizeof(failure))) {
      give_up(static_cast<KeeperReport::Kind>(failure.kind), failure.error);
    }
    alive_ = true;
    report(KeeperReport::kStarted, program_);
  }

  [[noreturn]] void give_up(KeeperReport::Kind kind, int error) {
    report(kind, error);
    end_all();
    report(KeeperReport::kGone, 0);
    _exit(0);
  }

  /// True while there are children.
  bool reap() {
    while (true) {
      int status = 0;
      const pid_t ended = waitpid(-1, &status, WNOHANG);
      if (ended == 0) return true;
      if (ended < 0) return errno != ECHILD;
      if (ended != program_) continue;
      alive_ = false;
      report(KeeperReport::kEnded, status);
    }
  }

  void obey() {
    char command = kStopInOrder;
    const ssize_t size = read(kControl, &command, 1);
    if (size < 0) return;
    control_ended_ = size == 0;
    stopping_at_once_ = size == 1 && command == kStopAtOnce;
    if (stopping_at_once_) {
      stop_by_ = now_ms();
    } else if (!stopping_) {
      stop_by_ = now_ms() + plan_.stop_deadline_ms;
      if (alive_) kill(-program_, plan_.stop_signal);
    }
    stopping_ = true;
  }

  void end_all() {
    const std::int64_t by = now_ms() + kKillDeadlineMs;
    const bool program_was_alive = alive_;
    bool had_children = reap();
    if (!program_was_alive && !stopping_at_once_) {
      // What got the stop signal with the program may need a moment longer than it.
      const std::int64_t grace = now_ms() + kGraceMs;
      while (had_children && now_ms() < grace) {
        poll(nullptr, 0, kKillRoundMs);
        had_children = reap();
      }
      if (had_children && program_ > 0) gone_ |= KeeperReport::kHadLeftovers;
    }
    while (had_children && now_ms() < by) {
      kill_children();
      poll(nullptr, 0, kKillRoundMs);
      had_children = reap();
    }
    if (had_children) gone_ |= KeeperReport::kStuck;
  }

  const KeeperPlan& plan_;
  pid_t program_ = -1;
  bool alive_ = false;
  bool stopping_ = false;
  bool stopping_at_once_ = false;
  bool control_ended_ = false;
  std::int64_t stop_by_ = 0;
  int gone_ = 0;
};

}  // namespace

void keep(const KeeperPlan& plan) {
  setsid();  // out of the terminal's reach: its Ctrl-C is for the parent, which then stops us
  reset_signals();
  struct sigaction ignore {};
  ignore.sa_handler = SIG_IGN;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) sigaction(signal, &ignore, nullptr);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  keep_descriptors(plan);
  Keeper(plan).run();
}

}  // namespace httparity
