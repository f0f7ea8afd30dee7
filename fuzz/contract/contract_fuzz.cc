// Any bytes are a contract or a list of errors, never both and never a crash; whatever is a contract can be sent. The
// scanner below the reader agrees with another library on what is JSON.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <variant>

#include "base/json_scan.h"
#include "contract/read_contract.h"
#include "contract/request_bytes.h"
#include "wire/message.h"

namespace httparity {
namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

bool is_json(std::string_view text) {
  // The other reader bounds no depth.
  JsonScanner scanner(text, {.comments = true, .max_depth = text.size() + 1});
  while (true) {
    const JsonToken token = scanner.next();
    if (token == JsonToken::kEnd) return true;
    if (token == JsonToken::kError) return false;
  }
}

/// What the other reader takes and the scanner refuses by design, or the other way round.
bool is_disputed(std::string_view text) {
  return text.substr(0, 1) == "\xEF"                             // it skips a byte order mark
         || text.find_first_of("/eE") != std::string_view::npos  // it has other comments, and bounds its numbers
         || text.find('\0') != std::string_view::npos;           // it takes a NUL for the end
}

void check_errors(const ContractReading& reading) {
  check(!reading.errors.empty());
  for (const Error& error : reading.errors) {
    check(!error.what.empty() && error.what.starts_with("none/fuzz.json:"));
    check(std::all_of(error.what.begin(), error.what.end(), [](char c) { return c >= 0x20 && c < 0x7F; }));
  }
}

void check_request(const Request& request, const Variables& variables) {
  const auto built = build_request(request, variables, {}, {});
  if (!built) return;
  check(index_message(built->bytes).bytes == built->bytes);
  if (request.raw) return;
  const Message message = index_message(built->bytes);
  check(message.head_complete());
  check(request_method(message) == request.method);
}

void check_contract(const Contract& contract) {
  check(!contract.scenarios.empty());
  for (const Scenario& scenario : contract.scenarios) {
    const auto cells = variants(contract, scenario);
    check(!cells.empty());
    Variables variables = cells.front().values;
    variables["unique"] = unique_value(scenario.name, 0);
    for (const Step& step : scenario.steps) {
      if (const auto* request = std::get_if<Request>(&step.action)) check_request(*request, variables);
      for (const Capture& capture : step.captures) variables[capture.name] = "captured";
      for (const Mask& mask : step.masks) check(!fits(mask, "") && !mask.why.empty() && !describe(mask).empty());
    }
  }
}

}  // namespace
}  // namespace httparity

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace httparity;
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (!is_disputed(text)) check(is_json(text) == nlohmann::json::accept(text));
  // A folder that isn't there: bodies of files are errors here, whatever they name.
  const ContractReading reading = parse_contract(text, "none/fuzz.json", {.variants = 1000});
  check(reading.contract.has_value() == reading.errors.empty());
  if (reading.contract) {
    check_contract(*reading.contract);
  } else {
    check_errors(reading);
  }
  return 0;
}
