#include "fuzz/html/record.h"

#include <fmt/format.h>

#include "base/file.h"
#include "base/json_writer.h"
#include "fuzz/html/dump.h"
#include "fuzz/html/serialise.h"
#include "fuzz/html/utf8.h"

namespace httparity::html {
namespace {

constexpr std::size_t kMaxFileBytes = 64U << 20U;

Answer answer_of(Parser& reference, const DatCase& one, bool scripting) {
  return parse_one(reference, {decode_utf8(one.data), one.context, scripting, false});
}

}  // namespace

Result<Recorded> record_cases(Parser& reference, std::vector<DatCase> cases) {
  JsonWriter json;
  json.begin_array();
  for (DatCase& one : cases) {
    const bool scripting = one.scripting.value_or(false);
    const Answer answer = answer_of(reference, one, scripting);
    if (answer.outcome != Outcome::kParsed || answer.form != AnswerForm::kTape) {
      return Error{
          fmt::format("{}: {} doesn't tell a tree: {}", one.id, reference.info().name, to_string(answer.outcome))};
    }
    one.tree = dump_tree(answer.bytes);
    if (!one.scripting) {
      const Answer with_scripting = answer_of(reference, one, true);
      if (with_scripting.outcome == Outcome::kParsed && with_scripting.bytes != answer.bytes) one.scripting = false;
    }
    json.bytes(serialise_tree(answer.bytes, {.scripting = scripting}));
  }
  json.end_array();
  return Recorded{write_dat(cases), std::move(json).take()};
}

Result<void> record_file(Parser& reference, const std::string& path) {
  const Result<std::string> text = read_file(path, kMaxFileBytes);
  if (!text) return text.error();
  const std::string name = path.substr(path.rfind('/') + 1);
  Result<std::vector<DatCase>> cases = parse_dat(*text, name);
  if (!cases) return cases.error();
  const Result<Recorded> recorded = record_cases(reference, *std::move(cases));
  if (!recorded) return recorded.error();
  if (const Result<void> written = write_file(path, recorded->dat); !written) return written.error();
  return write_file(path.substr(0, path.rfind('.')) + ".bytes.json", recorded->bytes);
}

}  // namespace httparity::html
