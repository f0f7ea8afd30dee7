#include "cli/fuzz_again.h"

#include <fmt/format.h>

#include "base/base64.h"
#include "report/replay.h"

namespace httparity {

std::string fuzz_again(const FuzzFinding& finding, const html::FuzzOptions& options) {
  if (!options.out.empty()) {
    return fmt::format("httparity repro {} --out {}", shell_quote(finding.id), shell_quote(options.out));
  }
  std::string words = fmt::format("httparity fuzz minimize --reference {} --port {}", shell_quote(options.reference),
                                  shell_quote(options.port));
  if (!finding.context.empty()) words += " --context " + shell_quote(finding.context);
  if (finding.scripting) words += " --scripting";
  if (options.merge_text) words += " --merge-text";
  // No word of a command line holds a NUL.
  if (finding.input.find('\0') != std::string::npos) return words + " --base64 " + encode_base64(finding.input);
  return words + " --text " + shell_quote(finding.input);
}

}  // namespace httparity
