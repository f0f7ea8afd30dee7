#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace httparity {

/// How far one source of inputs came.
struct FuzzEngine {
  std::string name;
  std::optional<std::uint64_t> size;  ///< how many inputs it has; nullopt where without end
  std::uint64_t next = 0;             ///< the first index that was not done
  std::uint64_t cases = 0;            ///< compared
  std::uint64_t unsupported = 0;      ///< not compared: a side can't do what the input asks for
  std::uint64_t differences = 0;

  friend bool operator==(const FuzzEngine&, const FuzzEngine&) = default;
};

/// What another program makes of a finding's input: a hint, never a verdict.
struct FuzzVote {
  std::string voter;
  std::string sides_with;  ///< "reference", "port", "neither"

  friend bool operator==(const FuzzVote&, const FuzzVote&) = default;
};

/// One class of differences, minimised. All texts may hold any bytes.
struct FuzzFinding {
  std::string id;    ///< of the key: the same class has the same id in every run
  std::string key;   ///< the reduced signature
  std::string type;  ///< how both sides part: "tree", "serialised", "text", "fault"
  std::string input;
  std::string context;  ///< what the input is parsed in, such as "td"; empty: by itself
  bool scripting = false;
  std::string reference;  ///< what the reference made of it, readable
  std::string port;
  std::string guilty;  ///< the token at which both part first
  std::string mode;    ///< the reference's insertion mode before it
  std::string engine;
  std::uint64_t index = 0;  ///< of the input that was minimised, in its engine
  std::uint64_t count = 0;  ///< differing inputs
  std::uint64_t raw_signatures = 0;
  std::string ledger;    ///< the entry that explains it; empty: new
  std::string unstable;  ///< the side that answered otherwise in a fresh process: "reference", "port", "both"; or empty
  std::vector<FuzzVote> votes;
  std::string messages;  ///< the end of the port's stderr
  std::string again;     ///< the shell command that shows it again

  friend bool operator==(const FuzzFinding&, const FuzzFinding&) = default;
};

/// What a sweep of every token in every context has covered.
struct FuzzSweep {
  std::string name;                 ///< of the engine
  std::vector<std::string> rows;    ///< contexts
  std::vector<std::string> groups;  ///< of tokens, for a person
  std::vector<std::string> tokens;
  std::vector<std::size_t> group_of;             ///< of each token: index into `groups`
  std::uint64_t cases_a_cell = 0;                ///< how many inputs put one token into one context
  std::vector<std::vector<std::uint64_t>> done;  ///< by row and token

  friend bool operator==(const FuzzSweep&, const FuzzSweep&) = default;
};

/// How many seeded faults the run's inputs kill.
struct FuzzScore {
  std::size_t faults = 0;
  std::size_t killed = 0;
  std::size_t invisible = 0;  ///< of the faults: not shown by the foreign corpus
  std::size_t invisible_killed = 0;
  std::size_t baseline_killed = 0;  ///< by that corpus and naive random inputs
  double cpu_seconds = 0;

  friend bool operator==(const FuzzScore&, const FuzzScore&) = default;
};

/// What differential fuzzing found.
struct FuzzResult {
  std::vector<FuzzEngine> engines;
  std::uint64_t raw_signatures = 0;
  std::vector<FuzzFinding> findings;         ///< new ones first
  std::vector<std::string> stale_entries;    ///< of the ledger: their own input differs no longer
  std::vector<std::string> expired_entries;  ///< of the ledger
  std::size_t worker_deaths = 0;
  std::optional<FuzzSweep> sweep;
  std::optional<FuzzScore> score;
  double compare_cpu_seconds = 0;  ///< making inputs, both sides, comparison, signatures; all workers
  double reduce_cpu_seconds = 0;
  double replay_seconds = 0;

  std::uint64_t cases() const;
  std::uint64_t differences() const;
  std::size_t new_findings() const;

  friend bool operator==(const FuzzResult&, const FuzzResult&) = default;
};

}  // namespace httparity
