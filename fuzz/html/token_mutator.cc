#include "fuzz/html/token_mutator.h"

#include <algorithm>

#include "fuzz/html/tokens.h"

namespace httparity::html {
namespace {

constexpr std::size_t kMaxTokens = 96;

/// An attribute for a tag, more text for a text.
void decorate(TokenList& list, std::size_t at, Rng& rng) {
  const std::string_view token = list.tokens[at];
  std::string& more = list.make();
  if (token.size() > 2 && token.front() == '<' && token.back() == '>') {
    more.append(token.substr(0, token.size() - 1)).append(rng.pick(attributes())).append(">");
  } else {
    more.append(token).append(rng.pick(texts()));
  }
  list.tokens[at] = more;
}

/// A start tag becomes its end tag, or an end tag its start tag; or the tag takes another name.
void turn(TokenList& list, std::size_t at, Rng& rng) {
  const std::string_view token = list.tokens[at];
  if (token.size() < 3 || token.front() != '<') return;
  const bool is_end = token[1] == '/';
  std::string& other = list.make();
  if (rng.one_in(2)) {
    other.append(is_end ? "<" : "</").append(token.substr(is_end ? 2 : 1));
  } else {
    other.append(is_end ? "</" : "<").append(rng.pick(tag_names())).append(">");
  }
  list.tokens[at] = other;
}

}  // namespace

TokenMutator::TokenMutator(std::vector<HtmlCase> bases) : bases_(bases.size()) {
  // The views point into texts that must have come to rest first.
  for (std::size_t i = 0; i < bases.size(); ++i) {
    bases_[i].whole = std::move(bases[i]);
    bases_[i].tokens = split_tokens(bases_[i].whole.data);
  }
}

void TokenMutator::mutate_one(Rng& rng, HtmlCase& out) const {
  const Base& base = rng.pick(std::span<const Base>(bases_));
  thread_local TokenList list;
  list.clear();
  list.tokens.assign(base.tokens.begin(),
                     base.tokens.begin() + static_cast<std::ptrdiff_t>(std::min(base.tokens.size(), kMaxTokens)));
  const std::size_t changes = 1 + rng.below(2) + rng.below(3) * rng.below(2) + (rng.one_in(8) ? rng.below(6) : 0);
  for (std::size_t i = 0; i < changes; ++i) change(list, rng);
  out.data.clear();
  for (const std::string_view token : list.tokens) out.data += token;
  out.context = base.whole.context;
  if (rng.one_in(12)) out.context = rng.one_in(2) ? Context{} : rng.pick(fragment_contexts());
  out.scripting = base.whole.scripting;
  out.quirks = false;
}

void TokenMutator::change(TokenList& list, Rng& rng) const {
  std::vector<std::string_view>& tokens = list.tokens;
  if (tokens.empty()) {
    tokens.emplace_back(rng.pick(alphabet()));
    return;
  }
  const std::size_t at = rng.below(tokens.size());
  const auto place = tokens.begin() + static_cast<std::ptrdiff_t>(at);
  switch (rng.below(12)) {
    case 0:
      tokens.erase(place);
      break;
    case 1:
      tokens.insert(place, std::string_view(*place));
      break;
    case 2:
      std::swap(tokens[at], tokens[rng.below(tokens.size())]);
      break;
    case 3:
    case 4:
      tokens[at] = rng.pick(alphabet());
      break;
    case 5:
    case 6:
    case 7:
      tokens.emplace(place, rng.pick(alphabet()));
      break;
    case 8:
      tokens.emplace(place, rng.pick(texts()));
      break;
    case 9:
      splice(tokens, at, rng);
      break;
    case 10:
      decorate(list, at, rng);
      break;
    default:
      turn(list, at, rng);
      break;
  }
}

/// Some tokens of another case, put in at `at`.
void TokenMutator::splice(std::vector<std::string_view>& tokens, std::size_t at, Rng& rng) const {
  if (bases_.empty()) return;
  const Base& other = rng.pick(std::span<const Base>(bases_));
  if (other.tokens.empty()) return;
  const std::size_t from = rng.below(other.tokens.size());
  const std::size_t count = std::min(1 + rng.below(5), other.tokens.size() - from);
  tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(at),
                other.tokens.begin() + static_cast<std::ptrdiff_t>(from),
                other.tokens.begin() + static_cast<std::ptrdiff_t>(from + count));
}

}  // namespace httparity::html
