#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "fuzz/html/worker.h"

namespace httparity::html {

/// What the pool tells its user.
struct PoolEvents {
  std::function<void(const Job&, JobResult&)> done;
  /// The worker died in the middle of a slice: `culprit` alone does it. Also where it hung (`how` "hang").
  std::function<void(const Job&, std::uint64_t culprit, const std::string& how)> culprit;
  /// A reduction that no worker survived.
  std::function<void(const Job&, const std::string& how)> gave_up;
};

/// Workers, and jobs for them. A worker that dies is replaced; a slice that it took along is done again around the
/// suspects, and these one by one, until the case at fault is known.
class Pool {
 public:
  /// `isolated` is `setup` with both sides in processes of their own: for faults. Both outlive the pool.
  Pool(const WorkerSetup& setup, const WorkerSetup& isolated, std::size_t workers, std::chrono::seconds hang,
       PoolEvents events);

  void add(Job job) { jobs_.push_back({std::move(job), false, false}); }
  /// A reduction whose kind is a fault: done by an isolated worker.
  void add_isolated(Job job) { jobs_.push_back({std::move(job), true, false}); }
  std::size_t unfinished() const;
  /// Hands out jobs, waits up to `wait` for something to happen, and tells it. An error: no worker can be started, or a
  /// side of the pair fails for good.
  Result<void> step(std::chrono::milliseconds wait);
  /// From now on no slice is begun, and those in work end early.
  void stop_slices();
  std::size_t deaths() const { return deaths_; }
  /// How often the pairs' own processes had to be started anew.
  std::uint64_t restarts() const;

 private:
  struct Task {
    Job job;
    bool isolated = false;
    bool single = false;
  };
  struct Slot {
    std::unique_ptr<Worker> worker;
    bool isolated = false;
    bool busy = false;
    Task task;
    std::uint64_t beat = 0;
    std::chrono::steady_clock::time_point moved;
  };

  Result<void> hand_out();
  Result<void> lost(Slot& slot, std::string how);
  void split(const Task& task, std::uint64_t first, std::uint64_t last);

  const WorkerSetup& setup_;
  const WorkerSetup& isolated_;
  std::chrono::seconds hang_;
  PoolEvents events_;
  std::deque<Task> jobs_;
  std::vector<Slot> slots_;  ///< the last one is the isolated worker's
  std::size_t deaths_ = 0;
  std::uint64_t restarts_ = 0;       ///< of workers that are gone
  std::size_t culprits_in_row_ = 0;  ///< since a slice was done
};

}  // namespace httparity::html
