#include "fuzz/html/checkpoint.h"

#include <gtest/gtest.h>

#include "fuzz/html/pack.h"

namespace httparity::html {
namespace {

Finding some_finding() {
  Finding finding;
  finding.key = "a>b | \xff>c";
  finding.id = finding_id(finding.key);
  finding.kind = VerdictKind::kFault;
  finding.minimal = {std::string("\0<p>\xc3\xa9", 6), {HP_HTML_NS_MATHML, "mi"}, true, true};
  finding.first = {"<x>", {}, false, false};
  finding.expected = "| \"\xe2\x82\xac\"\n";
  finding.actual = "crash";
  finding.guilty = "<p>";
  finding.mode = "in body";
  finding.engine = "tokens";
  finding.index = 0xfedcba9876543210U;
  finding.count = 3;
  finding.raw_signatures = 2;
  finding.messages = "\x1b[31m";
  return finding;
}

TEST(Checkpoint, IsReadBackAsItWas) {
  Checkpoint state;
  state.identity = "html5ever | gumbo";
  state.reference = "html5ever";
  state.port = "java -jar port.jar";
  state.engines = {{"tokens", 0, 8192, 8000, 192, 7}};
  state.findings["a>b | \xff>c"] = some_finding();
  state.reduced[0xffffffffffffffffU] = "a>b | \xff>c";
  state.pending = {some_finding()};
  SliceResult slice;
  slice.cases = 7;
  slice.differences = 1;
  slice.buckets["x"] = {VerdictKind::kTree, some_finding().minimal, 9, "swarm", 1};
  state.waiting = {{0, 16384, 8192, slice}};
  const std::string text = write_checkpoint(state);
  const auto read = parse_checkpoint(text, "state.json");
  ASSERT_TRUE(read) << read.error().what;
  EXPECT_EQ(write_checkpoint(*read), text);
  EXPECT_EQ(read->findings.begin()->second.minimal, some_finding().minimal);
  EXPECT_EQ(read->findings.begin()->second.index, some_finding().index);
  EXPECT_EQ(read->reduced, state.reduced);
  ASSERT_EQ(read->waiting.size(), 1U);
  EXPECT_EQ(read->waiting[0].from, 16384U);
  EXPECT_EQ(read->waiting[0].result.buckets.at("x").shortest, some_finding().minimal);
}

TEST(Checkpoint, RefusesACutFile) {
  const std::string text = write_checkpoint({});
  EXPECT_FALSE(parse_checkpoint(text.substr(0, text.size() / 2), "state.json"));
}

TEST(Pack, IsUnpackedAsItWas) {
  SliceResult slice;
  slice.cases = 5;
  slice.differences = 1;
  slice.buckets["x"] = {VerdictKind::kTree, some_finding().minimal, 9, "swarm", 1};
  Packer packer;
  packer.slice(slice);
  packer.finding(some_finding());
  const std::string bytes = packer.take();
  Unpacker unpacker(bytes);
  const SliceResult again = unpacker.slice();
  EXPECT_EQ(again.buckets.at("x").shortest, slice.buckets.at("x").shortest);
  EXPECT_EQ(unpacker.finding().actual, "crash");
  EXPECT_TRUE(unpacker.ok());
  Unpacker cut(std::string_view(bytes).substr(0, bytes.size() - 1));
  cut.slice();
  cut.finding();
  EXPECT_FALSE(cut.ok());
}

}  // namespace
}  // namespace httparity::html
