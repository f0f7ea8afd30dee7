#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/database.h"

namespace room {

struct User {
  std::int64_t id = 0;
  std::string name;
  std::string password_digest;
  std::string avatar_file;  // empty: none
  std::string avatar_name;
  std::int64_t updated_at = 0;
};

struct RoomRow {
  std::int64_t id = 0;
  std::string name;
  std::string topic;
  std::int64_t updated_at = 0;
};

struct Attachment {
  std::int64_t id = 0;
  std::int64_t message_id = 0;
  std::string filename;
  std::string content_type;
  std::string file;
  std::int64_t created_at = 0;
  std::int64_t room_id = 0;
};

struct Message {
  std::int64_t id = 0;
  std::int64_t room_id = 0;
  std::int64_t user_id = 0;
  std::string user_name;
  std::string body;  // HTML
  std::string text;  // as typed
  std::int64_t created_at = 0;
  std::vector<Attachment> attachments;
};

struct Found {
  std::int64_t id = 0;
  std::int64_t room_id = 0;
  std::int64_t created_at = 0;
  std::string user_name;
  std::string room_name;
  std::string marked;  // with \x01 and \x02 about what was found
};

/// Changes with every write to what pages show: ours are counted, others' are SQLite's to tell.
struct Version {
  std::int64_t own = 0;
  std::int64_t foreign = 0;
  friend bool operator==(const Version&, const Version&) = default;
};

/// The database, through one connection: SQLite then tells with data_version when another process has committed.
/// For all threads.
class Store {
 public:
  /// `clock_start`: the first write's time in epoch seconds, each next one a second later; else the clock.
  Store(const std::string& path, std::optional<std::int64_t> clock_start) : db_(path), clock_(clock_start) {}

  Version version();

  std::optional<User> user(std::int64_t id);
  std::optional<User> user_by_email(const std::string& email);
  std::optional<User> user_by_bot_key(const std::string& key);
  std::optional<User> user_by_session(const std::string& token);

  /// The new session's token. Signing in shows on no page: it leaves the version alone.
  std::string start_session(std::int64_t user_id);
  void end_session(const std::string& token);

  std::optional<RoomRow> room(std::int64_t id);
  std::vector<RoomRow> rooms_of(std::int64_t user_id);
  bool is_member(std::int64_t user_id, std::int64_t room_id);

  /// The window of `count` messages that ends before `before` (the newest without), oldest first, with attachments.
  std::vector<Message> messages(std::int64_t room_id, std::int64_t count, std::optional<std::int64_t> before = {});
  std::vector<Message> message_page(std::int64_t room_id, std::int64_t page, std::int64_t count);
  std::int64_t message_count(std::int64_t room_id);
  std::optional<Message> message(std::int64_t id);
  std::int64_t last_change(std::int64_t room_id);

  Message add_message(std::int64_t room_id, std::int64_t user_id, const std::string& body, const std::string& text);
  void remove_message(const Message& message);

  std::vector<Found> search(std::int64_t user_id, const std::vector<std::string>& words);
  std::optional<Attachment> attachment(std::int64_t id);

 private:
  std::optional<User> one_user(const std::string& condition, const Value& value);
  std::vector<Message> message_rows(const std::string& rest, const std::vector<Value>& values);
  void add_attachments(std::vector<Message>& messages);
  std::int64_t stamp();
  void write(const std::string& sql, const std::vector<Value>& values);

  std::recursive_mutex lock_;
  Database db_;
  std::optional<std::int64_t> clock_;
  std::int64_t own_writes_ = 0;
};

}  // namespace room
