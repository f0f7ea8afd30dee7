#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace room {

/// How often one address may try to sign in: kept in memory, forgotten after the window and once it is in.
/// For all threads.
class SignInLimit {
 public:
  static constexpr std::size_t kTries = 5;
  static constexpr std::chrono::seconds kWindow{180};

  /// Counts a try; false where it is one too many.
  bool allow(const std::string& email);
  void forget(const std::string& email);

 private:
  std::mutex lock_;
  std::map<std::string, std::vector<std::chrono::steady_clock::time_point>> tries_;
};

}  // namespace room
