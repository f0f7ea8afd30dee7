#include "fuzz/html/render_fuzz.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json_writer.h"
#include "base/text.h"
#include "fuzz/html/engine.h"

namespace httparity::html {
namespace {

constexpr std::size_t kColumn = 52;
constexpr std::size_t kMaxLines = 40;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(escape_bytes(std::string_view(text).substr(begin, end - begin)));
    begin = end + 1;
  }
  return lines;
}

/// Both answers in two columns; lines that differ have a mark between them.
std::string side_by_side(const std::string& expected, const std::string& actual) {
  const std::vector<std::string> left = lines_of(expected);
  const std::vector<std::string> right = lines_of(actual);
  std::string out;
  const std::size_t count = std::max(left.size(), right.size());
  for (std::size_t i = 0; i < std::min(count, kMaxLines); ++i) {
    const std::string l = i < left.size() ? left[i] : "";
    const std::string r = i < right.size() ? right[i] : "";
    out += fmt::format("      {:<{}} {} {}\n", l, kColumn, l == r ? ' ' : '*', r);
  }
  if (count > kMaxLines) out += fmt::format("      ... {} lines more\n", count - kMaxLines);
  return out;
}

std::string describe_input(const HtmlCase& input) {
  std::string out = fmt::format("\"{}\"", escape_bytes(input.data));
  if (!input.context.name.empty()) out += fmt::format(" in <{}>", escape_bytes(to_string(input.context)));
  if (input.scripting) out += " with scripting";
  return out;
}

void put_findings(JsonWriter& json, const FuzzResult& result) {
  json.key("findings").begin_array();
  for (const Finding& finding : result.findings) {
    json.begin_object();
    json.key("id").text(finding.id);
    json.key("key").text(finding.key);
    json.key("finding_kind").text(to_string(finding.kind));
    json.key("input").base64(finding.minimal.data);
    json.key("context").text(to_string(finding.minimal.context));
    json.key("scripting").boolean(finding.minimal.scripting);
    json.key("guilty_token").base64(finding.guilty);
    json.key("insertion_mode").text(finding.mode);
    json.key("reference_answer").base64(finding.expected);
    json.key("port_answer").base64(finding.actual);
    json.key("engine").text(finding.engine);
    json.key("index").number(finding.index);
    json.key("count").number(finding.count);
    json.key("raw_signatures").number(finding.raw_signatures);
    json.key("ledger").text(finding.ledger_id);
    json.key("unstable").text(finding.unstable);
    json.key("votes").begin_object();
    for (const Vote& vote : finding.votes) json.key(vote.parser).text(vote.sides_with);
    json.end_object();
    json.end_object();
  }
  json.end_array();
}

void put_words(JsonWriter& json, std::string_view key, const std::vector<std::string>& words) {
  json.key(key).begin_array();
  for (const std::string& word : words) json.text(word);
  json.end_array();
}

}  // namespace

std::string render_finding(const Finding& finding, const std::string& repro_command) {
  std::string out = fmt::format("  {} {} x{}\n", finding.id, escape_bytes(finding.key), finding.count);
  out += fmt::format("    input    {}\n", describe_input(finding.minimal));
  if (!finding.guilty.empty()) {
    out += fmt::format("    parts at \"{}\"{}\n", escape_bytes(finding.guilty),
                       finding.mode.empty() ? "" : ", insertion mode " + finding.mode);
  }
  out += fmt::format("    found by {} {}\n", finding.engine, finding.index);
  if (!finding.unstable.empty()) {
    out += fmt::format("    nondeterministic: {} answered otherwise in a fresh process\n", finding.unstable);
  }
  if (!finding.votes.empty()) {
    out += "    votes   ";
    for (const Vote& vote : finding.votes) out += fmt::format(" {}: {}", vote.parser, vote.sides_with);
    out += " (a hint: one parser alone may be right)\n";
  }
  if (!finding.messages.empty()) out += fmt::format("    stderr   {}\n", escape_bytes(finding.messages));
  out += fmt::format("    again    {} {}\n", repro_command, finding.id);
  return out + side_by_side(finding.expected, finding.actual);
}

