#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace httparity {

/// The bars that the engine is held to, and which of them were missed.
class Bars {
 public:
  void at_least(const std::string& what, double value, double bar) { hold(what, value, bar, value >= bar, "at least"); }
  void at_most(const std::string& what, double value, double bar) { hold(what, value, bar, value <= bar, "at most"); }
  void exactly(const std::string& what, std::uint64_t value, std::uint64_t bar) {
    hold(what, static_cast<double>(value), static_cast<double>(bar), value == bar, "just");
  }
  /// The shortfalls, a line each, and the summary line.
  std::string report() const;

 private:
  void hold(const std::string& what, double value, double bar, bool met, const char* relation);

  int met_ = 0;
  int missed_ = 0;
  std::string shortfalls_;
};

/// The middle one of `values`; 0 of none.
double median(std::vector<double> values);

}  // namespace httparity
