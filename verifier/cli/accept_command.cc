#include "cli/accept_command.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <map>

#include "base/file.h"
#include "base/text.h"
#include "cli/output.h"
#include "result/accept.h"
#include "result/exit_status.h"

namespace httparity {
namespace {

constexpr std::size_t kMostReportBytes = 256 * 1024 * 1024;

int fail(ExitStatus status, std::string_view what) {
  fmt::print(stderr, "httparity: {}\n", what);
  return static_cast<int>(status);
}

std::chrono::sys_days today() {
  return std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
}

}  // namespace

int run_accept(const CommandLine& line) {
  const AcceptRequest& request = line.accept;
  if (line.options.ci)
    return fail(ExitStatus::kUsage, "accept: what may differ is decided by a person, never under --ci");
  const auto expires = parse_day(request.expires);
  if (!expires) return fail(ExitStatus::kUsage, "--expires: must be a day as YYYY-MM-DD");
  if (std::chrono::sys_days(*expires) < today()) return fail(ExitStatus::kUsage, "--expires: that day has passed");
  if (request.reason.empty() || request.owner.empty()) {
    return fail(ExitStatus::kUsage, "accept: --reason and --owner must say something");
  }
  auto text = read_file(request.report, kMostReportBytes);
  if (!text) return fail(ExitStatus::kUsage, text.error().what);
  const auto open = open_differences(*std::move(text), request.report);
  if (!open) return fail(ExitStatus::kUsage, open.error().what);

  std::map<std::string, std::vector<OpenDifference>> by_ledger;
  for (const OpenDifference& difference : *open) {
    by_ledger[request.ledger.empty() ? folder_of(difference.contract) + "ledger.json" : request.ledger].push_back(
        difference);
  }
  std::string said =
      by_ledger.empty() ? "nothing to accept: the report shows no difference that no ledger knows\n" : "";
  for (const auto& [path, differences] : by_ledger) {
    auto ledger = read_ledger(path);
    if (!ledger) return fail(ExitStatus::kUsage, ledger.error().what);
    const std::size_t entries = accept_differences(differences, {request.reason, request.owner, *expires}, *ledger);
    const auto written = write_file(path, render_ledger(*ledger));
    if (!written) return fail(ExitStatus::kOutput, written.error().what);
    said += fmt::format("{}: {} entries for {} differences, until {}\n", escape_bytes(path), entries,
                        differences.size(), request.expires);
  }
  return static_cast<int>(write_stdout(said) == OutputEnd::kFailed ? ExitStatus::kOutput : ExitStatus::kParity);
}

}  // namespace httparity
