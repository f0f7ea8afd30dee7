#include "fuzz/html/verdict.h"

#include "fuzz/html/dump.h"
#include "fuzz/html/serialise.h"

namespace httparity::html {
namespace {

std::string dump_of(const Answer& answer, bool merge_text) {
  if (answer.form != AnswerForm::kTape) return answer.bytes;
  return dump_tree(merge_text ? merge_adjacent_text(answer.bytes) : answer.bytes);
}

}  // namespace

std::string_view to_string(VerdictKind kind) {
  switch (kind) {
    case VerdictKind::kSame:
      return "same";
    case VerdictKind::kUnsupported:
      return "unsupported";
    case VerdictKind::kTree:
      return "tree";
    case VerdictKind::kSerialised:
      return "serialised";
    case VerdictKind::kText:
      return "text";
    case VerdictKind::kFault:
      return "fault";
  }
  return "?";
}

VerdictKind judge(const Answer& reference, const Answer& port, bool merge_text) {
  if (reference.outcome == Outcome::kUnsupported || port.outcome == Outcome::kUnsupported) {
    return VerdictKind::kUnsupported;
  }
  if (reference.outcome != Outcome::kParsed || port.outcome != Outcome::kParsed) return VerdictKind::kFault;
  const bool same_form = reference.form == port.form;
  if (same_form && reference.bytes == port.bytes) return VerdictKind::kSame;
  if (reference.form == AnswerForm::kText || port.form == AnswerForm::kText) return VerdictKind::kText;
  if (same_form && reference.form == AnswerForm::kDump) return VerdictKind::kTree;
  const bool alike = same_form && !merge_text ? dumps_alike(reference.bytes, port.bytes)
                                              : dump_of(reference, merge_text) == dump_of(port, merge_text);
  if (!alike) return VerdictKind::kTree;
  // Dumps sort attributes, and a port that answers with dumps has no order of them.
  if (!same_form || merge_text) return VerdictKind::kSame;
  return VerdictKind::kSerialised;
}

std::string readable(const Answer& answer, VerdictKind kind, const HtmlCase& input, bool merge_text) {
  if (answer.outcome != Outcome::kParsed) return std::string(to_string(answer.outcome));
  if (kind == VerdictKind::kSerialised && answer.form == AnswerForm::kTape) {
    return serialise_tree(answer.bytes, {.scripting = input.scripting});
  }
  return dump_of(answer, merge_text);
}

}  // namespace httparity::html
