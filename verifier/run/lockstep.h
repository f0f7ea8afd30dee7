#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "contract/contract.h"
#include "run/judge.h"
#include "run/peers.h"
#include "run/side_state.h"

namespace httparity {

/// One exchange, as all sides showed it.
struct PlayedStep {
  const Step* step = nullptr;
  std::string request;                ///< method and target, as the first side that was asked got them
  std::vector<Seen> seen;             ///< for each side
  std::vector<std::string> notes;     ///< what the bytes don't tell
  std::span<const SideState> states;  ///< for each side, as they were before the answer; valid during the call
};

/// What to play.
struct LockstepPlan {
  std::span<const Step> steps;
  Variables axes;          ///< the variant's values
  std::string unique_run;  ///< what the values of {unique} derive from
  bool sentinel = false;
  Limits limits;
};

/// How it ended.
struct LockstepEnd {
  bool complete = false;            ///< every step was played
  bool interrupted = false;         ///< the caller asked to stop
  std::vector<std::string> errors;  ///< `run` steps that failed
};

/// Plays the steps on all sides at the same time, one after the other (those of a pipeline together), and hands each
/// exchange to `on_step` as soon as it is there. It ends where a side is down or a `run` step fails: nothing that
/// follows would show what it is meant to show.
LockstepEnd play_in_lockstep(const LockstepPlan& plan, Peers& peers,
                             const std::function<void(const PlayedStep&)>& on_step, std::stop_token stop = {});

}  // namespace httparity
