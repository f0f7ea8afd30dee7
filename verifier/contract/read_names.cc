#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/suggest.h"
#include "base/text.h"
#include "contract/reading.h"

namespace httparity {
namespace {

struct Builtin {
  std::string_view name;
  bool in_target;
  bool in_fields_and_text;
  bool in_run;
  std::string_view where;
};

constexpr std::array<Builtin, 4> kBuiltins = {{
    {"cookies", false, true, false, "in field values and text bodies"},
    {"unique", true, true, true, "everywhere"},
    {"state", false, false, true, "in \"run\""},
    {"tcp_port", false, false, true, "in \"run\""},
}};

const Builtin* find_builtin(std::string_view name) {
  const auto found =
      std::find_if(kBuiltins.begin(), kBuiltins.end(), [name](const Builtin& builtin) { return builtin.name == name; });
  return found == kBuiltins.end() ? nullptr : &*found;
}

bool allowed(const Builtin& builtin, TemplateUse use) {
  switch (use) {
    case TemplateUse::kTarget:
      return builtin.in_target;
    case TemplateUse::kField:
    case TemplateUse::kText:
      return builtin.in_fields_and_text;
    case TemplateUse::kRun:
      return builtin.in_run;
  }
  return false;
}

/// Why `name` means nothing here; empty where it does.
std::string fault_of(std::string_view name, TemplateUse use, const NamesInScope& names) {
  if (names.captures.contains(name)) return "";
  if (const Builtin* builtin = find_builtin(name)) {
    return allowed(*builtin, use) ? "" : fmt::format("{{{}}} stands only {}", name, builtin->where);
  }
  const auto axis = names.axes.find(name);
  if (axis != names.axes.end()) {
    if (!axis->second) return fmt::format("{{{}}} is an axis: name it in the scenario's \"over\"", name);
    if (use != TemplateUse::kField && names.nullable.contains(name)) {
      return fmt::format("{{{}}} may be null, which leaves out a field; here nothing can be left out", name);
    }
    return "";
  }
  std::vector<std::string_view> known(names.captures.begin(), names.captures.end());
  for (const auto& each : names.axes) known.push_back(each.first);
  for (const Builtin& builtin : kBuiltins) {
    if (allowed(builtin, use)) known.push_back(builtin.name);
  }
  return fmt::format("{{{}}} is defined by no axis and no capture before this step{}; {{{{ writes a {{", name,
                     did_you_mean(name, known));
}

}  // namespace

bool is_builtin_name(std::string_view name) {
  return find_builtin(name) != nullptr;
}

Place place_of(const ContractReader& reader, const JsonValue& value) {
  return {reader.errors.file(), value.line(), value.pointer()};
}

Template checked_template(std::string_view text, TemplateUse use, const NamesInScope& names, const JsonValue& where,
                          ContractReader& reader) {
  Template result = parse_template(text);
  for (const std::string& name : variable_names(result)) {
    const std::string fault = fault_of(name, use, names);
    if (!fault.empty()) reader.errors.add(where, fault);
  }
  return result;
}

}  // namespace httparity
