// One planted defect for each kind of difference: it is found, alone, and nothing is found without it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "compare/compare.h"
#include "compare/test_exchanges.h"

namespace httparity {
namespace {

using testing::UnorderedElementsAre;
using Kinds = std::set<std::string>;

const std::string kToken = "0123456789abcdef";
const std::string kOtherToken = "fedcba9876543210";

std::vector<Mask> masks() {
  std::vector<Mask> all = {header_mask("Date", MaskType::kHttpDate), body_mask("token=", ";", MaskType::kHex)};
  all[1].name = "token";
  return all;
}

// A response with all that a defect can be planted in.
struct Parts {
  std::string interim = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n";
  std::string status = "HTTP/1.1 200 OK\r\n";
  std::string date = "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n";
  std::string type = "Content-Type: text/html\r\n";
  std::string vary = "Vary: Accept\r\n";
  std::string end_of_head = "\r\n";
  std::string body = "<p>token=" + kToken + ";</p><i>token=" + kToken + ";</i>";
  std::string surplus = "!!";
  Fate fate = Fate::kOpen;

  Exchange exchange() const {
    const std::string length = "Content-Length: " + std::to_string(body.size()) + "\r\n";
    return answer(interim + status + date + type + vary + length + end_of_head + body + surplus, fate);
  }
};

struct Defect {
  const char* name;
  void (*plant)(Parts& port);
  Kinds kinds;
};

void PrintTo(const Defect& defect, std::ostream* out) {
  *out << defect.name;
}

class PlantedDefects : public testing::TestWithParam<Defect> {};

TEST_P(PlantedDefects, AreFoundWithTheirKindAlone) {
  Parts port;
  port.date = "Date: Sun, 06 Nov 1994 08:49:41 GMT\r\n";
  const std::vector<Mask> all = masks();
  ASSERT_THAT(kinds_of(judge(Parts().exchange(), port.exchange(), all)), testing::IsEmpty());
  GetParam().plant(port);
  EXPECT_EQ(kinds_of(judge(Parts().exchange(), port.exchange(), all)), GetParam().kinds);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, PlantedDefects,
    testing::Values(
        Defect{"status_line", [](Parts& port) { port.status = "HTTP/1.1 201 OK\r\n"; }, {"status-line"}},
        Defect{"header_missing", [](Parts& port) { port.vary = ""; }, {"header-missing"}},
        Defect{"header_extra", [](Parts& port) { port.vary += "Server: x\r\n"; }, {"header-extra"}},
        Defect{"header_moved", [](Parts& port) { std::swap(port.vary, port.type); }, {"header-moved"}},
        Defect{"header_case", [](Parts& port) { port.vary = "vary: Accept\r\n"; }, {"header-case"}},
        Defect{"header_count", [](Parts& port) { port.vary += port.vary; }, {"header-count"}},
        Defect{"header_value", [](Parts& port) { port.vary = "Vary: Cookie\r\n"; }, {"header-value"}},
        Defect{"header_whitespace", [](Parts& port) { port.vary = "Vary:  Accept\r\n"; }, {"header-whitespace"}},
        Defect{"framing", [](Parts& port) { port.end_of_head = "\n"; }, {"framing"}},
        Defect{"body_bytes", [](Parts& port) { port.body[1] = 'q'; }, {"body-bytes"}},
        Defect{"interim_response", [](Parts& port) { port.interim = ""; }, {"interim-response"}},
        Defect{"surplus_bytes", [](Parts& port) { port.surplus = "!?"; }, {"surplus-bytes"}},
        Defect{"connection_fate", [](Parts& port) { port.fate = Fate::kFin; }, {"connection-fate"}},
        Defect{"mask_type", [](Parts& port) { port.date = "Date: yesterday\r\n"; }, {"mask-type"}},
        Defect{"mask_relation",
               [](Parts& port) { port.body.replace(port.body.rfind(kToken), kToken.size(), kOtherToken); },
               {"mask-relation"}}),
    [](const testing::TestParamInfo<Defect>& defect) { return std::string(defect.param.name); });

TEST(PlantedDefects, AnotherCompressionOfOnePlaintextIsBodyEncodedOnly) {
  const std::string text(2000, 'a');
  const auto packed = [&](int level) {
    std::string stream = gzip(text, level);
    stream[8] = 0;  // the level shows in the header as well
    return chunked_response("Content-Encoding: gzip\r\n", {stream});
  };
  ASSERT_THAT(kinds_of(judge(answer(packed(6)), answer(packed(6)))), testing::IsEmpty());
  const std::string stored = gzip(text, 0);
  const std::string reference = response_with("Content-Encoding: gzip\r\n", gzip(text, 6));
  const std::string port = response_with("Content-Encoding: gzip\r\n", stored);
  EXPECT_EQ(kinds_of(judge(answer(reference), answer(port))), (Kinds{"header-value", "body-encoded-only"}));
}

TEST(PlantedDefects, AHeadThatForgetsAFieldOfItsGetIsMetamorphic) {
  const std::string get = "HTTP/1.1 200 OK\r\nVary: A\r\nContent-Length: 2\r\n\r\nok";
  const std::string head = "HTTP/1.1 200 OK\r\nVary: A\r\nContent-Length: 2\r\n\r\n";
  const std::string poor_head = "HTTP/1.1 200 OK\r\nVary: B\r\nContent-Length: 2\r\n\r\n";
  ScenarioComparer comparer;
  EXPECT_THAT(kinds_of(comparer.compare(answer(get), answer(get), {})), testing::IsEmpty());
  EXPECT_THAT(kinds_of(comparer.compare(answer(head, Fate::kOpen, "HEAD"), answer(head, Fate::kOpen, "HEAD"), {})),
              testing::IsEmpty());
  EXPECT_THAT(kinds_of(comparer.compare(answer(head, Fate::kOpen, "HEAD"), answer(poor_head, Fate::kOpen, "HEAD"), {})),
              UnorderedElementsAre("header-value", "metamorphic"));
}

TEST(DifferenceKinds, AreNamedBothWays) {
  for (int kind = 0; kind <= static_cast<int>(DifferenceKind::kMetamorphic); ++kind) {
    const auto value = static_cast<DifferenceKind>(kind);
    EXPECT_EQ(difference_kind_by_name(difference_kind_name(value)), value);
  }
  EXPECT_EQ(difference_kind_by_name("body"), std::nullopt);
}

}  // namespace
}  // namespace httparity
