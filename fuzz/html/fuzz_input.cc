#include "fuzz/html/fuzz_input.h"

#include <algorithm>

#include "fuzz/html/tokens.h"
#include "fuzz/html/utf8.h"

namespace httparity::html {

std::string fuzz_input(const HtmlCase& one) {
  const auto contexts = fragment_contexts();
  // Where it isn't found, this is their count.
  const auto place = std::find(contexts.begin(), contexts.end(), one.context) - contexts.begin();
  return static_cast<char>(static_cast<unsigned char>(place)) + one.data;
}

HtmlCase fuzz_case(std::string_view input) {
  HtmlCase out;
  if (input.empty()) return out;
  const auto contexts = fragment_contexts();
  const std::size_t place = static_cast<unsigned char>(input.front()) % (2 * contexts.size());
  if (place < contexts.size()) out.context = contexts[place];
  out.data = decode_utf8(input.substr(1));
  return out;
}

}  // namespace httparity::html
