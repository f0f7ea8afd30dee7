#include "load/outstanding.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <deque>

namespace httparity {
namespace {

RC_GTEST_PROP(OutstandingRequests, AreAQueueWhateverTheirRoom, ()) {
  const auto room = *rc::gen::inRange<std::size_t>(1, 6);
  OutstandingRequests queue;
  queue.reserve(room);
  std::deque<std::uint32_t> model;
  std::uint32_t next = 0;
  for (const bool push : *rc::gen::arbitrary<std::vector<bool>>()) {
    if (push && model.size() < room) {
      Outstanding request;
      request.request = next;
      queue.push_back(request);
      model.push_back(next++);
    } else if (!push && !model.empty()) {
      queue.pop_front();
      model.pop_front();
    }
    RC_ASSERT(queue.size() == model.size());
    RC_ASSERT(queue.empty() == model.empty());
    for (std::size_t i = 0; i < model.size(); ++i) RC_ASSERT(queue[i].request == model[i]);
    if (!model.empty()) RC_ASSERT(queue.front().request == model.front());
  }
  queue.clear();
  RC_ASSERT(queue.empty());
}

TEST(OutstandingRequestsTest, ARequestKeepsItsPlaceWhileOthersComeAndGo) {
  OutstandingRequests queue;
  queue.reserve(3);
  for (int i = 0; i < 3; ++i) queue.push_back({});
  queue.pop_front();
  const Outstanding* oldest = &queue.front();
  queue.push_back({});
  EXPECT_EQ(&queue.front(), oldest);
}

}  // namespace
}  // namespace httparity
