#include "fuzz/html/pool.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>

namespace httparity::html {
namespace {

using Clock = std::chrono::steady_clock;

}  // namespace

Pool::Pool(const WorkerSetup& setup, const WorkerSetup& isolated, std::size_t workers, std::chrono::seconds hang,
           PoolEvents events)
    : setup_(setup), isolated_(isolated), hang_(hang), events_(std::move(events)), slots_(workers + 1) {
  slots_.back().isolated = true;
}

std::size_t Pool::unfinished() const {
  const auto busy = std::count_if(slots_.begin(), slots_.end(), [](const Slot& slot) { return slot.busy; });
  return jobs_.size() + static_cast<std::size_t>(busy);
}

Result<void> Pool::hand_out() {
  for (Slot& slot : slots_) {
    if (slot.busy) continue;
    const auto found =
        std::find_if(jobs_.begin(), jobs_.end(), [&slot](const Task& task) { return task.isolated == slot.isolated; });
    if (found == jobs_.end()) continue;
    if (!slot.worker) {
      Result<std::unique_ptr<Worker>> worker = Worker::start(slot.isolated ? isolated_ : setup_);
      if (!worker) return worker.error();
      slot.worker = *std::move(worker);
    }
    slot.task = std::move(*found);
    jobs_.erase(found);
    slot.busy = true;
    slot.beat = slot.worker->beat();
    slot.moved = Clock::now();
    slot.worker->send(slot.task.job);
  }
  return {};
}

Result<void> Pool::step(std::chrono::milliseconds wait) {
  if (const Result<void> handed = hand_out(); !handed) return handed.error();
  std::vector<pollfd> fds;
  for (const Slot& slot : slots_) fds.push_back({slot.busy ? slot.worker->fd() : -1, POLLIN, 0});
  ::poll(fds.data(), fds.size(), static_cast<int>(wait.count()));
  for (Slot& slot : slots_) {
    if (!slot.busy) continue;
    JobResult result;
    switch (slot.worker->receive(result)) {
      case Worker::State::kReady:
        slot.busy = false;
        if (slot.task.job.kind == Job::Kind::kSlice) culprits_in_row_ = 0;
        events_.done(slot.task.job, result);
        break;
      case Worker::State::kLost:
        if (slot.worker->infrastructure()) return Error{slot.worker->how()};
        if (const Result<void> handled = lost(slot, slot.worker->how()); !handled) return handled.error();
        break;
      case Worker::State::kWaiting:
        if (slot.beat != slot.worker->beat()) {
          slot.beat = slot.worker->beat();
          slot.moved = Clock::now();
        } else if (Clock::now() - slot.moved > hang_) {
          if (const Result<void> handled = lost(slot, "hang"); !handled) return handled.error();
        }
        break;
    }
  }
  return {};
}

void Pool::stop_slices() {
  std::erase_if(jobs_, [](const Task& task) { return task.job.kind == Job::Kind::kSlice; });
  for (const Slot& slot : slots_) {
    if (slot.busy && slot.task.job.kind == Job::Kind::kSlice) slot.worker->stop_slice();
  }
}

std::uint64_t Pool::restarts() const {
  std::uint64_t all = restarts_;
  for (const Slot& slot : slots_) all += slot.worker ? slot.worker->restarts() : 0;
  return all;
}

Result<void> Pool::lost(Slot& slot, std::string how) {
  ++deaths_;
  // A machine that kills every worker must not keep us here for ever.
  constexpr std::size_t kMaxDeaths = 10000;
  if (deaths_ > kMaxDeaths) return Error{"workers die again and again, the last by " + how};
  const Task task = std::move(slot.task);
  const std::uint64_t first = std::max(slot.worker->first_suspect(), task.job.from);
  const std::uint64_t last = std::min(slot.worker->last_suspect(), task.job.from + task.job.count);
  slot.busy = false;
  restarts_ += slot.worker->restarts();
  slot.worker.reset();
  if (task.job.kind != Job::Kind::kSlice) {
    if (task.isolated || task.job.kind == Job::Kind::kStale) {
      events_.gave_up(task.job, how);
    } else {
      jobs_.push_front({task.job, true, false});
    }
  } else if (task.single) {
    constexpr std::size_t kEnough = 256;
    if (++culprits_in_row_ == kEnough) {
      return Error{fmt::format("the pair dies on every case: {} one after the other, the last by {}", kEnough, how)};
    }
    events_.culprit(task.job, task.job.from, how);
  } else {
    split(task, first, last);
  }
  return {};
}

void Pool::split(const Task& task, std::uint64_t first, std::uint64_t last) {
  const std::uint64_t end = task.job.from + task.job.count;
  const auto part = [&task](std::uint64_t from, std::uint64_t to, bool single) {
    Task out = task;
    out.job.from = from;
    out.job.count = to - from;
    out.single = single;
    return out;
  };
  if (last < end) jobs_.push_front(part(last, end, last + 1 == end));
  for (std::uint64_t at = last; at-- > first;) jobs_.push_front(part(at, at + 1, true));
  if (task.job.from < first) jobs_.push_front(part(task.job.from, first, task.job.from + 1 == first));
}

}  // namespace httparity::html
