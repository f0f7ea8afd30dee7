#include "fuzz/html/dat.h"

#include <gtest/gtest.h>

namespace httparity::html {
namespace {

TEST(ParseDat, ReadsEachSection) {
  const auto cases = parse_dat(
      "#data\n<td>a\n#errors\n(1,1): x\n#new-errors\n(1,2): y\n#document-fragment\nsvg desc\n#script-on\n#document\n| "
      "\"a\"\n",
      "one.dat");
  ASSERT_TRUE(cases) << cases.error().what;
  ASSERT_EQ(cases->size(), 1U);
  const DatCase& one = cases->front();
  EXPECT_EQ(one.id, "one.dat/1");
  EXPECT_EQ(one.data, "<td>a");
  EXPECT_EQ(one.context, (Context{HP_HTML_NS_SVG, "desc"}));
  EXPECT_EQ(one.scripting, true);
  EXPECT_EQ(one.tree, "| \"a\"\n");
}

TEST(ParseDat, KeepsNewlinesOfDataAndTreeExceptTheLast) {
  const auto cases =
      parse_dat("#data\n\na\n\n#errors\n#document\n| \"\n\na\"\n\n#data\n#errors\n#document\n| <html>", "n.dat");
  ASSERT_TRUE(cases) << cases.error().what;
  ASSERT_EQ(cases->size(), 2U);
  EXPECT_EQ((*cases)[0].data, "\na\n");
  EXPECT_EQ((*cases)[0].tree, "| \"\n\na\"\n");
  EXPECT_EQ((*cases)[1].data, "");
  EXPECT_EQ((*cases)[1].tree, "| <html>\n");
}

TEST(ParseDat, NamesTheLineOfACaseWithoutADocument) {
  const auto cases = parse_dat("#data\na\n#errors\n#document\n| \"a\"\n\n#data\nb\n#errors\n", "bad.dat");
  ASSERT_FALSE(cases);
  EXPECT_EQ(cases.error().what, "bad.dat:7: the case needs \"#errors\" and \"#document\"");
}

TEST(WriteDat, IsReadBackAsItWas) {
  std::vector<DatCase> cases(3);
  cases[0] = {"x.dat/1", "", {}, std::nullopt, "| <html>\n|   <head>\n|   <body>\n"};
  cases[1] = {"x.dat/2", "a\n\nb", {HP_HTML_NS_MATHML, "mi"}, false, "| \"a\n\nb\"\n"};
  cases[2] = {"x.dat/3", std::string("\0\r", 2), {HP_HTML_NS_HTML, "select"}, true, ""};
  const auto read = parse_dat(write_dat(cases), "x.dat");
  ASSERT_TRUE(read) << read.error().what;
  EXPECT_EQ(*read, cases);
}

}  // namespace
}  // namespace httparity::html
