#include "base/digest.h"

#include <gtest/gtest.h>

#include <string>

namespace httparity {
namespace {

std::string hex(DigestAlgorithm algorithm, std::string_view bytes) {
  const auto raw = digest(algorithm, bytes);
  return raw ? to_hex(*raw) : "refused";
}

TEST(Digest, GivesThePublishedTestVectors) {
  EXPECT_EQ(hex(DigestAlgorithm::kMd5, ""), "d41d8cd98f00b204e9800998ecf8427e");                // RFC 1321, A.5
  EXPECT_EQ(hex(DigestAlgorithm::kMd5, "message digest"), "f96b697d7cb7938d525a2f31aaf161d0");  // RFC 1321, A.5
  EXPECT_EQ(hex(DigestAlgorithm::kSha1, "abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");    // RFC 3174, 7.3
  EXPECT_EQ(hex(DigestAlgorithm::kSha256, "abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");  // FIPS 180-4
  EXPECT_EQ(hex(DigestAlgorithm::kSha256, std::string_view()),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(ToHex, WritesTwoDigitsForEachByte) {
  EXPECT_EQ(to_hex(std::string_view("\x00\x0a\xff", 3)), "000aff");
  EXPECT_EQ(to_hex(""), "");
}

}  // namespace
}  // namespace httparity
