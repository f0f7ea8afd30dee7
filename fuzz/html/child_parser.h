#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "fuzz/html/parser.h"

namespace httparity::html {

/// How long a parser in a process of its own may take.
struct ChildLimits {
  std::chrono::milliseconds start{30000};  ///< until its hello
  std::chrono::milliseconds batch{10000};  ///< for a whole batch
  std::chrono::milliseconds one{2000};     ///< for a batch of one case
  /// Asked while waiting and between restarts: true ends every wait, and what wasn't answered is no verdict.
  std::function<bool()> stop = {};
  std::function<void()> restarted = {};  ///< told of each restart
};

/// A parser that speaks the protocol of frames.h, started by a command line through `sh -c`. Where it dies, hangs or
/// breaks its frames, it is started anew and the batch is bisected by halves until the cases at fault are known; the
/// others get their answers. The error of a child that never says hello is what came on its stderr.
class ChildParser : public Parser {
 public:
  /// How often it had to be started anew, for whatever cause.
  virtual std::size_t restarts() const = 0;
};

Result<std::unique_ptr<ChildParser>> start_child_parser(const std::string& command, const ChildLimits& limits = {});

}  // namespace httparity::html
