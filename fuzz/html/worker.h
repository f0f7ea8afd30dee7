#pragma once

#include <sys/types.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "fuzz/html/engine.h"
#include "fuzz/html/finding.h"
#include "fuzz/html/ledger.h"
#include "fuzz/html/open_parser.h"
#include "fuzz/html/slice.h"

namespace httparity::html {

/// What every worker of a run works with; it outlives them.
struct WorkerSetup {
  std::string reference;
  std::string port;
  bool isolate = false;  ///< plug-ins in processes of their own, too
  bool merge_text = false;
  bool rewrite = true;  ///< apply the ledger's rewrites to generated inputs
  ChildLimits limits;
  Ledger ledger;  ///< already for this pair
  std::vector<std::unique_ptr<Engine>> engines;
  std::size_t memory_bytes = 0;  ///< address space of a worker; 0: no limit
};

/// Something for a worker to do.
struct Job {
  enum class Kind { kSlice, kReduce, kStale } kind = Kind::kSlice;
  std::size_t engine = 0;  ///< index in WorkerSetup::engines
  std::uint64_t from = 0;
  std::uint64_t count = 0;
  std::string signature;  ///< of `bucket`
  RawBucket bucket;
};

/// What came of it.
struct JobResult {
  SliceResult slice;
  std::uint64_t count = 0;        ///< of kSlice: how many of the job's cases were done, all unless it was stopped
  std::vector<Finding> findings;  ///< of kReduce: one, or none where the difference is gone
  std::vector<std::string> stale;
  double cpu_seconds = 0;
};

/// A forked process that compares cases, so that a parser that dies or hangs takes a slice with it and no more. It
/// says what it is at: after a death, the suspects are the cases it was told last.
class Worker {
 public:
  /// Forks; the parsers are opened in there. REQUIRES: this process has one thread.
  static Result<std::unique_ptr<Worker>> start(const WorkerSetup& setup);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Readable once something is to be received.
  int fd() const { return from_; }
  void send(const Job& job);
  /// Takes in what is there. kReady: `result` is whole. kLost: it died, `how` says by what ("signal 6"), or it can't go
  /// on (a side of the pair fails for good: `how` says why and `infrastructure` is true).
  enum class State { kWaiting, kReady, kLost };
  State receive(JobResult& result);
  const std::string& how() const { return how_; }
  bool infrastructure() const { return infrastructure_; }

  /// Ends the slice in work as soon as it can; what it has compared by then is its result.
  void stop_slice() { page_->stop = true; }
  /// How often the pair's own processes had to be started anew.
  std::uint64_t restarts() const { return page_->restarts.load(); }
  /// Counts on with every batch.
  std::uint64_t beat() const { return page_->beat.load(); }
  /// The cases that may have been in work at a death: [first, last).
  std::uint64_t first_suspect() const { return page_->previous.load(); }
  std::uint64_t last_suspect() const { return page_->current.load() + Parser::kBatch; }

  /// The names and versions of both sides, as the worker found them.
  const ParserInfo& reference() const { return reference_; }
  const ParserInfo& port() const { return port_; }

 private:
  struct Page {
    std::atomic<std::uint64_t> beat;
    std::atomic<std::uint64_t> previous;
    std::atomic<std::uint64_t> current;
    std::atomic<std::uint64_t> restarts;
    std::atomic<bool> stop;
  };

  Worker() = default;
  [[noreturn]] static void serve(const WorkerSetup& setup, int in, int out, Page* page);
  static std::string work(const WorkerSetup& setup, const Rewriter& rewriter, Pair& pair, const std::string& message,
                          Page* page);
  bool read_message(std::string& message, int timeout_ms, const std::function<bool()>& stop = {});

  pid_t pid_ = -1;
  int to_ = -1;
  int from_ = -1;
  Page* page_ = nullptr;
  std::string incoming_;
  std::string how_;
  bool infrastructure_ = false;
  ParserInfo reference_;
  ParserInfo port_;
};

}  // namespace httparity::html
