#include "report/fuzz_junit.h"

#include <fmt/format.h>

#include "report/fuzz_text.h"
#include "report/junit_report.h"
#include "report/workflow_commands.h"

namespace httparity {

std::string fuzz_suite(const FuzzResult& result) {
  std::string cases;
  for (const FuzzFinding& finding : result.findings) {
    cases += fmt::format("    <testcase classname=\"fuzz\" name=\"{}\">", xml_text(finding.id));
    if (finding.ledger.empty()) {
      cases += fmt::format("\n      <failure type=\"{}\" message=\"{}\">{}</failure>\n    ", xml_text(finding.type),
                           xml_text(finding.key), xml_text(without_workflow_commands(finding_text(finding, {}))));
    } else {
      cases += fmt::format("<skipped message=\"known: {}\"/>", xml_text(finding.ledger));
    }
    cases += "</testcase>\n";
  }
  std::size_t errors = 0;
  const auto add_errors = [&](const char* type, const std::vector<std::string>& ids) {
    for (const std::string& id : ids) {
      ++errors;
      cases += fmt::format(
          "    <testcase classname=\"fuzz\" name=\"ledger {0}\"><error type=\"{1}\" message=\"{1} ledger entry: {0}\"/>"
          "</testcase>\n",
          xml_text(id), type);
    }
  };
  add_errors("stale", result.stale_entries);
  add_errors("expired", result.expired_entries);
  cases += "    <testcase classname=\"fuzz\" name=\"compared\"";
  if (result.cases() == 0) {
    ++errors;
    cases += "><error type=\"inconclusive\" message=\"nothing was compared\"/></testcase>\n";
  } else {
    cases += "/>\n";
  }
  const std::size_t fresh = result.new_findings();
  const std::size_t all = result.findings.size() + result.stale_entries.size() + result.expired_entries.size() + 1;
  return fmt::format("  <testsuite name=\"fuzz\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">\n", all,
                     fresh, errors, result.findings.size() - fresh) +
         cases + "  </testsuite>\n";
}

}  // namespace httparity
