// ci/bench load: the load engine beside wrk, beside itself without the check and beside bare clients that do nothing
// else, in rounds that alternate; medians, and last which bars were met.
//   --quick    within 50 seconds
//   --alarms   ten million answers on each engine instead, none of which may be called wrong
//   PART ...   these parts alone: null nginx masks tls detection costs

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <string_view>
#include <vector>

#include "load/bench/costs.h"
#include "load/bench/detection.h"
#include "load/bench/nginx_lines.h"
#include "load/bench/null_lines.h"
#include "load/bench/plan.h"

int main(int argc, char** argv) {  // NOLINT(bugprone-exception-escape): a benchmark may end so
  using namespace httparity;
  std::signal(SIGPIPE, SIG_IGN);
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);

  BenchPlan plan;
  bool alarms = false;
  std::vector<std::string_view> parts;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--quick") {
      plan = {true, 3, std::chrono::milliseconds(150)};
    } else if (word == "--alarms") {
      alarms = true;
    } else {
      parts.push_back(word);
    }
  }
  const auto wanted = [&](std::string_view part) {
    return !alarms && (parts.empty() || std::find(parts.begin(), parts.end(), part) != parts.end());
  };
  Bars bars;
  if (alarms) alarms_line(bars);
  if (wanted("null")) null_lines(plan, bars);
  if (wanted("masks")) mask_line(plan, bars);
  if (wanted("nginx")) nginx_lines(plan, bars);
  if (wanted("tls")) tls_lines(plan, bars);
  if (wanted("detection")) detection_line(plan, bars);
  if (wanted("costs")) {
    memory_line(bars);
    system_call_line(bars);
  }
  fmt::print("{}", bars.report());
  return 0;
}
