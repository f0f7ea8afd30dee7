#include "learn/learn.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <random>

#include "base/base64.h"
#include "base/digest.h"
#include "contract/read_contract.h"
#include "learn/patch.h"
#include "wire/make_exchange.h"

namespace httparity {
namespace {

/// A server whose noise has names that nobody has heard of. Its answers depend on the seed and nothing else.
class NoisyServer {
 public:
  explicit NoisyServer(unsigned seed) : random_(seed) {}

  std::string hex(std::size_t bytes) { return to_hex(bytes_of(bytes)); }
  std::string base64(std::size_t bytes) { return encode_base64(bytes_of(bytes)); }

  std::string uuid() {
    const std::string digits = hex(16);
    return fmt::format("{}-{}-{}-{}-{}", digits.substr(0, 8), digits.substr(8, 4), digits.substr(12, 4),
                       digits.substr(16, 4), digits.substr(20));
  }

  std::string moment() { return fmt::format("Sun, 06 Nov 1994 08:{:02}:{:02} GMT", random_() % 60, random_() % 60); }
  std::string duration() { return fmt::format("0.{:06}", random_() % 1000000); }

  std::string page() {
    const std::string token = base64(32);
    return answer("Zeit: " + moment() + "\r\nSpur: " + uuid() + "\r\nDauer: " + duration() +
                      "\r\nKeks: theme=dark; path=/\r\nKeks: sitzung=" + base64(40) + "--" + hex(20) +
                      "; path=/; HttpOnly\r\nFest: \"stable-0123456789abcdef\"\r\n",
                  "<head><meta name=\"marke\" content=\"" + token +
                      "\">\n<link href=\"/a-0123456789abcdef.css\">\n</head><form>" +
                      "<input type=\"hidden\" name=\"geheim\" value=\"" + base64(32) + "\"></form>\n");
  }

  std::string parts() {
    const std::string boundary = hex(12);
    return answer("Zeit: " + moment() + "\r\nArt: multipart/byteranges; grenze=" + boundary + "\r\n",
                  "\r\n--" + boundary + "\r\nBereich: 0-1\r\n\r\nab\r\n--" + boundary +
                      "\r\nBereich: 2-3\r\n\r\ncd\r\n--" + boundary + "--\r\n");
  }

  std::string digested() {
    const std::string body = "<p id=\"" + hex(16) + "\">";
    return answer("Siegel: W/\"" + to_hex(*digest(DigestAlgorithm::kSha256, body)).substr(0, 32) + "\"\r\n", body);
  }

 private:
  std::string bytes_of(std::size_t count) {
    std::string bytes;
    while (bytes.size() < count) bytes += static_cast<char>(random_());
    return bytes;
  }

  static std::string answer(const std::string& fields, const std::string& body) {
    return fmt::format("HTTP/1.1 200 OK\r\n{}Content-Length: {}\r\n\r\n{}", fields, body.size(), body);
  }

  std::mt19937 random_;
};

ObservedStep observed(std::string where, const std::vector<std::string>& answers, const Step* step = nullptr) {
  ObservedStep result{std::move(where), step, {}};
  for (const std::string& answer : answers) {
    result.exchanges.push_back(make_exchange("GET / HTTP/1.1\r\n\r\n", answer, Fate::kOpen));
  }
  return result;
}

template <typename Answer>
ObservedStep four(std::string where, NoisyServer& server, Answer answer, const Step* step = nullptr) {
  return observed(std::move(where), {(server.*answer)(), (server.*answer)(), (server.*answer)(), (server.*answer)()},
                  step);
}

std::vector<std::string> masks(const Learned& learned) {
  std::vector<std::string> lines;
  for (const Proposal& proposal : learned.proposals) {
    Mask mask = proposal.mask;
    mask.why = "w";
    lines.push_back(render_mask(mask));
  }
  return lines;
}

std::vector<ObservedStep> visit(unsigned seed) {
  NoisyServer server(seed);
  std::vector<ObservedStep> steps;
  steps.push_back(four("visit / page", server, &NoisyServer::page));
  steps.push_back(four("visit / again", server, &NoisyServer::page));
  steps.push_back(four("visit / parts", server, &NoisyServer::parts));
  steps.push_back(four("visit / digested", server, &NoisyServer::digested));
  return steps;
}

const std::vector<std::string> kExpected = {
    R"({"header":"Zeit","type":"http-date","why":"w"})",
    R"({"header":"Spur","type":"uuid","fresh":true,"why":"w"})",
    R"({"header":"Dauer","type":"decimal","why":"w"})",
    R"({"header":"Keks","after":"sitzung=","until":";","type":"cookie-value","length":98,"fresh":true,"why":"w"})",
    R"({"body":{"after":"<input type=\"hidden\" name=\"geheim\" value=\"","until":"\""},"type":"base64","length":44,"fresh":true,"why":"w"})",
    R"({"body":{"after":"<meta name=\"marke\" content=\"","until":"\""},"type":"base64","length":44,"fresh":true,"why":"w"})",
    R"({"header":"Art","after":"multipart/byteranges; grenze=","type":"hex","length":24,"name":"value-1","why":"w"})",
    R"({"body":{"after":"\n--","until":["\r","-"]},"type":"hex","length":24,"name":"value-1","why":"w"})",
    R"({"header":"Siegel","after":"W/\"","until":"\"","type":"hex","length":32,"fresh":false,"why":"w"})",
    R"({"body":{"after":"<p id=\"","until":"\""},"type":"hex","length":32,"why":"w"})",
};

