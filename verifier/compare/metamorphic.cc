#include "compare/metamorphic.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/text.h"
#include "compare/byte_ranges.h"
#include "compare/etag_digest.h"

namespace httparity {
namespace {

/// The two answers of one side that a relation is about.
struct OwnPair {
  const Message& earlier;
  const Message& now;
};

std::optional<Span> first_line(const Message& message, std::string_view name) {
  const auto found = find_fields(message, name);
  if (found.empty()) return std::nullopt;
  return message.fields[found.front()].whole();
}

std::string line_words(const Message& message, std::string_view name) {
  const auto span = first_line(message, name);
  if (!span) return "no such line";
  constexpr std::size_t kShown = 80;
  std::string_view line = message.at(*span);
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
  return fmt::format("\"{}{}\"", escape_bytes(line.substr(0, kShown)), line.size() > kShown ? "..." : "");
}

/// The values of all lines of one name, masked places left out.
std::vector<std::u16string> values_of(const Message& message, std::string_view name,
                                      const std::vector<Stretch>& stretches) {
  std::vector<std::u16string> values;
  for (const std::size_t i : find_fields(message, name)) {
    const Span span = message.fields[i].value;
    values.push_back(symbols_of({message.at(span), stretches_in(stretches, span), span.begin}));
  }
  return values;
}

bool share_field(const OwnPair& pair, std::string_view name, std::span<const Mask> masks) {
  return values_of(pair.earlier, name, head_stretches(masks, pair.earlier)) ==
         values_of(pair.now, name, head_stretches(masks, pair.now));
}

std::vector<std::string> field_names(const Message& message) {
  std::vector<std::string> names;
  for (const Field& field : message.fields) {
    std::string name = lower(message.at(field.name));
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
  }
  return names;
}

class Judge {
 public:
  Judge(const Exchange& reference, const Exchange& port, std::span<const Mask> masks, Findings& findings)
      : reference_(*reference.response), port_(*port.response), masks_(masks), findings_(findings) {}

  void head_and_get(const KeptStep& partner, const char* title) {
    if (partner.reference.status != status_code(reference_)) return;
    if (partner.port.status != status_code(port_)) {
      report(fmt::format("{}: status", title), start(reference_), start(port_),
             "the two agree on the reference and disagree on the port");
      return;
    }
    const OwnPair expected{partner.reference.head, reference_};
    const OwnPair actual{partner.port.head, port_};
    for (const std::string& name : field_names(partner.reference.head)) {
      if (name == "date" || find_fields(reference_, name).empty()) continue;
      // Whether a tag is the same is the question itself: it is judged with its masked bytes where the reference's
      // agree.
      const bool raw = name == "etag" && share_field(expected, name, {});
      const std::span<const Mask> masks = raw ? std::span<const Mask>() : masks_;
      const bool holds = share_field(expected, name, masks);
      const bool port_holds = share_field(actual, name, masks);
      if (holds && !port_holds) {
        report_line(fmt::format("{}: {}", title, name), name, partner.port.head);
      } else if (!holds && !port_holds) {
        findings_.notes.push_back(fmt::format("{}: {} differs, on both sides", title, escape_bytes(name)));
      }
    }
  }

  void not_modified(const KeptStep& partner) {
    if (partner.port.status != 200 || find_fields(partner.reference.head, "ETag").empty()) return;
    const bool holds = share_field({partner.reference.head, reference_}, "ETag", {});
    const bool port_holds =
        !find_fields(partner.port.head, "ETag").empty() && share_field({partner.port.head, port_}, "ETag", {});
    if (holds && !port_holds) {
      report_line("304 against its 200: ETag", "ETag", partner.port.head);
    } else if (!holds && !port_holds) {
      findings_.notes.emplace_back("304 against its 200: ETag differs, on both sides");
    }
  }

  void partial(const KeptStep& partner, std::string_view reference_payload, std::string_view port_payload) {
    if (partner.port.status != 200) return;
    if (!partner.reference.payload || !partner.port.payload) {
      findings_.notes.emplace_back("206 against its 200: not judged, the 200 was too large to be kept");
      return;
    }
    const bool holds = is_slice({partner.reference.head, reference_}, reference_payload, *partner.reference.payload);
    const bool port_holds = is_slice({partner.port.head, port_}, port_payload, *partner.port.payload);
    if (holds && !port_holds) {
      report("206 against its 200", body_start(reference_), body_start(port_),
             "on the reference the part is a slice of the whole, on the port it isn't");
    } else if (!holds && !port_holds) {
      findings_.notes.emplace_back("206 against its 200: no slice of it, on both sides");
    }
  }

