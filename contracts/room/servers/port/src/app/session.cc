#include "app/session.h"

#include "base/crypto.h"
#include "base/encoding.h"

namespace room {
namespace {

constexpr std::string_view kId = "session_id";

std::string new_id() {
  return hex(random_bytes(16));
}

}  // namespace

std::optional<std::string> Session::get(std::string_view key) {
  used_ = true;
  for (const auto& [known, value] : values_) {
    if (known == key) return value;
  }
  return std::nullopt;
}

void Session::set(std::string_view key, std::string value) {
  if (!get(kId)) values_.emplace_back(kId, new_id());
  for (auto& [known, old] : values_) {
    if (known == key) {
      old = std::move(value);
      return;
    }
  }
  values_.emplace_back(key, std::move(value));
}

void Session::reset() {
  used_ = true;
  values_ = {{std::string(kId), new_id()}};
}

const Session::Values* Session::to_send() const {
  return used_ && !values_.empty() ? &values_ : nullptr;
}

}  // namespace room
