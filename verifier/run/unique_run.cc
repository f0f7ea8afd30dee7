#include "run/unique_run.h"

#include <fmt/format.h>

namespace httparity {

std::string unique_run(const WorkItem& item) {
  return fmt::format("{}/{}/{}", item.contract->name, item.scenario->name, item.variant.name);
}

}  // namespace httparity
