#include "load/bench_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <thread>

namespace httparity {

std::string benchmark_lock_path() {
  std::error_code error;
  const auto folder = std::filesystem::temp_directory_path(error);
  return ((error ? std::filesystem::path("/tmp") : folder) / "httparity-load.lock").string();
}

Result<Descriptor> lock_benchmarks(const std::string& path, std::chrono::milliseconds patience,
                                   const std::stop_token& stop) {
  // Read-only is enough for flock, and lets another user's file be locked too.
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644));
  if (file.get() < 0) return Error{fmt::format("{}: {}", path, strerror(errno))};
  const auto until = std::chrono::steady_clock::now() + patience;
  while (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    if (stop.stop_requested()) return Error{"interrupted"};
    if (errno != EWOULDBLOCK && errno != EINTR) return Error{fmt::format("{}: {}", path, strerror(errno))};
    if (std::chrono::steady_clock::now() >= until) {
      return Error{
          fmt::format("another httparity load is measuring on this machine (it holds {}): wait for its end", path)};
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return file;
}

}  // namespace httparity
