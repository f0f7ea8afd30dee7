#pragma once

#include <optional>
#include <string>
#include <vector>

#include "learn/learn.h"
#include "learn/varying.h"

namespace httparity {

// How `learn` gets from exchanges to masks; nobody else includes this.

/// The exchanges of one step, taken apart.
struct Answers {
  std::vector<const Message*> heads;
  std::vector<std::string> payloads;    ///< still coded
  std::vector<std::string> plaintexts;  ///< decoded; only where every one could be
};

/// A selector, and what it selects in each exchange that made it vary.
struct Candidate {
  Selector selector;
  std::vector<std::vector<std::string>> values;  ///< of each exchange, in order
};

/// nullopt where an exchange has no complete answer.
std::optional<Answers> take_apart(const std::vector<Exchange>& exchanges, const Limits& limits);

/// The stretches of fields that vary; fields that come and go are told in `beyond`.
std::vector<Candidate> header_candidates(const Answers& answers, const std::vector<Mask>& known,
                                         std::vector<std::string>& beyond);

/// The stretches of the decoded body that vary.
std::vector<Candidate> body_candidates(const Answers& answers, const std::vector<Mask>& known,
                                       std::vector<std::string>& beyond);

/// Parts of the gzip header, and how chunks are cut.
std::vector<Candidate> framing_candidates(const std::vector<Exchange>& exchanges, const Answers& answers,
                                          const std::vector<Mask>& known);

}  // namespace httparity
