#include <algorithm>

#include "contract/contract.h"

namespace httparity {

std::vector<Variant> variants(const Contract& contract, const Scenario& scenario) {
  std::vector<Variant> cells = {Variant()};
  for (const std::string& name : scenario.over) {
    const auto axis = std::find_if(contract.matrix.begin(), contract.matrix.end(),
                                   [&name](const Axis& each) { return each.name == name; });
    if (axis == contract.matrix.end()) continue;
    std::vector<Variant> finer;
    finer.reserve(cells.size() * axis->values.size());
    for (const Variant& cell : cells) {
      for (const auto& [value_name, value] : axis->values) {
        Variant next = cell;
        if (next.values.size() > 0) next.name += ",";
        next.name += value_name;
        next.values.emplace(name, value);
        finer.push_back(std::move(next));
      }
    }
    cells = std::move(finer);
  }
  return cells;
}

}  // namespace httparity
