#include "wire/response_reader.h"

#include <algorithm>
#include <utility>

#include "wire/chunked_body.h"
#include "wire/line.h"

namespace httparity {

struct ResponseReader::State {
  enum class Phase { kHead, kBody, kDone };

  State(std::string_view request_method, const Limits& given) : method(request_method), limits(given) {}

  std::size_t feed_head(std::string_view input);
  std::size_t feed_body(std::string_view input);
  void end_of_head();
  void stop(Completeness completeness, std::optional<Limit> limit = std::nullopt);
  void stop_in_head();
  std::size_t body_room() const { return limits.body_bytes - (message.bytes.size() - message.body.begin); }

  std::string method;
  Limits limits;
  Phase phase = Phase::kHead;
  Message message;             // in the head, only its bytes
  std::size_t line_begin = 0;  // of the head
  bool start_line_seen = false;
  std::size_t field_lines = 0;
  std::uint64_t missing = 0;  // body bytes under Content-Length that haven't come
  std::optional<ChunkedBody> chunked;
  ReadResponse result;
};

std::size_t ResponseReader::State::feed_head(std::string_view input) {
  const std::size_t line_room = limits.line_bytes - (message.bytes.size() - line_begin);
  const std::size_t head_room = limits.head_bytes - message.bytes.size();
  const LineStep step = take_line(message.bytes, input, std::min(line_room, head_room));
  if (step.over) stop(Completeness::kLimit, head_room <= line_room ? Limit::kHeadBytes : Limit::kLineBytes);
  if (!step.complete) return step.taken;
  const Line line = line_at(message.bytes, line_begin);
  const char first = message.bytes[line_begin];
  line_begin = message.bytes.size();
  if (!line.blank()) {
    if (start_line_seen && first != ' ' && first != '\t' && ++field_lines > limits.fields) {
      stop(Completeness::kLimit, Limit::kFields);
    }
    start_line_seen = true;
  } else if (start_line_seen) {
    end_of_head();
  }
  return step.taken;
}

// A head is whole: an interim response is kept and the next head begins, or a body does.
void ResponseReader::State::end_of_head() {
  message = index_message(std::move(message.bytes));
  const int status = status_code(message).value_or(0);
  if (status >= 100 && status < 200 && status != 101) {
    result.interims.push_back(std::exchange(message, {}));
    line_begin = field_lines = 0;
    start_line_seen = false;
    if (result.interims.size() > limits.interim_responses) stop(Completeness::kLimit, Limit::kInterimResponses);
    return;
  }
  result.framing = framing_of_head(message, method);
  phase = Phase::kBody;
  if (result.framing.completeness == Completeness::kComplete) stop(Completeness::kComplete);
  if (result.framing.body_end == BodyEnd::kChunked) chunked.emplace(limits, message.body.begin);
  missing = result.framing.content_length.value_or(0);
}

std::size_t ResponseReader::State::feed_body(std::string_view input) {
  const std::string_view within = input.substr(0, body_room());
  std::size_t taken = within.size();
  if (chunked) {
    taken = chunked->feed(message.bytes, within, result.framing);
    if (chunked->complete()) stop(Completeness::kComplete);
    if (chunked->limit()) stop(Completeness::kLimit, chunked->limit());
  } else {
    if (result.framing.body_end == BodyEnd::kLength) {
      taken = static_cast<std::size_t>(std::min<std::uint64_t>(missing, taken));
      missing -= taken;
    }
    message.bytes.append(within.data(), taken);
    if (result.framing.body_end == BodyEnd::kLength && missing == 0) stop(Completeness::kComplete);
  }
  if (phase != Phase::kDone && taken < input.size()) stop(Completeness::kLimit, Limit::kBodyBytes);
  return taken;
}

void ResponseReader::State::stop(Completeness completeness, std::optional<Limit> limit) {
  if (phase == Phase::kHead) {
    stop_in_head();
  } else if (phase == Phase::kBody) {
    message.body.end = message.bytes.size();
    if (chunked) chunked->finish(message.bytes, result.framing);
    result.response = std::move(message);
  }
  phase = Phase::kDone;
  result.framing.completeness = completeness;
  result.framing.limit = limit;
}

// Keeps what there is of a head that isn't whole: of an interim response where its status line says so.
void ResponseReader::State::stop_in_head() {
  if (message.bytes.empty()) return;
  message = index_message(std::move(message.bytes));
  const int status = message.start_line_end.empty() ? 0 : status_code(message).value_or(0);
  if (status >= 100 && status < 200 && status != 101) {
    result.interims.push_back(std::move(message));
    return;
  }
  result.framing = framing_of_head(message, method);
  result.response = std::move(message);
}

ResponseReader::ResponseReader(std::string_view method, Limits limits)
    : state_(std::make_unique<State>(method, limits)) {}
ResponseReader::~ResponseReader() = default;
ResponseReader::ResponseReader(ResponseReader&&) noexcept = default;
ResponseReader& ResponseReader::operator=(ResponseReader&&) noexcept = default;

std::size_t ResponseReader::feed(std::string_view bytes) {
  std::size_t taken = 0;
  while (taken < bytes.size() && !done()) {
    const std::string_view rest = bytes.substr(taken);
    taken += state_->phase == State::Phase::kHead ? state_->feed_head(rest) : state_->feed_body(rest);
  }
  return taken;
}

bool ResponseReader::done() const {
  return state_->phase == State::Phase::kDone;
}

bool ResponseReader::bad_framing() const {
  return state_->chunked && state_->chunked->bad_framing();
}

void ResponseReader::end(StreamEnd how) {
  if (done()) return;
  Framing& framing = state_->result.framing;
  Completeness completeness = Completeness::kTruncated;
  if (state_->phase == State::Phase::kBody) {
    if (framing.body_end == BodyEnd::kClose && how == StreamEnd::kFin) {
      completeness = Completeness::kComplete;
    } else if (bad_framing()) {
      completeness = Completeness::kBadFraming;
    } else {
      const bool in_trailers = state_->chunked && state_->chunked->in_trailers();
      add_oddity(framing, in_trailers ? Oddity::kMissingLastCrlf : Oddity::kTruncatedBody);
    }
  }
  state_->stop(completeness);
}

ReadResponse ResponseReader::take() {
  return std::move(state_->result);
}

}  // namespace httparity
