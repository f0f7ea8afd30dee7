#include "compare/field_pairing.h"

#include <algorithm>
#include <deque>
#include <map>
#include <string_view>
#include <unordered_map>

namespace httparity {
namespace {

struct LinesOfName {
  std::vector<std::size_t> reference;
  std::vector<std::size_t> port;
};

using Lines = std::span<const PairableLine>;

class Pairer {
 public:
  Pairer(Lines reference, Lines port) : reference_(reference), port_(port) {
    found_.port_of.resize(reference.size());
    found_.reference_of.resize(port.size());
    found_.name_is_on_port.resize(reference.size());
    found_.name_is_on_reference.resize(port.size());
    ordered_.resize(reference.size());
  }

  FieldPairing pair() {
    std::unordered_map<std::string_view, LinesOfName> names;
    for (std::size_t i = 0; i < reference_.size(); ++i) names[reference_[i].name].reference.push_back(i);
    for (std::size_t i = 0; i < port_.size(); ++i) names[port_[i].name].port.push_back(i);
    for (const auto& [name, lines] : names) pair_name(lines);
    find_moved();
    return std::move(found_);
  }

 private:
  void pair_name(const LinesOfName& lines) {
    for (const std::size_t i : lines.reference) found_.name_is_on_port[i] = !lines.port.empty();
    for (const std::size_t i : lines.port) found_.name_is_on_reference[i] = !lines.reference.empty();
    if (lines.reference.size() != lines.port.size()) {
      pair_same(lines);
      pair_rest_in_order(lines);
      return;
    }
    for (const std::size_t i : lines.reference) ordered_[i] = true;
    if (have_same_values(lines)) {
      for (std::size_t i = 0; i < lines.reference.size(); ++i) {
        if (same(lines.reference[i], lines.port[i])) join(lines.reference[i], lines.port[i]);
      }
      pair_same(lines);
    } else {
      pair_rest_in_order(lines);
    }
  }

  bool same(std::size_t of_reference, std::size_t of_port) const {
    return reference_[of_reference].value == port_[of_port].value;
  }

  void join(std::size_t of_reference, std::size_t of_port) {
    found_.port_of[of_reference] = of_port;
    found_.reference_of[of_port] = of_reference;
  }

  bool have_same_values(const LinesOfName& lines) const {
    std::vector<std::u16string_view> expected;
    std::vector<std::u16string_view> actual;
    for (const std::size_t i : lines.reference) expected.push_back(reference_[i].value);
    for (const std::size_t i : lines.port) actual.push_back(port_[i].value);
    std::sort(expected.begin(), expected.end());
    std::sort(actual.begin(), actual.end());
    return expected == actual;
  }

  void pair_same(const LinesOfName& lines) {
    std::map<std::u16string_view, std::deque<std::size_t>> free;
    for (const std::size_t i : lines.port) {
      if (!found_.reference_of[i]) free[port_[i].value].push_back(i);
    }
    for (const std::size_t i : lines.reference) {
      if (found_.port_of[i]) continue;
      const auto same_lines = free.find(reference_[i].value);
      if (same_lines == free.end() || same_lines->second.empty()) continue;
      join(i, same_lines->second.front());
      same_lines->second.pop_front();
    }
  }

  void pair_rest_in_order(const LinesOfName& lines) {
    auto next = lines.port.begin();
    for (const std::size_t i : lines.reference) {
      if (found_.port_of[i]) continue;
      while (next != lines.port.end() && found_.reference_of[*next]) ++next;
      if (next == lines.port.end()) return;
      join(i, *next);
    }
  }

  // Lines outside of a longest rising run of answers have moved.
  void find_moved() {
    std::vector<std::size_t> lines;
    for (std::size_t i = 0; i < ordered_.size(); ++i) {
      if (ordered_[i] && found_.port_of[i]) lines.push_back(i);
    }
    std::vector<std::size_t> tails;                               // of the best run of each length: index into lines
    std::vector<std::size_t> before(lines.size(), lines.size());  // the run's line before this one
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const auto tail =
          std::lower_bound(tails.begin(), tails.end(), *found_.port_of[lines[i]],
                           [&](std::size_t at, std::size_t value) { return *found_.port_of[lines[at]] < value; });
      if (tail != tails.begin()) before[i] = *(tail - 1);
      if (tail == tails.end()) {
        tails.push_back(i);
      } else {
        *tail = i;
      }
    }
    std::vector<bool> stays(lines.size());
    for (std::size_t at = tails.empty() ? lines.size() : tails.back(); at < lines.size(); at = before[at]) {
      stays[at] = true;
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (!stays[i]) found_.moved.push_back(lines[i]);
    }
  }

  Lines reference_;
  Lines port_;
  FieldPairing found_;
  std::vector<bool> ordered_;  ///< lines of the reference whose name's counts agree
};

}  // namespace

FieldPairing pair_fields(std::span<const PairableLine> reference, std::span<const PairableLine> port) {
  return Pairer(reference, port).pair();
}

}  // namespace httparity
