#include "load/request_set.h"

#include <numeric>
#include <utility>

namespace httparity {

RequestSet make_request_set(std::vector<RequestTemplate> templates) {
  RequestSet out;
  out.templates = std::move(templates);
  std::size_t divisor = 0;
  std::size_t total = 0;
  for (const RequestTemplate& one : out.templates) {
    divisor = std::gcd(divisor, one.weight);
    total += one.weight;
  }
  if (divisor == 0) return out;
  std::vector<std::int64_t> credit(out.templates.size());
  for (std::size_t turn = 0; turn < total / divisor; ++turn) {
    std::size_t best = 0;
    for (std::size_t i = 0; i < credit.size(); ++i) {
      credit[i] += static_cast<std::int64_t>(out.templates[i].weight);
      if (credit[i] > credit[best]) best = i;
    }
    credit[best] -= static_cast<std::int64_t>(total);
    out.order.push_back(static_cast<std::uint32_t>(best));
  }
  return out;
}

void write_unique(const UniqueSpace& space, std::uint32_t thread, std::uint64_t ordinal, char* out) {
  // An odd factor permutes the 64-bit numbers, so that neighbours differ in most digits.
  const std::uint64_t value =
      (((std::uint64_t{space.measurement} << 52) + (std::uint64_t{thread} << 40) + ordinal) * 0x9e3779b97f4a7c15U) ^
      space.salt;
  for (std::size_t i = 0; i < kUniqueBytes; ++i) out[i] = "0123456789abcdef"[(value >> (4 * (15 - i))) & 15];
}

}  // namespace httparity
