#include "fuzz/html/slice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <tuple>

#include "base/text.h"
#include "fuzz/html/signature.h"

namespace httparity::html {
namespace {

struct Batch {
  std::array<HtmlCase, Parser::kBatch> cases;
  std::uint64_t from = 0;
  std::size_t count = 0;

  std::span<const HtmlCase> span() const { return {cases.data(), count}; }
};

void record(SliceResult& result, const Pair& pair, const Engine& engine, const Batch& batch, std::size_t i,
            VerdictKind kind, const Answer& expected, const Answer& actual) {
  const HtmlCase& input = batch.cases[i];
  ++result.differences;
  const bool tapes = kind == VerdictKind::kTree && expected.form == AnswerForm::kTape &&
                     actual.form == AnswerForm::kTape && !pair.merge_text();
  const std::string raw = tapes ? tape_signature(expected.bytes, actual.bytes, Naming::kExact)
                                : signature(kind, readable(expected, kind, input, pair.merge_text()),
                                            readable(actual, kind, input, pair.merge_text()), Naming::kExact);
  RawBucket& bucket = result.buckets[raw];
  ++bucket.count;
  if (bucket.count == 1 || input.data.size() < bucket.shortest.data.size()) {
    bucket.kind = kind;
    bucket.shortest = input;
    bucket.index = batch.from + i;
    bucket.engine = engine.name();
  }
}

/// Sees whether a side does nothing but fail.
class FirstAnswers {
 public:
  /// Why there is no sense in going on, or empty.
  std::string look(Parser& side, std::span<const Answer> answers) {
    for (const Answer& answer : answers) {
      if (some_) return "";
      const bool failed = answer.outcome == Outcome::kCrashed || answer.outcome == Outcome::kTimedOut ||
                          answer.outcome == Outcome::kLied;
      some_ = !failed && answer.outcome != Outcome::kUnsupported;
      failed_ += failed ? 1 : 0;
      constexpr std::size_t kEnough = 256;
      if (failed_ < kEnough) continue;
      return fmt::format("{} dies on every case: {} one after the other, the last a {}; it said: {}", side.info().name,
                         failed_, to_string(answer.outcome), escape_bytes(side.messages()));
    }
    return "";
  }

 private:
  bool some_ = false;
  std::size_t failed_ = 0;
};

}  // namespace

bool RawBucket::is_better_than(const RawBucket& other) const {
  const std::size_t size = shortest.data.size();
  return std::tie(size, engine, index) <
         std::make_tuple(other.shortest.data.size(), std::cref(other.engine), other.index);
}

void SliceResult::merge(const SliceResult& other) {
  cases += other.cases;
  unsupported += other.unsupported;
  differences += other.differences;
  for (const auto& [key, bucket] : other.buckets) {
    const auto [place, fresh] = buckets.try_emplace(key, bucket);
    if (fresh) continue;
    const std::uint64_t count = place->second.count + bucket.count;
    if (bucket.is_better_than(place->second)) place->second = bucket;
    place->second.count = count;
  }
}

SliceResult Engine::run(Pair& pair, std::uint64_t from, std::uint64_t count, const SliceHooks& hooks) const {
  return run_slice(pair, *this, from, count, hooks);
}

SliceResult run_slice(Pair& pair, const Engine& engine, std::uint64_t from, std::uint64_t count,
                      const SliceHooks& hooks) {
  SliceResult result;
  const std::uint64_t end = from + std::min(count, engine.size() - std::min(from, engine.size()));
  std::array<Batch, Parser::kBatchesInFlight> batches;
  std::size_t submitted = 0;
  std::size_t collected = 0;
  std::vector<Answer> expected;
  std::vector<Answer> actual;
  FirstAnswers references;
  FirstAnswers ports;
  while (true) {
    const bool stopping = hooks.stop && hooks.stop();
    // A port in a process of its own works on one batch while the reference works on another.
    while (!stopping && from < end && submitted - collected < batches.size()) {
      Batch& batch = batches[submitted++ % batches.size()];
      batch.from = from;
      batch.count = static_cast<std::size_t>(std::min<std::uint64_t>(Parser::kBatch, end - from));
      if (hooks.before_batch) hooks.before_batch(from);
      for (std::size_t i = 0; i < batch.count; ++i) {
        engine.make(from + i, batch.cases[i]);
        if (hooks.rewrite) hooks.rewrite(batch.cases[i]);
      }
      from += batch.count;
      pair.port().submit(batch.span());
      pair.reference().submit(batch.span());
    }
    if (submitted == collected) return result;
    const Batch& batch = batches[collected++ % batches.size()];
    pair.reference().collect(expected);
    pair.port().collect(actual);
    if (!pair.failure().empty()) return result;
    // What was asked to stop may have answered only a part.
    if (hooks.stop && hooks.stop()) continue;
    result.failure = references.look(pair.reference(), expected) + ports.look(pair.port(), actual);
    if (!result.failure.empty()) return result;
    for (std::size_t i = 0; i < batch.count; ++i) {
      const VerdictKind kind = judge(expected[i], actual[i], pair.merge_text());
      if (kind == VerdictKind::kUnsupported) {
        ++result.unsupported;
        continue;
      }
      ++result.cases;
      if (kind != VerdictKind::kSame) record(result, pair, engine, batch, i, kind, expected[i], actual[i]);
    }
  }
}

}  // namespace httparity::html
