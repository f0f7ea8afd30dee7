#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "contract/contract.h"
#include "contract/cookie_jar.h"
#include "contract/request_bytes.h"
#include "wire/exchange.h"

namespace httparity {

/// What one side of a scenario has shown so far and later requests use. Both sides of a run have their own, so that a
/// login replays on both although the cookies differ.
struct SideState {
  Variables variables;                                 ///< the variant's axes, captures
  std::map<std::string, CookieJar, std::less<>> jars;  ///< for each actor
};

/// The request of `step` on this side. `unique` is the value of {unique}, the same on every side. An error names the
/// variable that has no value. REQUIRES: the step is a request.
Result<RequestBytes> next_request(SideState& state, const Step& step, const std::string& unique,
                                  std::chrono::system_clock::time_point now);

/// Takes the cookies and captures of the answer to `step`. Returns the captures that found nothing.
std::vector<std::string> observe(SideState& state, const Step& step, const Exchange& exchange, const Limits& limits,
                                 std::chrono::system_clock::time_point now);

}  // namespace httparity
