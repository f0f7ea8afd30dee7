#include "report/step_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "report/hex_view.h"
#include "report/replay.h"
#include "result/result_json.h"

namespace httparity {
namespace {

const char* verdict_color(const StepResult& step) {
  if (step.flaky || step.verdict.outcome == Outcome::kUnknown) return kYellow;
  return step.verdict.outcome == Outcome::kDiffers ? kRed : kGreen;
}

std::string side_text(const char* name, const Side& side, Where where, std::size_t focus,
                      const ReportOptions& options) {
  const std::size_t offset = side.span.begin;
  // The fate of a connection is a word of ours, no bytes of a peer.
  if (where == Where::kConnection) {
    return fmt::format("        {:<9} {} after {} bytes\n", name, escape_bytes(side.bytes), offset);
  }
  if (side.bytes.empty()) return fmt::format("        {:<9} nothing, {} offset {}\n", name, where_name(where), offset);
  std::string out = fmt::format("        {:<9} {} bytes, {} offset {}\n", name,
                                std::max(side.span.size(), side.bytes.size()), where_name(where), offset);
  for (const std::string& row : hex_view(side.bytes, offset, focus, options.hex_rows)) out += "          " + row + "\n";
  return out;
}

std::string moved_text(Moved moved) {
  if (moved == Moved::kNothing) return "";
  if (moved == Moved::kAll) return "      of recording, reference and port no two agree\n";
  return fmt::format("      of recording, reference and port the {} moved\n", moved_name(moved));
}

}  // namespace

std::string paint(std::string_view text, const char* sgr, const ReportOptions& options) {
  return options.color ? fmt::format("\x1b[{}m{}\x1b[0m", sgr, text) : std::string(text);
}

std::string place_text(const Place& place) {
  return place.line > 0 ? fmt::format("{}:{}", escape_bytes(place.file), place.line) : escape_bytes(place.file);
}

std::string difference_text(const Difference& difference, const ReportOptions& options) {
  std::string out = fmt::format("      {}  {}\n", paint(difference_kind_name(difference.kind), kRed, options),
                                escape_unprintable(difference.part));
  if (!difference.detail.empty()) out += fmt::format("        {}\n", escape_unprintable(difference.detail));
  if (!difference.known.empty()) out += fmt::format("        known: {}\n", escape_bytes(difference.known));
  const std::size_t focus = first_unequal(difference.reference.bytes, difference.port.bytes);
  out += side_text("reference", difference.reference, difference.where, focus, options);
  out += side_text("port", difference.port, difference.where, focus, options);
  return out;
}

std::string step_text(const Envelope& envelope, const ScenarioResult& scenario, const StepResult& step,
                      const ReportOptions& options) {
  std::string reason;
  if (step.verdict.reason) reason = fmt::format(" ({})", unknown_reason_name(*step.verdict.reason));
  std::string out = fmt::format("  {}{}  {}  {}  {}\n", paint(verdict_name(step), verdict_color(step), options), reason,
                                paint(escape_bytes(step.name), kBold, options), escape_bytes(step.request),
                                paint(place_text(step.place), kDim, options));
  if (!step.verdict.detail.empty()) out += fmt::format("      {}\n", escape_unprintable(step.verdict.detail));
  out += moved_text(step.moved.value_or(Moved::kNothing));
  for (const Difference& difference : step.verdict.differences) out += difference_text(difference, options);
  for (const std::string& note : step.verdict.notes) out += fmt::format("      note: {}\n", escape_unprintable(note));
  return out + fmt::format("      replay: {}\n", replay_command(envelope, scenario, step));
}

bool is_settled(const StepResult& step) {
  return !step.flaky && (step.known || step.verdict.outcome == Outcome::kParity) &&
         step.moved.value_or(Moved::kNothing) == Moved::kNothing;
}

}  // namespace httparity
