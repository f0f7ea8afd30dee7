#include "report/load_trouble.h"

#include <fmt/format.h>

#include <map>

#include "base/text.h"
#include "report/units.h"
#include "result/load_verdicts.h"

namespace httparity {
namespace {

// "12 us (p50), 80 us (p99), 1.02 s (max)".
std::string spectrum(const Histogram& time) {
  return fmt::format("{} (p50), {} (p99), {} (max)", percentile_text(time, 50), percentile_text(time, 99),
                     percentile_text(time, 100));
}

}  // namespace

std::string connects_text(std::string_view name, const LoadStepPlan& plan, const TargetSummary& summary) {
  LoadConnects sum;
  Histogram time;
  for (const LoadMeasurement* one : summary.rounds) {
    sum += one->connects;
    time.merge(one->connect);
  }
  if (sum.made <= plan.connections * summary.rounds.size() && sum.syn_retries == 0 && sum.tls_handshakes == 0)
    return "";
  std::string out = fmt::format("  {:<16} {} connects in {}", name, sum.made, spectrum(time));
  if (sum.syn_retries > 0) out += fmt::format("; {} SYNs were sent again", sum.syn_retries);
  if (sum.tls_handshakes > 0) {
    out += fmt::format("; {} TLS handshakes, {} of them resumed", sum.tls_handshakes, sum.tls_resumed);
  }
  return out + "\n";
}

std::string client_delay_text(std::string_view name, const TargetSummary& summary) {
  Histogram delay;
  for (const LoadMeasurement* one : summary.rounds) delay.merge(one->client_delay);
  if (delay.count() == 0) return "";
  return fmt::format("  {:<16} of these latencies {} are the client's: answers lay here so long\n", name,
                     spectrum(delay));
}

std::string errors_text(std::string_view name, const TargetSummary& summary) {
  std::map<std::string, LoadErrorCount> errors;
  std::string out;
  std::string backlog;
  std::size_t overflows = 0;
  for (const LoadMeasurement* one : summary.rounds) {
    const auto add = [&](const LoadErrorCount& error, const char* what) {
      LoadErrorCount& sum = errors[error.name + what];
      if (sum.count == 0) sum = {error.name, 0, error.first, error.first_at};
      sum.count += error.count;
    };
    for (const LoadErrorCount& error : one->errors) add(error, "");
    for (const LoadErrorCount& kind : one->wrong_kinds) add(kind, " (wrong answers)");
    const auto words = backlog_words(*one);
    if (!words) continue;
    if (overflows++ == 0) backlog = *words;
  }
  if (overflows > 0) {
    out += fmt::format("  {:<16} {} (in {} of {} rounds)\n", name, backlog, overflows, summary.rounds.size());
  }
  for (const auto& [error_name, error] : errors) {
    out += fmt::format("  {:<16} {} {}, the first after {}: {}\n", name, error.count, error_name,
                       time_text(error.first_at), escape_bytes(error.first));
  }
  return out;
}

}  // namespace httparity
