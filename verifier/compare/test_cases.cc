#include "compare/test_cases.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <ostream>

namespace httparity {
namespace {

using Json = nlohmann::json;

// Code points U+0000..U+00FF of UTF-8 text, as bytes.
std::string latin1(const std::string& text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto lead = static_cast<unsigned char>(text[i]);
    if (lead < 0x80) {
      bytes.push_back(text[i]);
    } else {
      const auto next = static_cast<unsigned char>(text.at(++i));
      bytes.push_back(static_cast<char>((lead & 0x03U) << 6U | (next & 0x3fU)));
    }
  }
  return bytes;
}

// A string, {"repeat": BYTES, "times": N}, or an array of these, joined.
std::string read_bytes(const Json& json) {
  if (json.is_string()) return latin1(json.get<std::string>());
  std::string bytes;
  if (json.is_array()) {
    for (const Json& part : json) bytes += read_bytes(part);
    return bytes;
  }
  const std::string repeated = read_bytes(json.at("repeat"));
  for (std::size_t times = json.at("times").get<std::size_t>(); times > 0; --times) bytes += repeated;
  return bytes;
}

CaseSide read_side(const Json& json) {
  const std::string then = json.at("then");
  CaseSide side{read_bytes(json.at("bytes")), Fate::kOpen};
  for (const Fate fate : {Fate::kFin, Fate::kRst, Fate::kStall}) {
    if (then == fate_name(fate)) side.fate = fate;
  }
  return side;
}

std::vector<std::string> read_ends(const Json& json) {
  std::vector<std::string> ends;
  if (!json.contains("until")) return ends;
  const Json& until = json.at("until");
  if (until.is_string()) return {latin1(until.get<std::string>())};
  for (const Json& end : until) ends.push_back(latin1(end.get<std::string>()));
  return ends;
}

Selector read_selector(const Json& json) {
  if (json.contains("header")) {
    HeaderSelector header;
    header.name = json.at("header").get<std::string>();
    if (json.contains("nth")) header.nth = json.at("nth").get<std::size_t>();
    if (json.contains("after")) header.after = latin1(json.at("after").get<std::string>());
    header.until = read_ends(json);
    return header;
  }
  if (json.contains("gzip")) {
    const std::string part = json.at("gzip");
    return part == "mtime" ? GzipPart::kMtime : part == "xfl" ? GzipPart::kXfl : GzipPart::kOs;
  }
  if (json.contains("framing")) return ChunkBorders();
  const Json& body = json.at("body");
  if (body.contains("json")) return JsonSelector{body.at("json").get<std::string>()};
  return BodySelector{latin1(body.at("after").get<std::string>()), read_ends(body)};
}

Mask read_mask(const Json& json) {
  Mask mask;
  mask.selector = read_selector(json);
  if (json.contains("type")) mask.type = mask_type_by_name(json.at("type").get<std::string>()).value();
  if (json.contains("length")) mask.length = json.at("length").get<std::size_t>();
  mask.any_width = json.value("width", "") == "any";
  mask.name = json.value("name", "");
  mask.fresh = json.value("fresh", false);
  mask.why = json.at("why").get<std::string>();
  return mask;
}

WireCase read_case(const Json& json) {
  WireCase read;
  read.id = json.at("id").get<std::string>();
  read.about = json.at("about").get<std::string>();
  if (json.contains("masks")) {
    for (const Json& mask : json.at("masks")) read.masks.push_back(read_mask(mask));
  }
  for (const Json& step : json.at("steps")) {
    read.steps.push_back({read_bytes(step.at("request")), step.value("connection", "") == "new",
                          read_side(step.at("reference")), read_side(step.at("port"))});
  }
  const Json& expect = json.at("expect");
  if (expect.is_array()) read.expect.kinds = expect.get<std::set<std::string>>();
  if (expect.is_object()) read.expect.unknown = expect.at("unknown").get<std::string>();
  return read;
}

bool stand_for_each_other(const std::string& expected, const std::string& actual) {
  const std::set<std::string> endless = {"limit", "timeout", "bad-framing"};
  return expected == actual || (endless.contains(expected) && endless.contains(actual));
}

}  // namespace

void PrintTo(const WireCase& wire_case, std::ostream* out) {
  *out << wire_case.id;
}

std::vector<WireCase> read_wire_cases(const std::string& path) {
  try {
    std::ifstream file(path, std::ios::binary);
    std::vector<WireCase> cases;
    for (const Json& json : Json::parse(file)) cases.push_back(read_case(json));
    return cases;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}: {}\n", path, error.what());
    std::exit(EXIT_FAILURE);
  }
}

std::optional<std::string> find_fault(const WireCase& wire_case, const std::vector<Verdict>& verdicts) {
  std::set<std::string> kinds;
  std::set<std::string> reasons;
  for (const Verdict& verdict : verdicts) {
    if (verdict.reason) reasons.insert(unknown_reason_name(*verdict.reason));
    for (const Difference& difference : verdict.differences) kinds.insert(difference_kind_name(difference.kind));
  }
  const bool reasons_fit =
      wire_case.expect.unknown
          ? reasons.size() == 1 && stand_for_each_other(*wire_case.expect.unknown, *reasons.begin())
          : reasons.empty();
  if (reasons_fit && kinds == wire_case.expect.kinds && verdicts.size() == wire_case.steps.size()) return std::nullopt;
  return fmt::format("{}: kinds {} and reasons {} in place of {}", wire_case.id, kinds, reasons,
                     wire_case.expect.unknown ? fmt::format("unknown ({})", *wire_case.expect.unknown)
                                              : fmt::format("{}", wire_case.expect.kinds));
}

}  // namespace httparity
