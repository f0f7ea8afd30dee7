#include "load/descriptor_limit.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>

namespace httparity {
namespace {

// Beside the connections: reports, the server's output, the engines' own.
constexpr std::size_t kOthers = 64;

}  // namespace

Result<void> enough_descriptors(const std::vector<std::size_t>& connections) {
  rlimit limit{};
  if (connections.empty() || ::getrlimit(RLIMIT_NOFILE, &limit) != 0) return {};
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  const std::size_t most = *std::max_element(connections.begin(), connections.end());
  if (limit.rlim_cur == RLIM_INFINITY || most + kOthers <= limit.rlim_cur) return {};
  return Error{
      fmt::format("--connections {}: needs {} open files, the limit is {}: raise it (ulimit -Hn, or LimitNOFILE "
                  "of the service), or ask for fewer connections",
                  most, most + kOthers, limit.rlim_cur)};
}

}  // namespace httparity
