// The laws of comparing, over generated exchanges.

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"
#include "compare/compare.h"
#include "compare/test_exchanges.h"

namespace httparity {
namespace {

using Gen = rc::Gen<std::string>;

Gen bytes_of(const std::string& alphabet) {
  return rc::gen::container<std::string>(rc::gen::elementOf(alphabet));
}

Gen value() {
  return rc::gen::element<std::string>("", "1", "a, b", "a,b", "W/\"x\"", "Sun, 06 Nov 1994 08:49:37 GMT",
                                       "tok=1; path=/", "a\r\n b", "\x80\xff");
}

Gen field_line() {
  return rc::gen::map(rc::gen::tuple(rc::gen::element<std::string>("Date", "date", "ETag", "Set-Cookie", "Vary", "X",
                                                                   "x", "no colon", ""),
                                     rc::gen::element<std::string>(":", ": ", ":\t", " : ", ""), value(),
                                     rc::gen::element<std::string>("\r\n", "\r\n", "\r\n", " \r\n", "\n")),
                      [](const std::tuple<std::string, std::string, std::string, std::string>& parts) {
                        const auto& [name, colon, text, end] = parts;
                        const std::string line = name + colon + text + end;
                        return line.find_first_not_of("\r\n") == std::string::npos ? std::string("Y: 1\r\n") : line;
                      });
}

/// The bytes of a whole answer on a connection that stays open: odd here and there, and complete.
std::string complete_answer() {
  std::string bytes = *rc::gen::element<std::string>("", "", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n");
  bytes += *rc::gen::element<std::string>("HTTP/1.1 200 OK\r\n", "HTTP/1.1 404 Not Found\r\n", "HTTP/1.0 200 OK\n");
  for (const std::string& line : *rc::gen::container<std::vector<std::string>>(field_line())) bytes += line;
  std::string body = *bytes_of("ab<>;=\"\r\n\x01");
  if (*rc::gen::inRange(0, 4) == 0) {
    bytes += "Content-Encoding: gzip\r\n";
    body = gzip(body);
  }
  const std::string end_of_head = *rc::gen::element<std::string>("\r\n", "\n");
  if (*rc::gen::arbitrary<bool>()) {
    bytes += "Content-Length: " + std::to_string(body.size()) + "\r\n" + end_of_head + body;
  } else {
    const std::size_t cut = body.size() / 3;
    std::vector<std::string> chunks;
    for (const std::string& chunk : {body.substr(0, cut), body.substr(cut)}) {
      if (!chunk.empty()) chunks.push_back(chunk);
    }
    const std::string chunked = chunked_response("", chunks, *rc::gen::element<std::string>("", "T: 1\r\n"));
    bytes += "Transfer-Encoding: chunked\r\n" + end_of_head + chunked.substr(chunked.find("\r\n\r\n") + 4);
  }
  return bytes + *rc::gen::element<std::string>("", "", "\r\n", "junk");
}

std::vector<Mask> some_masks() {
  std::vector<Mask> all = {header_mask("Date", MaskType::kHttpDate), header_mask("x", MaskType::kToken),
                           header_mask("ETag", MaskType::kEtag),     header_mask("Set-Cookie", MaskType::kDigits),
                           body_mask("<", ">", MaskType::kToken),    body_mask("=\"", "\"", MaskType::kHex)};
  std::get<HeaderSelector>(all[3].selector).after = "tok=";
  std::get<HeaderSelector>(all[3].selector).until = {";"};
  Mask borders;
  borders.selector = ChunkBorders();
  all.push_back(borders);
  std::vector<Mask> chosen;
  for (Mask& mask : all) {
    if (!*rc::gen::arbitrary<bool>()) continue;
    mask.any_width = *rc::gen::arbitrary<bool>();
    mask.fresh = *rc::gen::arbitrary<bool>();
    if (*rc::gen::arbitrary<bool>()) mask.name = "n";
    chosen.push_back(mask);
  }
  return chosen;
}

RC_GTEST_PROP(Laws, AMessageMatchesItselfUnderAnyMasks, ()) {
  const std::string bytes = complete_answer();
  const std::vector<Mask> masks = some_masks();
  const Verdict verdict = judge(answer(bytes), answer(bytes), masks);
  RC_ASSERT(kinds_of(verdict).empty());
}

RC_GTEST_PROP(Laws, WithoutMasksOneFateComparesEqualExactlyWhenTheBytesAre, ()) {
  const std::string reference = complete_answer();
  const std::string port = *rc::gen::arbitrary<bool>() ? reference : complete_answer();
  const Exchange expected = answer(reference);
  const Exchange actual = answer(port);
  RC_PRE(is_complete(expected) && is_complete(actual));
  RC_ASSERT((judge(expected, actual).outcome == Outcome::kParity) == (reference == port));
}

/// Where one side of a difference lies, in the bytes that this side sent.
Span in_stream(const Difference& difference, const Side& side, const Exchange& exchange) {
  std::size_t offset = 0;
  if (difference.where != Where::kInterim) {
    for (const Message& interim : exchange.interims) offset += interim.bytes.size();
  }
  if (difference.where == Where::kSurplus) offset += exchange.response->bytes.size();
  return {side.span.begin + offset, side.span.end + offset};
}

/// One of the differences covers the byte at `at` of what the port sent, or the place there where `width` is 0.
bool covers(const Verdict& verdict, const Exchange& port, std::size_t at, std::size_t width) {
  return std::any_of(verdict.differences.begin(), verdict.differences.end(), [&](const Difference& difference) {
    if (difference.where == Where::kPayload) return true;  // counts in the plaintext, which no byte of the stream is
    const Span span = in_stream(difference, difference.port, port);
    return span.begin <= at && at + width <= span.end;
  });
}

/// The same on the reference's side.
bool covers_on_reference(const Verdict& verdict, const Exchange& reference, std::size_t at) {
  return std::any_of(verdict.differences.begin(), verdict.differences.end(), [&](const Difference& difference) {
    const Span span = in_stream(difference, difference.reference, reference);
    return span.begin <= at && at < span.end;
  });
}

/// The raw parts are what stands at their spans.
void check_parts(const Verdict& verdict, const Exchange& reference, const Exchange& port) {
  for (const Difference& difference : verdict.differences) {
    if (difference.where == Where::kResponse) {
      RC_ASSERT(slice(reference.response->bytes, difference.reference.span) == difference.reference.bytes);
      RC_ASSERT(slice(port.response->bytes, difference.port.span) == difference.port.bytes);
    }
    if (difference.where == Where::kSurplus) {
      RC_ASSERT(slice(reference.surplus, difference.reference.span) == difference.reference.bytes);
      RC_ASSERT(slice(port.surplus, difference.port.span) == difference.port.bytes);
    }
  }
}

RC_GTEST_PROP(Laws, AFlippedByteIsFoundAndCovered, ()) {
  const std::string reference = complete_answer();
  RC_PRE(is_complete(answer(reference)));
  std::string port = reference;
  const std::size_t at = *rc::gen::inRange<std::size_t>(0, port.size());
  port[at] = static_cast<char>(port[at] ^ *rc::gen::inRange(1, 256));
  const Exchange expected = answer(reference);
  const Exchange actual = answer(port);
  const Verdict verdict = judge(expected, actual);
  RC_ASSERT(verdict.outcome == Outcome::kDiffers);
  if (!actual.response) return;
  check_parts(verdict, expected, actual);
  if (is_complete(actual)) RC_ASSERT(covers(verdict, actual, at, 1) || covers_on_reference(verdict, expected, at));
}

RC_GTEST_PROP(Laws, AnInsertedByteIsFoundAndCovered, ()) {
  const std::string reference = complete_answer();
  RC_PRE(is_complete(answer(reference)));
  const std::size_t at = *rc::gen::inRange<std::size_t>(0, reference.size());
  const char byte = *rc::gen::arbitrary<char>();
  // Behind an equal byte it can't be told which of the two was there before.
  RC_PRE(byte != reference[at] && (at == 0 || byte != reference[at - 1]));
  std::string port = reference;
  port.insert(at, 1, byte);
  const Exchange expected = answer(reference);
  const Exchange actual = answer(port);
  const Verdict verdict = judge(expected, actual);
  RC_ASSERT(verdict.outcome == Outcome::kDiffers);
  if (!actual.response) return;
  check_parts(verdict, expected, actual);
  // A blank, colon or line end inside a line may stand for the line's own: then what lies beside it is reported.
  const bool structure = std::string_view(" \t\r\n:").find(byte) != std::string_view::npos;
  if (is_complete(actual)) RC_ASSERT(covers(verdict, actual, at, structure ? 0 : 1));
}

RC_GTEST_PROP(Laws, ARemovedByteAndTwoSwappedOnesAreFound, ()) {
  const std::string reference = complete_answer();
  RC_PRE(is_complete(answer(reference)));
  const std::size_t at = *rc::gen::inRange<std::size_t>(0, reference.size() - 1);
  std::string shorter = reference;
  shorter.erase(at, 1);
  RC_ASSERT(judge(answer(reference), answer(shorter)).outcome == Outcome::kDiffers);
  RC_PRE(reference[at] != reference[at + 1]);
  std::string swapped = reference;
  std::swap(swapped[at], swapped[at + 1]);
  RC_ASSERT(judge(answer(reference), answer(swapped)).outcome == Outcome::kDiffers);
}

RC_GTEST_PROP(Laws, AMaskHidesNoPresenceCountOrderOrCase, ()) {
  const std::vector<std::string> lines = {"Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n", "ETag: \"1\"\r\n", "X: t\r\n",
                                          "Set-Cookie: tok=1; path=/\r\n", "X: u\r\n"};
  const auto join = [](const std::vector<std::string>& all) {
    std::string head;
    for (const std::string& line : all) head += line;
    return answer(response_with(head, "<token>"));
  };
  const std::vector<Mask> masks = some_masks();
  std::vector<std::string> port = lines;
  const auto place = [&] { return *rc::gen::inRange<std::size_t>(0, lines.size()); };
  const std::size_t at = place();
  const std::string kind = *rc::gen::element<std::string>("missing", "doubled", "moved", "case");
  if (kind == "missing") port.erase(port.begin() + static_cast<std::ptrdiff_t>(at));
  if (kind == "doubled") port.insert(port.begin() + static_cast<std::ptrdiff_t>(at), port[at]);
  if (kind == "moved") {
    const std::size_t other = place();
    const std::string name = lower(port[at].substr(0, port[at].find(':')));
    RC_PRE(name != lower(port[other].substr(0, port[other].find(':'))));
    std::swap(port[at], port[other]);
  }
  if (kind == "case") port[at][0] = static_cast<char>(port[at][0] ^ 0x20);
  const Verdict verdict = judge(join(lines), join(port), masks);
  const std::set<std::string> expected_kinds = kind == "missing" || kind == "doubled"
                                                   ? std::set<std::string>{"header-missing", "header-count"}
                                                   : std::set<std::string>{"header-moved", "header-case"};
  const std::set<std::string> found = kinds_of(verdict);
  RC_ASSERT(
      std::any_of(found.begin(), found.end(), [&](const std::string& word) { return expected_kinds.contains(word); }));
}

RC_GTEST_PROP(Laws, ArbitraryBytesAndFatesGetAVerdict, ()) {
  const auto any_bytes = [] {
    std::string bytes = *rc::gen::oneOf(rc::gen::arbitrary<std::string>(), bytes_of("HTP/1. 20:\r\nab;=<>\"0"));
    return *rc::gen::arbitrary<bool>() ? "HTTP/1.1 200 OK\r\n" + bytes : bytes;
  };
  const auto any_fate = rc::gen::element(Fate::kOpen, Fate::kFin, Fate::kCut, Fate::kRst, Fate::kStall);
  const std::vector<Mask> masks = some_masks();
  ScenarioComparer comparer;
  for (int step = 0; step < 3; ++step) {
    const std::string method = *rc::gen::element<std::string>("GET", "HEAD");
    const Verdict verdict =
        comparer.compare(answer(any_bytes(), *any_fate, method), answer(any_bytes(), *any_fate, method), masks);
    RC_ASSERT((verdict.outcome == Outcome::kDiffers) == !verdict.differences.empty());
    RC_ASSERT((verdict.outcome == Outcome::kUnknown) == verdict.reason.has_value());
  }
}

RC_GTEST_PROP(Laws, AnswersThatTheReferenceDoesNotCompleteAreNeverParity, ()) {
  const std::string bytes = complete_answer();
  const std::string cut = bytes.substr(0, *rc::gen::inRange<std::size_t>(0, bytes.size()));
  const Fate fate = *rc::gen::element(Fate::kFin, Fate::kRst, Fate::kStall);
  RC_PRE(!is_complete(answer(cut, fate)));
  RC_ASSERT(judge(answer(cut, fate), answer(cut, fate)).outcome == Outcome::kUnknown);
}

}  // namespace
}  // namespace httparity
