#include "load/session.h"

#include <fmt/format.h>

#include <chrono>
#include <thread>
#include <utility>
#include <variant>

#include "base/text.h"
#include "contract/observe.h"
#include "load/matcher.h"
#include "target/command.h"

namespace httparity {
namespace {

constexpr int kAttempts = 8;
constexpr int kPasses = 6;

Error at_step(const WorkItem& item, const Step& step, const std::string& what) {
  std::string name = item.scenario->name;
  if (!item.variant.name.empty()) name += "/" + item.variant.name;
  return Error{fmt::format("{}:{}: {} / {}: {}", step.place.file, step.place.line, escape_bytes(name),
                           escape_bytes(step.name), what)};
}

/// What `exchange` shows beside the answers that `request` is held to: parity where it is one of them.
Verdict check(const RequestTemplate& request, const Exchange& exchange, std::string_view echo, const Limits& limits) {
  SeenValues seen;
  LiveExpectation live(request.expectation, request.alternatives, seen);
  Match match;
  match.begin(live, echo, limits);
  std::string bytes;
  for (const Message& interim : exchange.interims) bytes += interim.bytes;
  bytes += exchange.response->bytes;
  MatchProgress progress = match.feed(bytes);
  if (progress.step == MatchStep::kNeedMore) {
    progress.step = match.end(exchange.fate == Fate::kRst    ? StreamEnd::kRst
                              : exchange.fate == Fate::kOpen ? StreamEnd::kSilence
                                                             : StreamEnd::kFin);
  }
  Verdict verdict;
  if (progress.step != MatchStep::kValid) return match.verdict();
  const Expectation& expected = *live.answers[match.answer()].expectation;
  if (exchange.fate == expected.exchange.fate && exchange.surplus.empty()) return verdict;
  verdict.outcome = Outcome::kDiffers;
  Difference difference;
  difference.kind = exchange.surplus.empty() ? DifferenceKind::kConnectionFate : DifferenceKind::kSurplusBytes;
  difference.part = exchange.surplus.empty() ? "connection" : "surplus";
  verdict.differences.push_back(std::move(difference));
  return verdict;
}

std::string first_words(const Verdict& verdict) {
  if (verdict.differences.empty()) return verdict.detail;
  const Difference& first = verdict.differences.front();
  const auto shown = [](const Side& side) { return escape_bytes(std::string_view(side.bytes).substr(0, 60)); };
  return fmt::format("{} {}: \"{}\", then \"{}\"", difference_kind_name(first.kind), escape_bytes(first.part),
                     shown(first.reference), shown(first.port));
}

std::vector<Span> places_of(const std::string& bytes, const std::string& token) {
  std::vector<Span> out;
  for (std::size_t at = 0; (at = bytes.find(token, at)) != std::string::npos; at += token.size()) {
    out.push_back({at, at + token.size()});
  }
  return out;
}

}  // namespace

std::string Session::next_token() {
  return unique_value(plan_.unique_run, (number_ << 32) + sent_++);
}

Connection& Session::connection_of(Actors& actors, const Step& step) {
  const auto [found, added] = actors.connections.try_emplace(step.actor, plan_.target->endpoint(), plan_.transport);
  if (step.new_connection) found->second.close();
  return found->second;
}

Result<Exchange> Session::send(const std::string& bytes, const Step& step, Connection& connection,
                               const std::stop_token& stop) {
  Outgoing outgoing;
  outgoing.bytes = bytes;
  outgoing.expect_close = step.expect_close;
  const ExchangeJob job{&connection, {std::move(outgoing)}, std::nullopt};
  ExchangeOutcome outcome = std::move(exchange_all({&job, 1}, stop).front());
  if (outcome.error) {
    target_down_ = outcome.error->kind != TransportError::Kind::kInterrupted;
    return Error{outcome.error->what};
  }
  Exchange exchange = std::move(outcome.exchanges.front());
  if (exchange.framing.limit) {
    return Error{fmt::format("its answer is larger than --limit {} allows: give a larger one if it should be",
                             limit_name(*exchange.framing.limit))};
  }
  if (!is_complete(exchange)) {
    return Error{fmt::format("its answer is not whole: {} after {} bytes", fate_name(exchange.fate),
                             exchange.response ? exchange.response->bytes.size() : 0)};
  }
  return exchange;
}

Result<void> Session::play(const WorkItem& item, const std::stop_token& stop) {
  Actors& actors = actors_[&item];
  actors.state.variables = item.variant.values;
  for (const auto& [name, value] : plan_.target->variables()) actors.state.variables.emplace(name, value);
  for (const Step& step : item.scenario->steps) {
    if (stop.stop_requested()) return Error{"interrupted"};
    if (step.load && step.load->is_template()) {
      auto settled = settle(item, step, actors, stop);
      if (!settled) return settled.error();
      templates_.push_back(*std::move(settled));
    } else if (auto played = play_step(item, step, actors, stop); !played) {
      return played;
    }
  }
  attach_alternatives(item);
  return {};
}

Result<void> Session::play_step(const WorkItem& item, const Step& step, Actors& actors, const std::stop_token& stop) {
  if (const auto* wait = std::get_if<Wait>(&step.action)) {
    std::this_thread::sleep_for(wait->time);
    return {};
  }
  if (const auto* command = std::get_if<Run>(&step.action)) {
    return plan_.runs_commands ? run(item, step, *command, actors, stop) : Result<void>();
  }
  auto played = play_request(item, step, actors, stop);
  if (!played) return played.error();
  if (!step.load) return {};
  auto expectation = compile_expectation(std::move(played->exchange), step.masks, played->echo());
  if (!expectation) return at_step(item, step, expectation.error().what);
  expectation->name = step.name;
  alternatives_.push_back({&step, *std::move(expectation), played->token});
  return {};
}

// A template may stand behind the steps that show its alternatives.
void Session::attach_alternatives(const WorkItem& item) {
  for (Alternative& other : alternatives_) {
    for (SettledTemplate& one : templates_) {
      if (one.item != &item || one.step->name != other.step->load->alternative_of) continue;
      one.request.alternatives.push_back(std::move(other.expectation));
      one.tokens.push_back(std::move(other.token));
    }
  }
  alternatives_.clear();
}

Result<void> Session::run(const WorkItem& item, const Step& step, const Run& run, Actors& actors,
                          const std::stop_token& stop) {
  Command command;
  command.cwd = plan_.suite;
  for (const Template& argument : run.arguments) {
    const auto word = expand(argument, actors.state.variables);
    if (!word) return at_step(item, step, word.error().what);
    command.arguments.push_back(word->value_or(""));
  }
  const auto end = run_command(command, stop);
  if (!end) return at_step(item, step, end.error().what);
  if (end->exit_status == 0) return {};
  return at_step(item, step, fmt::format("ended with status {}: {}", end->exit_status, escape_bytes(end->output)));
}

Result<Session::Played> Session::play_request(const WorkItem& item, const Step& step, Actors& actors,
                                              const std::stop_token& stop) {
  Played out;
  out.token = next_token();
  const auto now = std::chrono::system_clock::now();
  const auto request = next_request(actors.state, step, out.token, now);
  if (!request) return at_step(item, step, request.error().what);
  auto exchange = send(request->bytes, step, connection_of(actors, step), stop);
  if (!exchange) return at_step(item, step, exchange.error().what);
  if (const auto missing = unmet(step, *exchange, actors.state.variables, plan_.transport.limits)) {
    return at_step(item, step, *missing);
  }
  observe(actors.state, step, *exchange, plan_.transport.limits, now);
  out.bytes = request->bytes;
  out.unique = places_of(out.bytes, out.token);
  out.exchange = *std::move(exchange);
  return out;
}

Result<SettledTemplate> Session::settle(const WorkItem& item, const Step& step, Actors& actors,
                                        const std::stop_token& stop) {
  SettledTemplate out;
  out.item = &item;
  out.step = &step;
  out.request.weight = step.load->weight;
  out.request.audited = !step.load->audit.empty();
  out.request.name = item.scenario->name;
  if (!item.variant.name.empty()) out.request.name += "/" + item.variant.name;
  out.request.name += " / " + step.name;
  Verdict last;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    auto played = play_request(item, step, actors, stop);
    if (!played) return played.error();
    out.request.bytes = played->bytes;
    out.request.unique = played->unique;
    out.tokens.push_back(played->token);
    bool settled = false;
    if (attempt > 0) {
      last = check(out.request, played->exchange, played->echo(), plan_.transport.limits);
      settled = last.outcome == Outcome::kParity;
    }
    auto expectation = compile_expectation(std::move(played->exchange), step.masks, played->echo());
    if (!expectation) return at_step(item, step, expectation.error().what);
    out.request.expectation = *std::move(expectation);
    out.request.expectation.name = step.name;
    if (settled) return out;
  }
  return at_step(item, step,
                 fmt::format("its answers never settle: of {} no two in a row were alike ({}); mask what changes, show "
                             "the other answer in a step with \"alternative_of\", or let a step before it bring the "
                             "server to rest",
                             kAttempts, first_words(last)));
}

