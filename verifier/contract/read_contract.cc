#include "contract/read_contract.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/file.h"
#include "base/suggest.h"
#include "base/text.h"
#include "contract/reading.h"

namespace httparity {
namespace {

constexpr std::int64_t kFormatVersion = 1;

std::optional<Axis> read_axis(const JsonValue& value, ContractReader& reader) {
  JsonErrors& errors = reader.errors;
  Axis axis;
  axis.name = value.key();
  if (!is_variable_name(axis.name)) errors.add(value, "an axis' name is a letter or _, then letters, digits, _ and -");
  if (is_builtin_name(axis.name)) {
    errors.add(value, fmt::format("\"{}\" has a meaning of its own: choose another name", axis.name));
  }
  if (!value.is(JsonKind::kObject)) {
    add_wrong_kind(value, "an object", errors);
    return std::nullopt;
  }
  for (const JsonValue& cell : value.children()) {
    if (cell.key().empty()) errors.add(cell, "a value's name must not be empty");
    if (cell.is(JsonKind::kNull)) {
      axis.values.emplace_back(cell.key(), std::nullopt);
    } else if (cell.is(JsonKind::kString)) {
      axis.values.emplace_back(cell.key(), read_bytes(cell, errors).value_or(""));
    } else {
      add_wrong_kind(cell, "a string or null", errors);
    }
  }
  if (value.children().empty()) errors.add(value, "must not be empty: an axis needs a value");
  return axis;
}

std::vector<Axis> read_matrix(const JsonValue& value, ContractReader& reader) {
  std::vector<Axis> matrix;
  if (!value.is(JsonKind::kObject)) add_wrong_kind(value, "an object", reader.errors);
  if (!value.is(JsonKind::kObject)) return matrix;
  for (const JsonValue& member : value.children()) {
    if (auto axis = read_axis(member, reader)) matrix.push_back(std::move(*axis));
  }
  return matrix;
}

NamesInScope names_of(const std::vector<Axis>& matrix) {
  NamesInScope names;
  for (const Axis& axis : matrix) {
    names.axes[axis.name] = false;
    const bool has_null =
        std::any_of(axis.values.begin(), axis.values.end(), [](const auto& value) { return !value.second; });
    if (has_null) names.nullable.insert(axis.name);
  }
  return names;
}

/// The axes that a scenario runs over; marks them in `names`.
std::vector<std::string> read_over(const JsonValue& value, NamesInScope& names, ContractReader& reader) {
  std::vector<std::string> over;
  for (const JsonValue& element : read_array(value, reader.errors)) {
    const auto name = read_some_text(element, reader.errors);
    if (!name) continue;
    const auto axis = names.axes.find(*name);
    if (axis == names.axes.end()) {
      std::vector<std::string_view> candidates;
      for (const auto& known : names.axes) candidates.push_back(known.first);
      reader.errors.add(element, fmt::format("the matrix has no axis \"{}\"{}", escape_bytes(*name),
                                             did_you_mean(*name, candidates)));
    } else if (axis->second) {
      reader.errors.add(element, fmt::format("names the axis \"{}\" twice: remove one", *name));
    } else {
      axis->second = true;
      over.push_back(*name);
    }
  }
  return over;
}

/// What one step can't know: that its neighbours fit and its name is its own.
void check_step_order(const std::vector<Step>& steps, const std::vector<JsonValue>& values, JsonErrors& errors) {
  std::set<std::string, std::less<>> seen;
  for (std::size_t place = 0; place < steps.size(); ++place) {
    const Step& step = steps[place];
    const bool is_request = std::holds_alternative<Request>(step.action);
    if (is_request && !step.name.empty() && !seen.insert(step.name).second) {
      errors.add(values[place], fmt::format("a step before this one is called \"{}\" too", escape_bytes(step.name)));
    }
    if (!step.pipeline) continue;
    const Step* next = place + 1 < steps.size() ? &steps[place + 1] : nullptr;
    if (next == nullptr || !std::holds_alternative<Request>(next->action) || next->actor != step.actor ||
        next->new_connection) {
      errors.add(values[place], "\"pipeline\" needs a request of the same actor on the same connection behind it");
    }
    if (step.read)
      errors.add(values[place], "\"read\" can't stand beside \"pipeline\": put it on the last step of the pipeline");
  }
}

/// Every `alternative_of` names a template of the same scenario, which has room for it.
void check_alternatives(const std::vector<Step>& steps, const std::vector<JsonValue>& values, JsonErrors& errors) {
  std::map<std::string, std::size_t, std::less<>> alternatives;  // of each template
  for (const Step& step : steps) {
    if (step.load && step.load->is_template()) alternatives.emplace(step.name, 0);
  }
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!steps[i].load || steps[i].load->is_template()) continue;
    const std::string& of = steps[i].load->alternative_of;
    const auto found = alternatives.find(of);
    if (found == alternatives.end()) {
      errors.add(values[i],
                 fmt::format("\"alternative_of\": no step of this scenario is called \"{}\" and is a template "
                             "of load",
                             escape_bytes(of)));
    } else if (++found->second > kMostAlternatives) {
      errors.add(values[i], fmt::format("\"{}\" has more than {} alternatives: mask what changes", escape_bytes(of),
                                        kMostAlternatives));
    }
  }
}

