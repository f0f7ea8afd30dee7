#include "report/junit_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "base/test_support.h"
#include "report/report_fixture.h"

namespace httparity {
namespace {

using testing::HasSubstr;

TEST(RenderJunit, ADifferenceIsAFailureAndAnUnknownAnError) {
  const std::string xml = render_junit(hostile_result("x"), {});
  EXPECT_THAT(xml, HasSubstr("tests=\"2\" failures=\"1\" errors=\"1\""));
  EXPECT_THAT(xml, HasSubstr("<failure type=\"header-value\" message=\"header-value x\">"));
  EXPECT_THAT(xml, HasSubstr("<error type=\"timeout\" message=\"x\">"));
}

TEST(RenderJunit, AFailureOfTheRunIsAnErrorToo) {
  RunResult result;
  result.envelope.failures = {{FailureCause::kTarget, "port: did not start"}};
  EXPECT_THAT(render_junit(result, {}), HasSubstr("<error type=\"target\" message=\"port: did not start\"/>"));
}

TEST(RenderJunit, AWarningOfATargetIsASkippedTest) {
  RunResult result;
  result.envelope.targets = {{"port", "live", "", {}, {"--insecure: certificates are not verified"}}};
  const std::string xml = render_junit(result, {});
  EXPECT_THAT(xml, HasSubstr("tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"1\""));
  EXPECT_THAT(xml, HasSubstr("<skipped message=\"port: --insecure: certificates are not verified\"/>"));
}

TEST(XmlText, KeepsWhatXmlHasAndReplacesWhatItHasNot) {
  EXPECT_EQ(xml_text("a<b>&\"\n\t"), "a&#x3C;b&#x3E;&#x26;&#x22;\n&#x9;");
  EXPECT_EQ(xml_text(std::string_view("\0\x1b\x7f", 3)), "&#xFFFD;&#xFFFD;&#x7F;");
  EXPECT_EQ(xml_text("\xef\xbf\xbe"), "&#xFFFD;");
  EXPECT_EQ(xml_text("\xff\xe2\x80\x94\xf0\x9f\x98\x80"), "&#xFFFD;&#x2014;&#x1F600;");
}

RC_GTEST_PROP(XmlText, IsAsciiWithoutMarkup, (const std::string& hostile)) {
  const std::string text = xml_text(hostile);
  RC_ASSERT(std::all_of(text.begin(), text.end(), [](char c) {
    return ((c >= 0x20 && c < 0x7f) || c == '\n') && c != '<' && c != '>' && c != '"';
  }));
}

TEST(RenderJunit, XmllintReadsWhateverPeersSent) {
  if (const auto why = missing_program("xmllint")) GTEST_SKIP() << *why;
  std::string all_bytes;
  for (int c = 0; c < 256; ++c) all_bytes += static_cast<char>(c);
  const std::string path = testing::TempDir() + "/junit.xml";
  for (const std::string& hostile : {all_bytes, std::string("]]>"), std::string("<!--"), std::string("\xef\xbf\xbe"),
                                     std::string("\xed\xa0\x80"), std::string("&#0;"), std::string("--><x")}) {
    std::ofstream(path, std::ios::binary) << render_junit(hostile_result(hostile), {});
    EXPECT_EQ(std::system(("xmllint --noout " + path).c_str()), 0);
  }
}

}  // namespace
}  // namespace httparity
