#include "fuzz/html/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <memory>

namespace httparity::html {
namespace {

Error failure(const std::string& path) {
  return Error{fmt::format("{}: {}", path, std::strerror(errno))};
}

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

Result<std::string> read_file(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rbe"), &std::fclose);
  if (!file) return failure(path);
  std::string bytes;
  char buffer[65536];
  for (std::size_t got = 0; (got = std::fread(buffer, 1, sizeof buffer, file.get())) > 0;) bytes.append(buffer, got);
  if (std::ferror(file.get()) != 0) return failure(path);
  return bytes;
}

Result<void> write_file(const std::string& path, std::string_view bytes) {
  const std::string beside = fmt::format("{}.{}.part", path, ::getpid());
  const int fd = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0) return failure(beside);
  bool ok = write_all(fd, bytes) && ::fsync(fd) == 0;
  ok = ::close(fd) == 0 && ok;
  if (!ok || std::rename(beside.c_str(), path.c_str()) != 0) {
    const Error error = failure(path);
    ::unlink(beside.c_str());
    return error;
  }
  return {};
}

std::string program_folder() {
  char path[PATH_MAX];
  const ssize_t size = ::readlink("/proc/self/exe", path, sizeof path);
  if (size <= 0) return ".";
  const std::string_view whole(path, static_cast<std::size_t>(size));
  return std::string(whole.substr(0, whole.rfind('/')));
}

}  // namespace httparity::html
