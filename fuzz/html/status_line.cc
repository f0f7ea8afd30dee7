#include "fuzz/html/status_line.h"

#include <fmt/format.h>

#include <algorithm>

#include "fuzz/html/engine.h"

namespace httparity::html {
namespace {

/// 3144 as 3.1k, 3144000 as 3.1M.
std::string short_number(std::uint64_t number) {
  constexpr double kThousand = 1000;
  const auto value = static_cast<double>(number);
  if (number < 10'000) return std::to_string(number);
  if (number < 1'000'000) return fmt::format("{:.0f}k", value / kThousand);
  return fmt::format("{:.1f}M", value / kThousand / kThousand);
}

}  // namespace

std::string status_line(const FuzzRun& run, FindingsBook& book, double rate, std::size_t deaths) {
  std::string line;
  for (const EngineReport& engine : run.engines) {
    line += engine.name + ' ';
    if (engine.size != Engine::kEndless) {
      const double percent =
          100.0 * static_cast<double>(engine.next) / static_cast<double>(std::max<std::uint64_t>(1, engine.size));
      line += fmt::format("{:.1f}% {}/{} | ", percent, short_number(engine.next), short_number(engine.size));
    } else {
      line += fmt::format("{} | ", short_number(engine.next));
    }
  }
  std::size_t unstable = 0;
  for (const auto& [key, finding] : book.findings()) unstable += finding.unstable.empty() ? 0 : 1;
  const std::size_t known = book.known();
  return line + fmt::format("{}/s | differ {} | classes {} known {} new {} unstable | deaths {}",
                            short_number(static_cast<std::uint64_t>(rate)), short_number(run.differences()), known,
                            book.findings().size() - known, unstable, deaths);
}

}  // namespace httparity::html
