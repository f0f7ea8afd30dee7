#include "compare/head.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"
#include "compare/head_lines.h"

namespace httparity {
namespace {

// The port's last line where its head is cut inside that line's name: what came of a line that is missing.
std::optional<std::size_t> cut_name(const Message& port) {
  if (port.head_complete() || port.fields.empty()) return std::nullopt;
  const Field& last = port.fields.back();
  if (!last.line_end.empty() || !last.colon.empty()) return std::nullopt;
  return port.fields.size() - 1;
}

class HeadComparer {
 public:
  HeadComparer(Head reference, Head port, const LengthShift& shift, const HeadPlace& place, Findings& findings)
      : reference_(std::move(reference)), port_(std::move(port)), shift_(shift), place_(place), findings_(findings) {}

  void compare() {
    for (const Stretch& stretch : reference_.stretches) {
      findings_.selected.push_back({stretch.mask, stretch.span.size(), 0});
    }
    compare_start_lines();
    cut_ = cut_name(port_.message);
    std::span<const PairableLine> port_lines(port_.lines);
    if (cut_) port_lines = port_lines.first(*cut_);
    pairing_ = pair_fields(reference_.lines, port_lines);
    for (std::size_t line = 0; line < reference_.lines.size(); ++line) {
      if (pairing_.port_of[line]) {
        compare_lines(line, *pairing_.port_of[line]);
      } else {
        report_absent(line);
      }
    }
    for (std::size_t line = 0; line < port_lines.size(); ++line) {
      if (!pairing_.reference_of[line]) report_added(line);
    }
    if (cut_ && !begun_) report_added(*cut_);
    for (const std::size_t line : pairing_.moved) report_moved(line);
  }

 private:
  const Field& expected_field(std::size_t line) const { return reference_.message.fields[line]; }
  const Field& actual_field(std::size_t line) const { return port_.message.fields[line]; }

  Side expected_side(Span span) const { return make_side(reference_.message.bytes, span, place_.reference_offset); }
  Side actual_side(Span span) const { return make_side(port_.message.bytes, span, place_.port_offset); }

  // "Set-Cookie", or "Set-Cookie [1]" where the name has several lines.
  static std::string part_of(const Head& head, std::size_t line) {
    std::size_t count = 0;
    std::size_t place = 0;
    for (std::size_t i = 0; i < head.lines.size(); ++i) {
      if (head.lines[i].name != head.lines[line].name) continue;
      if (i < line) ++place;
      ++count;
    }
    std::string name = escape_bytes(head.message.at(head.message.fields[line].name).substr(0, 64));
    if (name.empty()) name = "(empty name)";
    return count > 1 ? fmt::format("{} [{}]", name, place) : name;
  }

  void report(DifferenceKind kind, std::string part, Span expected, Span actual, std::string detail = "") {
    findings_.differences.push_back({kind, place_.part_prefix + std::move(part), place_.where, expected_side(expected),
                                     actual_side(actual), std::move(detail)});
  }

  void compare_start_lines() {
    const Span expected{reference_.message.start_line.begin, reference_.message.start_line_end.end};
    const Span actual{port_.message.start_line.begin, port_.message.start_line_end.end};
    if (reference_.message.at(expected) == port_.message.at(actual)) return;
    const bool only_end =
        reference_.message.at(reference_.message.start_line) == port_.message.at(port_.message.start_line);
    report(DifferenceKind::kStatusLine, "status line", expected, actual, only_end ? "only the line end differs" : "");
  }

  void compare_lines(std::size_t line, std::size_t answer) {
    const Field& expected = expected_field(line);
    const Field& actual = actual_field(answer);
    if (reference_.message.at(expected.whole()) == port_.message.at(actual.whole())) {
      pair_masks(line, diff_masked(reference_.value(line), port_.value(answer)).pairs);
      return;
    }
    const std::string part = part_of(reference_, line);
    if (reference_.message.at(expected.name) != port_.message.at(actual.name)) {
      report(DifferenceKind::kHeaderCase, part, expected.name, actual.name);
    }
    if (expected.colon.empty() != actual.colon.empty()) {
      report(DifferenceKind::kHeaderValue, part, {expected.before_colon.begin, expected.line_end.end},
             {actual.before_colon.begin, actual.line_end.end}, "one side has no colon");
      return;
    }
    compare_padding(part, expected.before_colon, actual.before_colon, answer);
    // An empty value has nothing to pad: what stands around the other side's value belongs to that difference.
    const bool pads = expected.value.empty() == actual.value.empty();
    if (pads) {
      compare_padding(part, expected.before_value, actual.before_value, answer);
      compare_padding(part, expected.after_value, actual.after_value, answer);
    }
    compare_padding(part, expected.line_end, actual.line_end, answer);
    if (reference_.message.at(expected.value) != port_.message.at(actual.value)) {
      compare_values(line, answer, part, pads);
    } else {
      pair_masks(line, diff_masked(reference_.value(line), port_.value(answer)).pairs);
    }
  }

  void compare_padding(const std::string& part, Span expected, Span actual, std::size_t answer) {
    if (reference_.message.at(expected) == port_.message.at(actual)) return;
    // A line that the end of the message cuts has no line end: that is the framing's.
    const bool cut = !port_.message.head_complete() && answer + 1 == port_.message.fields.size();
    if (cut && actual.end == port_.message.bytes.size()) return;
    report(DifferenceKind::kHeaderWhitespace, part, expected, actual);
  }

