#pragma once

#include <map>
#include <string>
#include <vector>

#include "import/import.h"

namespace httparity {

/// Counts losses of one kind, so that a capture of a million lines doesn't make a million of them.
class LossCounter {
 public:
  /// `what` happened at `where`.
  void add(const std::string& what, const std::string& where);
  /// One loss for each kind, in the order of their first: where it was seen first, and how often.
  std::vector<ImportLoss> take() &&;

 private:
  struct Count {
    std::string first;
    std::size_t times = 0;
  };
  std::vector<std::string> order_;
  std::map<std::string, Count> counts_;
};

}  // namespace httparity
