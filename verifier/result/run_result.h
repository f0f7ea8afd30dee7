#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "result/fuzz_result.h"
#include "result/load_result.h"
#include "result/verify_result.h"

namespace httparity {

/// A named value in words: an option that shaped the run, a fact about the machine.
struct Fact {
  std::string name;
  std::string value;

  friend bool operator==(const Fact&, const Fact&) = default;
};

/// Which server was asked.
struct TargetIdentity {
  std::string role;     ///< "reference", "port" or "recording"
  std::string name;     ///< in targets.json, else the URL
  std::string address;  ///< the URL that was asked; empty where each job had its own
  std::vector<Fact> facts;
  std::vector<std::string> warnings;  ///< what makes the run worth less: certificates not verified ...

  friend bool operator==(const TargetIdentity&, const TargetIdentity&) = default;
};

/// Why a run as a whole didn't go as it should, beside what single exchanges show.
enum class FailureCause {
  kUsage,         ///< options, configuration or a contract are wrong
  kTarget,        ///< a target could not be tested
  kInconclusive,  ///< nothing to compare, recordings obsolete under --ci, ledger entries expired ...
  kGate,          ///< bytes fine, a gate missed
  kOutput,        ///< an output could not be written
  kInternal,
};

/// The word in reports, such as "usage".
const char* failure_cause_name(FailureCause cause);

struct Failure {
  FailureCause cause = FailureCause::kInternal;
  std::string what;  ///< one line: file, target or option, and the cure

  friend bool operator==(const Failure&, const Failure&) = default;
};

/// Signals that end a run early, with what there is.
enum class Interruption { kInterrupt, kTerminate };

/// What is the same for every command.
struct Envelope {
  std::string command;              ///< "verify"
  std::string tool_version;         ///< "0.1.0"
  std::vector<Fact> environment;    ///< the machine
  std::vector<Fact> plan;           ///< the options that shaped the run, the seed among them
  std::vector<std::string> replay;  ///< the options that a replay of one step repeats, such as "--port", "apache"
  std::vector<TargetIdentity> targets;
  std::string started_at;  ///< UTC, RFC 3339
  std::chrono::nanoseconds elapsed{0};
  std::vector<Failure> failures;
  std::vector<std::string> notes;
  std::optional<Interruption> interrupted;  ///< then what was found is incomplete

  friend bool operator==(const Envelope&, const Envelope&) = default;
};

/// What a command found. Reports, files and the exit status are made from this value alone.
struct RunResult {
  Envelope envelope;
  /// monostate: the command compares nothing (lint)
  std::variant<std::monostate, VerifyResult, LoadResult, FuzzResult> found;

  friend bool operator==(const RunResult&, const RunResult&) = default;
};

/// The version of this program.
const char* tool_version();

}  // namespace httparity
