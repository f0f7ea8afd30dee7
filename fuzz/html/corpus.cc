#include "base/file.h"
#include "base/json_read.h"
#include "fuzz/html/dat.h"
#include "fuzz/html/fuzz_html.h"
#include "fuzz/html/utf8.h"

namespace httparity::html {
namespace {

constexpr std::size_t kMaxFileBytes = 64U << 20U;

Result<void> add_folder(const std::string& folder, std::vector<HtmlCase>& off, std::vector<HtmlCase>& on) {
  const Result<std::vector<DatCase>> cases = read_dat_folder(folder);
  if (!cases) return cases.error();
  for (const DatCase& one : *cases) {
    const std::string data = decode_utf8(one.data);
    if (!one.scripting.value_or(false)) off.push_back({data, one.context, false, false});
    if (one.scripting.value_or(false)) on.push_back({data, one.context, true, false});
  }
  return {};
}

/// Inputs on which parsers diverged once: a JSON array of {"id", "input", ...}.
Result<void> add_divergences(const std::string& path, std::vector<HtmlCase>& off, std::vector<HtmlCase>& on) {
  const Result<std::string> text = read_file(path, kMaxFileBytes);
  if (!text) return text.error();
  JsonErrors errors(path);
  const auto document = JsonDocument::parse(*text, errors);
  if (document && errors.empty()) {
    for (const JsonValue& value : read_array(document->root(), errors)) {
      const JsonObject one(value, {"id", "source", "input", "scripting", "tree", "serialised", "since", "context"},
                           errors);
      const auto input = one.need("input");
      const auto scripting = one.find("scripting");
      const auto context = one.find("context");
      if (!input) continue;
      HtmlCase out;
      out.data = decode_utf8(read_text(*input, errors).value_or(""));
      out.scripting = scripting && read_boolean(*scripting, errors).value_or(false);
      if (context) out.context = parse_context(read_text(*context, errors).value_or(""));
      (out.scripting ? on : off).push_back(out);
    }
  }
  if (!errors.empty()) return errors.first();
  return {};
}

}  // namespace

Result<std::vector<HtmlCase>> read_corpus(const std::string& corpus, const std::vector<std::string>& suites) {
  std::vector<HtmlCase> off;
  std::vector<HtmlCase> on;
  if (!corpus.empty()) {
    const std::string divergences = corpus + "/divergences.json";
    if (is_folder(corpus + "/cases")) {
      if (const Result<void> added = add_folder(corpus + "/cases", off, on); !added) return added.error();
    }
    if (is_file(divergences)) {
      if (const Result<void> added = add_divergences(divergences, off, on); !added) return added.error();
    }
  }
  for (const std::string& suite : suites) {
    const std::string inner = suite + "/tree-construction";
    if (const Result<void> added = add_folder(is_folder(inner) ? inner : suite, off, on); !added) return added.error();
  }
  off.insert(off.end(), on.begin(), on.end());
  return off;
}

}  // namespace httparity::html
