#include "load/seen_values.h"

#include <functional>
#include <utility>

namespace httparity {
namespace {

std::uint64_t digest_of(std::size_t mask, std::string_view value) {
  std::uint64_t x = std::hash<std::string_view>{}(value) + (mask + 1) * 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 31)) * 0xbf58476d1ce4e5b9U;
  x ^= x >> 29;
  return x == 0 ? 1 : x;
}

}  // namespace

bool SeenValues::insert(std::size_t mask, std::string_view value) {
  const std::uint64_t digest = digest_of(mask, value);
  const std::scoped_lock lock(mutex_);
  if (now_.contains(digest) || before_.contains(digest)) return false;
  if (now_.used == window_) {
    before_ = std::move(now_);
    now_ = Table{};
  }
  now_.add(digest);
  return true;
}

bool SeenValues::Table::contains(std::uint64_t digest) const {
  if (slots.empty()) return false;
  const std::size_t last = slots.size() - 1;
  for (std::size_t i = digest & last; slots[i] != 0; i = (i + 1) & last) {
    if (slots[i] == digest) return true;
  }
  return false;
}

void SeenValues::Table::add(std::uint64_t digest) {
  if (2 * (used + 1) > slots.size()) {
    std::vector<std::uint64_t> old = std::exchange(slots, {});
    slots.resize(old.empty() ? 64 : 2 * old.size());
    used = 0;
    for (const std::uint64_t known : old) {
      if (known != 0) add(known);
    }
  }
  const std::size_t last = slots.size() - 1;
  std::size_t i = digest & last;
  while (slots[i] != 0) i = (i + 1) & last;
  slots[i] = digest;
  ++used;
}

}  // namespace httparity
