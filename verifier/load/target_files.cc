#include "load/target_files.h"

#include <fmt/format.h>

#include <map>
#include <string>
#include <system_error>
#include <utility>

#include "base/digest.h"
#include "base/file.h"
#include "load/usage.h"

namespace httparity {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxProgramBytes = std::size_t{1} << 30;

// By name: what stands behind it. A program is read through /proc, so that it is the one that runs, whatever has taken
// its place since.
std::map<std::string, std::string> paths_of(const TargetSpec& spec, const fs::path& suite, pid_t root) {
  std::map<std::string, std::string> out;
  std::error_code error;
  for (const pid_t pid : processes_of(root)) {
    const std::string link = fmt::format("/proc/{}/exe", pid);
    const fs::path program = fs::read_symlink(link, error);
    if (!error) out.emplace(program.string(), link);
  }
  std::vector<std::vector<std::string>> commands = spec.prepare;
  commands.push_back(spec.command);
  const fs::path folder = spec.cwd.empty() || spec.cwd.find('{') != std::string::npos ? suite : suite / spec.cwd;
  for (const auto& command : commands) {
    for (const std::string& word : command) {
      if (word.empty() || word.find('{') != std::string::npos || word.find('/') == std::string::npos) continue;
      const std::string path = (folder / word).lexically_normal().string();
      if (is_file(path)) out.emplace(path, path);
    }
  }
  return out;
}

}  // namespace

std::vector<LoadFile> files_of(const TargetSpec& spec, const fs::path& suite, const Target& server, std::size_t round) {
  std::vector<LoadFile> out;
  if (!server.root()) return out;
  for (const auto& [name, path] : paths_of(spec, suite, *server.root())) {
    const auto bytes = read_file(path, kMaxProgramBytes);
    const auto found = bytes ? digest(DigestAlgorithm::kSha256, *bytes) : std::nullopt;
    if (found) out.push_back({round, name, to_hex(*found)});
  }
  return out;
}

}  // namespace httparity
