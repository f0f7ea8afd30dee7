#include "app/agent.h"

#include <gtest/gtest.h>

namespace room {
namespace {

Agent kind(const std::string& user_agent) {
  return agent_kind(&user_agent);
}

TEST(AgentKind, NobodyIsNone) {
  EXPECT_EQ(agent_kind(nullptr), Agent::kNone);
  EXPECT_EQ(kind(""), Agent::kNone);
}

TEST(AgentKind, VersionsDecide) {
  EXPECT_EQ(kind("X Chrome/119.0 Safari/537.36"), Agent::kOld);
  EXPECT_EQ(kind("X Chrome/120.0 Safari/537.36"), Agent::kModern);
  EXPECT_EQ(kind("Firefox/120"), Agent::kOld);
  EXPECT_EQ(kind("Chrome/x Firefox/121"), Agent::kModern);
  EXPECT_EQ(kind("Version/17.1 Safari/605"), Agent::kOld);
  EXPECT_EQ(kind("Version/17.2 Safari/605"), Agent::kModern);
  EXPECT_EQ(kind("Mozilla/4.0 (compatible; MSIE 8.0)"), Agent::kOld);
}

TEST(AgentKind, BotsThatUnfurlArePreviews) {
  EXPECT_EQ(kind("Slackbot-LinkExpanding 1.0 Chrome/1"), Agent::kPreview);
}

TEST(AgentKind, WhateverElseIsModern) {
  EXPECT_EQ(kind("curl/8"), Agent::kModern);
}

}  // namespace
}  // namespace room
