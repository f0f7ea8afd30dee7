#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace httparity {

/// Which values of fresh masks a run has seen on each side, and in which exchange first. One for all scenarios of a
/// run; for many threads at a time.
class FreshValues {
 public:
  enum class OnSide { kReference, kPort };

  /// A number for the next exchange: the places of one exchange may show one value.
  std::uint64_t begin_exchange();

  /// Another exchange showed `value` on this side before; `mask` says under which mask. Remembers it if none did.
  bool repeats(OnSide side, const std::string& mask, std::string_view value, std::uint64_t exchange);

 private:
  using FirstSeen = std::unordered_map<std::string, std::uint64_t>;

  std::mutex mutex_;
  std::uint64_t exchanges_ = 0;
  std::map<std::string, FirstSeen> on_reference_;
  std::map<std::string, FirstSeen> on_port_;
};

}  // namespace httparity