std::vector<Step> read_steps(const JsonValue& value, NamesInScope names, ContractReader& reader) {
  std::vector<Step> steps;
  std::vector<JsonValue> values;
  std::vector<std::string> pending;  // captured in a pipeline whose answers nobody has read yet
  for (const JsonValue& element : read_array(value, reader.errors)) {
    auto step = read_step(element, steps, names, reader);
    if (!step) continue;
    for (const Capture& capture : step->captures) pending.push_back(capture.name);
    if (!step->pipeline) {
      names.captures.insert(pending.begin(), pending.end());
      pending.clear();
    }
    steps.push_back(std::move(*step));
    values.push_back(element);
  }
  check_step_order(steps, values, reader.errors);
  check_alternatives(steps, values, reader.errors);
  const bool has_request = std::any_of(steps.begin(), steps.end(),
                                       [](const Step& step) { return std::holds_alternative<Request>(step.action); });
  if (value.is(JsonKind::kArray) && !has_request && steps.size() == value.children().size()) {
    reader.errors.add(value, "needs a step with a \"request\": nothing else is compared");
  }
  return steps;
}

void check_variants(const Contract& contract, const Scenario& scenario, const JsonValue& over, ContractReader& reader) {
  std::size_t count = 1;
  for (const std::string& name : scenario.over) {
    for (const Axis& axis : contract.matrix) {
      if (axis.name == name) count *= std::max<std::size_t>(axis.values.size(), 1);
    }
    if (count > reader.limits.variants) {
      reader.errors.add(over, fmt::format("makes more than {} variants: run over fewer axes", reader.limits.variants));
      return;
    }
  }
  std::set<std::string> names;
  for (const Variant& variant : variants(contract, scenario)) {
    if (names.insert(variant.name).second) continue;
    reader.errors.add(over, fmt::format("makes two variants called \"{}\": take the comma out of a value's name",
                                        escape_bytes(variant.name)));
    return;
  }
}

std::optional<Scenario> read_scenario(const JsonValue& value, const Contract& contract, const std::vector<Mask>& masks,
                                      ContractReader& reader) {
  JsonErrors& errors = reader.errors;
  const JsonObject object(value, {"name", "over", "state", "masks", "steps"}, errors);
  if (!object.valid()) return std::nullopt;
  Scenario scenario;
  scenario.place = place_of(reader, value);
  if (const auto name = object.need("name")) scenario.name = read_some_text(*name, errors).value_or("");
  NamesInScope names = names_of(contract.matrix);
  if (const auto over = object.find("over")) {
    scenario.over = read_over(*over, names, reader);
    check_variants(contract, scenario, *over, reader);
  }
  if (const auto state = object.find("state")) {
    const auto word = read_word(*state, {"fresh", "shared"}, errors);
    if (word == "shared") scenario.state = StateUse::kShared;
  }
  std::vector<Mask> outer = masks;
  if (const auto own = object.find("masks")) {
    for (Mask& mask : read_masks(*own, reader)) outer.push_back(std::move(mask));
  }
  if (const auto steps = object.need("steps")) scenario.steps = read_steps(*steps, std::move(names), reader);
  for (Step& step : scenario.steps) {
    if (std::holds_alternative<Request>(step.action)) step.masks.insert(step.masks.begin(), outer.begin(), outer.end());
  }
  return scenario;
}

