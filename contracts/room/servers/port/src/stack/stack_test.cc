#include <gtest/gtest.h>

#include "stack/test_room.h"

namespace room {
namespace {

class StackTest : public testing::Test {
 protected:
  TestRoom room_;
  Browser ada_{room_};
};

TEST_F(StackTest, AVisitorIsSentToSignInAndThenToWhereHeWanted) {
  EXPECT_EQ(ada_.get("/rooms/2").field("Location"), "http://room.test/session/new");
  const std::string csrf = Browser::token(ada_.get("/session/new"));
  const Answer in =
      ada_.send("POST", "/session", {}, "email=ada%40room.test&password=secret&authenticity_token=" + csrf);
  EXPECT_EQ(in.field("Location"), "http://room.test/rooms/2");
  EXPECT_EQ(ada_.get("/rooms/2").status(), 200);
}

TEST_F(StackTest, AHitIsItsMissWithoutTheCookies) {
  ada_.sign_in("ada@room.test");
  const Answer miss = ada_.get("/rooms/2", {{"Accept-Encoding", "gzip"}});
  const Answer hit = ada_.get("/rooms/2", {{"Accept-Encoding", "gzip"}});
  EXPECT_EQ(miss.field("X-Cache"), "miss");
  EXPECT_EQ(hit.field("X-Cache"), "hit");
  EXPECT_EQ(hit.body, miss.body);
  EXPECT_EQ(hit.field("Set-Cookie"), "");
}

TEST_F(StackTest, AnEntryEndsWithOurWrite) {
  ada_.sign_in("ada@room.test");
  const std::string csrf = Browser::token(ada_.get("/rooms/2"));
  ASSERT_EQ(ada_.get("/rooms/2").field("X-Cache"), "hit");
  EXPECT_EQ(ada_.send("POST", "/rooms/2/messages", {{"X-CSRF-Token", csrf}}, "message[body]=hello").status(), 302);
  EXPECT_EQ(ada_.get("/rooms/2").field("X-Cache"), "miss");
}

TEST_F(StackTest, AnEntryEndsWithAnothersCommit) {
  ada_.sign_in("ada@room.test");
  ada_.get("/rooms/2");
  ASSERT_EQ(ada_.get("/rooms/2").field("X-Cache"), "hit");
  room_.commit_from_outside("UPDATE messages SET body = 'from outside' WHERE id = 253");
  const Answer after = ada_.get("/rooms/2");
  EXPECT_EQ(after.field("X-Cache"), "miss");
  EXPECT_NE(after.body.find("from outside"), std::string::npos);
}

TEST_F(StackTest, AnEntryBelongsToOneHostOneFrameAndOneSession) {
  ada_.sign_in("ada@room.test");
  ada_.get("/rooms/2");
  EXPECT_EQ(ada_.get("/rooms/2", {{"Turbo-Frame", "x"}}).field("X-Cache"), "miss");
  EXPECT_EQ(ada_.get("/rooms/2", {{"User-Agent", "Chrome/140"}}).field("X-Cache"), "miss");
  Browser zoe(room_);
  zoe.sign_in("zoe@room.test");
  EXPECT_EQ(zoe.get("/rooms/2").field("X-Cache"), "miss");
  EXPECT_EQ(ada_.get("/rooms/2").field("X-Cache"), "hit");
}

TEST_F(StackTest, ASessionIsOverOnceItsOwnerSignedOut) {
  ada_.sign_in("ada@room.test");
  const std::string csrf = Browser::token(ada_.get("/rooms/2"));
  Browser thief(room_);
  thief.cookies = ada_.cookies;
  ASSERT_EQ(thief.get("/rooms/2").status(), 200);
  EXPECT_EQ(ada_.send("DELETE", "/session", {{"X-CSRF-Token", csrf}}).status(), 302);
  EXPECT_EQ(thief.get("/rooms/2").status(), 302);
}

TEST_F(StackTest, ATagSurvivesFreshTokens) {
  ada_.sign_in("ada@room.test");
  const Answer first = ada_.get("/rooms/2", {{"Cache-Control", "no-cache"}});
  const Answer second = ada_.get("/rooms/2", {{"Cache-Control", "no-cache"}, {"If-None-Match", first.field("ETag")}});
  EXPECT_EQ(second.status(), 304);
  EXPECT_EQ(second.field("Vary"), "Cookie, Turbo-Frame");
  EXPECT_EQ(second.body, "");
}

TEST_F(StackTest, TheWayOutSetsItsFieldsInThisOrder) {
  const Answer up = ada_.get("/up", {{"Accept-Encoding", "gzip"}});
  std::size_t last = 0;
  for (const char* name : {"X-Frame-Options", "Content-Type", "ETag", "Cache-Control", "Vary", "Content-Encoding",
                           "X-Runtime", "X-Request-Id", "Date", "Transfer-Encoding"}) {
    const std::size_t at = up.head.find(std::string("\r\n") + name + ":");
    ASSERT_NE(at, std::string::npos) << name;
    EXPECT_GT(at, last) << name;
    last = at;
  }
}

TEST_F(StackTest, StaticFilesNeverLeaveTheirFolder) {
  EXPECT_EQ(ada_.get("/../secret").status(), 404);
  EXPECT_EQ(ada_.get("/%2e%2e/secret").status(), 404);
  EXPECT_EQ(ada_.get("/assets/../robots.txt").status(), 200);
}

TEST_F(StackTest, AMissingFileIsAFailureAndNoCrash) {
  ada_.sign_in("ada@room.test");
  EXPECT_EQ(ada_.get("/attachments/3").status(), 500);
  EXPECT_EQ(ada_.get("/up").status(), 200);
}

}  // namespace
}  // namespace room
