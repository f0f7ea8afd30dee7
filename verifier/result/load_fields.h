#pragma once

#include <cstdint>
#include <vector>

#include "result/field_writer.h"
#include "result/hdr_log.h"
#include "result/load_verdicts.h"
#include "result/verify_fields.h"

namespace httparity {

// The JSON of a load, as contracts/load-result.schema.json describes it, to be written and to be read. What is derived
// follows from the rest, and stands there for readers that don't compute.

template <typename Fields>
void describe(Fields& fields, Of<Fields, Histogram>& histogram) {
  std::uint64_t count = histogram.count();
  fields("count", count);
  if (count == 0) return;
  auto min = histogram.min();
  auto max = histogram.max();
  std::uint64_t sum_ns = histogram.sum_ns();
  std::vector<NumberRow> rows;
  if constexpr (!Fields::kReads) {
    for (const Histogram::Bucket& bucket : histogram.buckets()) {
      rows.push_back({static_cast<std::uint64_t>(bucket.lowest.count()),
                      static_cast<std::uint64_t>(bucket.highest.count()), bucket.count});
    }
  }
  fields("min_ns", min);
  fields.derived("mean_ns", [&] { return histogram.mean_ns(); });
  fields.derived("p50_ns", [&] { return histogram.percentile(50); });
  fields.derived("p90_ns", [&] { return histogram.percentile(90); });
  fields.derived("p99_ns", [&] { return histogram.percentile(99); });
  fields.derived("p99_9_ns", [&] { return histogram.percentile(99.9); });
  fields.derived("p99_99_ns", [&] { return histogram.percentile(99.99); });
  fields("max_ns", max);
  fields("sum_ns", sum_ns);
  fields("buckets", rows);
  fields.derived("hdr_v2", [&] { return encode_hdr_v2(histogram); });
  if constexpr (Fields::kReads) {
    std::vector<Histogram::Bucket> buckets;
    for (const NumberRow& row : rows) {
      if (row.size() != 3) return fields.refuse("buckets", "each has a lowest and a highest duration and a count");
      buckets.push_back({std::chrono::nanoseconds(row[0]), std::chrono::nanoseconds(row[1]), row[2]});
    }
    auto read = Histogram::of(buckets, min, max, sum_ns);
    if (!read || read->count() != count) return fields.refuse("buckets", "are not those of such a histogram");
    histogram = *std::move(read);
  }
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, LoadFile>& file) {
  fields("round", file.round);
  fields("path", file.path);
  fields("sha256", file.sha256);
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, LoadInstructions>& one) {
  fields("target", one.target);
  fields("refused", one.refused);
  fields("requests", one.requests);
  fields("instructions", one.instructions[0]);
  fields("instructions_of_twice", one.instructions[1]);
  fields("allocations", one.allocations[0]);
  fields("allocations_of_twice", one.allocations[1]);
  fields("allocated_bytes", one.allocated_bytes[0]);
  fields("allocated_bytes_of_twice", one.allocated_bytes[1]);
  fields.derived("instructions_per_request", [&] { return one.instructions_per_request(); });
  fields.derived("allocations_per_request", [&] { return one.allocations_per_request(); });
  fields.derived("allocated_bytes_per_request", [&] { return one.allocated_bytes_per_request(); });
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, LoadTarget>& target) {
  fields("name", target.name);
  fields("refused", target.refused);
  fields("compared", target.compared);
  fields("ledger", target.ledger);
  std::size_t differing = target.differing.size();
  fields("differing", differing);
  if constexpr (Fields::kReads) target.differing.resize(std::min<std::size_t>(differing, 1'000'000));
  fields("cold_start_ns", target.cold_start);
  fields("link_bits_per_second", target.link_bits_per_second);
  fields("files", target.files);
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, LoadStepPlan>& step) {
  fields("connections", step.connections);
  fields("pipeline", step.depth);
  fields("rate_per_second", step.rate_per_second);
  fields("client_capacity_per_second", step.client_capacity);
  fields("client_capacity_before_per_second", step.capacity_before);
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, LoadThreshold>& threshold) {
  fields("text", threshold.text);
  fields("percent", threshold.percent);
  fields("limit_ns", threshold.limit);
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, LoadGates>& gates) {
  fields("headroom", gates.headroom);
  fields("drift", gates.drift);
  fields("foreign_cpu", gates.foreign_cpu);
  fields("history", gates.history);
  fields("max_errors", gates.max_errors);
  fields("max_error_share", gates.max_error_share);
  fields("search", gates.search);
  fields("thresholds", gates.thresholds);
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, LoadAnswerCount>& answer) {
  fields("step", answer.step);
  fields("valid", answer.valid);
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, LoadRequestCount>& request) {
  fields("name", request.name);
  fields("valid", request.valid);
  fields("invalid", request.invalid);
  fields("bytes", request.bytes);
  fields("service", request.service);
  fields("response", request.response);
  fields("answers", request.answers);
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, LoadLaneCount>& lane) {
  fields("profiles", lane.profiles);
  fields("connections", lane.connections);
  fields("rate_per_second", lane.rate_per_second);
  fields("valid", lane.valid);
  fields("due", lane.due);
  fields("backlog_at_end", lane.backlog_at_end);
  fields("lateness", lane.lateness);
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, LoadErrorCount>& error) {
  fields("name", error.name);
  fields("count", error.count);
  fields("first", error.first);
  fields("first_at_ns", error.first_at);
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, LoadSecond>& second) {
  fields("valid", second.valid);
  fields("invalid", second.invalid);
  fields("errors", second.errors);
  fields("service_ns", second.service_ns);
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, KernelCounts>& kernel) {
  fields("retransmits", kernel.retransmits);
  fields("syn_retries", kernel.syn_retries);
  fields("listen_overflows", kernel.listen_overflows);
  fields("listen_drops", kernel.listen_drops);
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, LoadConnects>& connects) {
  fields("made", connects.made);
  fields("syn_retries", connects.syn_retries);
  fields("tls_handshakes", connects.tls_handshakes);
  fields("tls_resumed", connects.tls_resumed);
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, ServerUse>& server) {
  fields("cpu_seconds", server.cpu_seconds);
  fields("rss_idle_bytes", server.rss_idle_bytes);
  fields("rss_load_bytes", server.rss_load_bytes);
  fields("rss_peak_bytes", server.rss_peak_bytes);
  fields("threads", server.threads);
  fields("busiest_thread", server.busiest_thread);
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, LoadMeasurement>& one) {
  fields("target", one.target);
  fields("step", one.step);
  fields("round", one.round);
  fields("failure", one.failure);
  fields("partial", one.partial);
  fields("target_lost", one.target_lost);
  fields("client_overload", one.client_overload);
  fields("timed_ns", one.timed);
  fields.derived("valid_per_second", [&] { return one.rate_per_second(); });
  fields.derived("valid", [&] { return one.valid(); });
  fields.derived("invalid", [&] { return one.invalid(); });
  fields("warmup_valid", one.warmup_valid);
  fields("warmup_invalid", one.warmup_invalid);
  fields("carried_in", one.carried_in);
  fields("started", one.started);
  fields("in_flight_at_end", one.in_flight_at_end);
  fields("unanswered", one.unanswered);
  fields("due", one.due);
  fields("backlog_at_end", one.backlog_at_end);
  fields("compared_in_full", one.compared_in_full);
  fields("client_cpu_seconds", one.client_cpu_seconds);
  fields("client_busy", one.client_busy);
  fields("server", one.server);
  fields("foreign_cpu", one.foreign_cpu);
  fields("kernel", one.kernel);
  fields("requests", one.requests);
  fields("lanes", one.lanes);
  fields("lateness", one.lateness);
  fields("connect", one.connect);
  fields("connects", one.connects);
  fields("accept_queue", one.accept_queue);
  fields("client_delay", one.client_delay);
  fields("errors", one.errors);
  fields("wrong_kinds", one.wrong_kinds);
  fields("seconds", one.seconds);
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, PairedRatio>& ratio) {
  fields("step", ratio.step);
  fields("target", ratio.target);
  fields("ratios", ratio.ratios);
  fields("median", ratio.median);
  fields("low", ratio.low);
  fields("high", ratio.high);
  fields("indistinguishable", ratio.indistinguishable);
  fields("within_spread", ratio.within_spread);
}

/// Bytes as an object with base64, in the form that differences have.
template <typename Text>
struct RawBytes {
  Text& bytes;
};

template <typename Text>
RawBytes(Text&) -> RawBytes<Text>;

template <typename Fields, typename Text>
void describe(Fields& fields, const RawBytes<Text>& raw) {
  fields.base64("base64", raw.bytes);
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, LoadWrongAnswer>& wrong) {
  fields("target", wrong.target);
  fields("step", wrong.step);
  fields("round", wrong.round);
  fields("contract", wrong.contract);
  fields("scenario", wrong.scenario);
  fields("variant", wrong.variant);
  fields("name", wrong.request_name);
  fields("place", wrong.place);
  fields("at_ns", wrong.at);
  fields("detail", wrong.detail);
  const RawBytes request{wrong.request};
  const RawBytes expected{wrong.expected};
  const RawBytes received{wrong.received};
  fields("request", request);
  fields("expected", expected);
  fields("received", received);
  fields("differences", wrong.differences);
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, LoadAudit>& audit) {
  fields("target", audit.target);
  fields("step", audit.step);
  fields("round", audit.round);
  fields("name", audit.request_name);
  fields("acknowledged", audit.acknowledged);
  fields("unacknowledged", audit.unacknowledged);
  fields("passed", audit.passed);
  fields.bytes("output", audit.output);
}

template <typename Fields>
void describe(Fields& fields, Of<Fields, LoadResult>& result) {
  std::uint64_t version = 1;
  fields("httparity_load", version);
  if (version != 1) fields.refuse("httparity_load", "is a version that this httparity doesn't know");
  fields("targets", result.targets);
  fields("steps", result.steps);
  fields("gates", result.gates);
  if (result.gates.search) {
    fields.derived("highest_step_that_holds", [&] {
      std::vector<std::optional<std::size_t>> out;
      for (std::size_t i = 0; i < result.targets.size(); ++i) out.push_back(highest_step_that_holds(result, i));
      return out;
    });
  }
  fields.derived("void", [&] { return void_reasons(result); });
  fields.derived("missed", [&] { return missed_gates(result); });
  fields.derived("ratios", [&] { return compare_rounds(result); });
  fields("measurements", result.measurements);
  fields("wrong", result.wrong);
  fields("audits", result.audits);
  fields("instructions", result.instructions);
}

}  // namespace httparity
