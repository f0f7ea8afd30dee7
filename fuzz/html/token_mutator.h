#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/html/case.h"
#include "fuzz/html/rng.h"

namespace httparity::html {

/// The tokens of an input while it is changed: views into texts that outlive the list, or into tokens of its own.
/// Its memory is kept from one input to the next.
class TokenList {
 public:
  std::vector<std::string_view> tokens;

  /// Empties it; what views into its own tokens there were are gone.
  void clear() {
    tokens.clear();
    used_ = 0;
  }
  /// An empty text that lives as long as what views it: until clear().
  std::string& make() {
    if (used_ == made_.size()) made_.emplace_back();
    made_[used_].clear();
    return made_[used_++];
  }

 private:
  std::deque<std::string> made_;  ///< they stay where they are
  std::size_t used_ = 0;
};

/// Changes inputs token by token: deleted, doubled, swapped, replaced, inserted, spliced from another input, given
/// attributes, turned from start to end tag and back. The bases are what it splices from.
class TokenMutator {
 public:
  explicit TokenMutator(std::vector<HtmlCase> bases);
  TokenMutator(const TokenMutator&) = delete;
  TokenMutator& operator=(const TokenMutator&) = delete;

  /// A mutation of one of the bases, of which there must be one, in `out`. Now and then in another context.
  void mutate_one(Rng& rng, HtmlCase& out) const;
  /// One change to `list`, whose tokens may point into this mutator's bases from then on.
  void change(TokenList& list, Rng& rng) const;

 private:
  struct Base {
    HtmlCase whole;
    std::vector<std::string_view> tokens;  ///< point into whole.data
  };

  void splice(std::vector<std::string_view>& tokens, std::size_t at, Rng& rng) const;

  std::vector<Base> bases_;
};

}  // namespace httparity::html
