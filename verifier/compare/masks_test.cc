#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "compare/compare.h"
#include "compare/fresh_values.h"
#include "compare/test_exchanges.h"

namespace httparity {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using Kinds = std::set<std::string>;

Kinds kinds(const std::string& reference, const std::string& port, const std::vector<Mask>& masks) {
  return kinds_of(judge(answer(reference), answer(port), masks));
}

Mask token_mask() {
  return body_mask("token=", ";", MaskType::kHex);
}

Mask any_width(Mask mask) {
  mask.any_width = true;
  return mask;
}

Mask chunk_borders() {
  Mask mask;
  mask.selector = ChunkBorders();
  return mask;
}

// Widths.

TEST(MaskWidth, AnotherWidthShowsInTheContentLength) {
  const std::string reference = response_with("", "a token=1234; z");
  const std::string port = response_with("", "a token=123456; z");
  EXPECT_EQ(kinds(reference, port, {token_mask()}), Kinds{"header-value"});
  EXPECT_EQ(kinds(reference, port, {any_width(token_mask())}), Kinds{});
}

TEST(MaskWidth, AnyWidthForgivesExactlyWhatTheMaskMoved) {
  const std::string reference = response_with("", "a token=1234; z");
  std::string port = response_with("", "a token=123456; z");
  port.replace(port.find("17"), 2, "16");  // one byte less than there is: the last one is surplus
  EXPECT_THAT(kinds(reference, port, {any_width(token_mask())}), Contains("header-value"));
}

TEST(MaskWidth, AnyWidthForgivesNoOtherWayToWriteTheLength) {
  const std::string reference = response_with("", "a token=1234; z");
  std::string port = response_with("", "a token=123456; z");
  port.replace(port.find("17"), 2, "017");
  EXPECT_EQ(kinds(reference, port, {any_width(token_mask())}), Kinds{"header-value"});
}

TEST(MaskWidth, WhatAMaskOfFixedWidthMovesIsNotForgivenBesideOneOfAnyWidth) {
  const std::vector<Mask> masks = {any_width(token_mask()), body_mask("id=", ";", MaskType::kDigits)};
  EXPECT_EQ(kinds(response_with("", "token=12;id=1;"), response_with("", "token=1234;id=1;"), masks), Kinds{});
  EXPECT_EQ(kinds(response_with("", "token=12;id=1;"), response_with("", "token=1234;id=11;"), masks),
            Kinds{"header-value"});
}

TEST(MaskWidth, AnyWidthMovesTheBordersOfChunks) {
  const std::vector<Mask> masks = {any_width(token_mask())};
  EXPECT_EQ(
      kinds(chunked_response("", {"a token=12; z", "tail"}), chunked_response("", {"a token=1234; z", "tail"}), masks),
      Kinds{});
  EXPECT_EQ(
      kinds(chunked_response("", {"a token=12; z", "tail"}), chunked_response("", {"a token=1234; zt", "ail"}), masks),
      Kinds{"framing"});
  // A border inside the token may stand anywhere in it.
  EXPECT_EQ(kinds(chunked_response("", {"a token=1", "2; z"}), chunked_response("", {"a token=123", "4; z"}), masks),
            Kinds{});
  EXPECT_EQ(kinds(chunked_response("", {"a token=12; z"}), chunked_response("", {"a token=1234; z"}), {token_mask()}),
            Kinds{"framing"});
}

TEST(MaskWidth, AnyWidthForgivesNoOtherLettersInAChunkSize) {
  std::string reference = chunked_response("", {"token=1234;xx"});
  std::string port = chunked_response("", {"token=12345;xx"});
  ASSERT_THAT(port, HasSubstr("\r\n\r\ne\r\n"));
  EXPECT_EQ(kinds(reference, port, {any_width(token_mask())}), Kinds{});
  port.replace(port.find("\r\ne\r\n"), 5, "\r\nE\r\n");
  EXPECT_EQ(kinds(reference, port, {any_width(token_mask())}), Kinds{"framing"});
}

TEST(MaskWidth, WhereNoLengthShowsItAnotherWidthIsTheMasksOwn) {
  const std::string head = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n";
  const Exchange reference = answer(head + "token=1234;", Fate::kFin);
  const Exchange port = answer(head + "token=123456;", Fate::kFin);
  EXPECT_EQ(kinds_of(judge(reference, port, std::vector<Mask>{token_mask()})), Kinds{"mask-type"});
  EXPECT_EQ(kinds_of(judge(reference, port, std::vector<Mask>{any_width(token_mask())})), Kinds{});
}

TEST(MaskWidth, InAFieldNothingMovesWithTheValue) {
  const std::string reference = response_with("X-Id: 12\r\n", "a");
  const Mask mask = header_mask("X-Id", MaskType::kDigits);
  EXPECT_EQ(kinds(reference, response_with("X-Id: 345\r\n", "a"), {mask}), Kinds{});
}

TEST(MaskWidth, ADateInAnotherFormIsNotForgiven) {
  const Mask mask = header_mask("Date", MaskType::kHttpDate);
  const std::string generated = response_with("Date: Mon, 01 Jan 2024 00:00:00 GMT\r\n", "a");
  const std::string monday = response_with("Date: Monday, 01-Jan-24 23:59:59 GMT\r\n", "a");
  const std::string tuesday = response_with("Date: Tuesday, 02-Jan-24 00:00:00 GMT\r\n", "a");
  const std::string asctime = response_with("Date: Tue Jan  2 00:00:00 2024\r\n", "a");
  EXPECT_EQ(kinds(monday, tuesday, {mask}), Kinds{});
  EXPECT_EQ(kinds(generated, tuesday, {mask}), Kinds{"mask-type"});
  EXPECT_EQ(kinds(generated, asctime, {mask}), Kinds{"mask-type"});
  EXPECT_EQ(kinds(asctime, tuesday, {mask}), Kinds{"mask-type"});
  EXPECT_EQ(kinds(generated, tuesday, {any_width(mask)}), Kinds{});
}

// Packed bodies.

TEST(MaskInGzip, ForgivesTheDataAndUnderAnyWidthTheLength) {
  const std::string reference = response_with("Content-Encoding: gzip\r\n", gzip("a token=1234567890abcdef; z"));
  const std::string port = response_with("Content-Encoding: gzip\r\n", gzip("a token=1111; z"));
  EXPECT_EQ(kinds(reference, port, {token_mask()}), Kinds{"header-value"});
  EXPECT_EQ(kinds(reference, port, {any_width(token_mask())}), Kinds{});
}

TEST(MaskInGzip, ForgivesNoWrongChecksum) {
  std::string packed = gzip("a token=1111; z");
  const std::string reference = response_with("Content-Encoding: gzip\r\n", gzip("a token=1234; z"));
  const std::string port = response_with("Content-Encoding: gzip\r\n", packed);
  packed[packed.size() - 8] = static_cast<char>(packed[packed.size() - 8] ^ 1);
  const std::string wrong = response_with("Content-Encoding: gzip\r\n", packed);
  EXPECT_THAT(kinds(reference, port, {any_width(token_mask())}), IsEmpty());
  EXPECT_EQ(kinds(reference, wrong, {any_width(token_mask())}), Kinds{"body-encoded-only"});
}

TEST(MaskInGzip, AnotherByteOfThePageIsStillABodyDifference) {
  const std::string reference = response_with("Content-Encoding: gzip\r\n", gzip("a token=1234; z"));
  const std::string port = response_with("Content-Encoding: gzip\r\n", gzip("a token=1111; y"));
  EXPECT_THAT(kinds(reference, port, {any_width(token_mask())}), Contains("body-bytes"));
}

TEST(GzipMask, HidesItsPartOfTheHeaderAndNoOther) {
  Mask mtime;
  mtime.selector = GzipPart::kMtime;
  const std::string text = "some text, some text";
  const std::string reference = response_with("Content-Encoding: gzip\r\n", gzip(text, 6, 1));
  std::string packed = gzip(text, 6, 77);
  EXPECT_EQ(kinds(reference, response_with("Content-Encoding: gzip\r\n", packed), {}), Kinds{"body-encoded-only"});
  EXPECT_EQ(kinds(reference, response_with("Content-Encoding: gzip\r\n", packed), {mtime}), Kinds{});
  packed[9] = 7;  // the operating system
  const Verdict verdict =
      judge(answer(reference), answer(response_with("Content-Encoding: gzip\r\n", packed)), std::vector<Mask>{mtime});
  ASSERT_EQ(verdict.differences.size(), 1U);
  EXPECT_EQ(verdict.differences[0].part, "gzip header: os");
  EXPECT_EQ(verdict.differences[0].port.bytes, "\x07");
}

TEST(BodyEncodedOnly, SaysWhichPartDiffers) {
  const std::string text(500, 'a');
  const auto part = [&](const std::string& reference, const std::string& port) {
    const Verdict verdict = judge(answer(chunked_response("Content-Encoding: gzip\r\n", {reference})),
                                  answer(chunked_response("Content-Encoding: gzip\r\n", {port})));
    for (const Difference& difference : verdict.differences) {
      if (difference.kind == DifferenceKind::kBodyEncodedOnly) return difference.part + " / " + difference.detail;
    }
    return std::string();
  };
  const std::string packed = gzip(text);
  std::string wrong = packed;
  wrong[wrong.size() - 8] = static_cast<char>(wrong[wrong.size() - 8] ^ 1);
  EXPECT_THAT(part(packed, wrong), HasSubstr("checksum and size behind the data"));
  EXPECT_THAT(part(packed, packed.substr(0, packed.size() - 8)), HasSubstr("checksum and size behind the data"));
  EXPECT_THAT(part(packed, packed + "xx"), HasSubstr("bytes behind the compressed stream"));
  EXPECT_THAT(part(packed, gzip(text, 0).replace(0, 10, packed.substr(0, 10))), HasSubstr("compressed data"));
  EXPECT_THAT(part(packed, gzip(text, 6, 5)), HasSubstr("gzip header: mtime"));
}

// Chunk borders.

TEST(ChunkBorderMask, ForgivesHowChunksAreCut) {
  const std::string reference = chunked_response("", {"hello ", "world"});
  EXPECT_EQ(kinds(reference, chunked_response("", {"hello world"}), {}), Kinds{"framing"});
  EXPECT_EQ(kinds(reference, chunked_response("", {"hello world"}), {chunk_borders()}), Kinds{});
  EXPECT_EQ(kinds(reference, chunked_response("", {"h", "ello ", "w", "orld"}), {chunk_borders()}), Kinds{});
}

TEST(ChunkBorderMask, ForgivesNoDataExtensionTrailerOrLineEnd) {
  const std::string reference = chunked_response("", {"hello ", "world"});
  EXPECT_EQ(kinds(reference, chunked_response("", {"hello World"}), {chunk_borders()}), Kinds{"body-bytes"});
  EXPECT_EQ(kinds(reference, chunked_response("", {"hello world"}, "T: 1\r\n"), {chunk_borders()}), Kinds{"framing"});
  std::string extended = chunked_response("", {"hello world"});
  extended.replace(extended.find("b\r\n"), 3, "b;x\r\n");
  EXPECT_EQ(kinds(reference, extended, {chunk_borders()}), Kinds{"framing"});
  std::string bare = chunked_response("", {"hello world"});
  bare.replace(bare.find("b\r\n"), 3, "b\n");
  EXPECT_EQ(kinds(reference, bare, {chunk_borders()}), Kinds{"framing"});
  std::string capital = chunked_response("", {"hello world"});
  capital.replace(capital.find("b\r\n"), 3, "B\r\n");
  EXPECT_EQ(kinds(chunked_response("", {"hello worl", "d"}), capital, {chunk_borders()}), Kinds{"framing"});
}

// Types.

TEST(MaskType, AValueOfTheReferenceThatDoesNotFitMakesTheStepUnknown) {
  const std::vector<Mask> masks = {header_mask("Date", MaskType::kHttpDate)};
  const Verdict verdict = judge(answer(response_with("Date: now\r\n", "")),
                                answer(response_with("Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n", "")), masks);
  EXPECT_EQ(kinds_of(verdict), Kinds{"unknown: mask-unmet"});
  EXPECT_THAT(verdict.detail, HasSubstr("http-date"));
}

TEST(MaskType, AValueThatFitsNeitherSideAndIsEqualIsANote) {
  const std::vector<Mask> masks = {header_mask("Date", MaskType::kHttpDate)};
  const std::string bytes = response_with("Date: now\r\n", "");
  const Verdict verdict = judge(answer(bytes), answer(bytes), masks);
  EXPECT_EQ(verdict.outcome, Outcome::kParity);
  EXPECT_THAT(verdict.notes, Contains(HasSubstr("http-date")));
}

TEST(MaskSelection, APartOfAValueLeavesTheRestToBeCompared) {
  Mask mask = header_mask("Set-Cookie", MaskType::kHex);
  std::get<HeaderSelector>(mask.selector).after = "s=";
  std::get<HeaderSelector>(mask.selector).until = {";"};
  const auto cookie = [](const std::string& value) { return response_with("Set-Cookie: " + value + "\r\n", ""); };
  EXPECT_EQ(kinds(cookie("s=aa; path=/"), cookie("s=bb; path=/"), {mask}), Kinds{});
  EXPECT_EQ(kinds(cookie("s=aa; path=/"), cookie("s=bb; path=/a"), {mask}), Kinds{"header-value"});
  EXPECT_EQ(kinds(cookie("s=aa; path=/"), cookie("s=; path=/"), {mask}), Kinds{"mask-type"});
}

TEST(MaskSelection, LinesOfOneNameAreMatchedWithTheirMasksLeftOut) {
  Mask mask = header_mask("Set-Cookie", MaskType::kHex);
  std::get<HeaderSelector>(mask.selector).after = "=";
  std::get<HeaderSelector>(mask.selector).until = {";"};
  const std::string reference = response_with("Set-Cookie: a=11;\r\nSet-Cookie: b=22;\r\n", "");
  EXPECT_EQ(kinds(reference, response_with("Set-Cookie: b=33;\r\nSet-Cookie: a=44;\r\n", ""), {mask}),
            Kinds{"header-moved"});
  EXPECT_EQ(kinds(reference, response_with("Set-Cookie: b=33;\r\n", ""), {mask}), Kinds{"header-count"});
}

TEST(MaskSelection, AJsonPointerSelectsTheValueOfItsKey) {
  Mask mask;
  mask.selector = JsonSelector{"/at"};
  mask.type = MaskType::kDigits;
  EXPECT_EQ(kinds(response_with("", R"({"at": 123, "id": 1})"), response_with("", R"({"at": 456, "id": 1})"), {mask}),
            Kinds{});
  EXPECT_EQ(kinds(response_with("", R"({"at": 123, "id": 1})"), response_with("", R"({"at": 456, "id": 2})"), {mask}),
            Kinds{"body-bytes"});
}

TEST(MaskSelection, MasksHoldInInterimResponsesToo) {
  const std::vector<Mask> masks = {header_mask("Date", MaskType::kHttpDate)};
  const auto hinted = [](const std::string& second) {
    return "HTTP/1.1 103 Early Hints\r\nDate: Sun, 06 Nov 1994 08:49:" + second + " GMT\r\n\r\n" +
           response_with("", "x");
  };
  EXPECT_EQ(kinds(hinted("37"), hinted("38"), masks), Kinds{});
  EXPECT_EQ(kinds(hinted("37"), hinted("38"), {}), Kinds{"interim-response"});
}

// Relations over steps.

TEST(FreshMask, ARepeatOnThePortIsADifference) {
  std::vector<Mask> masks = {header_mask("X-Id", MaskType::kHex)};
  masks[0].fresh = true;
  const auto with_id = [](const std::string& id) { return answer(response_with("X-Id: " + id + "\r\n", "")); };
  ScenarioComparer comparer;
  EXPECT_THAT(kinds_of(comparer.compare(with_id("a1"), with_id("b1"), masks)), IsEmpty());
  EXPECT_THAT(kinds_of(comparer.compare(with_id("a2"), with_id("b2"), masks)), IsEmpty());
  EXPECT_EQ(kinds_of(comparer.compare(with_id("a3"), with_id("b1"), masks)), Kinds{"mask-relation"});
  EXPECT_EQ(kinds_of(comparer.compare(with_id("a1"), with_id("b4"), masks)), Kinds{"unknown: mask-unmet"});
}

TEST(FreshMask, IsWatchedOverAllScenariosThatShareTheirValues) {
  std::vector<Mask> masks = {header_mask("X-Id", MaskType::kHex)};
  masks[0].fresh = true;
  const auto with_id = [](const std::string& id) { return answer(response_with("X-Id: " + id + "\r\n", "")); };
  const auto run = std::make_shared<FreshValues>();
  EXPECT_THAT(kinds_of(ScenarioComparer({}, run).compare(with_id("a1"), with_id("b1"), masks)), IsEmpty());
  EXPECT_EQ(kinds_of(ScenarioComparer({}, run).compare(with_id("a2"), with_id("b1"), masks)), Kinds{"mask-relation"});
  EXPECT_THAT(kinds_of(ScenarioComparer().compare(with_id("a2"), with_id("b1"), masks)), IsEmpty());
}

TEST(FreshMask, OneAnswerMayShowItsValueTwice) {
  std::vector<Mask> masks = {body_mask("id=", ";", MaskType::kHex)};
  masks[0].fresh = true;
  EXPECT_EQ(kinds(response_with("", "id=aa;id=aa;"), response_with("", "id=bb;id=bb;"), masks), Kinds{});
}

TEST(NamedMask, EqualBytesCountAsValuesToo) {
  std::vector<Mask> masks = {header_mask("X-Id", MaskType::kHex)};
  masks[0].name = "id";
  const auto with_id = [](const std::string& id) { return answer(response_with("X-Id: " + id + "\r\n", "")); };
  ScenarioComparer comparer;
  EXPECT_THAT(kinds_of(comparer.compare(with_id("a1"), with_id("a1"), masks)), IsEmpty());
  EXPECT_EQ(kinds_of(comparer.compare(with_id("a2"), with_id("a1"), masks)), Kinds{"mask-relation"});
}

// The audit.

TEST(MaskAudit, CountsPlacesBytesAndTheLargestShareOfABody) {
  std::vector<Mask> masks = {token_mask(), header_mask("Age", MaskType::kDigits)};
  ScenarioComparer comparer;
  comparer.compare(answer(response_with("", "token=1234;")), answer(response_with("", "token=5678;")), masks);
  comparer.compare(answer(response_with("", "token=1234;         ")), answer(response_with("", "token=5678;         ")),
                   masks);
  ASSERT_EQ(comparer.mask_uses().size(), 2U);
  const MaskUse& token = comparer.mask_uses()[0].second;
  EXPECT_EQ(token.hits, 2U);
  EXPECT_EQ(token.bytes, 8U);
  EXPECT_DOUBLE_EQ(token.largest_share, 4.0 / 11.0);
  EXPECT_EQ(comparer.mask_uses()[1].second, MaskUse());
}

TEST(MaskAudit, AMaskIsSeenInEqualBytesToo) {
  const std::vector<Mask> masks = {token_mask()};
  ScenarioComparer comparer;
  comparer.compare(answer(response_with("", "token=1234;")), answer(response_with("", "token=1234;")), masks);
  EXPECT_EQ(comparer.mask_uses()[0].second.hits, 1U);
  EXPECT_EQ(comparer.mask_uses()[0].second.needed, 0U);
}

TEST(MaskAudit, AMaskIsNeededWhereItsValuesDiffer) {
  const std::vector<Mask> masks = {token_mask(), header_mask("Age", MaskType::kDigits), chunk_borders()};
  ScenarioComparer comparer;
  comparer.compare(answer(chunked_response("Age: 1\r\n", {"token=12", "34;"})),
                   answer(chunked_response("Age: 1\r\n", {"token=5", "678;"})), masks);
  EXPECT_EQ(comparer.mask_uses()[0].second.needed, 1U);
  EXPECT_EQ(comparer.mask_uses()[1].second.hits, 1U);
  EXPECT_EQ(comparer.mask_uses()[1].second.needed, 0U);
  EXPECT_EQ(comparer.mask_uses()[2].second.needed, 1U);
}

TEST(ComparedBytes, OfAStepThatDiffersWhatMasksSelectIsNotComparedExactly) {
  const std::string reference = response_with("", "a token=1234; z");
  ScenarioComparer comparer;
  const std::vector<Mask> masks = {token_mask()};
  comparer.compare(answer(reference), answer(response_with("", "a token=5678; z")), masks);
  EXPECT_EQ(comparer.compared_bytes(), (ComparedBytes{reference.size(), 4}));
}

TEST(ComparedBytes, AStepThatIsEqualCountsWhole) {
  const std::string reference = response_with("", "a token=1234; z");
  ScenarioComparer comparer;
  const std::vector<Mask> masks = {token_mask()};
  comparer.compare(answer(reference), answer(reference), masks);
  EXPECT_EQ(comparer.compared_bytes(), (ComparedBytes{reference.size(), 0}));
}

TEST(ComparedBytes, AStepThatIsUnknownIsNotCounted) {
  std::string cut = response_with("", "a token=1234; z");
  cut.pop_back();
  ScenarioComparer comparer;
  ASSERT_EQ(comparer.compare(answer(cut), answer(cut), {}).outcome, Outcome::kUnknown);
  EXPECT_EQ(comparer.compared_bytes(), ComparedBytes());
}

}  // namespace
}  // namespace httparity
