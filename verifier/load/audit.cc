#include "load/audit.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "base/file.h"
#include "base/temporary_folder.h"
#include "target/command.h"

namespace httparity {
namespace {

std::string text_of(const AuditedRequest& one) {
  return {one.token.data(), one.token.size()};
}

Result<std::string> write_list(const TemporaryFolder& folder, const char* name, const std::set<std::string>& tokens) {
  std::string path = (folder.path() / name).string();
  std::string lines;
  for (const std::string& token : tokens) lines += token + "\n";
  if (auto written = write_file(path, lines); !written) return written.error();
  return path;
}

// The command's end: its output, and whether it passed.
std::pair<bool, std::string> run_audit(const std::vector<Template>& audit, const AuditedTokens& tokens,
                                       const Variables& variables, const std::filesystem::path& suite,
                                       const std::stop_token& stop) {
  const TemporaryFolder folder;
  if (folder.path().empty()) return {false, "no folder could be made for the lists"};
  const auto acknowledged = write_list(folder, "acknowledged", tokens.acknowledged);
  if (!acknowledged) return {false, acknowledged.error().what};
  const auto unacknowledged = write_list(folder, "unacknowledged", tokens.unacknowledged);
  if (!unacknowledged) return {false, unacknowledged.error().what};
  Command command;
  command.cwd = suite;
  for (const Template& argument : audit) {
    const auto word = expand(argument, variables);
    if (!word) return {false, word.error().what};
    command.arguments.push_back(word->value_or(""));
  }
  command.arguments.push_back(*acknowledged);
  command.arguments.push_back(*unacknowledged);
  const auto end = run_command(command, stop);
  if (!end) return {false, end.error().what};
  return {end->exit_status == 0, end->output};
}

}  // namespace

AuditedRequests audited_in_preflight(const Workload& workload) {
  AuditedRequests out;
  for (std::size_t i = 0; i < workload.templates.size(); ++i) {
    const SettledTemplate& one = workload.templates[i];
    if (one.request.audited) out[i].acknowledged.insert(one.tokens.begin(), one.tokens.end());
  }
  return out;
}

void add_audited(AuditedRequests& to, std::vector<AuditedRequest> sent, std::vector<AuditedRequest> acknowledged) {
  std::sort(sent.begin(), sent.end());
  std::sort(acknowledged.begin(), acknowledged.end());
  std::vector<AuditedRequest> missing;
  std::set_difference(sent.begin(), sent.end(), acknowledged.begin(), acknowledged.end(), std::back_inserter(missing));
  for (const AuditedRequest& one : acknowledged) to[one.request].acknowledged.insert(text_of(one));
  for (const AuditedRequest& one : missing) to[one.request].unacknowledged.insert(text_of(one));
}

std::vector<LoadAudit> run_audits(const Workload& workload, const AuditedRequests& audited, const Variables& variables,
                                  const std::filesystem::path& suite, const std::stop_token& stop) {
  std::vector<LoadAudit> out;
  for (std::size_t i = 0; i < workload.templates.size(); ++i) {
    const SettledTemplate& from = workload.templates[i];
    if (!from.request.audited) continue;
    const auto found = audited.find(i);
    const AuditedTokens tokens = found == audited.end() ? AuditedTokens{} : found->second;
    LoadAudit audit;
    audit.request_name = from.request.name;
    audit.acknowledged = tokens.acknowledged.size();
    audit.unacknowledged = tokens.unacknowledged.size();
    std::tie(audit.passed, audit.output) = run_audit(from.step->load->audit, tokens, variables, suite, stop);
    out.push_back(std::move(audit));
  }
  return out;
}

}  // namespace httparity
