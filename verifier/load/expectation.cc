#include "load/expectation.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <variant>

#include "base/text.h"
#include "wire/content_coding.h"
#include "wire/framing.h"

namespace httparity {
namespace {

/// Where a stretch of the payload lies in the message; nullopt across a chunk border.
std::optional<Span> in_message(Span stretch, const Message& response, const Framing& framing) {
  if (framing.body_end != BodyEnd::kChunked) {
    return Span{response.body.begin + stretch.begin, response.body.begin + stretch.end};
  }
  std::size_t before = 0;
  for (const Chunk& chunk : framing.chunks) {
    if (stretch.begin < before + chunk.data.size()) {
      if (stretch.end > before + chunk.data.size()) return std::nullopt;
      return Span{chunk.data.begin + stretch.begin - before, chunk.data.begin + stretch.end - before};
    }
    before += chunk.data.size();
  }
  return std::nullopt;
}

bool is_packed(const Message& response) {
  for (const std::size_t i : find_fields(response, "Content-Encoding")) {
    if (!equal_ignoring_case(response.at(response.fields[i].value), "identity")) return true;
  }
  return false;
}

/// The stretches of the response's raw bytes that `mask` selects and that can be found there again byte for byte.
std::vector<Span> stretches_of(const Mask& mask, const Message& response, const Framing& framing,
                               const std::string& plain) {
  if (const auto* header = std::get_if<HeaderSelector>(&mask.selector)) return select(*header, response);
  std::vector<Span> in_payload;
  if (is_packed(response)) return {};
  if (const auto* body = std::get_if<BodySelector>(&mask.selector)) in_payload = select(*body, plain);
  if (const auto* json = std::get_if<JsonSelector>(&mask.selector)) in_payload = select(*json, plain);
  std::vector<Span> out;
  for (const Span& stretch : in_payload) {
    if (const auto raw = in_message(stretch, response, framing)) out.push_back(*raw);
  }
  return out;
}

void add_slot(std::vector<Slot>& slots, Slot slot) {
  const auto overlaps = [&](const Slot& other) {
    return slot.span.begin < other.span.end && other.span.begin < slot.span.end;
  };
  if (!slot.span.empty() && std::none_of(slots.begin(), slots.end(), overlaps)) slots.push_back(slot);
}

bool has_fresh_value_without_slot(const Expectation& expectation) {
  const std::vector<SelectedValue> values = selected_values(expectation.exchange, expectation.masks);
  return std::any_of(values.begin(), values.end(), [&](const SelectedValue& value) {
    if (!expectation.masks[value.mask].fresh) return false;
    const std::vector<Slot>& slots = expectation.image.slots;
    return std::none_of(slots.begin(), slots.end(), [&](const Slot& slot) {
      return slot.kind == SlotKind::kFresh && slot.mask == value.mask &&
             slice(expectation.image.bytes, slot.span) == value.bytes;
    });
  });
}

}  // namespace

Result<Expectation> compile_expectation(Exchange exchange, std::vector<Mask> masks, std::string_view echo) {
  if (!is_complete(exchange)) return Error{"the answer to be expected is not complete"};
  Expectation out;
  for (const Message& interim : exchange.interims) out.image.bytes += interim.bytes;
  const std::size_t base = out.image.bytes.size();
  const Message& response = *exchange.response;
  out.image.bytes += response.bytes;
  out.ends_with_close = exchange.framing.body_end == BodyEnd::kClose;

  std::vector<Slot> slots;
  if (!echo.empty()) {
    for (std::size_t at = 0; (at = response.bytes.find(echo, at)) != std::string::npos; at += echo.size()) {
      add_slot(slots, {{at, at + echo.size()}, SlotKind::kEcho, 0, false, '\0', 0});
    }
  }
  const std::string plain = payload(response, exchange.framing);
  std::map<std::string, std::size_t> groups;
  for (std::size_t m = 0; m < masks.size(); ++m) {
    const Mask& mask = masks[m];
    for (const Span& span : stretches_of(mask, response, exchange.framing, plain)) {
      if (!fits(mask, response.at(span))) {
        return Error{mask.place.file + ":" + std::to_string(mask.place.line) + ": " + mask.place.pointer +
                     ": the value in the verified answer doesn't fit the mask's type"};
      }
      const bool in_head = span.end <= response.blank_line.begin;
      Slot slot{span, mask.fresh ? SlotKind::kFresh : SlotKind::kMasked, m, mask.any_width && in_head, '\0', 0};
      if (span.end < response.bytes.size()) slot.stop = response.bytes[span.end];
      if (!mask.name.empty()) slot.group = groups.try_emplace(mask.name, groups.size() + 1).first->second;
      add_slot(slots, slot);
    }
  }
  for (Slot& slot : slots) slot.span = {slot.span.begin + base, slot.span.end + base};
  std::sort(slots.begin(), slots.end(), [](const Slot& x, const Slot& y) { return x.span.begin < y.span.begin; });
  out.image.slots = std::move(slots);
  out.masks = std::move(masks);
  out.exchange = std::move(exchange);
  out.judged_in_full = has_fresh_value_without_slot(out);
  return out;
}

std::vector<SelectedValue> selected_values(const Exchange& exchange, const std::vector<Mask>& masks) {
  std::vector<SelectedValue> out;
  if (!exchange.response) return out;
  const Message& response = *exchange.response;
  std::optional<std::string> plain;
  const auto decoded = [&]() -> const std::string& {
    if (!plain) plain = decode_content(response, payload(response, exchange.framing)).plaintext;
    return *plain;
  };
  for (std::size_t m = 0; m < masks.size(); ++m) {
    const auto add = [&](const std::vector<Span>& spans, std::string_view bytes) {
      for (const Span& span : spans) {
        const auto same = [&](const SelectedValue& v) { return v.mask == m && v.bytes == slice(bytes, span); };
        if (std::none_of(out.begin(), out.end(), same)) out.push_back({m, span, std::string(slice(bytes, span))});
      }
    };
    const Selector& selector = masks[m].selector;
    if (const auto* header = std::get_if<HeaderSelector>(&selector)) add(select(*header, response), response.bytes);
    if (const auto* body = std::get_if<BodySelector>(&selector)) add(select(*body, decoded()), decoded());
    if (const auto* json = std::get_if<JsonSelector>(&selector)) add(select(*json, decoded()), decoded());
  }
  return out;
}

}  // namespace httparity
