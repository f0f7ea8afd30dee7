#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fuzz/html/case.h"
#include "fuzz/html/rng.h"

namespace httparity::html {

/// Changes inputs token by token: deleted, doubled, swapped, replaced, inserted, spliced from another input, given
/// attributes, turned from start to end tag and back. The bases are what it splices from.
class TokenMutator {
 public:
  explicit TokenMutator(std::vector<HtmlCase> bases);
  TokenMutator(const TokenMutator&) = delete;
  TokenMutator& operator=(const TokenMutator&) = delete;

  /// A mutation of one of the bases, of which there must be one, in `out`. Now and then in another context.
  void mutate_one(Rng& rng, HtmlCase& out) const;
  /// One change to `tokens`.
  void change(std::vector<std::string>& tokens, Rng& rng) const;

 private:
  struct Base {
    HtmlCase whole;
    std::vector<std::string_view> tokens;  ///< point into whole.data
  };

  void splice(std::vector<std::string>& tokens, std::size_t at, Rng& rng) const;

  std::vector<Base> bases_;
};

}  // namespace httparity::html
