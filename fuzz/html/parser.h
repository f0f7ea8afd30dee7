#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "fuzz/html/case.h"

namespace httparity::html {

/// What a parser says of itself.
struct ParserInfo {
  std::string name;
  std::string version;
  bool fragments = false;
  bool foreign_fragments = false;
  bool scripting = false;
  bool quirks_fragments = false;
  bool splits = false;
  bool answers_tapes = false;  ///< through frames: answers with tapes (the mode kTape) and not with dumps
  bool text = false;           ///< answers with bytes of its own (a sanitiser, a renderer) instead of a tree

  /// True where the parser declares that it can do what `input` asks for.
  bool supports(const HtmlCase& input) const;
};

/// What became of one case on one side.
enum class Outcome : std::uint8_t {
  kParsed,
  kUnsupported,  ///< declared, or answered so: no verdict
  kPanic,        ///< the parser failed on this input and said so
  kLimit,        ///< the parser gave up on this input at a limit of its own
  kCrashed,      ///< its process died on this input
  kTimedOut,     ///< no answer within the deadline
  kLied          ///< its frames or its tape break their format
};
std::string_view to_string(Outcome outcome);
/// The outcome that a parser's HP_HTML_* stands for; kLied where it is none of them.
Outcome outcome_of(int status);

/// In which form `Answer::bytes` holds the result.
enum class AnswerForm : std::uint8_t { kTape, kDump, kText };

struct Answer {
  Outcome outcome = Outcome::kUnsupported;
  AnswerForm form = AnswerForm::kTape;
  std::string bytes;
};

/// A parser under comparison: in this process (plugin.h) or in one of its own (child_parser.h).
///
/// Batches are submitted and collected in the same order, at most kBatchesInFlight at a time; a parser in a process
/// of its own works on them meanwhile. A submitted span stays valid until it is collected.
class Parser {
 public:
  static constexpr std::size_t kBatch = 64;
  static constexpr std::size_t kBatchesInFlight = 2;

  virtual ~Parser() = default;
  virtual const ParserInfo& info() const = 0;
  virtual void submit(std::span<const HtmlCase> cases) = 0;
  /// Fills `answers` with one answer a case of the oldest batch. Its strings are reused.
  virtual void collect(std::vector<Answer>& answers) = 0;
  /// The end of what the parser wrote to its stderr, for a finding's record; empty for a parser in this process.
  virtual std::string messages() const { return {}; }
  /// Not empty once the parser can't be run any more: why. All further answers are worth nothing.
  virtual std::string failure() const { return {}; }
};

/// One case, at once.
Answer parse_one(Parser& parser, const HtmlCase& input);

/// The JSON of `hp_html_info` and of a hello frame, at most 64 KiB.
Result<ParserInfo> parse_info(std::string_view json);
std::string info_json(const ParserInfo& info);

}  // namespace httparity::html
