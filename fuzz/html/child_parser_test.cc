#include "fuzz/html/child_parser.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/test_support.h"
#include "fuzz/html/adapter_test_support.h"
#include "fuzz/html/dump.h"
#include "fuzz/html/open_parser.h"
#include "fuzz/html/plugin.h"

namespace httparity::html {
namespace {

/// A port in Python that answers each case with its input in quotes, and does `misdeed` on an input that holds "bad".
std::string port_that(const std::string& misdeed) {
  return fmt::format(R"(exec python3 -c '
import os, struct, sys, time
source, sink = sys.stdin.buffer, sys.stdout.buffer
hello = b"{{\"name\": \"port\", \"answer\": \"dump\"}}"
sink.write(struct.pack("<II", len(hello), 0) + hello)
sink.flush()
while True:
    header = source.read(8)
    if len(header) < 8: break
    size, count = struct.unpack("<II", header)
    body, at, replies = source.read(size), 0, []
    for _ in range(count):
        length, mode, flags, context = struct.unpack_from("<IBBH", body, at)
        data = body[at + 8 + context:at + 8 + context + length]
        at += 8 + context + length
        answer = b"| \"" + data + b"\"\n"
        if b"bad" in data:
            {}
        replies.append(struct.pack("<IB", len(answer), 0) + answer)
    reply = b"".join(replies)
    sink.write(struct.pack("<II", len(reply), count) + reply)
    sink.flush()
')",
                     misdeed);
}

std::vector<HtmlCase> batch_with_bad(std::initializer_list<std::size_t> bad, std::size_t size = 8) {
  std::vector<HtmlCase> cases(size);
  for (std::size_t i = 0; i < size; ++i) cases[i].data = fmt::format("case {}", i);
  for (const std::size_t i : bad) cases[i].data = fmt::format("bad {}", i);
  return cases;
}

void expect_only_bad_fail(const std::string& misdeed, Outcome expected) {
  if (const auto why = missing_program("python3")) GTEST_SKIP() << *why;
  ChildLimits limits;
  limits.batch = std::chrono::milliseconds(4000);
  limits.one = std::chrono::milliseconds(1000);
  const auto parser = start_child_parser(port_that(misdeed), limits);
  ASSERT_TRUE(parser) << parser.error().what;
  const std::vector<HtmlCase> first = batch_with_bad({3});
  const std::vector<HtmlCase> second = batch_with_bad({});
  (*parser)->submit(first);
  (*parser)->submit(second);
  for (const std::vector<HtmlCase>* batch : {&first, &second}) {
    std::vector<Answer> answers;
    (*parser)->collect(answers);
    ASSERT_EQ(answers.size(), batch->size());
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const bool bad = batch == &first && i == 3;
      EXPECT_EQ(answers[i].outcome, bad ? expected : Outcome::kParsed) << i;
      if (!bad) {
        EXPECT_EQ(answers[i].bytes, "| \"" + (*batch)[i].data + "\"\n");
      }
    }
  }
  EXPECT_EQ((*parser)->failure(), "");
  EXPECT_GT((*parser)->restarts(), 0U);
}

TEST(ChildParser, NamesTheCaseThatKillsThePortAndAnswersTheRest) {
  expect_only_bad_fail("os._exit(3)", Outcome::kCrashed);
}

TEST(ChildParser, NamesTheCaseOnWhichThePortHangs) {
  expect_only_bad_fail("time.sleep(3600)", Outcome::kTimedOut);
}

TEST(ChildParser, NamesTheCaseOnWhichThePortLiesInItsFrames) {
  expect_only_bad_fail("count += 1", Outcome::kLied);
}

TEST(ChildParser, NamesTheCaseWhoseReplyIsOverTheLimit) {
  expect_only_bad_fail("sink.write(b\"\\xff\" * 64); sink.flush()", Outcome::kLied);
}

TEST(ChildParser, StandsAPortThatFloodsItsStderr) {
  if (const auto why = missing_program("python3")) GTEST_SKIP() << *why;
  const auto parser = start_child_parser(port_that("os.write(2, b\"x\" * 3000000 + b\"the end\")"));
  ASSERT_TRUE(parser) << parser.error().what;
  const Answer answer = parse_one(**parser, {"bad", {}, false, false});
  EXPECT_EQ(answer.outcome, Outcome::kParsed);
  EXPECT_EQ((*parser)->restarts(), 0U);
  EXPECT_LE((*parser)->messages().size(), 4096U);
}

TEST(ChildParser, SaysWhatACommandWithoutAHelloSaid) {
  const auto parser = start_child_parser("echo no such option >&2; exit 7");
  ASSERT_FALSE(parser);
  EXPECT_NE(parser.error().what.find("exit 7"), std::string::npos) << parser.error().what;
  EXPECT_NE(parser.error().what.find("no such option"), std::string::npos) << parser.error().what;
}

TEST(ChildParser, AnswersAsTheSameParserInThisProcess) {
  if (const auto why = missing_adapter("gumbo")) GTEST_SKIP() << *why;
  const auto here = open_parser("gumbo");
  const auto there = open_isolated_parser("gumbo");
  ASSERT_TRUE(here) << here.error().what;
  ASSERT_TRUE(there) << there.error().what;
  for (const HtmlCase& one : {HtmlCase{"<p>a<b>c</p>d", {}, false, false}, HtmlCase{"<td>x", {0, "tr"}, false, false},
                              HtmlCase{"<g/>", {HP_HTML_NS_SVG, "svg"}, false, false}}) {
    const Answer expected = parse_one(**here, one);
    const Answer actual = parse_one(**there, one);
    EXPECT_EQ(actual.outcome, Outcome::kParsed);
    EXPECT_EQ(dump_tree(actual.bytes), dump_tree(expected.bytes));
    EXPECT_EQ(actual.bytes, expected.bytes);
  }
}

}  // namespace
}  // namespace httparity::html
