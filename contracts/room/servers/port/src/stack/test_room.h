#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "stack/stack.h"

namespace room {

/// A whole server without sockets, on a state folder of its own that seed.sql filled.
class TestRoom {
 public:
  TestRoom();
  ~TestRoom();
  TestRoom(const TestRoom&) = delete;
  TestRoom& operator=(const TestRoom&) = delete;

  Stack& stack() { return *stack_; }
  /// Commits `sql` as another process would: over a connection of its own.
  void commit_from_outside(const std::string& sql) const;

 private:
  std::filesystem::path folder_;
  std::unique_ptr<Stack> stack_;
};

/// An answer's bytes, read back.
struct Answer {
  std::string head;
  std::string body;  // as sent, chunk marks included

  /// The first word behind the version.
  int status() const;
  /// The value of the first line of that name; empty where there is none.
  std::string field(const std::string& name) const;
};

/// A client that keeps cookies.
class Browser {
 public:
  explicit Browser(TestRoom& room) : room_(room) {}

  Answer send(const std::string& method, const std::string& target, const std::vector<Header>& fields = {},
              const std::string& form = "");
  Answer get(const std::string& target, const std::vector<Header>& fields = {}) { return send("GET", target, fields); }
  void sign_in(const std::string& email);
  /// The token in the page's head.
  static std::string token(const Answer& page);

  std::map<std::string, std::string> cookies;

 private:
  TestRoom& room_;
};

}  // namespace room
