#include "fuzz/html/engine_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "fuzz/html/libfuzzer.h"

namespace httparity::html {
namespace {

/// Shares of `--runs` beside the corpus, which always runs first.
struct Share {
  const char* engine;
  std::uint64_t weight;
};
constexpr Share kShares[] = {{"sweep", 5}, {"nest", 3}, {"tokens", 7}, {"grammar", 3}, {"swarm", 2}};

}  // namespace

std::vector<std::string> engine_names(const FuzzOptions& options, bool has_corpus) {
  if (!options.engines.empty()) return options.engines;
  std::vector<std::string> names = {"sweep", "nest", "grammar", "swarm"};
  if (has_corpus) names = {"corpus", "sweep", "nest", "tokens", "grammar", "swarm"};
  if (options.time) names.emplace_back("sweep3");
  return names;
}

bool depends_on_seed(std::string_view engine) {
  return engine != "corpus" && engine != "sweep" && engine != "sweep3" && engine != "nest";
}

std::uint64_t engine_size(std::string_view name) {
  if (name == "sweep" || name == "sweep3") return sweep_engine(name == "sweep3")->size();
  return name == "nest" ? nest_engine()->size() : Engine::kEndless;
}

Result<std::unique_ptr<Engine>> make_engine(const std::string& name, const std::vector<HtmlCase>& corpus,
                                            const FuzzOptions& options) {
  const std::uint64_t seed = options.seed;
  if (name == "libfuzzer") {
    LibFuzzerSetup setup;
    setup.reference = options.reference;
    setup.port = options.port;
    setup.folder = options.out.empty() ? "" : options.out + "/libfuzzer";
    setup.seed = seed;
    return libfuzzer_engine(std::move(setup), corpus);
  }
  const bool needs_corpus = name == "corpus" || name == "tokens" || name == "bytes";
  if (needs_corpus && corpus.empty())
    return Error{fmt::format("--engine {}: there is no corpus; name one with --suite", name)};
  if (name == "corpus") return corpus_engine(corpus);
  if (name == "sweep") return sweep_engine(false);
  if (name == "nest") return nest_engine();
  if (name == "sweep3") return sweep_engine(true);
  if (name == "tokens") return mutation_engine(corpus, seed);
  if (name == "bytes") return byte_engine(corpus, seed);
  if (name == "grammar") return grammar_engine(seed);
  if (name == "swarm") return swarm_engine(seed);
  if (name == "naive") return naive_engine(seed);
  return Error{fmt::format(
      "--engine {}: there are corpus, sweep, sweep3, nest, tokens, grammar, swarm, naive, bytes, libfuzzer", name)};
}

std::vector<std::uint64_t> plan_runs(const std::vector<std::unique_ptr<Engine>>& engines, std::uint64_t runs) {
  std::vector<std::uint64_t> plan(engines.size(), 0);
  std::uint64_t weights = 0;
  const auto weight_of = [](std::string_view name) -> std::uint64_t {
    for (const Share& share : kShares) {
      if (name == share.engine) return share.weight;
    }
    return 1;
  };
  for (std::size_t i = 0; i < engines.size(); ++i) {
    if (engines[i]->name() == "corpus") {
      plan[i] = std::min(runs, engines[i]->size());
      runs -= plan[i];
    } else {
      weights += weight_of(engines[i]->name());
    }
  }
  std::uint64_t left = runs;
  std::size_t last = engines.size();
  for (std::size_t i = 0; i < engines.size(); ++i) {
    if (engines[i]->name() == "corpus") continue;
    plan[i] = std::min(engines[i]->size(), runs * weight_of(engines[i]->name()) / weights);
    left -= plan[i];
    if (engines[i]->size() == Engine::kEndless) last = i;
  }
  if (last < engines.size()) plan[last] += left;
  return plan;
}

}  // namespace httparity::html