Result<void> Session::settle_all(const std::stop_token& stop) {
  for (int pass = 0; pass < kPasses; ++pass) {
    const SettledTemplate* moved = nullptr;
    Verdict verdict;
    for (SettledTemplate& one : templates_) {
      if (stop.stop_requested()) return Error{"interrupted"};
      RequestTemplate& request = one.request;
      const std::string token = next_token();
      for (const Span& span : request.unique) request.bytes.replace(span.begin, span.size(), token);
      const std::string_view echo = request.unique.empty() ? std::string_view() : std::string_view(token);
      auto exchange = send(request.bytes, *one.step, connection_of(actors_[one.item], *one.step), stop);
      if (!exchange) return at_step(*one.item, *one.step, exchange.error().what);
      one.tokens.push_back(token);
      const Verdict now = check(request, *exchange, echo, plan_.transport.limits);
      if (now.outcome == Outcome::kParity) continue;
      moved = &one;
      verdict = now;
      auto expectation = compile_expectation(*std::move(exchange), one.step->masks, echo);
      if (!expectation) return at_step(*one.item, *one.step, expectation.error().what);
      request.expectation = *std::move(expectation);
      request.expectation.name = one.step->name;
    }
    if (moved == nullptr) return {};
    if (pass + 1 == kPasses) {
      return at_step(
          *moved->item, *moved->step,
          fmt::format("its answer changes while the other templates are sent ({}); mask what changes, or show "
                      "the other answer in a step with \"alternative_of\"",
                      first_words(verdict)));
    }
  }
  return {};
}

}  // namespace httparity
