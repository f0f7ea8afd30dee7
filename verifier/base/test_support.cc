#include "base/test_support.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace httparity {
namespace {

std::string environment(const char* variable) {
  const char* value = std::getenv(variable);
  return value == nullptr ? "" : value;
}

bool runs(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::optional<std::string> find_program(std::string_view program) {
  const std::string name(program);
  if (name.empty()) return std::nullopt;
  if (name.find('/') != std::string::npos) return runs(name) ? std::optional(name) : std::nullopt;
  const std::string folders = environment("PATH") + ":/usr/local/sbin:/usr/sbin:/sbin";
  for (std::size_t begin = 0; begin < folders.size();) {
    const std::size_t end = std::min(folders.find(':', begin), folders.size());
    const std::string path = folders.substr(begin, end - begin) + "/" + name;
    if (end > begin && runs(path)) return path;
    begin = end + 1;
  }
  return std::nullopt;
}

std::optional<std::string> missing_program(std::string_view program) {
  if (find_program(program)) return std::nullopt;
  return missing_part("needs \"" + std::string(program) +
                      "\", which is not installed here: ci/install --servers adds it");
}

std::string missing_part(std::string why) {
  if (environment("HTTPARITY_REQUIRE") == "all") ADD_FAILURE() << "HTTPARITY_REQUIRE=all, and this test " << why;
  return why;
}

std::optional<std::string> missing_data(const char* variable) {
  std::error_code ignored;
  const std::string folder = environment(variable);
  if (!folder.empty() && std::filesystem::is_directory(folder, ignored)) return std::nullopt;
  return std::string("needs foreign data: set ") + variable + " to its folder" +
         (folder.empty() ? "" : " (\"" + folder + "\" is none)");
}

}  // namespace httparity
