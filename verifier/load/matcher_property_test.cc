#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "compare/compare.h"
#include "load/matcher.h"
#include "load/page_masks.h"

namespace httparity {
namespace {

const std::string kRequest = "GET /rooms/1 HTTP/1.1\r\nHost: room.test\r\n\r\n";
const std::string kEcho = "0123456789abcdef";

enum class Shape { kLength, kChunked, kClose };

/// What masks hide in an answer.
struct Hidden {
  std::string date = "Thu, 01 Jan 2026 00:00:00 GMT";
  std::string runtime = "0.125";  // of any width
  std::string token = "dG9rZW4x";
  std::string echo = kEcho;
};

/// All of an answer that must not differ.
struct Page {
  Shape shape = Shape::kLength;
  std::string cache;
  std::string before;
  std::string after;
};

/// The answer's bytes, and which of them are masked.
struct Answer {
  std::string bytes;
  std::vector<Span> hidden;

  void literal(const std::string& text) { bytes += text; }
  void masked(const std::string& text) {
    hidden.push_back({bytes.size(), bytes.size() + text.size()});
    bytes += text;
  }
};

Answer answer_of(const Page& page, const Hidden& hidden) {
  Answer out;
  const std::string opening = page.before + "<meta content=\"";
  const std::string rest = "\">" + page.after;
  const std::size_t size = opening.size() + hidden.token.size() + rest.size();
  out.literal("HTTP/1.1 200 OK\r\nDate: ");
  out.masked(hidden.date);
  out.literal("\r\nX-Runtime: ");
  out.masked(hidden.runtime);
  out.literal("\r\nX-Request-Id: ");
  out.masked(hidden.echo);
  out.literal("\r\nX-Cache: " + page.cache + "\r\n");
  if (page.shape == Shape::kLength) out.literal("Content-Length: " + std::to_string(size) + "\r\n");
  if (page.shape == Shape::kChunked) out.literal("Transfer-Encoding: chunked\r\n");
  out.literal("\r\n");
  if (page.shape == Shape::kChunked) {
    // The token lies in a chunk of its own size, so that its slot is whole.
    std::string sizes = "0123456789abcdef";
    out.literal(std::string(1, sizes[opening.size() / 16]) + std::string(1, sizes[opening.size() % 16]) + "\r\n" +
                opening + "\r\n8\r\n");
    out.masked(hidden.token);
    out.literal("\r\n" + std::string(1, sizes[rest.size() / 16]) + std::string(1, sizes[rest.size() % 16]) + "\r\n" +
                rest + "\r\n0\r\n\r\n");
    return out;
  }
  out.literal(opening);
  out.masked(hidden.token);
  out.literal(rest);
  return out;
}

std::vector<Mask> masks() {
  return page_masks("<meta content=\"");
}

Exchange exchange_of(const std::string& bytes, StreamEnd how) {
  Exchange out;
  out.request = index_message(kRequest);
  ResponseReader reader("GET");
  reader.feed(bytes);
  out.fate = reader.done() ? Fate::kOpen : Fate::kFin;
  if (!reader.done()) reader.end(how);
  ReadResponse read = reader.take();
  out.interims = std::move(read.interims);
  out.response = std::move(read.response);
  out.framing = std::move(read.framing);
  return out;
}

/// Up to four answers to one request that differ in more than masks hide.
std::vector<Page> some_pages() {
  const std::vector<std::string> words = {"hit", "miss", "stale", "bypass"};
  const auto count = *rc::gen::inRange<std::size_t>(1, kMostAnswers + 1);
  const auto text = rc::gen::container<std::string>(rc::gen::inRange<char>('a', 'f'));
  std::vector<Page> out;
  for (std::size_t i = 0; i < count; ++i) {
    Page page;
    page.shape = *rc::gen::element(Shape::kLength, Shape::kChunked, Shape::kClose);
    page.cache = words[i];
    page.before = (*text).substr(0, 60);
    page.after = (*text).substr(0, 60);
    out.push_back(std::move(page));
  }
  return out;
}

Hidden some_hidden() {
  Hidden out;
  out.date = *rc::gen::element<std::string>("Thu, 01 Jan 2026 00:00:00 GMT", "Fri, 02 Jan 2026 11:22:33 GMT");
  out.runtime = std::to_string(*rc::gen::inRange(0, 100'000)) + "." + std::to_string(*rc::gen::inRange(0, 1000));
  out.token = *rc::gen::container<std::string>(8, rc::gen::inRange<char>('a', 'z'));
  out.echo = *rc::gen::container<std::string>(16, rc::gen::element('0', '7', 'a', 'f'));
  return out;
}

/// The answers to one request, verified.
class Verified {
 public:
  explicit Verified(const std::vector<Page>& pages) : pages_(pages) {
    for (const Page& page : pages_) {
      Exchange exchange = exchange_of(answer_of(page, Hidden()).bytes, StreamEnd::kFin);
      all_.push_back(*compile_expectation(std::move(exchange), masks(), kEcho));
    }
    live_ = std::make_unique<LiveExpectation>(all_[0], std::vector<Expectation>(all_.begin() + 1, all_.end()), seen_);
    // The live one points into a copy that is gone: point it to those that stay.
    for (std::size_t i = 0; i < all_.size(); ++i) live_->answers[i].expectation = &all_[i];
  }

  LiveExpectation& live() { return *live_; }

  /// What the slow way says: parity with which of them; `size()` with none.
  std::size_t explained_by(const std::string& bytes, const std::string& echo) const {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      const Exchange received = exchange_of(bytes, StreamEnd::kFin);
      Hidden own;
      own.echo = echo;
      Exchange expected = exchange_of(answer_of(pages_[i], own).bytes, StreamEnd::kFin);
      const std::vector<Mask> all_masks = masks();
      if (ScenarioComparer().compare(expected, received, all_masks).outcome == Outcome::kParity) return i;
    }
    return all_.size();
  }

 private:
  std::vector<Page> pages_;
  std::vector<Expectation> all_;
  SeenValues seen_;
  std::unique_ptr<LiveExpectation> live_;
};

/// Feeds `bytes` cut at random, then ends the connection where the answer still goes on. `surplus` is what wasn't
/// taken.
MatchStep play(Match& match, LiveExpectation& live, const std::string& bytes, const std::string& echo,
               std::size_t* surplus) {
  match.begin(live, echo);
  std::size_t at = 0;
  MatchProgress progress;
  while (at < bytes.size() && progress.step == MatchStep::kNeedMore) {
    const auto size = *rc::gen::inRange<std::size_t>(1, 1 + *rc::gen::element<std::size_t>(1, 9, 40, 400));
    progress = match.feed(std::string_view(bytes).substr(at, size));
    at += progress.taken;
  }
  *surplus = bytes.size() - at;
  return progress.step == MatchStep::kNeedMore ? match.end(StreamEnd::kFin) : progress.step;
}

RC_GTEST_PROP(MatchProperties, EveryVerifiedAnswerIsTakenForItselfWhateverMasksHideAndHoweverItIsCut, ()) {
  const std::vector<Page> pages = some_pages();
  Verified verified(pages);
  for (int i = 0; i < 6; ++i) {
    const auto which = *rc::gen::inRange<std::size_t>(0, pages.size());
    const Hidden hidden = some_hidden();
    Match match;
    std::size_t surplus = 0;
    RC_ASSERT(play(match, verified.live(), answer_of(pages[which], hidden).bytes, hidden.echo, &surplus) ==
              MatchStep::kValid);
    RC_ASSERT(match.answer() == which);
    RC_ASSERT(surplus == 0U);
  }
}

RC_GTEST_PROP(MatchProperties, OneByteChangedInsertedOrLostOutsideAMaskIsFound, ()) {
  const std::vector<Page> pages = some_pages();
  Verified verified(pages);
  for (int i = 0; i < 4; ++i) {
    const auto which = *rc::gen::inRange<std::size_t>(0, pages.size());
    const Hidden hidden = some_hidden();
    const Answer answer = answer_of(pages[which], hidden);
    const auto at = *rc::gen::inRange<std::size_t>(0, answer.bytes.size());
    const auto touches = [&](const Span& span) { return at >= span.begin && at <= span.end; };
    if (std::any_of(answer.hidden.begin(), answer.hidden.end(), touches)) continue;
    std::string bytes = answer.bytes;
    switch (*rc::gen::inRange(0, 3)) {
      case 0:
        bytes[at] = static_cast<char>(bytes[at] ^ *rc::gen::inRange(1, 256));
        break;
      case 1:
        bytes.insert(at, 1, *rc::gen::arbitrary<char>());
        break;
      default:
        bytes.erase(at, 1);
    }
    if (bytes == answer.bytes) continue;
    Match match;
    std::size_t surplus = 0;
    const MatchStep step = play(match, verified.live(), bytes, hidden.echo, &surplus);
    // A right answer with bytes behind it is found where these arrive with no request outstanding.
    RC_ASSERT(step == MatchStep::kInvalid || surplus > 0U);
    // What was found leaves no trace: the next right answer is right.
    RC_ASSERT(play(match, verified.live(), answer.bytes, hidden.echo, &surplus) == MatchStep::kValid);
  }
}

RC_GTEST_PROP(MatchProperties, AnyByteChangedAnywhereIsJudgedAsTheFullComparisonJudgesIt, ()) {
  const std::vector<Page> pages = some_pages();
  Verified verified(pages);
  for (int i = 0; i < 4; ++i) {
    const auto which = *rc::gen::inRange<std::size_t>(0, pages.size());
    const Hidden hidden = some_hidden();
    std::string bytes = answer_of(pages[which], hidden).bytes;
    bytes[*rc::gen::inRange<std::size_t>(0, bytes.size())] = *rc::gen::arbitrary<char>();
    const std::size_t expected = verified.explained_by(bytes, hidden.echo);
    Match match;
    std::size_t surplus = 0;
    const MatchStep step = play(match, verified.live(), bytes, hidden.echo, &surplus);
    if (surplus > 0) continue;  // judged by whoever finds bytes with no request outstanding
    RC_ASSERT((step == MatchStep::kValid) == (expected < pages.size()));
    if (step == MatchStep::kValid) RC_ASSERT(match.answer() == expected);
  }
}

RC_GTEST_PROP(MatchProperties, AFreshValueIsFoundAgainUnderAnyOfTheAnswers, ()) {
  const std::vector<Page> pages = some_pages();
  std::vector<Mask> fresh = masks();
  fresh[2].fresh = true;
  std::vector<Expectation> all;
  for (const Page& page : pages) {
    Hidden own;
    own.token = *rc::gen::container<std::string>(8, rc::gen::inRange<char>('A', 'Z'));
    all.push_back(*compile_expectation(exchange_of(answer_of(page, own).bytes, StreamEnd::kFin), fresh, kEcho));
  }
  SeenValues seen;
  const std::vector<Expectation> alternatives(all.begin() + 1, all.end());
  LiveExpectation live(all[0], alternatives, seen);
  const auto first = *rc::gen::inRange<std::size_t>(0, pages.size());
  const auto second = *rc::gen::inRange<std::size_t>(0, pages.size());
  Hidden hidden = some_hidden();
  Match match;
  std::size_t surplus = 0;
  RC_ASSERT(play(match, live, answer_of(pages[first], hidden).bytes, hidden.echo, &surplus) == MatchStep::kValid);
  hidden.runtime = "17.5";
  RC_ASSERT(play(match, live, answer_of(pages[second], hidden).bytes, hidden.echo, &surplus) == MatchStep::kInvalid);
  RC_ASSERT(match.verdict().differences.at(0).kind == DifferenceKind::kMaskRelation);
}

}  // namespace
}  // namespace httparity
