#include "compare/field_pairing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace httparity {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Lines = std::vector<PairableLine>;
using Place = std::optional<std::size_t>;

TEST(FieldPairing, OneMissingLineMovesNoOther) {
  const FieldPairing pairing =
      pair_fields(Lines{{"x", u"1"}, {"y", u"2"}, {"z", u"3"}}, Lines{{"y", u"2"}, {"z", u"3"}});
  EXPECT_THAT(pairing.port_of, ElementsAre(Place(), Place(0), Place(1)));
  EXPECT_THAT(pairing.moved, IsEmpty());
}

TEST(FieldPairing, SwappedLinesOfOneNamePairByValue) {
  const FieldPairing pairing = pair_fields(Lines{{"c", u"a"}, {"c", u"b"}}, Lines{{"c", u"b"}, {"c", u"a"}});
  EXPECT_THAT(pairing.port_of, ElementsAre(Place(1), Place(0)));
  EXPECT_EQ(pairing.moved.size(), 1U);
}

TEST(FieldPairing, ChangedLinesOfOneNamePairInOrder) {
  const FieldPairing pairing = pair_fields(Lines{{"c", u"a"}, {"c", u"b"}}, Lines{{"c", u"b"}, {"c", u"d"}});
  EXPECT_THAT(pairing.port_of, ElementsAre(Place(0), Place(1)));
  EXPECT_THAT(pairing.moved, IsEmpty());
}

TEST(FieldPairing, WhereCountsDifferTheSameLinesPairFirst) {
  const FieldPairing pairing =
      pair_fields(Lines{{"c", u"a"}, {"c", u"b"}, {"c", u"d"}}, Lines{{"c", u"d"}, {"c", u"e"}});
  EXPECT_THAT(pairing.port_of, ElementsAre(Place(1), Place(), Place(0)));
  EXPECT_THAT(pairing.moved, IsEmpty());
}

TEST(FieldPairing, OrderIsNotJudgedOnNamesWhoseCountsDiffer) {
  const FieldPairing pairing =
      pair_fields(Lines{{"c", u"a"}, {"x", u"1"}}, Lines{{"x", u"1"}, {"c", u"a"}, {"c", u"a"}});
  EXPECT_THAT(pairing.moved, IsEmpty());
}

TEST(FieldPairing, OneLineThatMovedFarIsOneMove) {
  const FieldPairing pairing = pair_fields(Lines{{"a", u"1"}, {"b", u"1"}, {"c", u"1"}, {"d", u"1"}},
                                           Lines{{"b", u"1"}, {"c", u"1"}, {"d", u"1"}, {"a", u"1"}});
  EXPECT_THAT(pairing.moved, ElementsAre(0));
}

Lines some_lines() {
  const auto line = rc::gen::construct<PairableLine>(rc::gen::element<std::string>("a", "b", "c"),
                                                     rc::gen::element<std::u16string>(u"1", u"2", u"3"));
  return *rc::gen::container<Lines>(line);
}

RC_GTEST_PROP(FieldPairing, AnswersAreMutualAndOfOneName, ()) {
  const Lines reference = some_lines();
  const Lines port = some_lines();
  const FieldPairing pairing = pair_fields(reference, port);
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    if (!pairing.port_of[i]) continue;
    ++pairs;
    RC_ASSERT(pairing.reference_of[*pairing.port_of[i]] == Place(i));
    RC_ASSERT(reference[i].name == port[*pairing.port_of[i]].name);
  }
  RC_ASSERT(pairs == static_cast<std::size_t>(std::count_if(pairing.reference_of.begin(), pairing.reference_of.end(),
                                                            [](const Place& place) { return place.has_value(); })));
  // Of each name as many pair as the side with fewer lines has.
  for (const std::string name : {"a", "b", "c"}) {
    const auto of_name = [&](const PairableLine& line) { return line.name == name; };
    std::size_t paired = 0;
    for (std::size_t i = 0; i < reference.size(); ++i) paired += of_name(reference[i]) && pairing.port_of[i] ? 1 : 0;
    RC_ASSERT(paired == static_cast<std::size_t>(std::min(std::count_if(reference.begin(), reference.end(), of_name),
                                                          std::count_if(port.begin(), port.end(), of_name))));
  }
}

RC_GTEST_PROP(FieldPairing, LinesThatDidNotMoveKeepTheirOrder, ()) {
  const Lines reference = some_lines();
  Lines port = reference;
  for (int swaps = *rc::gen::inRange(0, 4); swaps > 0 && !port.empty(); --swaps) {
    const auto size = static_cast<int>(port.size());
    std::swap(port[static_cast<std::size_t>(*rc::gen::inRange(0, size))],
              port[static_cast<std::size_t>(*rc::gen::inRange(0, size))]);
  }
  const FieldPairing pairing = pair_fields(reference, port);
  std::size_t last = 0;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    RC_ASSERT(pairing.port_of[i].has_value());
    if (std::binary_search(pairing.moved.begin(), pairing.moved.end(), i)) continue;
    RC_ASSERT(*pairing.port_of[i] >= last);
    last = *pairing.port_of[i];
  }
  const auto same = [](const PairableLine& x, const PairableLine& y) { return x.name == y.name && x.value == y.value; };
  RC_ASSERT(pairing.moved.empty() == std::equal(reference.begin(), reference.end(), port.begin(), port.end(), same));
}

}  // namespace
}  // namespace httparity
