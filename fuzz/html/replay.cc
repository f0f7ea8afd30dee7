#include "fuzz/html/replay.h"

#include <array>

#include "fuzz/html/open_parser.h"

namespace httparity::html {
namespace {

std::vector<HtmlCase> inputs_of(const std::vector<Finding*>& findings) {
  std::vector<HtmlCase> inputs;
  inputs.reserve(findings.size());
  for (const Finding* finding : findings) inputs.push_back(finding->minimal);
  return inputs;
}

/// One answer a case, in batches.
std::vector<Answer> parse_all(Parser& parser, std::span<const HtmlCase> cases) {
  std::vector<Answer> all;
  std::vector<Answer> answers;
  while (!cases.empty()) {
    const auto batch = cases.first(std::min(cases.size(), Parser::kBatch));
    cases = cases.subspan(batch.size());
    parser.submit(batch);
    parser.collect(answers);
    for (Answer& answer : answers) all.push_back(std::move(answer));
  }
  return all;
}

}  // namespace

void replay_findings(const FuzzOptions& options, std::vector<Finding*> findings) {
  constexpr std::array kFills = {"MALLOC_PERTURB_=85", "MALLOC_PERTURB_=170", "MALLOC_PERTURB_=1"};
  if (findings.empty()) return;
  const std::vector<HtmlCase> inputs = inputs_of(findings);
  std::vector<bool> reference_unstable(findings.size());
  std::vector<bool> port_unstable(findings.size());
  const auto compare = [&](const std::string& what, const char* fill, std::string Finding::*seen,
                           std::vector<bool>& unstable) {
    const auto parser = open_isolated_parser(what, fill, options.limits);
    if (!parser) return;
    const std::vector<Answer> answers = parse_all(**parser, inputs);
    for (std::size_t i = 0; i < findings.size(); ++i) {
      const Finding& finding = *findings[i];
      // What a fault says depends on the process around it; that it is one doesn't.
      const std::string now = readable(answers[i], finding.kind, finding.minimal, options.merge_text);
      const bool same = finding.kind == VerdictKind::kFault
                            ? (answers[i].outcome == Outcome::kParsed) == (finding.*seen).starts_with("| ")
                            : now == finding.*seen;
      if (!same) unstable[i] = true;
    }
  };
  for (const char* fill : kFills) {
    compare(options.reference, fill, &Finding::expected, reference_unstable);
    compare(options.port, fill, &Finding::actual, port_unstable);
  }
  if (options.limits.stop && options.limits.stop()) return;  // what wasn't answered was not asked
  for (std::size_t i = 0; i < findings.size(); ++i) {
    findings[i]->unstable = reference_unstable[i] && port_unstable[i] ? "both"
                            : reference_unstable[i]                   ? "reference"
                            : port_unstable[i]                        ? "port"
                                                                      : "";
  }
}

void collect_votes(const FuzzOptions& options, std::vector<Finding*> findings) {
  if (findings.empty()) return;
  const std::vector<HtmlCase> inputs = inputs_of(findings);
  for (const std::string& voter : options.voters) {
    if (voter == options.reference || voter == options.port) continue;
    const auto parser = open_isolated_parser(voter, "", options.limits);
    if (!parser) continue;
    const std::vector<Answer> answers = parse_all(**parser, inputs);
    for (std::size_t i = 0; i < findings.size(); ++i) {
      Finding& finding = *findings[i];
      if (answers[i].outcome != Outcome::kParsed || finding.kind == VerdictKind::kText) continue;
      const std::string said = readable(answers[i], finding.kind, finding.minimal, options.merge_text);
      const bool with_reference = said == finding.expected;
      finding.votes.push_back({voter, with_reference ? "reference" : said == finding.actual ? "port" : "neither"});
    }
  }
}

}  // namespace httparity::html
