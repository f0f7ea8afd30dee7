#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "base/temporary_folder.h"

namespace httparity {

/// One nginx process, pinned to the server's processor, that answers every request with a file of random bytes.
class BenchNginx {
 public:
  explicit BenchNginx(std::size_t body_bytes);
  ~BenchNginx();
  BenchNginx(const BenchNginx&) = delete;
  BenchNginx& operator=(const BenchNginx&) = delete;

  pid_t pid() const { return pid_; }
  std::uint16_t tcp_port() const { return tcp_port_; }
  /// Its whole answer; nullopt where it doesn't run.
  const std::optional<std::string>& answer() const { return answer_; }

 private:
  std::optional<std::string> fetch() const;

  TemporaryFolder folder_;
  std::uint16_t tcp_port_ = 0;
  pid_t pid_ = -1;
  std::optional<std::string> answer_;
};

}  // namespace httparity
