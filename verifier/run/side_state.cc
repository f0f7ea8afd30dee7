#include "run/side_state.h"

#include <variant>

#include "contract/observe.h"
#include "wire/message.h"

namespace httparity {

Result<RequestBytes> next_request(SideState& state, const Step& step, const std::string& unique,
                                  std::chrono::system_clock::time_point now) {
  state.variables["unique"] = unique;
  return build_request(std::get<Request>(step.action), state.variables, state.jars[step.actor], now);
}

std::vector<std::string> observe(SideState& state, const Step& step, const Exchange& exchange, const Limits& limits,
                                 std::chrono::system_clock::time_point now) {
  if (exchange.response) {
    store_cookies(state.jars[step.actor], *exchange.response, request_target(exchange.request), now);
  }
  return take_captures(step, exchange, state.variables, limits);
}

}  // namespace httparity
