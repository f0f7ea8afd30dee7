#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "fuzz/html/engine.h"

namespace httparity::html {

/// What the engine "libfuzzer" works with.
struct LibFuzzerSetup {
  std::string program;  ///< html_pair_fuzz; empty: what HTTPARITY_HTML_PAIR_FUZZ names, or the one beside the adapters
  std::string options;  ///< the text of its .options file, which lies beside it
  std::string reference = "html5ever";
  std::string port = "gumbo";
  std::string folder;  ///< where its corpus grows; empty: a new one among temporary files
  std::uint64_t seed = 1;
};

/// html_pair_fuzz in slices of the run: a process a slice over one corpus that grows, begun with `corpus`. The inputs
/// that differed there, one of each raw signature, are compared again by the pair of the run; what ended libFuzzer is a
/// finding of the kind fault. Not a function of an index: two runs of it may part.
Result<std::unique_ptr<Engine>> libfuzzer_engine(LibFuzzerSetup setup, const std::vector<HtmlCase>& corpus);

/// The flags of an .options file ("[libfuzzer]", a line `name = value` each), without its dictionary.
std::vector<std::string> libfuzzer_flags(std::string_view options);

/// How many inputs libFuzzer says it ran, where it does (-print_final_stats=1).
std::optional<std::uint64_t> executed_units(std::string_view said);

}  // namespace httparity::html