  void digest_tag(PayloadText& reference_text, PayloadText& port_text, const Limits& limits) {
    const auto expected = find_fields(reference_, "ETag");
    const auto actual = find_fields(port_, "ETag");
    if (expected.size() != 1 || actual.size() != 1) return;
    const std::string_view tag = reference_.at(reference_.fields[expected.front()].value);
    const std::string_view port_tag = port_.at(port_.fields[actual.front()].value);
    if (tag == port_tag && reference_text.payload() == port_text.payload()) return;
    reference_text.decoded(limits);
    if (!etag_digests(tag, reference_text.payload(), reference_text.text())) return;
    port_text.decoded(limits);
    if (etag_digests(port_tag, port_text.payload(), port_text.text())) return;
    report("ETag against its own body", reference_.fields[expected.front()].whole(),
           port_.fields[actual.front()].whole(), "on the reference the tag digests the body, on the port it doesn't");
  }

 private:
  static bool is_slice(const OwnPair& pair, std::string_view payload, std::string_view whole) {
    if (!share_field(pair, "Content-Encoding", {})) return false;
    const auto parts = range_parts(pair.now, payload);
    return parts && are_slices(*parts, whole);
  }

  static Span start(const Message& message) { return {message.start_line.begin, message.start_line_end.end}; }
  static Span body_start(const Message& message) {
    return {message.body.begin, std::min(message.body.begin + kLongestPart, message.body.end)};
  }
  static Span line_or_end(const Message& message, std::string_view name) {
    return first_line(message, name).value_or(Span{message.blank_line.begin, message.blank_line.begin});
  }

  void report(std::string part, Span of_reference, Span of_port, std::string detail) {
    findings_.differences.push_back({DifferenceKind::kMetamorphic, std::move(part), Where::kResponse,
                                     make_side(reference_.bytes, of_reference), make_side(port_.bytes, of_port),
                                     std::move(detail)});
  }

  void report_line(std::string part, std::string_view name, const Message& earlier_on_port) {
    report(std::move(part), line_or_end(reference_, name), line_or_end(port_, name),
           fmt::format("the reference's two answers agree; the port's earlier one shows {}, this one {}",
                       line_words(earlier_on_port, name), line_words(port_, name)));
  }

  const Message& reference_;
  const Message& port_;
  std::span<const Mask> masks_;
  Findings& findings_;
};

}  // namespace

void Metamorphic::judge(const Exchange& reference, const Exchange& port, PayloadText& reference_text,
                        PayloadText& port_text, bool equal, std::span<const Mask> masks, std::string_view actor,
                        const Limits& limits, Findings& findings) {
  const std::string_view method = request_method(reference.request);
  const std::optional<int> status = status_code(*reference.response);
  const std::optional<int> port_status = status_code(*port.response);
  const std::string key = partner_key(reference.request, actor);
  Judge judge(reference, port, masks, findings);
  const KeptStep* get = partners_.latest_get(key);
  const KeptStep* head = partners_.head_before_get(key);
  const KeptStep* ok = partners_.latest_ok(key);
  // A GET that was answered in another way (304, say) is no measure for this HEAD; the 200 before it is.
  const KeptStep* whole = get && get->reference.status != status ? ok : get;
  if (method == "HEAD" && whole) judge.head_and_get(*whole, "HEAD against its GET");
  if (method == "GET" && head) judge.head_and_get(*head, "GET against its HEAD");
  if (ok && status == 304 && port_status == 304) judge.not_modified(*ok);
  if (ok && method == "GET" && status == 206 && port_status == 206) {
    judge.partial(*ok, reference_text.payload(), port_text.payload());
  }
  if (!equal && method != "HEAD" && status != 206 && !reference.response->body.empty()) {
    judge.digest_tag(reference_text, port_text, limits);
  }
  const bool has_whole = method == "GET" && status == 200;
  const std::string_view payload = has_whole ? reference_text.payload() : std::string_view();
  const std::string_view port_payload = !has_whole || equal ? payload : port_text.payload();
  partners_.keep(key, reference, port, payload, port_payload);
}

}  // namespace httparity
