#include "result/read_result.h"

#include <utility>

#include "base/json.h"
#include "result/derived_members.h"
#include "result/field_reader.h"
#include "result/load_sums.h"
#include "result/result_fields.h"

namespace httparity {
namespace {

constexpr std::size_t kMaxValues = 16'000'000;  // thousands of measurements with all their buckets

template <typename Items>
bool are_inside(const Items& items, const LoadResult& load) {
  return std::all_of(items.begin(), items.end(),
                     [&](const auto& one) { return one.target < load.targets.size() && one.step < load.steps.size(); });
}

// Whoever shows a load follows its indices.
bool hangs_together(const LoadResult& load) {
  return are_inside(load.measurements, load) && are_inside(load.wrong, load) && are_inside(load.audits, load) &&
         std::all_of(load.instructions.begin(), load.instructions.end(),
                     [&](const LoadInstructions& one) { return one.target < load.targets.size(); });
}

JsonValue member_of(const JsonValue& object, std::string_view key) {
  for (const JsonValue& member : object.children()) {
    if (member.key() == key) return member;
  }
  return object;
}

// What was measured is what one run can have measured.
void check_measurements(const JsonValue& root, const RunResult& result, const LoadResult& load, JsonErrors& errors) {
  const auto values = member_of(member_of(root, "load"), "measurements").children();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const LoadMeasurement& one = load.measurements[i];
    if (const auto broken = broken_sum(one)) {
      errors.add(member_of(values[i], broken->member),
                 broken->why + ": it was changed after the run; take the file as the run wrote it");
    }
    if (one.partial && !result.envelope.interrupted) {
      errors.add(member_of(values[i], "partial"), "is true of a run that says of no signal which interrupted it");
    }
  }
}

bool hangs_together(const FuzzSweep& sweep) {
  const auto is_row = [&](const auto& row) { return row.size() == sweep.tokens.size(); };
  const auto is_group = [&](std::size_t group) { return group < sweep.groups.size(); };
  return sweep.done.size() == sweep.rows.size() && std::all_of(sweep.done.begin(), sweep.done.end(), is_row) &&
         is_row(sweep.group_of) && std::all_of(sweep.group_of.begin(), sweep.group_of.end(), is_group);
}

}  // namespace

Result<RunResult> parse_result(std::string text, const std::string& path) {
  JsonErrors errors(path);
  JsonSyntax syntax;
  syntax.max_values = kMaxValues;
  const auto document = JsonDocument::parse(std::move(text), errors, syntax);
  if (!document) return errors.first();
  const JsonValue root = document->root();
  RunResult out;
  FieldReader fields(root, errors);
  if (root.is(JsonKind::kObject) && !fields.has("httparity_result")) {
    errors.add(root, "is no result of httparity: write one with --report json:PATH");
    return errors.first();
  }
  fields.read(root, out);
  const auto* load = std::get_if<LoadResult>(&out.found);
  if (errors.empty() && load != nullptr && !hangs_together(*load)) {
    errors.add(root, "speaks of a target or a step that it doesn't list");
  }
  const auto* fuzz = std::get_if<FuzzResult>(&out.found);
  if (errors.empty() && fuzz != nullptr && fuzz->sweep && !hangs_together(*fuzz->sweep)) {
    errors.add(root, "has a sweep whose rows, tokens and groups don't belong together");
  }
  if (errors.empty() && load != nullptr) check_measurements(root, out, *load, errors);
  if (errors.empty()) check_derived(root, out, errors);
  if (!errors.empty()) return errors.first();
  return out;
}

}  // namespace httparity
