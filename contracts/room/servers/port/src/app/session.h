#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace room {

/// What one browser carries in its encrypted cookie. Reading it at all counts as use: a used session that holds
/// something goes out again with the answer, newly encrypted.
class Session {
 public:
  static constexpr std::string_view kCookie = "_room_session";
  static constexpr std::string_view kPurpose = "cookie._room_session";
  using Values = std::vector<std::pair<std::string, std::string>>;

  Session() = default;
  explicit Session(Values values) : values_(std::move(values)) {}

  std::optional<std::string> get(std::string_view key);
  void set(std::string_view key, std::string value);
  /// A new session: nothing of a visitor's survives signing in or out.
  void reset();

  /// What has to go out; nullptr for nothing.
  const Values* to_send() const;

 private:
  Values values_;
  bool used_ = false;
};

}  // namespace room