TEST(LearnTest, FindsAllNoiseAndNothingElseUnderMadeUpNames) {
  const Learned learned = learn(visit(1));
  std::vector<std::string> expected = kExpected;
  for (std::string& line : expected) {
    if (const auto place = line.find(",\"fresh\":false"); place != std::string::npos) line.erase(place, 14);
  }
  EXPECT_EQ(masks(learned), expected);
  EXPECT_EQ(learned.beyond, std::vector<std::string>{});
}

TEST(LearnTest, TwiceInARowItSaysTheSame) {
  for (unsigned seed = 2; seed < 22; ++seed) EXPECT_EQ(masks(learn(visit(seed))), masks(learn(visit(1)))) << seed;
}

TEST(LearnTest, AStableServerHasNothingToForgive) {
  NoisyServer server(1);
  const std::string page = server.page();
  const Learned learned = learn({observed("a", {page, page, page}), observed("b", {page})});
  EXPECT_TRUE(learned.proposals.empty());
  EXPECT_TRUE(learned.beyond.empty());
}

TEST(LearnTest, ATagThatDigestsAVaryingBodySaysSo) {
  NoisyServer server(1);
  const Learned learned = learn({four("x", server, &NoisyServer::digested)});
  EXPECT_EQ(learned.proposals[0].mask.why, "digests a body that varies");
  EXPECT_EQ(learned.proposals[1].mask.why, "varies from answer to answer");
}

TEST(LearnTest, WhatIsMaskedAlreadyIsNotProposedAgain) {
  const Learned learned = learn(visit(1));
  Step step;
  for (const Proposal& proposal : learned.proposals) step.masks.push_back(proposal.mask);
  NoisyServer server(7);
  const Learned again =
      learn({four("a", server, &NoisyServer::page, &step), four("b", server, &NoisyServer::parts, &step),
             four("c", server, &NoisyServer::digested, &step)});
  EXPECT_EQ(masks(again), std::vector<std::string>{});
  EXPECT_EQ(again.beyond, std::vector<std::string>{});
}

TEST(LearnTest, AWidthThatVariesMovesTheLengthAndIsNoMaskOfItsOwn) {
  const auto page = [](std::string_view number) {
    const std::string body = fmt::format("<p>took {} us</p>", number);
    return fmt::format("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{}", body.size(), body);
  };
  const Learned learned = learn({observed("x", {page("9"), page("12"), page("345")})});
  ASSERT_EQ(learned.proposals.size(), 1U);
  EXPECT_TRUE(learned.proposals[0].mask.any_width);
  EXPECT_EQ(learned.proposals[0].mask.type, MaskType::kDigits);
}

TEST(LearnTest, WhatNoMaskCanForgiveIsTold) {
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n";
  const Learned learned =
      learn({observed("s / a", {head + "A: 1\r\n\r\nx y", head + "\r\nxyz"}), observed("s / b", {head, head})});
  EXPECT_TRUE(learned.proposals.empty());
  EXPECT_EQ(learned.beyond,
            (std::vector<std::string>{"A: some answers have more lines of it than others (first in s / a)",
                                      "the body: answers differ in structure, not in single values (first in s / a)",
                                      "an answer is not complete (first in s / b)"}));
}

