#include "fuzz/html/child_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "base/text.h"
#include "fuzz/html/child.h"
#include "fuzz/html/frames.h"
#include "fuzz/html/tape.h"

namespace httparity::html {
namespace {

using Clock = std::chrono::steady_clock;

/// Waits for a whole frame at the begin of `child.incoming()`; kParsed where it is there.
Outcome await_frame(Child& child, Clock::time_point deadline, const std::function<bool()>& stop, FrameHeader& header) {
  constexpr std::chrono::milliseconds kStep{100};
  while (true) {
    const std::string& incoming = child.incoming();
    if (incoming.size() >= kFrameHeaderBytes) {
      header = read_header(incoming);
      if (header.bytes > kMaxFrameBytes) return Outcome::kLied;
      if (incoming.size() - kFrameHeaderBytes >= header.bytes) return Outcome::kParsed;
    }
    if (stop && stop()) return Outcome::kTimedOut;
    switch (child.pump(std::min(deadline, Clock::now() + kStep))) {
      case Child::Event::kProgress:
        break;
      case Child::Event::kEnded:
        return Outcome::kCrashed;
      case Child::Event::kTimeout:
        if (Clock::now() >= deadline) return Outcome::kTimedOut;
        break;
    }
  }
}

class ChildParserImpl final : public ChildParser {
 public:
  ChildParserImpl(std::string command, ChildLimits limits) : command_(std::move(command)), limits_(std::move(limits)) {}

  /// Starts the child and reads its hello.
  Result<void> start() {
    Result<std::unique_ptr<Child>> child = Child::start(command_);
    if (!child) return child.error();
    child_ = *std::move(child);
    FrameHeader header;
    const Outcome outcome = await_frame(*child_, Clock::now() + limits_.start, limits_.stop, header);
    if (outcome != Outcome::kParsed || header.count != 0) {
      const std::string said =
          escape_bytes(outcome == Outcome::kParsed ? child_->incoming().substr(0, 80) : child_->messages());
      return Error{fmt::format("\"{}\" sent no hello ({}); it said: {}", command_, child_->stop(), said)};
    }
    Result<ParserInfo> info = parse_info(std::string_view(child_->incoming()).substr(kFrameHeaderBytes, header.bytes));
    if (!info) return Error{fmt::format("\"{}\": {}", command_, info.error().what)};
    tapes_ = info->answers_tapes;
    info_ = *std::move(info);
    child_->incoming().erase(0, kFrameHeaderBytes + header.bytes);
    return {};
  }

  const ParserInfo& info() const override { return info_; }
  std::size_t restarts() const override { return restarts_; }
  std::string failure() const override { return failure_; }
  std::string messages() const override { return child_ ? child_->messages() : lost_messages_; }

  void submit(std::span<const HtmlCase> cases) override {
    if (!child_ && failure_.empty() && !stopped()) begin();
    batches_.push_back({cases, {}});
    Batch& batch = batches_.back();
    for (const HtmlCase& one : cases) {
      if (info_.text || info_.supports(one)) batch.sent.push_back(&one);
    }
    send(batch.sent);
    if (child_) child_->pump_once();
  }

  void collect(std::vector<Answer>& answers) override {
    if (batches_.empty()) {
      answers.clear();
      return;
    }
    const Batch batch = std::move(batches_.front());
    batches_.pop_front();
    std::vector<Answer*> wanted;
    answers.resize(batch.cases.size());
    std::size_t next = 0;
    for (std::size_t i = 0; i < batch.cases.size(); ++i) {
      answers[i].outcome = Outcome::kUnsupported;
      answers[i].bytes.clear();
      if (next < batch.sent.size() && batch.sent[next] == &batch.cases[i]) {
        wanted.push_back(&answers[i]);
        ++next;
      }
    }
    if (batch.sent.empty()) return;
    const Outcome outcome = receive(wanted);
    if (outcome == Outcome::kParsed) return;
    bisect(batch.sent, wanted, outcome);
    if (stopped()) return;
    // The batches behind it went down with the child.
    for (const Batch& waiting : batches_) send(waiting.sent);
  }

