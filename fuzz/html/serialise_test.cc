#include "fuzz/html/serialise.h"

#include <gtest/gtest.h>

#include "fuzz/html/tape_test_support.h"

namespace httparity::html {
namespace {

TEST(SerialiseTree, EscapesTextAndAttributesEachInItsWay) {
  TapeBuilder tape;
  tape.start("p").attribute("title", "&\xc2\xa0<>\"").text("&\xc2\xa0<>\"").end();
  EXPECT_EQ(serialise_tree(tape.tape()), "<p title=\"&amp;&nbsp;&lt;&gt;&quot;\">&amp;&nbsp;&lt;&gt;\"</p>");
  EXPECT_EQ(serialise_tree(tape.tape(), {.escape_angles_in_attributes = false}),
            "<p title=\"&amp;&nbsp;<>&quot;\">&amp;&nbsp;&lt;&gt;\"</p>");
}

TEST(SerialiseTree, WritesNoEndTagAndNoChildrenOfVoidElementsInHtmlAlone) {
  TapeBuilder tape;
  tape.start("br").text("lost").start("b").text("lost").end().end().text("x");
  tape.start("br", HP_HTML_NS_SVG).text("kept").end();
  EXPECT_EQ(serialise_tree(tape.tape()), "<br>x<br>kept</br>");
}

TEST(SerialiseTree, WritesRawTextOnlyInTheListedHtmlElements) {
  TapeBuilder tape;
  tape.start("script").text("a<b").end().start("noscript").text("a<b").end();
  tape.start("script", HP_HTML_NS_SVG).text("a<b").end();
  EXPECT_EQ(serialise_tree(tape.tape()), "<script>a<b</script><noscript>a&lt;b</noscript><script>a&lt;b</script>");
  EXPECT_EQ(serialise_tree(tape.tape(), {.scripting = true}),
            "<script>a<b</script><noscript>a<b</noscript><script>a&lt;b</script>");
}

TEST(SerialiseTree, SerialisesATemplatesContentsAndNotItsChildren) {
  TapeBuilder tape;
  tape.start("template")
      .template_begin()
      .start("td")
      .text("in")
      .end()
      .template_end()
      .start("i")
      .text("beside")
      .end()
      .end();
  tape.text("x");
  EXPECT_EQ(serialise_tree(tape.tape()), "<template><td>in</td></template>x");
}

TEST(SerialiseTree, PrefixesForeignAttributes) {
  TapeBuilder tape;
  tape.start("svg", HP_HTML_NS_SVG).attribute("xmlns", "s", HP_HTML_ATTR_XMLNS);
  tape.attribute("xlink", "l", HP_HTML_ATTR_XMLNS).attribute("href", "h", HP_HTML_ATTR_XLINK);
  tape.attribute("lang", "g", HP_HTML_ATTR_XML).end();
  EXPECT_EQ(serialise_tree(tape.tape()), "<svg xmlns=\"s\" xmlns:xlink=\"l\" xlink:href=\"h\" xml:lang=\"g\"></svg>");
}

TEST(SerialiseTree, WritesLeavesAsTheStandardSays) {
  TapeBuilder tape;
  tape.doctype("html", "p", "s").comment("a-->b").pi("t", "d");
  EXPECT_EQ(serialise_tree(tape.tape()), "<!DOCTYPE html><!--a-->b--><?t d>");
  EXPECT_EQ(serialise_tree(tape.tape(), {.pi_question_mark = true}), "<!DOCTYPE html><!--a-->b--><?t d?>");
}

TEST(SerialiseTree, PutsNoNewlineBack) {
  TapeBuilder tape;
  tape.start("pre").text("\nx").end();
  EXPECT_EQ(serialise_tree(tape.tape()), "<pre>\nx</pre>");
}

}  // namespace
}  // namespace httparity::html
