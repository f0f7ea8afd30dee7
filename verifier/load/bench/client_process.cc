#include "load/bench/client_process.h"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>

#include "load/server_process.h"

namespace httparity {

double cpu_seconds(const rusage& usage) {
  const auto of = [](const timeval& t) { return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6; };
  return of(usage.ru_utime) + of(usage.ru_stime);
}

Sample in_process(const std::function<Sample()>& work) {
  std::array<int, 2> pipe{};
  if (::pipe(pipe.data()) != 0) std::exit(3);
  const pid_t pid = fork_pinned({kClientCpu}, [&] {
    const Sample sample = work();
    (void)!::write(pipe[1], &sample, sizeof sample);
    return 0;
  });
  ::close(pipe[1]);
  Sample out;
  if (::read(pipe[0], &out, sizeof out) != sizeof out) out = {};
  ::close(pipe[0]);
  rusage usage{};
  ::wait4(pid, nullptr, 0, &usage);
  if (out.answers > 0) out.cpu_us = cpu_seconds(usage) * 1e6 / static_cast<double>(out.answers);
  out.rss_bytes = static_cast<double>(usage.ru_maxrss) * 1024;
  return out;
}

}  // namespace httparity
