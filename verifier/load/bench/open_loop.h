#pragma once

#include <string>
#include <vector>

#include "load/bench/bars.h"
#include "load/bench/plan.h"
#include "load/request_set.h"

namespace httparity {

/// 20,000 requests a second on 64 connections to `tcp_port`: whether the rate is held and how late requests are sent.
void open_loop_line(const std::string& server, std::uint16_t tcp_port, const std::vector<RequestSet>& sets,
                    const BenchPlan& plan, Bars& bars);

}  // namespace httparity
