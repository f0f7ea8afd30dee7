#include "fuzz/html/dump.h"

#include <gtest/gtest.h>

#include "fuzz/html/tape.h"
#include "fuzz/html/tape_test_support.h"

namespace httparity::html {
namespace {

TEST(DumpTree, WritesEveryKindOfNode) {
  TapeBuilder tape;
  tape.doctype("html", "", "").comment(" c ").pi("target", "data");
  tape.start("html").start("template").template_begin().text("in").template_end().text("beside").end();
  tape.start("path", HP_HTML_NS_SVG).end().start("mi", HP_HTML_NS_MATHML).end().end();
  EXPECT_EQ(dump_tree(tape.tape()),
            "| <!DOCTYPE html>\n| <!--  c  -->\n| <?target data?>\n| <html>\n|   <template>\n|     content\n"
            "|       \"in\"\n|     \"beside\"\n|   <svg path>\n|   <math mi>\n");
}

TEST(DumpTree, WritesBothIdsOfADoctypeWhereOneIsThere) {
  TapeBuilder tape;
  tape.doctype("html", "", "about:legacy-compat");
  EXPECT_EQ(dump_tree(tape.tape()), "| <!DOCTYPE html \"\" \"about:legacy-compat\">\n");
}

TEST(DumpTree, SortsAttributesByUtf16CodeUnitsOfTheirPrefixedNames) {
  TapeBuilder tape;
  // U+FF5E is one code unit FF5E; U+1F600 begins with the surrogate D83D and so comes first.
  tape.start("a", HP_HTML_NS_SVG).attribute("\xef\xbd\x9e", "1").attribute("\xf0\x9f\x98\x80", "2");
  tape.attribute("href", "3", HP_HTML_ATTR_XLINK).attribute("b", "4").attribute("lang", "5", HP_HTML_ATTR_XML).end();
  EXPECT_EQ(dump_tree(tape.tape()),
            "| <svg a>\n|   b=\"4\"\n|   xlink href=\"3\"\n|   xml lang=\"5\"\n|   \xf0\x9f\x98\x80=\"2\"\n"
            "|   \xef\xbd\x9e=\"1\"\n");
}

TEST(DumpTree, LeavesAdjacentTextsApartAndNewlinesAsTheyAre) {
  TapeBuilder tape;
  tape.text("a\nb").text("c");
  EXPECT_EQ(dump_tree(tape.tape()), "| \"a\nb\"\n| \"c\"\n");
  EXPECT_EQ(dump_tree(merge_adjacent_text(tape.tape())), "| \"a\nbc\"\n");
}

TEST(DumpTree, StandsAHundredThousandLevels) {
  TapeBuilder tape;
  constexpr int kDepth = 100000;
  for (int i = 0; i < kDepth; ++i) tape.start("b");
  for (int i = 0; i < kDepth; ++i) tape.end();
  // The dump would be 10 GB of indentation: the walk is what counts here.
  EXPECT_TRUE(is_whole_tape(tape.tape()));
  EXPECT_EQ(merge_adjacent_text(tape.tape()), tape.tape());
}

TEST(IsWholeTape, RejectsEveryCutAndEveryUnpairedEvent) {
  TapeBuilder tape;
  tape.start("p").attribute("a", "b").text("x").end();
  EXPECT_TRUE(is_whole_tape(tape.tape()));
  for (std::size_t size = 1; size < tape.tape().size(); ++size) {
    EXPECT_FALSE(is_whole_tape(tape.tape().substr(0, size))) << size;
  }
  TapeBuilder unpaired;
  unpaired.end();
  EXPECT_FALSE(is_whole_tape(unpaired.tape()));
  TapeBuilder late;
  late.start("p").text("x").attribute("a", "b").end();
  EXPECT_FALSE(is_whole_tape(late.tape()));
  EXPECT_FALSE(is_whole_tape("?"));
}

}  // namespace
}  // namespace httparity::html
