#include "fuzz/html/dat.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/file.h"

namespace httparity::html {
namespace {

constexpr std::size_t kMaxFileBytes = 64U << 20U;
constexpr std::string_view kData = "#data\n";
constexpr std::string_view kErrors = "\n#errors\n";
constexpr std::string_view kNextCase = "\n\n#data\n";

std::string_view take_line(std::string_view& rest) {
  const std::size_t end = std::min(rest.find('\n'), rest.size());
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return line;
}

/// Reads what stands between `#data` and the next case. False where it has no `#errors` or no `#document`.
bool parse_case(std::string_view text, DatCase& out) {
  // An empty `#data` has its final newline removed, too: "#data\n#errors\n".
  if (text.starts_with(kErrors.substr(1))) {
    text.remove_prefix(kErrors.size() - 1);
  } else {
    const std::size_t end = text.find(kErrors);
    if (end == std::string_view::npos) return false;
    out.data = text.substr(0, end);
    text.remove_prefix(end + kErrors.size());
  }
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (line == "#document-fragment") {
      out.context = parse_context(take_line(text));
    } else if (line == "#script-on" || line == "#script-off") {
      out.scripting = line == "#script-on";
    } else if (line == "#document") {
      out.tree = text;
      if (!out.tree.empty() && out.tree.back() != '\n') out.tree += '\n';
      return true;
    }
  }
  return false;
}

}  // namespace

Result<std::vector<DatCase>> parse_dat(std::string_view text, std::string_view name) {
  std::vector<DatCase> cases;
  // The last case may or may not be followed by an empty line.
  if (text.ends_with("\n\n")) text.remove_suffix(1);
  std::size_t line = 1;
  while (!text.empty()) {
    if (!text.starts_with(kData)) return Error{fmt::format("{}:{}: a case begins with \"#data\"", name, line)};
    const std::size_t next = text.find(kNextCase);
    const std::string_view whole = text.substr(0, next == std::string_view::npos ? next : next + 1);
    DatCase one;
    one.id = fmt::format("{}/{}", name, cases.size() + 1);
    if (!parse_case(whole.substr(kData.size()), one)) {
      return Error{fmt::format("{}:{}: the case needs \"#errors\" and \"#document\"", name, line)};
    }
    cases.push_back(std::move(one));
    const std::size_t used = next == std::string_view::npos ? text.size() : next + 2;
    line += static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(used), '\n'));
    text.remove_prefix(used);
  }
  return cases;
}

Result<std::vector<DatCase>> read_dat_folder(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failed)) {
    if (entry.path().extension() == ".dat" && entry.is_regular_file()) names.push_back(entry.path().filename());
  }
  if (failed) return Error{fmt::format("{}: {}", folder, failed.message())};
  if (names.empty()) return Error{fmt::format("{}: holds no .dat file", folder)};
  std::sort(names.begin(), names.end());
  std::vector<DatCase> all;
  for (const std::string& name : names) {
    const Result<std::string> text = read_file(fmt::format("{}/{}", folder, name), kMaxFileBytes);
    if (!text) return text.error();
    Result<std::vector<DatCase>> cases = parse_dat(*text, name);
    if (!cases) return cases.error();
    all.insert(all.end(), std::make_move_iterator(cases->begin()), std::make_move_iterator(cases->end()));
  }
  return all;
}

std::string write_dat(const std::vector<DatCase>& cases) {
  std::string out;
  for (const DatCase& one : cases) {
    if (!out.empty()) out += '\n';
    // An empty input has no line of its own.
    out += fmt::format("#data\n{}{}#errors\n", one.data, one.data.empty() ? "" : "\n");
    if (!one.context.name.empty()) out += fmt::format("#document-fragment\n{}\n", to_string(one.context));
    if (one.scripting) out += *one.scripting ? "#script-on\n" : "#script-off\n";
    out += "#document\n" + one.tree;
  }
  return out;
}

}  // namespace httparity::html
