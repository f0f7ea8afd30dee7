#include "compare/hunks.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace httparity {
namespace {

/// The reference with each hunk replaced by what the port has there.
std::string apply(const std::string& reference, const std::string& port, const std::vector<Hunk>& hunks) {
  std::string patched;
  std::size_t at = 0;
  for (const Hunk& hunk : hunks) {
    patched += slice(reference, {at, hunk.reference.begin});
    patched += slice(port, hunk.port);
    at = hunk.reference.end;
  }
  return patched + reference.substr(at);
}

void check(const std::string& reference, const std::string& port) {
  const std::vector<Hunk> hunks = diff(std::string_view(reference), std::string_view(port));
  RC_ASSERT(apply(reference, port, hunks) == port);
  RC_ASSERT(hunks.empty() == (reference == port));
  RC_ASSERT(hunks.size() <= kMostHunks);
  std::size_t at = 0;
  for (const Hunk& hunk : hunks) {
    RC_ASSERT(hunk.reference.begin >= at);
    RC_ASSERT(hunk.reference.end >= hunk.reference.begin);
    RC_ASSERT(hunk.port.end >= hunk.port.begin);
    at = hunk.reference.end;
  }
}

RC_GTEST_PROP(Hunks, OutsideOfThemTheTextsAreEqual, ()) {
  const auto letters = rc::gen::container<std::string>(rc::gen::element('a', 'b', '\n'));
  check(*letters, *letters);
}

RC_GTEST_PROP(Hunks, HoldForManyEditsOfALongText, (const std::vector<std::pair<unsigned, char>>& edits)) {
  std::string reference;
  for (int i = 0; i < 400; ++i) reference += "line " + std::to_string(i * i) + "\n";
  std::string port = reference;
  for (const auto& [place, byte] : edits) {
    const std::size_t at = place % port.size();
    if (place % 3 == 0) port.insert(at, 1, byte);
    if (place % 3 == 1) port.erase(at, 1);
    if (place % 3 == 2) port[at] = byte;
  }
  check(reference, port);
}

TEST(Hunks, NameTheOneByteThatDiffers) {
  std::string reference(1'000'000, 'x');
  std::string port = reference;
  port[654'321] = 'y';
  EXPECT_EQ(diff(std::string_view(reference), std::string_view(port)),
            (std::vector<Hunk>{{{654'321, 654'322}, {654'321, 654'322}}}));
}

TEST(Hunks, KeepChangesApartThatAreFarFromEachOther) {
  const std::string reference = "<p>one</p> and a long way <p>two</p>";
  const std::string port = "<q>one</p> and a long way <p>2</p>";
  EXPECT_EQ(diff(std::string_view(reference), std::string_view(port)).size(), 2U);
}

TEST(Hunks, JoinWhatLiesBehindTheLastOne) {
  std::string reference(2000, 'x');
  std::string port = reference;
  for (std::size_t at = 10; at < port.size(); at += 50) port[at] = 'y';
  const std::vector<Hunk> hunks = diff(std::string_view(reference), std::string_view(port));
  ASSERT_EQ(hunks.size(), kMostHunks);
  EXPECT_EQ(hunks.back().reference.end, 1961U);
}

TEST(Hunks, ManyMegabytesThatShareNothingAreOneHunk) {
  const std::string reference(30'000'000, 'x');
  const std::string port(29'000'000, 'y');
  EXPECT_EQ(diff(std::string_view(reference), std::string_view(port)),
            (std::vector<Hunk>{{{0, reference.size()}, {0, port.size()}}}));
}

TEST(Hunks, OfTwoTextsOfOneSizeWithThousandsOfChangesAreStillAFew) {
  std::string reference(400'000, 'x');
  std::string port = reference;
  for (std::size_t at = 0; at < port.size(); at += 7) port[at] = static_cast<char>('a' + at % 20);
  EXPECT_EQ(diff(std::string_view(reference), std::string_view(port)).size(), kMostHunks);
}

}  // namespace
}  // namespace httparity
