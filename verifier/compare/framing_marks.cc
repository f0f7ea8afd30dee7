#include "compare/framing_marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "base/text.h"

namespace httparity {
namespace {

const char* body_end_words(BodyEnd end) {
  switch (end) {
    case BodyEnd::kNone:
      return "there is no body";
    case BodyEnd::kLength:
      return "Content-Length";
    case BodyEnd::kChunked:
      return "chunked";
    case BodyEnd::kClose:
      return "the close of the connection";
  }
  return "?";
}

std::string completeness_words(const Exchange& exchange) {
  switch (exchange.framing.completeness) {
    case Completeness::kComplete:
      return "complete";
    case Completeness::kTruncated:
      return exchange.response->head_complete() ? "cut inside the body" : "cut inside the head";
    case Completeness::kBadFraming:
      return "without an end that can be found";
    case Completeness::kLimit:
      return "over a limit";
  }
  return "?";
}

/// A chunk size line: digits of the size, and what follows them up to the line's end.
struct SizeLine {
  std::string_view digits;
  std::string_view rest;
};

SizeLine split_size_line(const Message& message, const Chunk& chunk) {
  const std::string_view line = message.at(chunk.size_line);
  const std::size_t end = std::min(line.find_first_not_of("0123456789abcdefABCDEF"), line.size());
  return {line.substr(0, end), line.substr(end)};
}

/// How a server writes sizes, apart from the sizes: letters in which case, zeros in front.
struct SizeStyle {
  bool lower = false;
  bool upper = false;
  bool zeros = false;

  void see(std::string_view digits) {
    lower = lower || digits.find_first_of("abcdef") != std::string_view::npos;
    upper = upper || digits.find_first_of("ABCDEF") != std::string_view::npos;
    zeros = zeros || (digits.size() > 1 && digits.front() == '0');
  }
  bool agrees(const SizeStyle& other) const {
    return zeros == other.zeros && !(lower && other.upper) && !(upper && other.lower);
  }
};

/// Chunks whose marks differ beyond this many are not listed.
constexpr std::size_t kMostMarks = 1000;

class FramingComparer {
 public:
  FramingComparer(const Exchange& reference, const Exchange& port, const LengthShift& shift, Findings& findings)
      : reference_(reference), port_(port), shift_(shift), findings_(findings) {}

  void compare(bool borders_masked) {
    if (expected().head_complete() && actual().head_complete()) {
      report_unequal("blank line", expected().blank_line, actual().blank_line);
    }
    compare_ends();
    if (!both_chunked()) return;
    if (borders_masked && port_.framing.completeness == Completeness::kComplete) {
      compare_forms();
    } else {
      compare_chunks();
    }
    compare_trailers();
  }

 private:
  const Message& expected() const { return *reference_.response; }
  const Message& actual() const { return *port_.response; }
  bool both_chunked() const {
    return reference_.framing.body_end == BodyEnd::kChunked && port_.framing.body_end == BodyEnd::kChunked;
  }

  void report(std::string part, Span of_reference, Span of_port, std::string detail = "") {
    findings_.differences.push_back({DifferenceKind::kFraming, std::move(part), Where::kResponse,
                                     make_side(expected().bytes, of_reference), make_side(actual().bytes, of_port),
                                     std::move(detail)});
  }

  void report_unequal(std::string part, Span of_reference, Span of_port) {
    if (expected().at(of_reference) != actual().at(of_port)) report(std::move(part), of_reference, of_port);
  }

  // What is left of a message whose end was not found: from the last mark that could be read on.
  static Span unended(const Exchange& exchange) {
    const Message& message = *exchange.response;
    const std::size_t size = message.bytes.size();
    if (!message.head_complete()) {
      const std::size_t line = message.fields.empty() ? 0 : message.fields.back().name.begin;
      return {std::min(line, size), size};
    }
    if (exchange.framing.completeness != Completeness::kBadFraming) return {size, size};
    const auto& chunks = exchange.framing.chunks;
    return {chunks.empty() ? message.body.begin : std::min(chunks.back().size_line.begin, size), size};
  }

  static Span end_of(const Exchange& exchange) {
    const std::size_t size = exchange.response->bytes.size();
    return {size, size};
  }

  void compare_ends() {
    if (port_.framing.completeness != Completeness::kComplete) {
      report("end of the response", end_of(reference_), unended(port_),
             fmt::format("the reference's is complete, the port's {}", completeness_words(port_)));
    }
    if (reference_.framing.body_end != port_.framing.body_end && actual().head_complete()) {
      report("how the body ends", deciding_line(reference_), deciding_line(port_),
             fmt::format("on the reference {}, on the port {}", body_end_words(reference_.framing.body_end),
                         body_end_words(port_.framing.body_end)));
    }
  }

  // The field line that says how the body ends; the place of the blank line where none does.
  static Span deciding_line(const Exchange& exchange) {
    const Message& message = *exchange.response;
    const char* name = exchange.framing.body_end == BodyEnd::kChunked  ? "Transfer-Encoding"
                       : exchange.framing.body_end == BodyEnd::kLength ? "Content-Length"
                                                                       : "";
    const auto found = find_fields(message, name);
    if (*name != '\0' && !found.empty()) return message.fields[found.front()].whole();
    return {message.blank_line.begin, message.blank_line.begin};
  }

