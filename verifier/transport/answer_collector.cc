#include "transport/answer_collector.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"
#include "wire/make_exchange.h"

namespace httparity {
namespace {

/// A Connection field of `message` lists `option` (RFC 9110, section 7.6.1).
bool has_connection_option(const Message& message, std::string_view option) {
  for (const std::size_t index : find_fields(message, "Connection")) {
    std::string_view list = message.at(message.fields[index].value);
    while (!list.empty()) {
      const std::size_t comma = std::min(list.find(','), list.size());
      std::string_view item = list.substr(0, comma);
      list.remove_prefix(std::min(comma + 1, list.size()));
      while (!item.empty() && (item.front() == ' ' || item.front() == '\t')) item.remove_prefix(1);
      while (!item.empty() && (item.back() == ' ' || item.back() == '\t')) item.remove_suffix(1);
      if (equal_ignoring_case(item, option)) return true;
    }
  }
  return false;
}

/// RFC 9112, section 9.3: "close", or HTTP/1.0 without keep-alive.
bool says_close(const Message& message, bool is_http_1_0) {
  if (has_connection_option(message, "close")) return true;
  return is_http_1_0 && !has_connection_option(message, "keep-alive");
}

}  // namespace

AnswerCollector::AnswerCollector(std::vector<Message> requests, const Limits& limits)
    : limits_(limits), reader_(requests.empty() ? std::string_view() : request_method(requests.front()), limits) {
  exchanges_.resize(requests.size());
  for (std::size_t i = 0; i < requests.size(); ++i) exchanges_[i].request = std::move(requests[i]);
}

void AnswerCollector::feed(std::string_view bytes, std::chrono::nanoseconds at) {
  while (!bytes.empty() && !over_limit_) {
    const bool is_surplus = all_answered() || unreadable_;
    Exchange& exchange = exchanges_[all_answered() ? current_ - 1 : current_];
    exchange.times.last_byte = at;
    if (is_surplus) {
      add_surplus(bytes);
      return;
    }
    if (!current_has_bytes_) exchange.times.first_byte = at;
    current_has_bytes_ = true;
    bytes.remove_prefix(std::min(reader_.feed(bytes), bytes.size()));
    if (!reader_.done()) return;
    take_answer();
    const Completeness completeness = exchange.framing.completeness;
    over_limit_ = completeness == Completeness::kLimit;
    unreadable_ = completeness == Completeness::kBadFraming;
    if (over_limit_ || unreadable_) continue;
    ++current_;
    next_reader();
  }
}

void AnswerCollector::next_reader() {
  current_has_bytes_ = false;
  if (!all_answered()) reader_ = ResponseReader(request_method(exchanges_[current_].request), limits_);
}

void AnswerCollector::take_answer() {
  ReadResponse read = reader_.take();
  Exchange& exchange = exchanges_[current_];
  exchange.interims = std::move(read.interims);
  exchange.response = std::move(read.response);
  exchange.framing = std::move(read.framing);
}

void AnswerCollector::add_surplus(std::string_view bytes) {
  Exchange& exchange = exchanges_[all_answered() ? current_ - 1 : current_];
  const std::size_t room = limits_.body_bytes - std::min(limits_.body_bytes, exchange.surplus.size());
  exchange.surplus += bytes.substr(0, room);
  if (bytes.size() <= room) return;
  // What a peer sends behind its answer is held to the limit of a body.
  over_limit_ = true;
  exchange.framing.completeness = Completeness::kLimit;
  exchange.framing.limit = Limit::kBodyBytes;
}

bool AnswerCollector::close_announced() const {
  const Exchange& last = exchanges_.back();
  const std::string_view start_line = last.request.at(last.request.start_line);
  if (says_close(last.request, start_line.ends_with(" HTTP/1.0"))) return true;
  return last.response &&
         says_close(*last.response, last.response->at(last.response->start_line).starts_with("HTTP/1.0"));
}

void AnswerCollector::finish(Fate fate) {
  const std::size_t size = exchanges_.size();
  if (all_answered()) {
    exchanges_.back().fate = fate;
    return;
  }
  const bool ended = fate == Fate::kFin || fate == Fate::kCut || fate == Fate::kRst;
  // The end was found right behind the answer before, which therefore shares it.
  if (ended && current_ > 0 && !current_has_bytes_) exchanges_[current_ - 1].fate = fate;
  exchanges_[current_].fate = fate;
  if (!over_limit_ && !unreadable_) {
    reader_.end(stream_end(fate));
    take_answer();
  }
  for (std::size_t i = current_ + 1; i < size; ++i) exchanges_[i].fate = ended ? fate : Fate::kStall;
  const bool whole =
      exchanges_[current_].response && exchanges_[current_].framing.completeness == Completeness::kComplete;
  if (whole) current_ = size;
}

}  // namespace httparity
