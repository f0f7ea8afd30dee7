#include "result/result_json.h"

#include "result/result_fields.h"

namespace httparity {

const char* verdict_name(const StepResult& step) {
  return verdict_word_name(step.flaky ? VerdictWord::kFlaky : static_cast<VerdictWord>(step.verdict.outcome));
}

std::string render_json(const RunResult& result) {
  JsonWriter json;
  FieldWriter(json).write(result);
  return std::move(json).take();
}

}  // namespace httparity
