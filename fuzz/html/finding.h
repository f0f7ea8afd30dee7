#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fuzz/html/case.h"
#include "fuzz/html/verdict.h"

namespace httparity::html {

/// What another installed parser makes of a finding's input: a hint, never a verdict.
struct Vote {
  std::string parser;
  std::string sides_with;  ///< "reference", "port", "neither"
};

/// One class of differences, minimised.
struct Finding {
  std::string id;   ///< of the key: the same class has the same id in every run
  std::string key;  ///< the reduced signature
  VerdictKind kind = VerdictKind::kTree;
  HtmlCase minimal;
  std::string expected;  ///< what the reference made of it
  std::string actual;    ///< what the port made of it
  std::string guilty;    ///< the token at which both part first
  std::string mode;      ///< the reference's insertion mode before it
  HtmlCase first;        ///< the input that was reduced to `minimal`
  std::string engine;
  std::uint64_t index = 0;  ///< of `first` in its engine
  std::uint64_t count = 0;  ///< differing cases
  std::uint64_t raw_signatures = 0;
  std::string ledger_id;  ///< of the entry that explains it; empty: new
  std::string unstable;  ///< the side that answered otherwise in a fresh process: "reference", "port", "both"; or empty
  std::vector<Vote> votes;
  std::string messages;  ///< of a fault: the end of the side's stderr
};

/// The reduced key of a judged minimal input: its signature by classes, and whether it is a fragment's, in which
/// namespace. The context's name is left to the minimal input.
std::string finding_key(const HtmlCase& minimal, VerdictKind kind, std::string_view expected, std::string_view actual);

/// Whose minimal input is shorter, or of the same length and before the other's by bytes.
bool is_smaller(const Finding& finding, const Finding& other);

/// Stands for a raw signature in a run's state.
std::uint64_t hash_of(const std::string& raw_signature);

/// Twelve hex digits of a key's digest.
std::string finding_id(std::string_view key);

}  // namespace httparity::html
