#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

#include "load/bench/bars.h"
#include "load/bench/client_process.h"

namespace httparity {

/// A bar on the ratio of one client's figure to another's.
struct RatioBar {
  std::size_t beside = 0;  ///< index of the other client
  double rate = 0;         ///< at least; 0: none
  double cpu = 0;          ///< at most; 0: none
};

struct BenchClient {
  std::string name;
  std::function<Sample()> run;
  std::vector<RatioBar> bars;
};

/// Every client in turn, `rounds` times, and the medians of the rounds: rates, the ratios to the first client, how busy
/// the client and the server (the process `server`) were. Holds the clients to their bars.
void compare_clients(const std::string& title, pid_t server, const std::vector<BenchClient>& clients, int rounds,
                     Bars& bars);

}  // namespace httparity
