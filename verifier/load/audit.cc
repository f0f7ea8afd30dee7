#include "load/audit.h"

#include <tuple>
#include <utility>

#include "base/file.h"
#include "base/temporary_folder.h"
#include "target/command.h"

namespace httparity {
namespace {

// The command's end: its output, and whether it passed.
std::pair<bool, std::string> run_audit(const std::vector<Template>& audit, const std::set<std::string>& tokens,
                                       const Variables& variables, const std::filesystem::path& suite,
                                       const std::stop_token& stop) {
  const TemporaryFolder folder;
  if (folder.path().empty()) return {false, "no folder could be made for the list"};
  const std::string list = (folder.path() / "acknowledged").string();
  std::string lines;
  for (const std::string& token : tokens) lines += token + "\n";
  if (auto written = write_file(list, lines); !written) return {false, written.error().what};
  Command command;
  command.cwd = suite;
  for (const Template& argument : audit) {
    const auto word = expand(argument, variables);
    if (!word) return {false, word.error().what};
    command.arguments.push_back(word->value_or(""));
  }
  command.arguments.push_back(list);
  const auto end = run_command(command, stop);
  if (!end) return {false, end.error().what};
  return {end->exit_status == 0, end->output};
}

}  // namespace

AcknowledgedTokens acknowledged_in_preflight(const Workload& workload) {
  AcknowledgedTokens out;
  for (std::size_t i = 0; i < workload.templates.size(); ++i) {
    const SettledTemplate& one = workload.templates[i];
    if (one.request.audited) out[i].insert(one.tokens.begin(), one.tokens.end());
  }
  return out;
}

std::vector<LoadAudit> run_audits(const Workload& workload, const AcknowledgedTokens& acknowledged,
                                  const Variables& variables, const std::filesystem::path& suite,
                                  const std::stop_token& stop) {
  std::vector<LoadAudit> out;
  for (std::size_t i = 0; i < workload.templates.size(); ++i) {
    const SettledTemplate& from = workload.templates[i];
    if (!from.request.audited) continue;
    const auto tokens = acknowledged.find(i);
    const std::set<std::string> none;
    const std::set<std::string>& list = tokens == acknowledged.end() ? none : tokens->second;
    LoadAudit audit;
    audit.request_name = from.request.name;
    audit.acknowledged = list.size();
    std::tie(audit.passed, audit.output) = run_audit(from.step->load->audit, list, variables, suite, stop);
    out.push_back(std::move(audit));
  }
  return out;
}

}  // namespace httparity
