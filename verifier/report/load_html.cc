#include "report/load_html.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "report/html_page.h"
#include "report/html_text.h"
#include "report/load_chart_data.h"
#include "report/load_summary.h"
#include "report/load_text.h"
#include "report/load_trouble.h"
#include "report/text_report.h"
#include "report/units.h"
#include "result/exit_status.h"

namespace httparity {
namespace {

std::string name_cell(const LoadResult& result, std::size_t target) {
  return fmt::format("<span class=\"series-{}\">{}</span>", target % 6, html_text(result.targets[target].name));
}

std::string title_of(const LoadResult& result) {
  std::string out;
  for (const LoadTarget& target : result.targets) out += (out.empty() ? "" : " against ") + target.name;
  return out.empty() ? "load" : out;
}

std::string list_of(const std::vector<std::string>& lines) {
  std::string out = "<ul>";
  for (const std::string& line : lines) out += "<li>" + html_text(line) + "</li>";
  return out + "</ul>";
}

std::string verdict_part(const RunResult& run, const LoadResult& result) {
  std::uint64_t valid = 0;
  std::uint64_t invalid = 0;
  for (const LoadMeasurement& one : result.measurements) {
    valid += one.answers() - one.invalid();
    invalid += one.invalid();
  }
  std::string out =
      invalid == 0
          ? fmt::format("<span class=\"verdict good\">{} answers, every byte of each as it must be</span>",
                        count_text(static_cast<double>(valid)))
          : fmt::format("<span class=\"verdict bad\">{} of {} answers are WRONG</span>",
                        count_text(static_cast<double>(invalid)), count_text(static_cast<double>(valid + invalid)));
  out += fmt::format("<span class=\"verdict {}\">exit {}</span>\n",
                     exit_status(run) == ExitStatus::kParity ? "good" : "bad", static_cast<int>(exit_status(run)));
  const auto voids = void_reasons(result);
  if (!voids.empty()) {
    out += "<div class=\"banner\"><b>VOID: the figures of this page mean nothing.</b>" + list_of(voids) + "</div>\n";
  }
  if (const auto missed = missed_gates(result); !missed.empty()) {
    out += "<div class=\"banner\"><b>Gates were missed.</b>" + list_of(missed) + "</div>\n";
  }
  std::vector<std::string> failures;
  for (const Failure& failure : run.envelope.failures) failures.push_back(failure.what);
  for (const LoadTarget& target : result.targets) {
    if (!target.refused.empty()) failures.push_back(target.name + " gets no number: " + target.refused);
  }
  if (run.envelope.interrupted) failures.emplace_back("stopped before its end: what was measured is incomplete");
  if (!failures.empty()) out += "<div class=\"banner\">" + list_of(failures) + "</div>\n";
  return out;
}

// The step in which the most was asked for is what a reader looks for first.
std::string cards_part(const LoadResult& result, const std::vector<StepSummary>& steps) {
  std::string out;
  for (const StepSummary& step : steps) {
    for (const TargetSummary& one : step.targets) {
      if (!one.ratio) continue;
      out += fmt::format(
          "<div class=\"card\"><span class=\"faint\">{} at {}</span><b>{:.3f}x</b>{:.3f} to {:.3f}, 95 % of {} rounds"
          "<br>{}</div>\n",
          name_cell(result, one.target), html_text(step_name(result.steps[step.step])), one.ratio->median,
          one.ratio->low, one.ratio->high, one.ratio->ratios.size(), html_text(ratio_verdict(*one.ratio)));
    }
  }
  return out.empty() ? out
                     : fmt::format(
                           "<p class=\"faint\">Valid answers per second, as a ratio to {}:</p>\n"
                           "<div class=\"cards\">{}</div>\n",
                           html_text(result.targets.front().name), out);
}

std::string ratio_cell(const TargetSummary& one) {
  if (!one.ratio) return "<td></td>";
  return fmt::format("<td title=\"{}\"><b>{:.3f}x</b> {:.3f}-{:.3f}{}</td>", html_text(ratio_verdict(*one.ratio)),
                     one.ratio->median, one.ratio->low, one.ratio->high, one.ratio->indistinguishable ? " ~" : "");
}

std::string rates_table(const LoadResult& result, const std::vector<StepSummary>& steps) {
  std::string out =
      "<div class=\"wide\"><table id=\"table-rates\"><tr><th>step<th class=\"words\">server<th>best<th>median<th>worst"
      "<th>ratio<th>p50<th>p90<th>p99<th>p99.9<th>max<th>invalid<th>errors</tr>\n";
  for (const StepSummary& step : steps) {
    bool first = true;
    for (const TargetSummary& one : step.targets) {
      const auto percentile = [&](double percent) { return percentile_text(one.latency, percent); };
      const auto count = [](std::uint64_t value) {
        return fmt::format("<td{}>{}</td>", value == 0 ? "" : " class=\"bad\"", count_text(static_cast<double>(value)));
      };
      out += fmt::format("<tr{}><td>{}</td><td class=\"words\">{}</td><td>{}</td><td><b>{}</b></td><td>{}</td>{}",
                         first ? " class=\"first\"" : "", first ? html_text(step_name(result.steps[step.step])) : "",
                         name_cell(result, one.target), count_text(one.rate.highest), count_text(one.rate.median),
                         count_text(one.rate.lowest), ratio_cell(one));
      out += fmt::format("<td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>{}{}</tr>\n", percentile(50),
                         percentile(90), percentile(99), percentile(99.9), percentile(100), count(one.invalid),
                         count(one.errors));
      first = false;
    }
  }
  return out + "</table></div>\n";
}

std::string optional_cell(const std::optional<double>& value, std::string (*show)(double)) {
  return fmt::format("<td>{}</td>", value ? show(*value) : std::string("-"));
}

std::string us_text(double us) {
  return fmt::format("{:.1f} us", us);
}

std::string part_text(double part) {
  return fmt::format("{:.0f} %", 100 * part);
}

std::string resources_table(const LoadResult& result, const std::vector<StepSummary>& steps) {
  std::string out =
      "<div class=\"wide\"><table id=\"table-resources\"><tr><th>step<th class=\"words\">server<th>server CPU<br>per "
      "answer"
      "<th>client CPU<br>per answer<th>busiest "
      "server<br>thread<th>client<br>busy<th>memory<br>idle<th>under<br>load<th>peak"
      "<th>client alone<br>manages</tr>\n";
  for (const StepSummary& step : steps) {
    const LoadStepPlan& plan = result.steps[step.step];
    bool first = true;
    for (const TargetSummary& one : step.targets) {
      out += fmt::format("<tr{}><td>{}</td><td class=\"words\">{}</td>", first ? " class=\"first\"" : "",
                         first ? html_text(step_name(plan)) : "", name_cell(result, one.target));
      out += optional_cell(one.server_us, us_text) + optional_cell(one.client_us, us_text) +
             optional_cell(one.busiest_thread, part_text) + optional_cell(one.client_busy, part_text) +
             optional_cell(one.rss_idle_bytes, memory_text) + optional_cell(one.rss_load_bytes, memory_text) +
             optional_cell(one.rss_peak_bytes, memory_text) +
             fmt::format("<td>{}</td></tr>\n", plan.client_capacity ? count_text(*plan.client_capacity) + "/s" : "-");
      first = false;
    }
  }
  return out + "</table></div>\n";
}

std::string chart(std::string_view id, std::string_view title, std::string_view note, bool whole = false) {
  return fmt::format("<div class=\"chart{}\"><h3>{}</h3><p class=\"faint\">{}</p><div id=\"{}\"></div></div>\n",
                     whole ? " whole" : "", title, note, id);
}

std::string overview_part(const LoadResult& result, const std::vector<StepSummary>& steps) {
  std::string out = "<h2>Rate and latency by step</h2>\n";
  if (has_charts() && steps.size() > 1) {
    out += "<div class=\"charts\">\n" +
           chart("rates", "Valid answers per second", "median of the rounds; the bar from worst to best") +
           chart("latencies", "Latency", "p50 solid, p99 dashed; all rounds together");
    if (result.targets.size() > 1) {
      out += chart("ratios", "Ratio to the reference", "round by round; the bar is the 95 % interval", true);
    }
    out += "</div>\n";
  }
  return out + rates_table(result, steps);
}

std::string steps_part(const LoadResult& result, const std::vector<StepSummary>& steps) {
  if (!has_charts()) return "";
  std::string out;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const LoadStepPlan& plan = result.steps[steps[i].step];
    out += fmt::format("<h2>{}</h2>\n<div class=\"charts\">\n", html_text(step_name(plan)));
    out +=
        chart(fmt::format("rounds-{}", i), "Rounds from worst to best", "valid answers per second; dashed: the median");
    out +=
        chart(fmt::format("spectrum-{}", i), "Latency by percentile",
              plan.rate_per_second > 0 ? "from the intended start to the last byte" : "to the last byte, all rounds");
    bool has_seconds = false;
    for (const TargetSummary& one : steps[i].targets) {
      for (const LoadMeasurement* round : one.rounds) has_seconds = has_seconds || whole_seconds(*round) > 1;
    }
    if (has_seconds) {
      out += chart(fmt::format("seconds-{}", i), "Second by second", "each round thin, their median bold", true);
    }
    out += "</div>\n";
  }
  return out;
}

std::string facts_part(std::string_view title, const std::vector<Fact>& facts) {
  if (facts.empty()) return "";
  std::string out = fmt::format("<h3>{}</h3><dl>", title);
  for (const Fact& fact : facts) out += fmt::format("<dt>{}<dd>{}", html_text(fact.name), html_text(fact.value));
  return out + "</dl>\n";
}

std::string preformatted(const std::string& text) {
  std::string out;
  std::string_view rest(text.data(), text.find_last_not_of('\n') + 1);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    out += html_text(rest.substr(0, end)) + "\n";
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return out.empty() ? out : "<pre>" + out + "</pre>\n";
}

// By step: trouble between the sockets.
std::string errors_part(const LoadResult& result, const std::vector<StepSummary>& steps) {
  std::string out;
  for (const StepSummary& step : steps) {
    for (const TargetSummary& one : step.targets) {
      const std::string lines = errors_text(escape_bytes(result.targets[one.target].name), one);
      if (!lines.empty()) out += step_name(result.steps[step.step]) + "\n" + lines;
    }
  }
  return out.empty() ? out : "<h2>Between the sockets</h2>\n" + preformatted(out);
}

std::string load_body(const RunResult& run, const LoadResult& result, const std::vector<StepSummary>& steps) {
  const Envelope& envelope = run.envelope;
  std::string out =
      fmt::format("<h1>{}</h1>\n<p class=\"faint\">httparity {} load, {}</p>\n", html_text(title_of(result)),
                  html_text(envelope.tool_version), html_text(envelope.started_at));
  out += verdict_part(run, result) + cards_part(result, steps);
  if (!has_charts()) {
    out +=
        "<p class=\"banner\">This httparity was built without uPlot, which comes from npm: the tables are here, the "
        "charts "
        "are not.</p>\n";
  }
  if (!steps.empty()) {
    out += overview_part(result, steps) + steps_part(result, steps) + "<h2>What it took</h2>\n" +
           resources_table(result, steps);
  }
  const LoadTexts texts = load_texts(envelope, result, {});
  if (!texts.targets.empty()) out += "<h2>The servers</h2>\n" + preformatted(texts.targets);
  out += errors_part(result, steps);
  if (!texts.instructions.empty()) out += "<h2>Instructions</h2>\n" + preformatted(texts.instructions);
  if (!texts.wrong.empty()) out += "<h2>Wrong answers</h2>\n" + preformatted(texts.wrong);
  if (!texts.differing.empty()) out += "<h2>Not the same work</h2>\n" + preformatted(texts.differing);
  if (!texts.audits.empty()) out += "<h2>Audits</h2>\n" + preformatted(texts.audits);
  out += "<h2>How it was measured</h2>\n";
  for (const std::string& note : envelope.notes) out += "<p>" + html_text(note) + "</p>\n";
  return out + facts_part("Plan", envelope.plan) + facts_part("Machine", envelope.environment);
}

}  // namespace

std::string render_html(const RunResult& result) {
  const auto* load = std::get_if<LoadResult>(&result.found);
  if (load == nullptr)
    return html_page("httparity " + result.envelope.command, preformatted(render_text(result, {})), "");
  const std::vector<StepSummary> steps = summarize(*load);
  return html_page(title_of(*load) + " under load", load_body(result, *load, steps), load_chart_data(*load, steps));
}

}  // namespace httparity