TEST(LearnTest, TheClockOfAGzipHeaderAndTheCutsOfChunksAreFound) {
  const auto packed = [](char clock) {
    // "hello" with Python's gzip, mtime aside.
    std::string body(
        "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xcbH\xcd\xc9\xc9\x07\x00\x86\xa6\x10\x36\x05\x00\x00\x00", 25);
    body[4] = clock;
    return "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 25\r\n\r\n" + body;
  };
  EXPECT_EQ(masks(learn({observed("x", {packed(1), packed(2)})})),
            std::vector<std::string>{R"({"gzip":"mtime","why":"w"})"});
  const std::string head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  EXPECT_EQ(masks(learn({observed("x", {head + "2\r\nab\r\n0\r\n\r\n", head + "1\r\na\r\n1\r\nb\r\n0\r\n\r\n"})})),
            std::vector<std::string>{R"({"framing":"chunk-borders","why":"w"})"});
}

TEST(LearnTest, ATokenInsideAPackedBodyMayMoveTheLength) {
  // Two pages with tokens of one width, packed by zlib: 41 and 43 bytes.
  const auto packed = [](std::string_view plain) {
    std::string out(200, '\0');
    z_stream stream{};
    EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY), Z_OK);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(plain.data()));
    stream.avail_in = static_cast<uInt>(plain.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return fmt::format("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: {}\r\n\r\n{}", out.size(), out);
  };
  std::vector<std::string> answers;
  for (const char* token : {"0000000000000000abab", "0123456789abcdef7777", "ffff0000ffff00001234"}) {
    answers.push_back(packed(fmt::format("<b id=\"{}\">x</b>", token)));
  }
  const Learned learned = learn(std::vector{observed("packed / page", answers)});
  EXPECT_EQ(masks(learned), std::vector<std::string>{
                                R"({"body":{"after":"<b id=\"","until":"\""},"type":"hex","width":"any","why":"w"})"});
}

TEST(LearnTest, PackedAnswersOfOneLengthByChanceSayNothingOfTheirCuts) {
  // Gzip of `<i id="...">`, stored, with 32 hex digits, in chunks of 60 and 4 and of 4 and 60.
  const auto packed = [](const char* base64, std::size_t cut) {
    const std::string body = *decode_base64(base64);
    return fmt::format(
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: "
        "chunked\r\n\r\n{:x}\r\n{}\r\n{:x}\r\n{}\r\n0\r\n\r\n",
        cut, body.substr(0, cut), body.size() - cut, body.substr(cut));
  };
  const auto step = observed(
      "x", {packed("H4sIAAAAAAAEAwEpANb/PGkgaWQ9IjAxMjM0NTY3ODlhYmNkZWYwMTIzNDU2Nzg5YWJjZGVmIj536rcqKQAAAA==", 60),
            packed("H4sIAAAAAAAEAwEpANb/PGkgaWQ9ImZlZGNiYTk4NzY1NDMyMTBmZWRjYmE5ODc2NTQzMjEwIj4RqeOjKQAAAA==", 4)});
  for (const std::string& mask : masks(learn({step}))) EXPECT_EQ(mask.find("framing"), std::string::npos) << mask;
  EXPECT_FALSE(masks(learn({step})).empty());
}

TEST(LearnTest, EveryProposalIsAMaskThatTheReaderTakes) {
  const Learned learned = learn(visit(1));
  std::string list;
  for (const Proposal& proposal : learned.proposals) list += (list.empty() ? "" : ",\n") + render_mask(proposal.mask);
  const auto reading = parse_contract(
      R"({"httparity":1,"name":"x","masks":[)" + list +
          R"(],"scenarios":[{"name":"s","steps":[{"name":"a","request":{"method":"GET","target":"/"}}]}]})",
      "x");
  ASSERT_TRUE(reading.contract) << reading.errors[0].what;
  const auto& read = reading.contract->scenarios[0].steps[0].masks;
  ASSERT_EQ(read.size(), learned.proposals.size());
  for (std::size_t place = 0; place < read.size(); ++place) {
    EXPECT_EQ(read[place].selector, learned.proposals[place].mask.selector);
    EXPECT_EQ(read[place].type, learned.proposals[place].mask.type);
  }
}

}  // namespace
}  // namespace httparity