  void compare_values(std::size_t line, std::size_t answer, const std::string& part, bool pads) {
    const Field& expected = expected_field(line);
    const Field& actual = actual_field(answer);
    const Span expected_span = pads ? expected.value : Span{expected.before_value.begin, expected.after_value.end};
    const Span actual_span = pads ? actual.value : Span{actual.before_value.begin, actual.after_value.end};
    const MaskedDiff found = diff_masked(reference_.value(line), port_.value(answer));
    pair_masks(line, found.pairs);
    if (found.hunks.empty()) return;
    if ((expected.folded || actual.folded) && reference_.lines[line].value == port_.lines[answer].value) {
      report(DifferenceKind::kHeaderWhitespace, part, expected_span, actual_span, "folded in another way");
      return;
    }
    const std::string_view expected_value = reference_.message.at(expected.value);
    const std::string_view actual_value = port_.message.at(actual.value);
    if (reference_.lines[line].name == "content-length" && explains_length(shift_, expected_value, actual_value))
      return;
    report(DifferenceKind::kHeaderValue, part, expected_span, actual_span,
           explain_values(expected_value, actual_value));
  }

  void pair_masks(std::size_t line, const std::vector<StretchPair>& pairs) {
    for (const StretchPair& pair : pairs) {
      const auto moved = [](Span span, std::size_t offset) { return Span{span.begin + offset, span.end + offset}; };
      findings_.pairs.push_back(
          {pair.reference.mask,
           place_.part_prefix + part_of(reference_, line),
           place_.where,
           {moved(pair.reference.span, place_.reference_offset), reference_.message.at(pair.reference.span)},
           {moved(pair.port.span, place_.port_offset), port_.message.at(pair.port.span)},
           false});
    }
  }

  // Where in the port a line of the reference would stand: behind the answer of the line before it.
  Span place_on_port(std::size_t line) const {
    std::size_t at = port_.message.start_line_end.end;
    for (std::size_t before = line; before > 0; --before) {
      if (!pairing_.port_of[before - 1]) continue;
      at = actual_field(*pairing_.port_of[before - 1]).line_end.end;
      break;
    }
    return {at, at};
  }

  Span place_on_reference(std::size_t line) const {
    std::size_t at = reference_.message.start_line_end.end;
    for (std::size_t before = line; before > 0; --before) {
      if (before - 1 >= pairing_.reference_of.size() || !pairing_.reference_of[before - 1]) continue;
      at = expected_field(*pairing_.reference_of[before - 1]).line_end.end;
      break;
    }
    return {at, at};
  }

  static std::string count_detail(std::size_t expected, std::size_t actual) {
    return fmt::format("the reference has {} of this name, the port {}", expected, actual);
  }

  std::string counts(const std::string& name) const {
    const auto count = [&](const Head& head) {
      return static_cast<std::size_t>(std::count_if(head.lines.begin(), head.lines.end(),
                                                    [&](const PairableLine& line) { return line.name == name; }));
    };
    return count_detail(count(reference_), count(port_));
  }

  void report_absent(std::size_t line) {
    const bool some = pairing_.name_is_on_port[line];
    const bool cut = !some && cut_ && !begun_ && begins(*cut_, line);
    if (cut) begun_ = line;
    report(some ? DifferenceKind::kHeaderCount : DifferenceKind::kHeaderMissing, part_of(reference_, line),
           expected_field(line).whole(), cut ? actual_field(*cut_).whole() : place_on_port(line),
           some  ? counts(reference_.lines[line].name)
           : cut ? "the port's head is cut inside this line"
                 : "");
  }

  void report_added(std::size_t line) {
    const bool some = line < pairing_.name_is_on_reference.size() && pairing_.name_is_on_reference[line];
    report(some ? DifferenceKind::kHeaderCount : DifferenceKind::kHeaderExtra, part_of(port_, line),
           place_on_reference(line), actual_field(line).whole(), some ? counts(port_.lines[line].name) : "");
  }

  void report_moved(std::size_t line) {
    const std::size_t answer = *pairing_.port_of[line];
    report(DifferenceKind::kHeaderMoved, part_of(reference_, line), expected_field(line).whole(),
           actual_field(answer).whole(), fmt::format("line {} of the head, in the port line {}", line + 1, answer + 1));
  }

  bool begins(std::size_t cut, std::size_t line) const {
    return reference_.message.at(expected_field(line).whole()).starts_with(port_.message.at(actual_field(cut).whole()));
  }

  Head reference_;
  Head port_;
  const LengthShift& shift_;
  const HeadPlace& place_;
  Findings& findings_;
  FieldPairing pairing_;
  std::optional<std::size_t> cut_;    ///< the port's line that the end of its head cuts inside the name
  std::optional<std::size_t> begun_;  ///< the reference's line that the cut one begins
};

}  // namespace

void compare_heads(const Message& reference, const Message& port, std::span<const Mask> masks, const LengthShift& shift,
                   const HeadPlace& place, Findings& findings) {
  HeadComparer(read_head(reference, masks), read_head(port, masks), shift, place, findings).compare();
}

}  // namespace httparity
