// Any two exchanges get a verdict that keeps its own rules, under masks of every kind and over several steps; the same
// bytes on both sides are never a difference, and differing bytes of two complete answers always one without masks.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compare/compare.h"
#include "contract/mask.h"
#include "wire/make_exchange.h"

namespace httparity {
namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

Mask mask_of(Selector selector, MaskType type) {
  Mask mask;
  mask.selector = std::move(selector);
  mask.type = type;
  mask.why = "fuzz";
  return mask;
}

std::vector<Mask> masks_for(std::uint8_t bits) {
  std::vector<Mask> masks = {mask_of(HeaderSelector{"Date", std::nullopt, std::nullopt, {}}, MaskType::kHttpDate),
                             mask_of(HeaderSelector{"Set-Cookie", std::nullopt, "=", {";", ","}}, MaskType::kToken),
                             mask_of(BodySelector{"<", {">"}}, MaskType::kToken),
                             mask_of(JsonSelector{"/a"}, MaskType::kDigits),
                             mask_of(GzipPart::kMtime, MaskType::kNone),
                             mask_of(ChunkBorders(), MaskType::kNone)};
  for (Mask& mask : masks) {
    mask.any_width = (bits & 1U) != 0;
    mask.fresh = (bits & 2U) != 0;
    if ((bits & 4U) != 0) mask.name = "name";
  }
  masks.resize(bits % (masks.size() + 1));
  return masks;
}

/// Two answers and what surrounds them, cut from the input: a control byte, then the bytes of the reference up to the
/// first "\xff\xff", then those of the port.
struct Input {
  std::uint8_t control;
  std::string_view reference;
  std::string_view port;
};

Input split(std::string_view bytes) {
  Input input{bytes.empty() ? std::uint8_t{0} : static_cast<std::uint8_t>(bytes.front()), {}, {}};
  bytes.remove_prefix(std::min<std::size_t>(1, bytes.size()));
  const std::size_t border = bytes.find("\xff\xff");
  input.reference = bytes.substr(0, border);
  input.port = border == std::string_view::npos ? input.reference : bytes.substr(border + 2);
  return input;
}

void check_verdict(const Verdict& verdict, const Exchange& reference, const Exchange& port) {
  check((verdict.outcome == Outcome::kDiffers) == !verdict.differences.empty());
  check((verdict.outcome == Outcome::kUnknown) == verdict.reason.has_value());
  for (const Difference& difference : verdict.differences) {
    check(!difference.part.empty() && difference_kind_name(difference.kind) != std::string_view("?"));
    if (difference.where != Where::kResponse || !port.response) continue;
    const auto shown = [](const Side& side, const Message& message) {
      check(side.span.begin <= side.span.end && side.span.end <= message.bytes.size());
      check(message.at(side.span).substr(0, kLongestPart) == side.bytes);
    };
    shown(difference.reference, *reference.response);
    shown(difference.port, *port.response);
  }
}

}  // namespace
}  // namespace httparity

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace httparity;
  const Input input = split({reinterpret_cast<const char*>(data), size});
  constexpr Fate kFates[] = {Fate::kOpen, Fate::kFin, Fate::kRst, Fate::kStall};
  const Fate fate = kFates[input.control % 4];
  const Fate port_fate = kFates[(input.control / 4) % 4];
  const std::string request = std::string((input.control & 16U) != 0 ? "HEAD" : "GET") + " / HTTP/1.1\r\n\r\n";
  const Exchange reference = make_exchange(request, input.reference, fate);
  const Exchange port = make_exchange(request, input.port, port_fate);

  if (is_complete(reference) && is_complete(port) && fate == port_fate) {
    const Verdict bare = ScenarioComparer().compare(reference, port, {});
    if (bare.outcome != Outcome::kUnknown) {
      check((bare.outcome == Outcome::kParity) == (input.reference == input.port));
    }
  }
  const std::vector<Mask> masks = masks_for(static_cast<std::uint8_t>(input.control / 32 + size % 7));
  const Verdict own = ScenarioComparer().compare(reference, reference, masks);
  check(own.outcome != Outcome::kDiffers);
  ScenarioComparer comparer;
  check_verdict(comparer.compare(reference, port, masks), reference, port);
  check_verdict(comparer.compare(reference, reference, masks), reference, reference);
  check_verdict(comparer.compare(port, reference, masks), port, reference);
  return 0;
}
