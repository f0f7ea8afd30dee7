#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "fuzz/html/engine.h"
#include "fuzz/html/fuzz_options.h"

namespace httparity::html {

/// The engines of a run, by name: those that `options` name, or all that belong to its budget.
std::vector<std::string> engine_names(const FuzzOptions& options, bool has_corpus);

/// True where the seed chooses the engine's inputs: others make the same ones in every run.
bool depends_on_seed(std::string_view engine);
/// How many inputs the engine called `name` has, where that doesn't depend on a corpus; Engine::kEndless else.
std::uint64_t engine_size(std::string_view name);

/// An error names the option.
Result<std::unique_ptr<Engine>> make_engine(const std::string& name, const std::vector<HtmlCase>& corpus,
                                            const FuzzOptions& options);

/// How many of `runs` cases each engine gets: the corpus first, then shares that the score earned.
std::vector<std::uint64_t> plan_runs(const std::vector<std::unique_ptr<Engine>>& engines, std::uint64_t runs);

}  // namespace httparity::html
