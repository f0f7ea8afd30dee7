#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/template.h"
#include "target/target_spec.h"
#include "transport/endpoint.h"

namespace httparity {

/// A server to send requests to: one that was started, with its state and its port, or one that was there already.
/// Move-only. Destroying it stops what was started, every process of its tree, and removes the state.
class Target {
 public:
  /// A target that somebody else runs. It is not probed: a refused connection is how it is down.
  static Target at(Endpoint endpoint);

  ~Target();
  Target(Target&&) noexcept;
  Target& operator=(Target&&) noexcept;

  const Endpoint& endpoint() const;
  /// It was started here: it can be put back by starting it anew.
  bool started() const;
  /// The values of {state}, {tcp_port} and {suite} for it; empty for a target that was not started here.
  const Variables& variables() const;
  /// The process of which all of it descends; nullopt for a target that was not started here.
  std::optional<pid_t> root() const;
  /// How long it took from the start of its process to its first whole answer; 0 for a target that was not started
  /// here.
  std::chrono::nanoseconds cold_start() const;
  /// Nullopt while it runs; else how it ended, with the last lines of its output. Nullopt too for a target that was not
  /// started here.
  std::optional<std::string> died() const;
  /// The end of what it wrote to its standard output and error, up to 64 KiB.
  std::string output() const;
  /// Stops it as its plan says and removes its state. An error says what did not stop in time and had to be killed, or
  /// what is left.
  Result<void> stop();

 private:
  friend struct TargetStarter;
  struct State;
  explicit Target(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Starts the target: fresh state, free port, `prepare`, the process in a group of its own, ready within its deadline.
/// An error names the target and shows the end of its output. A server that answers on its port and isn't it is an
/// error too: a stale one of an earlier run would else be tested in its place.
Result<Target> start_target(const TargetSpec& spec, const std::filesystem::path& suite,
                            const std::stop_token& stop = {});

/// Starts all of them at the same time; the results are in their order.
std::vector<Result<Target>> start_targets(std::span<const TargetSpec* const> specs, const std::filesystem::path& suite,
                                          const std::stop_token& stop = {});

}  // namespace httparity