 private:
  struct Batch {
    std::span<const HtmlCase> cases;
    std::vector<const HtmlCase*> sent;
  };

  void send(std::span<const HtmlCase* const> cases) {
    if (cases.empty() || !child_) return;
    std::string frame;
    append_request(frame, cases, info_.text ? FrameMode::kText : tapes_ ? FrameMode::kTape : FrameMode::kDump);
    child_->send(frame);
  }

  /// Reads the reply to the oldest request in flight.
  Outcome receive(std::span<Answer* const> answers) {
    if (!child_) return Outcome::kCrashed;
    const auto share = static_cast<long>(std::min(answers.size(), kBatch));
    const auto allowed = limits_.one + (limits_.batch - limits_.one) * share / static_cast<long>(kBatch);
    FrameHeader header;
    const Outcome outcome = await_frame(*child_, Clock::now() + allowed, limits_.stop, header);
    if (outcome != Outcome::kParsed) return outcome;
    if (header.count != answers.size()) return Outcome::kLied;
    std::string_view body = std::string_view(child_->incoming()).substr(kFrameHeaderBytes, header.bytes);
    FrameReply reply;
    for (Answer* answer : answers) {
      if (!take_reply(body, reply)) return Outcome::kLied;
      answer->outcome = outcome_of(reply.status);
      answer->form = info_.text ? AnswerForm::kText : tapes_ ? AnswerForm::kTape : AnswerForm::kDump;
      answer->bytes.assign(reply.bytes);
      if (answer->form == AnswerForm::kTape && !is_whole_tape(answer->bytes)) answer->outcome = Outcome::kLied;
    }
    if (!body.empty()) return Outcome::kLied;
    child_->incoming().erase(0, kFrameHeaderBytes + header.bytes);
    return Outcome::kParsed;
  }

  /// `cases` failed together with `outcome`: finds which of them do alone.
  void bisect(std::span<const HtmlCase* const> cases, std::span<Answer* const> answers, Outcome outcome) {
    if (stopped()) {
      child_.reset();  // an answer that nobody waits for may still come from it
      for (Answer* answer : answers) answer->outcome = Outcome::kUnsupported;
      return;
    }
    restart();
    if (cases.size() == 1) {
      answers[0]->outcome = outcome;
      answers[0]->bytes.clear();
      return;
    }
    const std::size_t half = cases.size() / 2;
    for (const auto& [from, count] : {std::pair{std::size_t{0}, half}, std::pair{half, cases.size() - half}}) {
      send(cases.subspan(from, count));
      const Outcome again = receive(answers.subspan(from, count));
      if (again != Outcome::kParsed) bisect(cases.subspan(from, count), answers.subspan(from, count), again);
    }
  }

  void restart() {
    if (child_) {
      lost_messages_ = child_->messages();
      child_.reset();
    }
    ++restarts_;
    if (limits_.restarted) limits_.restarted();
    if (failure_.empty()) begin();
  }

  /// Where it can't be started, all is over, unless it was given no time to.
  void begin() {
    if (const Result<void> started = start(); !started) {
      child_.reset();
      if (!stopped()) failure_ = started.error().what;
    }
  }

  bool stopped() const { return limits_.stop && limits_.stop(); }

  std::string command_;
  ChildLimits limits_;
  ParserInfo info_;
  bool tapes_ = false;
  std::unique_ptr<Child> child_;
  std::deque<Batch> batches_;
  std::size_t restarts_ = 0;
  std::string failure_;
  std::string lost_messages_;
};

}  // namespace

Result<std::unique_ptr<ChildParser>> start_child_parser(const std::string& command, const ChildLimits& limits) {
  auto parser = std::make_unique<ChildParserImpl>(command, limits);
  if (const Result<void> started = parser->start(); !started) return started.error();
  return std::unique_ptr<ChildParser>(std::move(parser));
}

}  // namespace httparity::html
