#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include "base/result.h"
#include "load/null_server.h"

namespace httparity {

/// Bytes on their way to one client.
struct NullOutgoing {
  const char* data = nullptr;
  std::size_t left = 0;
  int file = -1;       ///< where the same bytes lie, for sendfile; -1: in memory alone
  std::size_t at = 0;  ///< offset in the file
};

/// What the null server sends: prepared answers with the current Date, now and then one with a wrong bit.
class NullAnswers {
 public:
  explicit NullAnswers(const NullServerPlan& plan);
  ~NullAnswers();
  NullAnswers(const NullAnswers&) = delete;
  NullAnswers& operator=(const NullAnswers&) = delete;

  /// Large answers get files. To be called before the first answer.
  Result<void> set_up();
  bool in_files() const { return files_[0] >= 0; }
  /// The Date of answers from now on.
  void keep_date(std::time_t now);
  /// The next `count` answers. What isn't sent as it was prepared lies in `batch` until it is sent.
  NullOutgoing take(std::size_t count, std::string& batch);

 private:
  // Sends under way may still read the seconds before, and pages that a socket refers to.
  static constexpr std::size_t kSeconds = 4;

  const std::string& next();
  void flip_one(std::string& batch);

  const NullServerPlan& plan_;
  std::vector<std::array<std::string, kSeconds>> answers_;  // of each variant
  std::array<int, kSeconds> files_{-1, -1, -1, -1};
  std::size_t second_ = 0;
  std::size_t turn_ = 0;
  std::time_t date_ = 0;
  std::mt19937_64 random_;
  std::uint64_t answered_ = 0;
};

}  // namespace httparity
