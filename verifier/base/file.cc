#include "base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <random>
#include <utility>

#include "base/descriptor.h"
#include "base/text.h"

namespace httparity {
namespace {

Error file_error(const std::string& path, std::string_view what) {
  return Error{fmt::format("{}: {}", escape_bytes(path), what)};
}

Error system_error(const std::string& path, std::string_view doing, int code) {
  return file_error(path, fmt::format("{}: {}", doing, std::strerror(code)));
}

/// Closes `file` now, for its result: a late write error shows here.
bool close_now(Descriptor& file) {
  return close(file.release()) == 0;
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

std::optional<struct stat> stat_of(const std::string& path, bool follow) {
  struct stat status = {};
  const int result = follow ? stat(path.c_str(), &status) : lstat(path.c_str(), &status);
  return result == 0 ? std::optional(status) : std::nullopt;
}

Result<void> write_directly(const std::string& path, std::string_view bytes) {
  Descriptor file(open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY));
  if (file.get() < 0) return system_error(path, "can't be opened for writing", errno);
  if (!write_all(file.get(), bytes) || !close_now(file)) return system_error(path, "can't be written", errno);
  return {};
}

/// Writes the bytes to the fresh file `name` and makes them durable; leaves the file there even when that fails.
Result<void> fill(Descriptor& file, const std::string& path, std::string_view bytes) {
  if (!write_all(file.get(), bytes)) return system_error(path, "can't be written", errno);
  if (fsync(file.get()) != 0) return system_error(path, "can't be flushed to the disk", errno);
  if (!close_now(file)) return system_error(path, "can't be written", errno);
  return {};
}

/// A file of a name that nothing has yet, in the folder of `path`; `name` says which.
Descriptor open_fresh(const std::string& path, std::string& name) {
  constexpr int kAttempts = 100;
  const std::string folder = folder_of(path);
  std::random_device random;
  for (int attempt = 0;; ++attempt) {
    name = fmt::format("{}.{}.{:08x}", folder, path.substr(folder.size()), random());
    Descriptor file(open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
    if (file.get() >= 0 || errno != EEXIST || attempt == kAttempts) return file;
  }
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::size_t max_bytes) {
  // O_NONBLOCK: a pipe that nobody writes to must not hold us before we see that it is one.
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (file.get() < 0) return system_error(path, "can't be read", errno);
  struct stat status = {};
  if (fstat(file.get(), &status) != 0) return system_error(path, "can't be read", errno);
  if (!S_ISREG(status.st_mode)) return file_error(path, "is no regular file");
  const auto too_large = [&path, max_bytes] {
    return file_error(path, fmt::format("has more than {} bytes, the most that is read", max_bytes));
  };
  if (static_cast<std::size_t>(status.st_size) > max_bytes) return too_large();
  std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t filled = 0;
  while (true) {
    if (filled == bytes.size()) bytes.resize(filled + 1);  // one more, to see the end or that it grew
    const ssize_t got = read(file.get(), bytes.data() + filled, bytes.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error(path, "can't be read", errno);
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
    if (filled > max_bytes) return too_large();
  }
  bytes.resize(filled);
  return bytes;
}

Result<void> for_each_line(const std::string& path, std::size_t max_line_bytes,
                           const std::function<void(std::optional<std::string_view>)>& take) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  if (file.get() < 0) return system_error(path, "can't be read", errno);
  constexpr std::size_t kPiece = 64 * 1024;
  std::string piece(kPiece, '\0');
  std::string line;
  bool too_long = false;
  const auto end_line = [&] {
    take(too_long ? std::nullopt : std::optional<std::string_view>(line));
    line.clear();
    too_long = false;
  };
  while (true) {
    const ssize_t got = read(file.get(), piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error(path, "can't be read", errno);
    if (got == 0) break;
    std::string_view rest(piece.data(), static_cast<std::size_t>(got));
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      too_long = too_long || line.size() + end > max_line_bytes;
      if (!too_long) line += rest.substr(0, end);
      if (end < rest.size()) end_line();
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  if (!line.empty() || too_long) end_line();
  return {};
}

Result<void> write_file(const std::string& path, std::string_view bytes) {
  const auto present = stat_of(path, false);
  if (present && S_ISLNK(present->st_mode)) return file_error(path, "is a symbolic link: name the file itself");
  if (present && S_ISDIR(present->st_mode)) return file_error(path, "is a folder: name a file");
  if (present && !S_ISREG(present->st_mode)) return write_directly(path, bytes);

  std::string fresh;
  Descriptor file = open_fresh(path, fresh);
  if (file.get() < 0) return system_error(path, "can't be written in its folder", errno);
  if (present && fchmod(file.get(), present->st_mode & 07777) != 0) {
    const Error error = system_error(path, "can't keep its mode", errno);
    unlink(fresh.c_str());
    return error;
  }
  const auto filled = fill(file, path, bytes);
  if (!filled) {
    unlink(fresh.c_str());
    return filled;
  }
  if (rename(fresh.c_str(), path.c_str()) != 0) {
    const Error error = system_error(path, "can't be replaced", errno);
    unlink(fresh.c_str());
    return error;
  }
  // The rename itself is durable once the folder is; where that can't be asked for, the content still is whole.
  const std::string folder = folder_of(path);
  const Descriptor parent(open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (parent.get() >= 0) fsync(parent.get());
  return {};
}

bool is_file(const std::string& path) {
  const auto status = stat_of(path, true);
  return status && S_ISREG(status->st_mode);
}

bool is_folder(const std::string& path) {
  const auto status = stat_of(path, true);
  return status && S_ISDIR(status->st_mode);
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
}

}  // namespace httparity
