#include "load/machine.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace httparity {
namespace {

// The first line of a file that begins with `name`, behind its colon.
std::string value_of(const std::string& path, std::string_view name) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(name)) continue;
    const std::size_t from = line.find_first_not_of(" \t", line.find(':') + 1);
    return from == std::string::npos ? "" : line.substr(from);
  }
  return "";
}

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

// "spectre_v2 Retpolines; ..." of all that the kernel works around.
std::string mitigations() {
  std::string out;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/sys/devices/system/cpu/vulnerabilities", error)) {
    const std::string line = first_line(entry.path().string());
    if (!line.starts_with("Mitigation: ")) continue;
    out += fmt::format("{}{} ({})", out.empty() ? "" : ", ", entry.path().filename().string(), line.substr(12));
  }
  return out;
}

std::string build() {
#if defined(__clang__)
  std::string out = "clang " __clang_version__;
#else
  std::string out = "g++ " __VERSION__;
#endif
#if defined(__OPTIMIZE__)
  out += ", optimised";
#else
  out += ", not optimised";
#endif
#if defined(_GLIBCXX_ASSERTIONS)
  out += ", with the library's assertions";
#endif
  return out;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> machine_facts() {
  std::vector<std::pair<std::string, std::string>> out;
  const auto add = [&](const char* name, std::string value) {
    if (!value.empty()) out.emplace_back(name, std::move(value));
  };
  add("processor", value_of("/proc/cpuinfo", "model name"));
  add("memory", value_of("/proc/meminfo", "MemTotal"));
  add("governor", first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"));
  add("mitigations", mitigations());
  add("load average", first_line("/proc/loadavg"));
  add("built with", build());
  return out;
}

}  // namespace httparity
