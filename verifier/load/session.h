#pragma once

#include <cstdint>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "load/request_set.h"
#include "run/selection.h"
#include "run/side_state.h"
#include "target/target.h"
#include "transport/connection.h"

namespace httparity {

/// One template of a session, and what made it.
struct SettledTemplate {
  const WorkItem* item = nullptr;
  const Step* step = nullptr;
  RequestTemplate request;
  std::vector<std::string> tokens;  ///< `{unique}` values that were sent and answered
};

/// What all sessions of one target have in common. All pointers and references outlive the sessions.
struct SessionPlan {
  Target* target = nullptr;
  std::filesystem::path suite;  ///< where commands run
  TransportOptions transport;
  std::string unique_run;  ///< what the values of {unique} derive from
  bool runs_commands = true;
};

/// One client's way through the loadable scenarios: it plays their prologues with cookies and captures of its own, and
/// takes each template's exchange once the answers to it have settled.
class Session {
 public:
  Session(const SessionPlan& plan, std::uint64_t number) : plan_(plan), number_(number) {}

  /// Plays `item`. Each template of load is sent until two answers in a row agree outside the masks; what a step shows
  /// as its alternative is taken beside them. An error names the step and the cure.
  Result<void> play(const WorkItem& item, const std::stop_token& stop);

  /// Sends every template once more, in turn, until all of them still get the answer that they are held to; what others
  /// have changed meanwhile is taken anew. An error names the step that never comes to rest.
  Result<void> settle_all(const std::stop_token& stop);

  std::vector<SettledTemplate>& templates() { return templates_; }
  /// The last error came of a target that can't be reached.
  bool target_down() const { return target_down_; }

 private:
  struct Actors {
    SideState state;
    std::map<std::string, Connection, std::less<>> connections;
  };

  /// What a step sent, and what came back.
  struct Played {
    std::string bytes;
    std::string token;         ///< its `{unique}` value
    std::vector<Span> unique;  ///< where that stands in `bytes`
    Exchange exchange;

    std::string_view echo() const { return unique.empty() ? std::string_view() : std::string_view(token); }
  };

  /// A right answer to a template of the same scenario.
  struct Alternative {
    const Step* step = nullptr;
    Expectation expectation;
    std::string token;  ///< the `{unique}` value that was sent and answered
  };

  Result<Played> play_request(const WorkItem& item, const Step& step, Actors& actors, const std::stop_token& stop);
  Result<void> run(const WorkItem& item, const Step& step, const Run& run, Actors& actors, const std::stop_token& stop);
  Result<void> play_step(const WorkItem& item, const Step& step, Actors& actors, const std::stop_token& stop);
  void attach_alternatives(const WorkItem& item);
  Result<SettledTemplate> settle(const WorkItem& item, const Step& step, Actors& actors, const std::stop_token& stop);
  Result<Exchange> send(const std::string& bytes, const Step& step, Connection& connection,
                        const std::stop_token& stop);
  Connection& connection_of(Actors& actors, const Step& step);
  std::string next_token();

  const SessionPlan& plan_;
  std::uint64_t number_;
  std::uint64_t sent_ = 0;
  bool target_down_ = false;
  std::map<const WorkItem*, Actors> actors_;
  std::vector<SettledTemplate> templates_;
  std::vector<Alternative> alternatives_;  // of the item that is played
};

}  // namespace httparity
