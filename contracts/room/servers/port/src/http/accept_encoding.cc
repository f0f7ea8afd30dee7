#include "http/accept_encoding.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "app/bugs.h"
#include "base/text.h"

namespace room {
namespace {

constexpr std::size_t kMostCodings = 16;

struct Wish {
  std::string name;
  double quality;
};

double quality_of(std::string_view parameters) {
  if (!parameters.starts_with("q=")) return 1.0;
  const std::string_view value = parameters.substr(2);
  const std::size_t end = std::min(value.find_first_not_of("0123456789."), value.size());
  return end == 0 ? 1.0 : std::strtod(std::string(value.substr(0, end)).c_str(), nullptr);
}

std::vector<Wish> read_wishes(std::string_view text) {
  std::vector<Wish> wishes;
  for (const std::string& item : split(text, ',')) {
    const std::string trimmed = strip(item);
    const std::size_t semicolon = trimmed.find(';');
    const std::string name = strip(trimmed.substr(0, semicolon));
    const bool more = semicolon != std::string::npos;
    wishes.push_back({name, more ? quality_of(strip(trimmed.substr(semicolon + 1))) : 1.0});
  }
  if (wishes.size() > kMostCodings && !has_bug(Bug::kEveryCodingRead)) wishes.resize(kMostCodings);
  return wishes;
}

bool names(const std::vector<Wish>& wishes, std::string_view name) {
  return std::any_of(wishes.begin(), wishes.end(), [&](const Wish& wish) { return wish.name == name; });
}

}  // namespace

Coding choose_coding(std::string_view accept_encoding) {
  const std::vector<Wish> wishes = read_wishes(accept_encoding);
  std::vector<Wish> expanded;
  bool wildcard_seen = false;
  for (const Wish& wish : wishes) {
    if (wish.name != "*") {
      expanded.push_back(wish);
    } else if (!std::exchange(wildcard_seen, true)) {
      for (const char* name : {"gzip", "identity"}) {
        if (!names(wishes, name)) expanded.push_back({name, wish.quality});
      }
    }
  }
  const auto preference = [](const Wish& wish) { return wish.name == "gzip" ? 0 : wish.name == "identity" ? 1 : 2; };
  std::vector<Wish> candidates = expanded;
  std::stable_sort(candidates.begin(), candidates.end(), [&](const Wish& one, const Wish& other) {
    return one.quality != other.quality ? one.quality > other.quality : preference(one) < preference(other);
  });
  if (!names(candidates, "identity")) candidates.push_back({"identity", 1.0});
  for (const Wish& wish : expanded) {
    if (wish.quality == 0.0)
      std::erase_if(candidates, [&](const Wish& candidate) { return candidate.name == wish.name; });
  }
  for (const Wish& candidate : candidates) {
    if (candidate.name == "gzip") return Coding::kGzip;
    if (candidate.name == "identity") return Coding::kIdentity;
  }
  return Coding::kNone;
}

Coding choose_coding(const Request& request) {
  return choose_coding(request.header_or_empty("accept-encoding"));
}

}  // namespace room
