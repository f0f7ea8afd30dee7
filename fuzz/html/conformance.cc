#include "fuzz/html/conformance.h"

#include "fuzz/html/dump.h"
#include "fuzz/html/utf8.h"

namespace httparity::html {

Conformance run_conformance(Parser& parser, const std::vector<DatCase>& suite, bool scripting) {
  Conformance out;
  std::vector<HtmlCase> batch;
  std::vector<const DatCase*> expected;
  std::vector<Answer> answers;
  const auto judge = [&] {
    parser.submit(batch);
    parser.collect(answers);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const Answer& answer = answers[i];
      const std::string dump = answer.form == AnswerForm::kTape ? dump_tree(answer.bytes) : answer.bytes;
      const bool passed = answer.outcome == Outcome::kParsed && dump == expected[i]->tree;
      ++out.cases;
      if (passed) {
        ++out.passed;
      } else {
        out.failed.push_back(expected[i]->id);
      }
    }
    batch.clear();
    expected.clear();
  };
  for (const DatCase& one : suite) {
    if (one.scripting.value_or(scripting) != scripting) continue;
    batch.push_back({decode_utf8(one.data), one.context, scripting, false});
    expected.push_back(&one);
    if (batch.size() == Parser::kBatch) judge();
  }
  if (!batch.empty()) judge();
  return out;
}

}  // namespace httparity::html