std::string render_fuzz_text(const FuzzResult& result, const std::string& repro_command) {
  std::string out = fmt::format("reference {} {}, port {} {}, seed {}\n", escape_bytes(result.reference.name),
                                escape_bytes(result.reference.version), escape_bytes(result.port.name),
                                escape_bytes(result.port.version), result.seed);
  for (const EngineReport& engine : result.engines) {
    const std::string of = engine.size == Engine::kEndless ? "" : fmt::format(" of {}", engine.size);
    out += fmt::format("  {:<8} {:>10}{} cases, {} unsupported, {} differ\n", engine.name, engine.cases, of,
                       engine.unsupported, engine.differences);
  }
  if (!result.failure.empty()) out += fmt::format("could not be tested: {}\n", escape_bytes(result.failure));
  if (result.interrupted) out += "interrupted: what follows is incomplete\n";
  if (result.worker_deaths > 0) out += fmt::format("workers lost and replaced: {}\n", result.worker_deaths);
  const std::size_t fresh = result.new_findings();
  out += fmt::format("{} cases compared, {} differ, {} raw signatures, {} classes: {} new, {} known\n", result.cases(),
                     result.differences(), result.raw_signatures, result.findings.size(), fresh,
                     result.findings.size() - fresh);
  out += fmt::format("compared in {:.2f} s of CPU, reduced in {:.2f} s of CPU, replayed in {:.2f} s\n",
                     result.compare_cpu_seconds, result.reduce_cpu_seconds, result.replay_seconds);
  if (fresh > 0) out += "\nnew:\n";
  for (const Finding& finding : result.findings) {
    if (finding.ledger_id.empty()) out += render_finding(finding, repro_command);
  }
  if (fresh < result.findings.size()) out += "\nknown:\n";
  for (const Finding& finding : result.findings) {
    if (finding.ledger_id.empty()) continue;
    out += fmt::format("  {} {:<28} {} x{}\n", finding.id, finding.ledger_id, describe_input(finding.minimal),
                       finding.count);
  }
  for (const std::string& id : result.stale_entries) out += fmt::format("stale ledger entry: {}\n", id);
  for (const std::string& id : result.expired_entries) out += fmt::format("expired ledger entry: {}\n", id);
  if (result.failure.empty() && result.cases() == 0) out += "nothing was compared\n";
  return out;
}

std::string render_fuzz_json(const FuzzResult& result) {
  JsonWriter json;
  json.begin_object();
  json.key("httparity_result").number(std::int64_t{1});
  json.key("command").text("fuzz html");
  json.key("exit").number(std::int64_t{exit_status(result)});
  json.key("scenarios").begin_array();
  json.end_array();
  json.key("fuzz").begin_object();
  for (const auto& [name, info] : {std::pair{"reference", &result.reference}, std::pair{"port", &result.port}}) {
    json.key(name).begin_object();
    json.key("name").text(info->name);
    json.key("version").text(info->version);
    json.end_object();
  }
  json.key("seed").text(std::to_string(result.seed));
  json.key("engines").begin_array();
  for (const EngineReport& engine : result.engines) {
    json.begin_object();
    json.key("name").text(engine.name);
    json.key("next").number(engine.next);
    json.key("cases").number(engine.cases);
    json.key("unsupported").number(engine.unsupported);
    json.key("differences").number(engine.differences);
    json.end_object();
  }
  json.end_array();
  json.key("cases").number(result.cases());
  json.key("differences").number(result.differences());
  json.key("raw_signatures").number(result.raw_signatures);
  json.key("compare_cpu_seconds").number(result.compare_cpu_seconds);
  json.key("reduce_cpu_seconds").number(result.reduce_cpu_seconds);
  json.key("replay_seconds").number(result.replay_seconds);
  json.key("interrupted").boolean(result.interrupted);
  json.key("failure").text(result.failure);
  put_findings(json, result);
  put_words(json, "stale_entries", result.stale_entries);
  put_words(json, "expired_entries", result.expired_entries);
  json.end_object();
  json.end_object();
  return std::move(json).take();
}

}  // namespace httparity::html
