#include "fuzz/html/pair.h"

#include <algorithm>

namespace httparity::html {

std::vector<VerdictKind> Pair::judge_all(std::span<const HtmlCase> cases) {
  std::vector<VerdictKind> kinds;
  kinds.reserve(cases.size());
  while (!cases.empty()) {
    const auto batch = cases.first(std::min(cases.size(), Parser::kBatch));
    cases = cases.subspan(batch.size());
    port_->submit(batch);
    reference_->submit(batch);
    reference_->collect(expected_);
    port_->collect(actual_);
    for (std::size_t i = 0; i < batch.size(); ++i) kinds.push_back(judge(expected_[i], actual_[i], merge_text_));
  }
  return kinds;
}

Judged Pair::judge_one(const HtmlCase& input) {
  const Answer expected = parse_one(*reference_, input);
  const Answer actual = parse_one(*port_, input);
  Judged out;
  out.kind = judge(expected, actual, merge_text_);
  if (is_difference(out.kind)) {
    out.expected = readable(expected, out.kind, input, merge_text_);
    out.actual = readable(actual, out.kind, input, merge_text_);
  }
  return out;
}

}  // namespace httparity::html
