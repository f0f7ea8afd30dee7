#include "fuzz/html/open_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "fuzz/html/plugin.h"

namespace httparity::html {
namespace {

/// The adapters that are started as commands; {} is the adapters' folder, already quoted.
struct ScriptAdapter {
  const char* name;
  const char* command;
};
constexpr ScriptAdapter kScripts[] = {
    {"parse5", "exec node {}/parse5/adapter.mjs"},
    {"parse5-serialise", "exec node {}/parse5/serialise.mjs"},
    {"html5lib", "exec /usr/bin/python3 {}/html5lib/adapter.py"},
    {"chromium", "exec node {}/chromium/adapter.mjs"},
    {"jsoup", "exec java -Xss64m -cp /usr/share/java/jsoup.jar:{}/jsoup Adapter"},
};

/// The folder of the running program.
std::string program_folder() {
  std::error_code failed;
  const std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", failed);
  return failed ? "." : path.parent_path().string();
}

std::string quote(const std::string& word) {
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

bool is_word(const std::string& what) {
  return what.find_first_of(" /'\"$;|&") == std::string::npos;
}

struct Plugin {
  std::string path;
  std::string options;
};

/// "gumbo", "gumbo:heap=raw", "/x/y.so:options": a plug-in's path and options; an empty path where it is none.
Plugin plugin_of(const std::string& what) {
  const std::size_t colon = what.find(':');
  const std::string name = what.substr(0, colon);
  const std::string options = colon == std::string::npos ? "" : what.substr(colon + 1);
  if (name.ends_with(".so")) return {name, options};
  return {is_word(name) ? find_plugin(name) : "", options};
}

std::string command_of(const std::string& what) {
  for (const ScriptAdapter& script : kScripts) {
    if (what == script.name) return fmt::format(fmt::runtime(script.command), quote(adapters_folder()));
  }
  constexpr std::string_view kBytes = "bytes:";
  if (what.starts_with(kBytes)) {
    return fmt::format("exec {}/httparity-html-child --bytes {}", quote(adapters_folder()),
                       quote(what.substr(kBytes.size())));
  }
  return what;
}

}  // namespace

std::string find_near_program(const std::string& relative) {
  std::filesystem::path folder = program_folder();
  constexpr int kLevels = 6;
  for (int level = 0; level < kLevels && !folder.empty(); ++level, folder = folder.parent_path()) {
    std::error_code ignored;
    if (std::filesystem::exists(folder / relative, ignored)) return folder / relative;
  }
  return "";
}

bool is_parser_name(const std::string& what) {
  if (!is_word(what) || what.find(':') != std::string::npos || what == "gumbo" || what == "html5ever") return true;
  return !find_plugin(what).empty() || std::any_of(std::begin(kScripts), std::end(kScripts),
                                                   [&](const ScriptAdapter& script) { return what == script.name; });
}

std::string adapters_folder() {
  const std::string scripts = find_near_program("adapters/node");
  return scripts.empty() ? "adapters" : std::filesystem::path(scripts).parent_path().string();
}

Result<std::unique_ptr<Parser>> open_parser(const std::string& what, const ChildLimits& limits) {
  if (const Plugin plugin = plugin_of(what); !plugin.path.empty()) return load_plugin(plugin.path, plugin.options);
  Result<std::unique_ptr<ChildParser>> child = start_child_parser(command_of(what), limits);
  if (!child) return child.error();
  return std::unique_ptr<Parser>(*std::move(child));
}

Result<std::unique_ptr<ChildParser>> open_isolated_parser(const std::string& what, const std::string& environment,
                                                          const ChildLimits& limits) {
  const std::string begin = environment.empty() ? "" : "export " + environment + "; ";
  const Plugin plugin = plugin_of(what);
  if (plugin.path.empty()) return start_child_parser(begin + command_of(what), limits);
  return start_child_parser(fmt::format("{}exec {}/httparity-html-child {} {}", begin, quote(adapters_folder()),
                                        quote(plugin.path), quote(plugin.options)),
                            limits);
}

}  // namespace httparity::html
