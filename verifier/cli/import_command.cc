#include "cli/import_command.h"

#include <fmt/format.h>

#include <cstdio>

#include "base/file.h"
#include "base/text.h"
#include "cli/output.h"
#include "import/import.h"
#include "result/exit_status.h"

namespace httparity {
namespace {

struct Kind {
  std::string_view name;
  Result<Import> (*read)(const std::string& path, const ImportOptions& options);
};

constexpr Kind kKinds[] = {{"har", import_har}, {"curl", import_curl}, {"log", import_log}};

int fail(ExitStatus status, std::string_view what) {
  fmt::print(stderr, "httparity: {}\n", what);
  return static_cast<int>(status);
}

}  // namespace

int run_import(const CommandLine& line) {
  const ImportRequest& request = line.import;
  ImportOptions options;
  if (!request.origin.empty()) {
    const auto url = split_url(request.origin);
    if (!url) return fail(ExitStatus::kUsage, "--origin: must be an http or https URL");
    options.origin = url->origin;
  }
  if (!request.host.empty()) options.host = request.host;
  for (const Kind& kind : kKinds) {
    if (kind.name != request.kind) continue;
    const auto import = kind.read(request.file, options);
    if (!import) return fail(ExitStatus::kUsage, import.error().what);
    for (const ImportLoss& loss : import->losses) {
      fmt::print(stderr, "{}{}{}\n", escape_bytes(loss.where), loss.where.empty() ? "" : ": ",
                 escape_unprintable(loss.what));
    }
    fmt::print(stderr, "{} requests are carried\n", import->requests.size());
    if (import->requests.empty()) return fail(ExitStatus::kInconclusive, "nothing of it makes a contract");
    const std::string contract = render_contract(*import, request.name.empty() ? "imported" : request.name);
    if (request.output.empty()) {
      return static_cast<int>(write_stdout(contract) == OutputEnd::kFailed ? ExitStatus::kOutput : ExitStatus::kParity);
    }
    const auto written = write_file(request.output, contract);
    return written ? static_cast<int>(ExitStatus::kParity) : fail(ExitStatus::kOutput, written.error().what);
  }
  return fail(ExitStatus::kUsage, "import: must be har, curl or log");
}

}  // namespace httparity
