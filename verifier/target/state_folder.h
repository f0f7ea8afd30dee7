#pragma once

#include <filesystem>
#include <optional>

#include "base/result.h"

namespace httparity {

/// A folder of its own under the system's temporary one, with `state` inside it. Removed with its owner. Move-only.
class StateFolder {
 public:
  /// With a copy of `original` as `state`: files with their bytes, permissions and times to the nanosecond, folders,
  /// symbolic links as links. Without one `state` is empty. A file of another kind is an error.
  static Result<StateFolder> make(const std::optional<std::filesystem::path>& original);

  ~StateFolder();
  StateFolder(StateFolder&& other) noexcept;
  StateFolder& operator=(StateFolder&& other) noexcept;

  /// The copy, an absolute path.
  std::filesystem::path state() const { return folder_ / "state"; }
  /// Removes it now; an error says what is left.
  Result<void> remove();

 private:
  explicit StateFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}
  std::filesystem::path folder_;
};

}  // namespace httparity
