#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "fuzz/html/parser.h"
#include "fuzz/html/verdict.h"

namespace httparity::html {

/// One case with what both sides made of it.
struct Judged {
  VerdictKind kind = VerdictKind::kSame;
  std::string expected;  ///< readable; only where the kind is a difference
  std::string actual;
};

/// A reference and a port under comparison.
class Pair {
 public:
  Pair(std::unique_ptr<Parser> reference, std::unique_ptr<Parser> port, bool merge_text)
      : reference_(std::move(reference)), port_(std::move(port)), merge_text_(merge_text) {}

  Parser& reference() { return *reference_; }
  Parser& port() { return *port_; }
  bool merge_text() const { return merge_text_; }

  /// The kind of verdict of each case; batches of Parser::kBatch are made here.
  std::vector<VerdictKind> judge_all(std::span<const HtmlCase> cases);
  /// One case, with what a person reads of both answers.
  Judged judge_one(const HtmlCase& input);
  /// Why one of the sides can't be run any more, or empty.
  std::string failure() const { return port_->failure().empty() ? reference_->failure() : port_->failure(); }

 private:
  std::unique_ptr<Parser> reference_;
  std::unique_ptr<Parser> port_;
  bool merge_text_;
  std::vector<Answer> expected_;
  std::vector<Answer> actual_;
};

}  // namespace httparity::html
