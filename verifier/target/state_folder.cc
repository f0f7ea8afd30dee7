#include "target/state_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/text.h"

namespace httparity {
namespace {

namespace fs = std::filesystem;

Error copy_error(const fs::path& path, const std::error_code& error) {
  return {fmt::format("copying state: {}: {}", escape_bytes(path.string()), error.message())};
}

/// Access and modification times to the nanosecond, of a link itself where `path` is one.
Result<void> copy_times(const fs::path& from, const fs::path& to) {
  struct stat status {};
  if (::lstat(from.c_str(), &status) == 0) {
    const std::array<timespec, 2> times{status.st_atim, status.st_mtim};
    if (::utimensat(AT_FDCWD, to.c_str(), times.data(), AT_SYMLINK_NOFOLLOW) == 0) return {};
  }
  return copy_error(to, {errno, std::generic_category()});
}

Result<void> copy_one(const fs::directory_entry& entry, const fs::path& to) {
  std::error_code error;
  const fs::file_status status = entry.symlink_status(error);
  if (fs::is_symlink(status)) {
    fs::copy_symlink(entry.path(), to, error);
  } else if (fs::is_directory(status)) {
    fs::create_directory(to, entry.path(), error);  // with its permissions
  } else if (fs::is_regular_file(status)) {
    fs::copy_file(entry.path(), to, error);
  } else if (!error) {
    return Error{fmt::format("copying state: {}: neither file, folder nor link", escape_bytes(entry.path().string()))};
  }
  if (error) return copy_error(entry.path(), error);
  return copy_times(entry.path(), to);
}

Result<void> copy_tree(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::recursive_directory_iterator entries(from, error);
  if (error) return copy_error(from, error);
  // Filling a folder changes its time, so that folders get theirs at the end.
  std::vector<std::pair<fs::path, fs::path>> folders{{from, to}};
  for (; entries != fs::recursive_directory_iterator(); entries.increment(error)) {
    const fs::path target = to / entries->path().lexically_relative(from);
    if (auto copied = copy_one(*entries, target); !copied) return copied;
    if (entries->is_directory() && !entries->is_symlink()) folders.emplace_back(entries->path(), target);
  }
  if (error) return copy_error(from, error);
  for (auto folder = folders.rbegin(); folder != folders.rend(); ++folder) {
    if (auto copied = copy_times(folder->first, folder->second); !copied) return copied;
  }
  return {};
}

}  // namespace

Result<StateFolder> StateFolder::make(const std::optional<fs::path>& original) {
  std::error_code error;
  std::string name = fs::absolute(fs::temp_directory_path(error)) / "httparity-XXXXXX";
  if (error || ::mkdtemp(name.data()) == nullptr) {
    return Error{fmt::format("no temporary folder could be made at {}; set TMPDIR", escape_bytes(name))};
  }
  StateFolder folder{fs::path(name)};
  fs::create_directory(folder.state(), error);
  if (error) return copy_error(folder.state(), error);
  if (original) {
    if (auto copied = copy_tree(*original, folder.state()); !copied) return copied.error();
  }
  return folder;
}

StateFolder::~StateFolder() {
  [[maybe_unused]] const auto removed = remove();
}

StateFolder::StateFolder(StateFolder&& other) noexcept : folder_(std::exchange(other.folder_, {})) {}

StateFolder& StateFolder::operator=(StateFolder&& other) noexcept {
  std::swap(folder_, other.folder_);
  return *this;
}

Result<void> StateFolder::remove() {
  const fs::path folder = std::exchange(folder_, {});
  if (folder.empty()) return {};
  std::error_code error;
  fs::remove_all(folder, error);
  if (error) return Error{fmt::format("{} could not be removed: {}", escape_bytes(folder.string()), error.message())};
  return {};
}

}  // namespace httparity
