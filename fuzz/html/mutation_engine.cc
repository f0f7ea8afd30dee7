#include <algorithm>

#include "fuzz/html/engine.h"
#include "fuzz/html/rng.h"
#include "fuzz/html/token_mutator.h"
#include "fuzz/html/utf8.h"

namespace httparity::html {
namespace {

constexpr std::uint64_t kTokenStream = 1;
constexpr std::uint64_t kByteStream = 5;
constexpr std::size_t kMaxBytes = 2048;

class MutationEngine final : public Engine {
 public:
  MutationEngine(std::vector<HtmlCase> cases, std::uint64_t seed) : mutator_(std::move(cases)), seed_(seed) {}
  std::string_view name() const override { return "tokens"; }

  void make(std::uint64_t index, HtmlCase& out) const override {
    Rng rng(seed_, kTokenStream, index);
    mutator_.mutate_one(rng, out);
  }

 private:
  TokenMutator mutator_;
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
