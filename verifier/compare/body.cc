#include "compare/body.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "compare/encoded.h"

namespace httparity {
namespace {

/// The two texts that are compared, and how their offsets are shown.
struct Texts {
  std::string_view reference;
  std::string_view port;
  bool decoded;  ///< from content-coded payloads: offsets count in the plaintext
};

class BodyComparer {
 public:
  BodyComparer(PayloadText& reference, PayloadText& port, std::span<const Mask> masks, const Limits& limits,
               Findings& findings)
      : reference_(reference), port_(port), masks_(masks), limits_(limits), findings_(findings) {}

  LengthShift compare() {
    LengthShift shift;
    shift.reference_payload = reference_.payload().size();
    shift.port_payload = port_.payload().size();
    if (reference_.payload() == port_.payload()) {
      if (has_body_masks()) pair_equal();
      return shift;
    }
    const Decoded& expected = reference_.decoded(limits_);
    const Decoded& actual = port_.decoded(limits_);
    for (const Decoded* side : {&expected, &actual}) {
      if (side->status == DecodeStatus::kTooLarge) {
        findings_.limit = side->limit.value_or(Limit::kDecodedBytes);
        return shift;
      }
    }
    const bool expected_plain = !reference_.coded() || expected.status == DecodeStatus::kUnknown;
    const bool actual_plain = !port_.coded() || actual.status == DecodeStatus::kUnknown;
    if (expected_plain && actual_plain) {
      compare_texts({reference_.payload(), port_.payload(), false}, shift);
    } else if (expected.status == DecodeStatus::kDecoded && actual.status == DecodeStatus::kDecoded) {
      compare_decoded(shift);
    } else {
      report_hunks({reference_.payload(), port_.payload(), false}, diff(reference_.payload(), port_.payload()),
                   "compared as bytes: " + unreadable(expected, actual));
    }
    return shift;
  }

 private:
  bool has_body_masks() const {
    return std::any_of(masks_.begin(), masks_.end(), [](const Mask& mask) {
      return std::holds_alternative<BodySelector>(mask.selector) || std::holds_alternative<JsonSelector>(mask.selector);
    });
  }

  static std::string unreadable(const Decoded& expected, const Decoded& actual) {
    const auto words = [](DecodeStatus status) {
      switch (status) {
        case DecodeStatus::kDecoded:
          return "can be decoded";
        case DecodeStatus::kTruncated:
          return "stops before its end";
        case DecodeStatus::kCorrupt:
          return "can't be read";
        case DecodeStatus::kTooLarge:
          return "is too large";
        case DecodeStatus::kUnknown:
          return "has an unknown coding";
      }
      return "?";
    };
    return fmt::format("the reference's payload {}, the port's {}", words(expected.status), words(actual.status));
  }

  Side side(PayloadText& payload, const Texts& texts, std::string_view text, Span span) const {
    if (texts.decoded) return make_side(text, span);
    const Span on_wire = payload.on_wire(span);
    // The part is shown from the wire, chunk marks included, so that offset and bytes fit each other.
    return make_side(payload.wire_bytes(), on_wire);
  }

  void report_hunks(const Texts& texts, const std::vector<Hunk>& hunks, const std::string& detail) {
    for (const Hunk& hunk : hunks) {
      findings_.differences.push_back({DifferenceKind::kBodyBytes, texts.decoded ? "decoded body" : "body",
                                       texts.decoded ? Where::kPayload : Where::kResponse,
                                       side(reference_, texts, texts.reference, hunk.reference),
                                       side(port_, texts, texts.port, hunk.port), detail});
    }
  }

  void add_pair(const Texts& texts, const StretchPair& pair) {
    const auto shown = [&](const PayloadText& payload, Span span) {
      return texts.decoded ? span : payload.on_wire(span);
    };
    findings_.pairs.push_back({pair.reference.mask,
                               texts.decoded ? "decoded body" : "body",
                               texts.decoded ? Where::kPayload : Where::kResponse,
                               {shown(reference_, pair.reference.span), slice(texts.reference, pair.reference.span)},
                               {shown(port_, pair.port.span), slice(texts.port, pair.port.span)},
                               true});
  }

  std::vector<Stretch> select_reference(std::string_view text) {
    std::vector<Stretch> stretches = body_stretches(masks_, text);
    for (const Stretch& stretch : stretches) {
      findings_.selected.push_back({stretch.mask, stretch.span.size(), text.size()});
    }
    return stretches;
  }

  void pair_equal() {
    const Decoded& decoded = reference_.decoded(limits_);
    if (decoded.status != DecodeStatus::kDecoded && decoded.status != DecodeStatus::kUnknown) return;
    const Texts texts{reference_.text(), reference_.text(), reference_.coded()};
    for (const Stretch& stretch : select_reference(texts.reference)) add_pair(texts, {stretch, stretch});
  }

  /// Returns whether the texts are equal outside of the masks.
  bool compare_texts(const Texts& texts, LengthShift& shift) {
    const std::vector<Stretch> expected = select_reference(texts.reference);
    const std::vector<Stretch> actual = body_stretches(masks_, texts.port);
    const MaskedDiff found = diff_masked({texts.reference, expected, 0}, {texts.port, actual, 0});
    report_hunks(texts, found.hunks, "");
    for (const StretchPair& pair : found.pairs) {
      add_pair(texts, pair);
      if (!masks_[pair.reference.mask].any_width) continue;
      if (slice(texts.reference, pair.reference.span) == slice(texts.port, pair.port.span)) continue;
      shift.explains = true;
      shift.moved +=
          static_cast<std::int64_t>(pair.port.span.size()) - static_cast<std::int64_t>(pair.reference.span.size());
      shift.places.push_back(pair);
    }
    shift.explains = shift.explains && found.hunks.empty();
    return found.hunks.empty();
  }

  void compare_decoded(LengthShift& shift) {
    const Texts texts{reference_.text(), port_.text(), true};
    const bool same_text = texts.reference == texts.port;
    if (!compare_texts(texts, shift)) return;
    shift.coded = true;
    shift.places.clear();
    shift.explains = shift.explains && reference_.decoded(limits_).codings == port_.decoded(limits_).codings;
    compare_encodings({reference_, reference_.decoded(limits_)}, {port_, port_.decoded(limits_)}, masks_, !same_text,
                      findings_);
  }

  PayloadText& reference_;
  PayloadText& port_;
  std::span<const Mask> masks_;
  const Limits& limits_;
  Findings& findings_;
};

}  // namespace

LengthShift compare_bodies(PayloadText& reference, PayloadText& port, std::span<const Mask> masks, const Limits& limits,
                           Findings& findings) {
  return BodyComparer(reference, port, masks, limits, findings).compare();
}

}  // namespace httparity
