#include "transport/scripted_server.h"

#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace httparity {
namespace {

/// The script and how far it is, shared by the connections that play it one after the other.
class Script {
 public:
  explicit Script(std::vector<ScriptedStep> steps) : steps_(std::move(steps)) {}

  /// The number of the next step for a connection that has played `played`; nullopt where there is none for it.
  std::optional<std::size_t> next(std::size_t played) {
    const std::scoped_lock lock(mutex_);
    if (next_ == steps_.size() || (steps_[next_].new_connection && played > 0)) return std::nullopt;
    return next_;
  }
  /// This connection has read the request of step `number`; false where another had it first.
  bool take(std::size_t number) {
    const std::scoped_lock lock(mutex_);
    if (number != next_) return false;
    ++next_;
    return true;
  }
  const ScriptedStep& step(std::size_t number) const { return steps_[number]; }

 private:
  const std::vector<ScriptedStep> steps_;
  std::mutex mutex_;
  std::size_t next_ = 0;
};

bool read_request(ServedConnection& connection, std::size_t size) {
  while (size > 0) {
    const std::string bytes = connection.receive(size);
    if (bytes.empty()) return false;
    size -= bytes.size();
  }
  return true;
}

void play(Script& script, ServedConnection& connection) {
  std::size_t played = 0;
  while (const auto number = script.next(played)) {
    const ScriptedStep& step = script.step(*number);
    if (!read_request(connection, step.request.size()) || !script.take(*number)) return;
    ++played;
    if (!connection.send(step.bytes)) return;
    connection.end(step.then);
    if (step.then != Fate::kOpen && step.then != Fate::kStall) break;
  }
  connection.drain();
}

}  // namespace

LoopbackServer::Handler play_script(std::vector<ScriptedStep> steps) {
  return [script = std::make_shared<Script>(std::move(steps))](ServedConnection& connection) {
    play(*script, connection);
  };
}

}  // namespace httparity
