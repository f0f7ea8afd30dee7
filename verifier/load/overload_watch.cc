#include "load/overload_watch.h"

namespace httparity {
namespace {

constexpr std::chrono::milliseconds kTolerated{100};
constexpr int kWindows = 2;

}  // namespace

bool OverloadWatch::is_overloaded(Clock::time_point now, const State& state) {
  if (windows_ >= kWindows) return true;
  if (since_ == Clock::time_point{}) {
    since_ = now;
    before_ = state;
  }
  if (!is_due(now)) return false;
  const bool grew = state.behind > kTolerated && state.behind > before_.behind;
  const bool busy = (state.idle - before_.idle) * 50 < now - since_;
  const bool answered = state.answers > before_.answers;  // a server that stands still isn't the client's doing
  windows_ = grew && busy && answered ? windows_ + 1 : 0;
  since_ = now;
  before_ = state;
  return windows_ >= kWindows;
}

}  // namespace httparity
