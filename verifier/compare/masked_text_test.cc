#include "compare/masked_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "compare/test_exchanges.h"

namespace httparity {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A text in which `<...>` are masked places: those that begin with a letter a..c belong to that mask.
struct Marked {
  std::string text;
  std::vector<Stretch> stretches;
};

Marked mark(const std::string& source) {
  Marked marked;
  for (std::size_t at = 0; at < source.size(); ++at) {
    if (source[at] != '<') {
      marked.text += source[at];
      continue;
    }
    const std::size_t end = source.find('>', at);
    const std::string value = source.substr(at + 2, end - at - 2);
    marked.stretches.push_back(
        {{marked.text.size(), marked.text.size() + value.size()}, static_cast<std::size_t>(source[at + 1] - 'a')});
    marked.text += value;
    at = end;
  }
  return marked;
}

MaskedDiff diff_marked(const Marked& reference, const Marked& port) {
  return diff_masked({reference.text, reference.stretches, 0}, {port.text, port.stretches, 0});
}

TEST(MaskedText, PlacesOfOneMaskAreEqualWhateverTheyHold) {
  const MaskedDiff found = diff_marked(mark("x<a1>y<b22>z"), mark("x<a999>y<b>z"));
  EXPECT_THAT(found.hunks, IsEmpty());
  EXPECT_EQ(found.pairs.size(), 2U);
}

TEST(MaskedText, PlacesOfTwoMasksAreNotEqual) {
  EXPECT_EQ(diff_marked(mark("x<a1>y"), mark("x<b1>y")).hunks.size(), 1U);
}

TEST(MaskedText, APlaceThatIsMissingIsAHunkAndTheOthersStillAnswerEachOther) {
  const Marked reference = mark("one <a1> and <a2> and three <a3>.");
  const Marked port = mark("one <a4> and three <a5>.");
  const MaskedDiff found = diff_marked(reference, port);
  ASSERT_EQ(found.pairs.size(), 2U);
  EXPECT_EQ(found.pairs.front(), (StretchPair{reference.stretches[0], port.stretches[0]}));
  EXPECT_EQ(found.pairs.back(), (StretchPair{reference.stretches[2], port.stretches[1]}));
  EXPECT_EQ(found.hunks.size(), 1U);
}

TEST(MaskedText, WithinAHunkPlacesAnswerEachOtherInOrder) {
  const MaskedDiff found = diff_marked(mark("AB<a1>CD"), mark("xy<a2>zw"));
  EXPECT_EQ(found.pairs.size(), 1U);
  EXPECT_THAT(found.hunks, testing::Not(IsEmpty()));
}

TEST(BodyStretches, OfTwoThatOverlapTheFirstStays) {
  const std::vector<Mask> masks = {body_mask("b", "d", MaskType::kHex), body_mask("a", "e", MaskType::kHex)};
  EXPECT_THAT(body_stretches(masks, "abcde"), ElementsAre(Stretch{{1, 4}, 1}));
}

std::string random_source() {
  std::string source;
  for (int parts = *rc::gen::inRange(0, 8); parts > 0; --parts) {
    source += *rc::gen::element<std::string>("x", "xx", "y", "\n", "<a>", "<a1>", "<a22>", "<b1>", "<c>");
  }
  return source;
}

/// Every masked place left out, its mask's letter in its place.
std::string outline(const std::string& source) {
  std::string outlined;
  for (std::size_t at = 0; at < source.size(); ++at) {
    outlined += source[at];
    if (source[at] != '<') continue;
    outlined += source[at + 1];
    at = source.find('>', at);
  }
  return outlined;
}

RC_GTEST_PROP(MaskedText, IsEqualExactlyWhenItsOutlineIs, ()) {
  const std::string reference = random_source();
  const std::string port = random_source();
  const MaskedDiff found = diff_marked(mark(reference), mark(port));
  RC_ASSERT(found.hunks.empty() == (outline(reference) == outline(port)));
}

RC_GTEST_PROP(MaskedText, PairsAreOfOneMaskAscendingAndNeverTwice, ()) {
  const MaskedDiff found = diff_marked(mark(random_source()), mark(random_source()));
  const StretchPair* before = nullptr;
  for (const StretchPair& pair : found.pairs) {
    RC_ASSERT(pair.reference.mask == pair.port.mask);
    if (before) {
      RC_ASSERT(pair.reference.span.begin >= before->reference.span.end);
      RC_ASSERT(pair.port.span.begin >= before->port.span.end);
    }
    before = &pair;
  }
}

}  // namespace
}  // namespace httparity
