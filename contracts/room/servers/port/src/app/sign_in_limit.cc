#include "app/sign_in_limit.h"

namespace room {

bool SignInLimit::allow(const std::string& email) {
  const auto now = std::chrono::steady_clock::now();
  const std::lock_guard lock(lock_);
  auto& recent = tries_[email];
  std::erase_if(recent, [&](const auto& at) { return now - at >= kWindow; });
  if (recent.size() >= kTries) return false;
  recent.push_back(now);
  return true;
}

void SignInLimit::forget(const std::string& email) {
  const std::lock_guard lock(lock_);
  tries_.erase(email);
}

}  // namespace room
