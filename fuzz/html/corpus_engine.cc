#include "fuzz/html/engine.h"

namespace httparity::html {
namespace {

class CorpusEngine final : public Engine {
 public:
  explicit CorpusEngine(std::vector<HtmlCase> cases) : cases_(std::move(cases)) {}
  std::string_view name() const override { return "corpus"; }
  std::uint64_t size() const override { return cases_.size(); }
  void make(std::uint64_t index, HtmlCase& out) const override { out = cases_[index]; }

 private:
  std::vector<HtmlCase> cases_;
};

}  // namespace

std::unique_ptr<Engine> corpus_engine(std::vector<HtmlCase> cases) {
  return std::make_unique<CorpusEngine>(std::move(cases));
}

}  // namespace httparity::html
