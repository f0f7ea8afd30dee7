#pragma once

#include <vector>

#include "base/json_writer.h"
#include "result/load_result.h"
#include "result/verify_result.h"

namespace httparity {

// What the parts of the JSON report share; nobody else includes this. Each writes one value.

void write_place(JsonWriter& json, const Place& place);
void write_difference(JsonWriter& json, const Difference& difference);
void write_scenario(JsonWriter& json, const ScenarioResult& scenario);
void write_ledger(JsonWriter& json, const std::vector<LedgerUse>& ledger);
/// As contracts/load-result.schema.json describes it.
void write_load(JsonWriter& json, const LoadResult& result);

}  // namespace httparity
