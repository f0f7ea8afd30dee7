#include "app/secrets.h"

#include <gtest/gtest.h>

#include "app/csrf.h"

namespace room {
namespace {

const Session::Values kValues = {{"session_id", "ab"}, {"name", "Zo\xc3\xab \"Z\""}};

// What Room::Secrets of the reference makes of the values below.
constexpr const char* kFromReference =
    "96UKfckin3pQ8vnjfIy3Ra68Sl2qMWcacKJwaYNoZw5aBfQvT1yRQcKN4XctmSo6q+qlmy6aEdxUYc1/J17ndimUbKuBe5tKTcwC"
    "zrzCt24g764AMXn14/h9Twhk+SSOfiqga9eTO71myFNRwiqiJ3BIak3gcUpbbfsnl78=--fzouSB3ldAE4u4MW--k48revxBSkaR"
    "qemLNHcPag==";

TEST(Secrets, OpensWhatItSealed) {
  const Secrets secrets("key");
  EXPECT_EQ(secrets.open(secrets.seal(kValues, "purpose"), "purpose"), kValues);
}

TEST(Secrets, OpensWhatTheReferenceSealed) {
  const Secrets secrets("a secret key base");
  const Session::Values expected = {{"session_id", "00ff"}, {"user_token", "t\xc3\xb6ken"}};
  EXPECT_EQ(secrets.open(kFromReference, "cookie._room_session"), expected);
}

TEST(Secrets, RefusesAnotherPurposeAnotherKeyAndAChangedByte) {
  const Secrets secrets("key");
  std::string sealed = secrets.seal(kValues, "purpose");
  EXPECT_FALSE(secrets.open(sealed, "other"));
  EXPECT_FALSE(Secrets("yek").open(sealed, "purpose"));
  sealed[3] = sealed[3] == 'A' ? 'B' : 'A';
  EXPECT_FALSE(secrets.open(sealed, "purpose"));
  EXPECT_FALSE(secrets.open("a--b", "purpose"));
}

TEST(Csrf, EveryMaskIsFreshAndEachIsValid) {
  Session session;
  const std::string one = csrf::masked(session);
  const std::string other = csrf::masked(session);
  EXPECT_NE(one, other);
  EXPECT_TRUE(csrf::valid(session, one));
  EXPECT_TRUE(csrf::valid(session, other));
}

TEST(Csrf, AnotherSessionsTokenIsNotValid) {
  Session session;
  Session other;
  const std::string token = csrf::masked(other);
  EXPECT_FALSE(csrf::valid(session, token));
  csrf::masked(session);
  EXPECT_FALSE(csrf::valid(session, token));
}

}  // namespace
}  // namespace room
