#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compare/compare.h"
#include "compare/difference.h"
#include "contract/mask.h"
#include "result/ledger.h"

namespace httparity {

/// Of a recording, the live reference and the live port: which one stands against the other two.
enum class Moved {
  kNothing,
  kRecording,  ///< reference and port agree: the recording is obsolete
  kReference,  ///< recording and port agree
  kPort,       ///< recording and reference agree
  kAll,        ///< no two agree
};

/// The word in reports, such as "port".
const char* moved_name(Moved moved);

/// One exchange of a scenario on both sides, and what was found.
struct StepResult {
  std::string name;
  Place place;          ///< of the step in its contract
  std::string request;  ///< method and target as sent to the reference, raw bytes
  std::string actor;
  Verdict verdict;
  bool flaky = false;          ///< its repetitions don't agree; the verdict is that of the first which stands out
  std::optional<Moved> moved;  ///< with three ways only
  bool known = false;          ///< it differs, and the ledger covers every difference of it

  friend bool operator==(const StepResult&, const StepResult&) = default;
};

/// One scenario in one variant.
struct ScenarioResult {
  std::string contract;  ///< the file that holds it, as it was named
  std::string name;
  std::string variant;  ///< the cell of the matrix; empty where the scenario runs once
  std::vector<StepResult> steps;
  std::vector<std::string> notes;
  bool complete = true;  ///< false: stopped before its last step

  friend bool operator==(const ScenarioResult&, const ScenarioResult&) = default;
};

/// What one mask did over the whole run.
struct MaskAudit {
  Place place;
  std::string what;  ///< `describe(mask)`
  std::string why;
  MaskUse use;

  friend bool operator==(const MaskAudit&, const MaskAudit&) = default;
};

/// What `verify` found.
struct VerifyResult {
  std::vector<ScenarioResult> scenarios;
  std::vector<MaskAudit> masks;
  std::vector<LedgerUse> ledger = {};
  ComparedBytes bytes = {};

  friend bool operator==(const VerifyResult&, const VerifyResult&) = default;
};

/// How often each outcome came out.
struct VerifyCounts {
  std::size_t scenarios = 0;
  std::size_t exchanges = 0;
  std::size_t parity = 0;
  std::size_t differs = 0;
  std::size_t known = 0;  ///< exchanges whose every difference the ledger covers; none of `differs`
  std::size_t unknown = 0;
  std::size_t flaky = 0;
  std::size_t obsolete_recordings = 0;
  std::map<DifferenceKind, std::size_t> differences;

  /// Exchanges with an answer to the question: parity, known or differs, not flaky.
  std::size_t compared() const { return parity + known + differs; }
  friend bool operator==(const VerifyCounts&, const VerifyCounts&) = default;
};

VerifyCounts count(const VerifyResult& result);

}  // namespace httparity