void read_scenarios(const JsonValue& value, const std::vector<Mask>& masks, Contract& contract,
                    ContractReader& reader) {
  std::set<std::string> seen;
  const auto elements = read_array(value, reader.errors);
  if (value.is(JsonKind::kArray) && elements.empty()) reader.errors.add(value, "must not be empty");
  for (const JsonValue& element : elements) {
    auto scenario = read_scenario(element, contract, masks, reader);
    if (!scenario) continue;
    if (!scenario->name.empty() && !seen.insert(scenario->name).second) {
      reader.errors.add(element,
                        fmt::format("a scenario before this one is called \"{}\" too", escape_bytes(scenario->name)));
    }
    contract.scenarios.push_back(std::move(*scenario));
  }
}

Contract read_root(const JsonValue& root, ContractReader& reader) {
  JsonErrors& errors = reader.errors;
  Contract contract;
  contract.file = errors.file();
  const JsonObject object(root, {"$schema", "httparity", "name", "matrix", "masks", "scenarios"}, errors);
  if (const auto schema = object.find("$schema")) (void)read_text(*schema, errors);
  if (const auto version = object.need("httparity")) {
    if (!version->is(JsonKind::kNumber) || version->integer() != kFormatVersion) {
      errors.add(*version, fmt::format("must be {}, the only version of the format", kFormatVersion));
    }
  }
  if (const auto name = object.need("name")) contract.name = read_some_text(*name, errors).value_or("");
  if (const auto matrix = object.find("matrix")) contract.matrix = read_matrix(*matrix, reader);
  std::vector<Mask> masks;
  if (const auto own = object.find("masks")) masks = read_masks(*own, reader);
  if (const auto scenarios = object.need("scenarios")) read_scenarios(*scenarios, masks, contract, reader);
  return contract;
}

}  // namespace

ContractReading parse_contract(std::string text, const std::string& path, const ContractLimits& limits) {
  JsonErrors errors(path);
  ContractReading reading;
  const auto document = JsonDocument::parse(std::move(text), errors, {.comments = true});
  if (document) {
    ContractReader reader{errors, folder_of(path), limits, {}};
    Contract contract = read_root(document->root(), reader);
    if (errors.empty()) reading.contract = std::move(contract);
  }
  reading.errors = errors.sorted();
  return reading;
}

ContractReading read_contract(const std::string& path, const ContractLimits& limits) {
  auto text = read_file(path, limits.contract_bytes);
  if (!text) return {std::nullopt, {text.error()}};
  return parse_contract(*std::move(text), path, limits);
}

Result<std::vector<std::string>> find_contracts(const std::string& path) {
  if (is_file(path)) return std::vector<std::string>{path};
  if (!is_folder(path)) return Error{fmt::format("{}: is no contract file and no suite's folder", escape_bytes(path))};
  const std::string folder = path.back() == '/' ? path : path + "/";
  constexpr std::string_view kEnding = ".contract.json";
  std::vector<std::string> found;
  std::error_code failure;
  for (std::filesystem::directory_iterator entry(path, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    const std::string name = entry->path().filename().string();
    const bool is_contract = name == "contract.json" || (name.size() > kEnding.size() && name.ends_with(kEnding));
    if (is_contract && is_file(folder + name)) found.push_back(folder + name);
  }
  if (failure) return Error{fmt::format("{}: can't be listed: {}", escape_bytes(path), failure.message())};
  if (found.empty()) {
    return Error{fmt::format("{}: holds no contract: needs contract.json or *.contract.json", escape_bytes(path))};
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace httparity