  void compare_chunks() {
    const auto& chunks = reference_.framing.chunks;
    const auto& answers = port_.framing.chunks;
    std::size_t expected_border = 0;
    std::size_t actual_border = 0;
    for (std::size_t i = 0; i < chunks.size() && i < answers.size(); ++i) {
      expected_border += chunks[i].data.size();
      actual_border += answers[i].data.size();
      const bool cut = port_.framing.completeness != Completeness::kComplete && i + 1 == answers.size();
      const bool same_border = explains_border(shift_, expected_border, actual_border);
      if (!(same_border && same_size_form(chunks[i], answers[i]))) {
        report(fmt::format("chunk {} size line", i), chunks[i].size_line, answers[i].size_line,
               same_border ? "" : borders_detail());
      }
      if (!cut) report_unequal(fmt::format("chunk {} line end", i), chunks[i].data_end, answers[i].data_end);
      if (!same_border || findings_.differences.size() > kMostMarks) return;
    }
    if (chunks.size() != answers.size() && port_.framing.completeness == Completeness::kComplete) {
      const std::size_t both = std::min(chunks.size(), answers.size());
      report("chunk borders", chunk_at(reference_, both), chunk_at(port_, both), borders_detail());
    }
  }

  // The size lines are the same, or differ by what masks moved and by nothing else.
  bool same_size_form(const Chunk& chunk, const Chunk& answer) const {
    if (expected().at(chunk.size_line) == actual().at(answer.size_line)) return true;
    if (!shift_.explains || chunk.data.size() == answer.data.size()) return false;
    const SizeLine size = split_size_line(expected(), chunk);
    const SizeLine other = split_size_line(actual(), answer);
    SizeStyle style;
    SizeStyle other_style;
    style.see(size.digits);
    other_style.see(other.digits);
    return size.rest == other.rest && style.agrees(other_style);
  }

  std::string borders_detail() const {
    return fmt::format("the reference has {} chunks, the port {}", reference_.framing.chunks.size(),
                       port_.framing.chunks.size());
  }

  static Span chunk_at(const Exchange& exchange, std::size_t place) {
    const auto& chunks = exchange.framing.chunks;
    if (place < chunks.size()) return chunks[place].size_line;
    const std::size_t end = chunks.empty() ? exchange.response->body.begin : chunks.back().data_end.end;
    return {end, end};
  }

  /// All that chunk marks show apart from the borders: each form once in a row.
  struct Form {
    std::string_view rest;
    std::string_view data_end;
    Span size_line;
    bool last;
    bool operator==(const Form& other) const {
      return rest == other.rest && data_end == other.data_end && last == other.last;
    }
  };

  static std::vector<Form> forms(const Exchange& exchange, SizeStyle& style) {
    std::vector<Form> found;
    for (const Chunk& chunk : exchange.framing.chunks) {
      const SizeLine line = split_size_line(*exchange.response, chunk);
      style.see(line.digits);
      const Form form{line.rest, exchange.response->at(chunk.data_end), chunk.size_line, chunk.data.empty()};
      if (found.empty() || !(found.back() == form)) found.push_back(form);
    }
    return found;
  }

  void compare_forms() {
    SizeStyle style;
    SizeStyle answer_style;
    const std::vector<Form> expected_forms = forms(reference_, style);
    const std::vector<Form> actual_forms = forms(port_, answer_style);
    const auto [form, answer] =
        std::mismatch(expected_forms.begin(), expected_forms.end(), actual_forms.begin(), actual_forms.end());
    if (form != expected_forms.end() || answer != actual_forms.end()) {
      report("chunk extensions and line ends", form == expected_forms.end() ? end_of(reference_) : form->size_line,
             answer == actual_forms.end() ? end_of(port_) : answer->size_line);
    } else if (!style.agrees(answer_style)) {
      report("chunk size digits", chunk_at(reference_, 0), chunk_at(port_, 0), "sizes are written in another way");
    }
  }

  void compare_trailers() {
    const bool cut = port_.framing.completeness != Completeness::kComplete;
    const auto& trailers = reference_.framing.trailers;
    const auto& answers = port_.framing.trailers;
    for (std::size_t i = 0; i < std::max(trailers.size(), answers.size()); ++i) {
      if (i >= answers.size() && cut) break;
      const Span expected_line = i < trailers.size() ? trailers[i].whole() : before(reference_.framing.trailer_end);
      const Span actual_line = i < answers.size() ? answers[i].whole() : before(port_.framing.trailer_end);
      report_unequal(fmt::format("trailer {}", i), expected_line, actual_line);
    }
    if (!cut) report_unequal("end of the trailer section", reference_.framing.trailer_end, port_.framing.trailer_end);
  }

  static Span before(Span span) { return {span.begin, span.begin}; }

  const Exchange& reference_;
  const Exchange& port_;
  const LengthShift& shift_;
  Findings& findings_;
};

}  // namespace

void compare_framing(const Exchange& reference, const Exchange& port, bool borders_masked, const LengthShift& shift,
                     Findings& findings) {
  FramingComparer(reference, port, shift, findings).compare(borders_masked);
}

}  // namespace httparity
