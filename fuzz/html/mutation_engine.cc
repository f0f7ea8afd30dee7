#include <algorithm>

#include "fuzz/html/engine.h"
#include "fuzz/html/rng.h"
#include "fuzz/html/tokens.h"
#include "fuzz/html/utf8.h"

namespace httparity::html {
namespace {

constexpr std::uint64_t kTokenStream = 1;
constexpr std::uint64_t kByteStream = 5;
constexpr std::size_t kMaxTokens = 96;
constexpr std::size_t kMaxBytes = 2048;

struct Base {
  HtmlCase whole;
  std::vector<std::string_view> tokens;  ///< point into whole.data
};

/// Bases hold their own text, so their views must be made after they have come to rest.
std::vector<Base> make_bases(std::vector<HtmlCase> cases) {
  std::vector<Base> bases(cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    bases[i].whole = std::move(cases[i]);
    bases[i].tokens = split_tokens(bases[i].whole.data);
  }
  return bases;
}

class MutationEngine final : public Engine {
 public:
  MutationEngine(std::vector<HtmlCase> cases, std::uint64_t seed) : bases_(make_bases(std::move(cases))), seed_(seed) {}
  std::string_view name() const override { return "tokens"; }

  void make(std::uint64_t index, HtmlCase& out) const override {
    Rng rng(seed_, kTokenStream, index);
    const Base& base = rng.pick(std::span<const Base>(bases_));
    thread_local std::vector<std::string> tokens;
    tokens.assign(base.tokens.begin(),
                  base.tokens.begin() + static_cast<std::ptrdiff_t>(std::min(base.tokens.size(), kMaxTokens)));
    const std::size_t changes = 1 + rng.below(2) + rng.below(3) * rng.below(2) + (rng.one_in(8) ? rng.below(6) : 0);
    for (std::size_t i = 0; i < changes; ++i) change(tokens, rng);
    out.data.clear();
    for (const std::string& token : tokens) out.data += token;
    out.context = base.whole.context;
    if (rng.one_in(12)) out.context = rng.one_in(2) ? Context{} : rng.pick(fragment_contexts());
    out.scripting = base.whole.scripting;
    out.quirks = false;
  }

 private:
  void change(std::vector<std::string>& tokens, Rng& rng) const {
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
        tokens.insert(place, std::string(*place));
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
        decorate(tokens[at], rng);
        break;
      default:
        turn(tokens, at, rng);
        break;
    }
  }

  /// Some tokens of another case, put in at `at`.
  void splice(std::vector<std::string>& tokens, std::size_t at, Rng& rng) const {
    const Base& other = rng.pick(std::span<const Base>(bases_));
    if (other.tokens.empty()) return;
    const std::size_t from = rng.below(other.tokens.size());
    const std::size_t count = std::min(1 + rng.below(5), other.tokens.size() - from);
    tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(at),
                  other.tokens.begin() + static_cast<std::ptrdiff_t>(from),
                  other.tokens.begin() + static_cast<std::ptrdiff_t>(from + count));
  }

  /// An attribute for a tag, more text for a text.
  static void decorate(std::string& token, Rng& rng) {
    if (token.size() > 2 && token.front() == '<' && token.back() == '>') {
      token.insert(token.size() - 1, rng.pick(attributes()));
    } else {
      token += rng.pick(texts());
    }
  }

  /// A start tag becomes its end tag, or an end tag its start tag; or the tag takes another name.
  static void turn(std::vector<std::string>& tokens, std::size_t at, Rng& rng) {
    std::string& token = tokens[at];
    if (token.size() < 3 || token.front() != '<') return;
    if (rng.one_in(2)) {
      const bool is_end = token[1] == '/';
      token = (is_end ? "<" : "</") + token.substr(is_end ? 2 : 1);
    } else {
      token = (token[1] == '/' ? "</" : "<") + std::string(rng.pick(tag_names())) + ">";
    }
  }

  std::vector<Base> bases_;
  std::uint64_t seed_;
};

class ByteEngine final : public Engine {
 public:
  ByteEngine(std::vector<HtmlCase> cases, std::uint64_t seed) : cases_(std::move(cases)), seed_(seed) {}
  std::string_view name() const override { return "bytes"; }

  void make(std::uint64_t index, HtmlCase& out) const override {
    Rng rng(seed_, kByteStream, index);
    out = rng.pick(std::span<const HtmlCase>(cases_));
    std::string bytes = out.data.substr(0, kMaxBytes);
    const std::size_t changes = 1 + rng.below(4);
    for (std::size_t i = 0; i < changes; ++i) {
      const std::size_t at = rng.below(bytes.size() + 1);
      switch (rng.below(4)) {
        case 0:
          if (at < bytes.size()) bytes.erase(at, 1 + rng.below(4));
          break;
        case 1:
          bytes.insert(at, 1, static_cast<char>(rng.below(256)));
          break;
        case 2:
          if (at < bytes.size()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << rng.below(8)));
          break;
        default:
          if (at < bytes.size()) bytes.insert(rng.below(bytes.size()), bytes.substr(at, 1 + rng.below(8)));
          break;
      }
    }
    out.data = decode_utf8(bytes);
  }

 private:
  std::vector<HtmlCase> cases_;
  std::uint64_t seed_;
};

}  // namespace

std::unique_ptr<Engine> mutation_engine(std::vector<HtmlCase> cases, std::uint64_t seed) {
  return std::make_unique<MutationEngine>(std::move(cases), seed);
}

std::unique_ptr<Engine> byte_engine(std::vector<HtmlCase> cases, std::uint64_t seed) {
  return std::make_unique<ByteEngine>(std::move(cases), seed);
}

}  // namespace httparity::html
