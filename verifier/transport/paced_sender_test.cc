#include "transport/paced_sender.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

namespace httparity {
namespace {

using std::chrono::milliseconds;
using Time = PacedSender::Time;

/// Every send in order, each taken whole, the clock put forward to the end of each pause.
std::vector<std::string> sends(std::vector<Outgoing> requests) {
  PacedSender sender(requests);
  std::vector<std::string> all;
  Time now{};
  while (!sender.done()) {
    if (sender.pausing(now)) now = sender.pause_end();
    const std::string piece(sender.due(now));
    sender.sent(piece.size(), now);
    all.push_back(piece);
    if (piece.empty()) break;
  }
  return all;
}

TEST(PacedSender, RequestsWithoutAPlanGoOutInOneSend) {
  EXPECT_EQ(sends({{.bytes = "first"}, {.bytes = "second"}}), std::vector<std::string>{"firstsecond"});
}

TEST(PacedSender, CutsWhereItIsTold) {
  EXPECT_EQ(sends({{.bytes = "abcdef", .write = {.offsets = {2, 2, 1, 5, 9}}}}),
            (std::vector<std::string>{"ab", "cde", "f"}));
  EXPECT_EQ(sends({{.bytes = "abc", .write = {.each_byte = true}}}), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(sends({{.bytes = "abc"}, {.bytes = "de", .write = {.each_byte = true}}, {.bytes = "f"}}),
            (std::vector<std::string>{"abc", "d", "e", "f"}));
}

TEST(PacedSender, NothingIsDueWhileAPauseLasts) {
  const std::vector<Outgoing> requests{{.bytes = "ab", .write = {.each_byte = true, .pause = milliseconds(7)}}};
  PacedSender sender(requests);
  const Time start{};
  EXPECT_EQ(sender.due(start), "a");
  sender.sent(1, start);
  EXPECT_EQ(sender.due(start + milliseconds(6)), "");
  EXPECT_TRUE(sender.pausing(start + milliseconds(6)));
  EXPECT_EQ(sender.due(start + milliseconds(7)), "b");
  EXPECT_EQ(sender.requests_sent(), 0U);
  sender.sent(1, start + milliseconds(7));
  EXPECT_TRUE(sender.done());
  EXPECT_EQ(sender.requests_sent(), 1U);
}

RC_GTEST_PROP(PacedSender, EveryPlanSendsTheSameBytes, (std::vector<std::string> bodies, bool each_byte)) {
  std::vector<Outgoing> requests;
  std::string whole;
  for (const std::string& body : bodies) {
    Outgoing request{.bytes = body + "."};
    request.write.each_byte = each_byte;
    request.write.offsets = *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, 20));
    whole += request.bytes;
    requests.push_back(request);
  }
  std::string sent;
  for (const std::string& piece : sends(requests)) sent += piece;
  RC_ASSERT(sent == whole);
}

}  // namespace
}  // namespace httparity
