#include "result/hdr_log.h"
#include "result/json_parts.h"
#include "result/load_verdicts.h"

namespace httparity {
namespace {

void write_ns(JsonWriter& json, std::string_view key, std::chrono::nanoseconds time) {
  json.key(key).number(std::int64_t{time.count()});
}

void write_texts(JsonWriter& json, std::string_view key, const std::vector<std::string>& texts) {
  json.key(key).begin_array();
  for (const std::string& text : texts) json.text(text);
  json.end_array();
}

void write_histogram(JsonWriter& json, std::string_view key, const Histogram& histogram) {
  json.key(key).begin_object();
  json.key("count").number(histogram.count());
  if (histogram.count() > 0) {
    write_ns(json, "min_ns", histogram.min());
    json.key("mean_ns").number(histogram.mean_ns());
    write_ns(json, "p50_ns", histogram.percentile(50));
    write_ns(json, "p90_ns", histogram.percentile(90));
    write_ns(json, "p99_ns", histogram.percentile(99));
    write_ns(json, "p99_9_ns", histogram.percentile(99.9));
    write_ns(json, "p99_99_ns", histogram.percentile(99.99));
    write_ns(json, "max_ns", histogram.max());
    json.key("buckets").begin_array();
    for (const Histogram::Bucket& bucket : histogram.buckets()) {
      json.begin_array();
      json.number(std::int64_t{bucket.lowest.count()});
      json.number(std::int64_t{bucket.highest.count()});
      json.number(bucket.count);
      json.end_array();
    }
    json.end_array();
    json.key("hdr_v2").text(encode_hdr_v2(histogram));
  }
  json.end_object();
}

void write_target(JsonWriter& json, const LoadTarget& target, std::optional<std::size_t> highest_step) {
  json.begin_object();
  if (highest_step) json.key("highest_step_that_holds").number(std::uint64_t{*highest_step});
  json.key("name").text(target.name);
  json.key("refused").text(target.refused);
  json.key("compared").number(std::uint64_t{target.compared});
  json.key("ledger");
  write_ledger(json, target.ledger);
  json.key("cold_start_ns").begin_array();
  for (const auto time : target.cold_start) json.number(std::int64_t{time.count()});
  json.end_array();
  json.end_object();
}

void write_step(JsonWriter& json, const LoadStepPlan& step) {
  json.begin_object();
  json.key("connections").number(std::uint64_t{step.connections});
  json.key("pipeline").number(std::uint64_t{step.depth});
  json.key("rate_per_second").number(step.rate_per_second);
  if (step.client_capacity) json.key("client_capacity_per_second").number(*step.client_capacity);
  json.end_object();
}

void write_request(JsonWriter& json, const LoadRequestCount& request) {
  json.begin_object();
  json.key("name").text(request.name);
  json.key("valid").number(request.valid);
  json.key("invalid").number(request.invalid);
  json.key("bytes").number(request.bytes);
  write_histogram(json, "service", request.service);
  write_histogram(json, "response", request.response);
  json.end_object();
}

void write_second(JsonWriter& json, const LoadSecond& second) {
  json.begin_object();
  json.key("valid").number(second.valid);
  json.key("invalid").number(second.invalid);
  json.key("errors").number(second.errors);
  json.key("mean_service_ns").number(second.valid == 0 ? std::uint64_t{0} : second.service_ns / second.valid);
  json.end_object();
}

void write_error(JsonWriter& json, const LoadErrorCount& error) {
  json.begin_object();
  json.key("name").text(error.name);
  json.key("count").number(error.count);
  json.key("first").text(error.first);
  write_ns(json, "first_at_ns", error.first_at);
  json.end_object();
}

void write_server(JsonWriter& json, const ServerUse& server) {
  json.key("server").begin_object();
  json.key("cpu_seconds").number(server.cpu_seconds);
  json.key("rss_idle_bytes").number(server.rss_idle_bytes);
  json.key("rss_load_bytes").number(server.rss_load_bytes);
  json.key("rss_peak_bytes").number(server.rss_peak_bytes);
  json.end_object();
}

void write_measurement(JsonWriter& json, const LoadMeasurement& one) {
  json.begin_object();
  json.key("target").number(std::uint64_t{one.target});
  json.key("step").number(std::uint64_t{one.step});
  json.key("round").number(std::uint64_t{one.round});
  json.key("failure").text(one.failure);
  json.key("partial").boolean(one.partial);
  json.key("target_lost").boolean(one.target_lost);
  write_ns(json, "timed_ns", one.timed);
  json.key("valid_per_second").number(one.rate_per_second());
  json.key("valid").number(one.valid());
  json.key("invalid").number(one.invalid());
  json.key("warmup_valid").number(one.warmup_valid);
  json.key("warmup_invalid").number(one.warmup_invalid);
  json.key("started").number(one.started);
  json.key("in_flight_at_end").number(one.in_flight_at_end);
  json.key("unanswered").number(one.unanswered);
  json.key("due").number(one.due);
  json.key("backlog_at_end").number(one.backlog_at_end);
  json.key("compared_in_full").number(one.compared_in_full);
  json.key("client_cpu_seconds").number(one.client_cpu_seconds);
  json.key("client_busy").number(one.client_busy);
  if (one.server) write_server(json, *one.server);
  if (one.foreign_cpu) json.key("foreign_cpu").number(*one.foreign_cpu);
  json.key("kernel").begin_object();
  json.key("retransmits").number(one.kernel.retransmits);
  json.key("syn_retries").number(one.kernel.syn_retries);
  json.key("listen_overflows").number(one.kernel.listen_overflows);
  json.key("listen_drops").number(one.kernel.listen_drops);
  json.end_object();
  json.key("requests").begin_array();
  for (const LoadRequestCount& request : one.requests) write_request(json, request);
  json.end_array();
  write_histogram(json, "lateness", one.lateness);
  write_histogram(json, "connect", one.connect);
  write_histogram(json, "client_delay", one.client_delay);
  json.key("errors").begin_array();
  for (const LoadErrorCount& error : one.errors) write_error(json, error);
  json.end_array();
  json.key("seconds").begin_array();
  for (const LoadSecond& second : one.seconds) write_second(json, second);
  json.end_array();
  json.end_object();
}

void write_wrong(JsonWriter& json, const LoadWrongAnswer& wrong) {
  json.begin_object();
  json.key("target").number(std::uint64_t{wrong.target});
  json.key("step").number(std::uint64_t{wrong.step});
  json.key("round").number(std::uint64_t{wrong.round});
  json.key("contract").text(wrong.contract);
  json.key("scenario").text(wrong.scenario);
  json.key("variant").text(wrong.variant);
  json.key("name").text(wrong.request_name);
  json.key("place");
  write_place(json, wrong.place);
  write_ns(json, "at_ns", wrong.at);
  json.key("detail").text(wrong.detail);
  json.key("request").begin_object();
  json.key("base64").base64(wrong.request);
  json.end_object();
  json.key("expected").begin_object();
  json.key("base64").base64(wrong.expected);
  json.end_object();
  json.key("received").begin_object();
  json.key("base64").base64(wrong.received);
  json.end_object();
  json.key("differences").begin_array();
  for (const Difference& difference : wrong.differences) write_difference(json, difference);
  json.end_array();
  json.end_object();
}

void write_ratio(JsonWriter& json, const PairedRatio& ratio) {
  json.begin_object();
  json.key("step").number(std::uint64_t{ratio.step});
  json.key("target").number(std::uint64_t{ratio.target});
  json.key("ratios").begin_array();
  for (const double one : ratio.ratios) json.number(one);
  json.end_array();
  json.key("median").number(ratio.median);
  json.key("low").number(ratio.low);
  json.key("high").number(ratio.high);
  json.key("indistinguishable").boolean(ratio.indistinguishable);
  json.key("within_spread").boolean(ratio.within_spread);
  json.end_object();
}

void write_gates(JsonWriter& json, const LoadResult& result) {
  json.key("gates").begin_object();
  json.key("headroom").number(result.gates.headroom);
  json.key("drift").number(result.gates.drift);
  json.key("foreign_cpu").number(result.gates.foreign_cpu);
  json.key("max_errors").number(result.gates.max_errors);
  json.key("search").boolean(result.gates.search);
  json.key("thresholds").begin_array();
  for (const LoadThreshold& threshold : result.gates.thresholds) json.text(threshold.text);
  json.end_array();
  json.end_object();
}

}  // namespace

void write_load(JsonWriter& json, const LoadResult& result) {
  json.begin_object();
  json.key("httparity_load").number(std::int64_t{1});
  json.key("targets").begin_array();
  for (std::size_t i = 0; i < result.targets.size(); ++i) {
    write_target(json, result.targets[i], result.gates.search ? highest_step_that_holds(result, i) : std::nullopt);
  }
  json.end_array();
  json.key("steps").begin_array();
  for (const LoadStepPlan& step : result.steps) write_step(json, step);
  json.end_array();
  write_gates(json, result);
  write_texts(json, "void", void_reasons(result));
  write_texts(json, "missed", missed_gates(result));
  json.key("ratios").begin_array();
  for (const PairedRatio& ratio : compare_rounds(result)) write_ratio(json, ratio);
  json.end_array();
  json.key("measurements").begin_array();
  for (const LoadMeasurement& one : result.measurements) write_measurement(json, one);
  json.end_array();
  json.key("wrong").begin_array();
  for (const LoadWrongAnswer& wrong : result.wrong) write_wrong(json, wrong);
  json.end_array();
  json.key("audits").begin_array();
  for (const LoadAudit& audit : result.audits) {
    json.begin_object();
    json.key("target").number(std::uint64_t{audit.target});
    json.key("step").number(std::uint64_t{audit.step});
    json.key("round").number(std::uint64_t{audit.round});
    json.key("name").text(audit.request_name);
    json.key("acknowledged").number(audit.acknowledged);
    json.key("passed").boolean(audit.passed);
    json.key("output").bytes(audit.output);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

}  // namespace httparity
