#include "app/store.h"

#include <algorithm>
#include <limits>

#include "app/bugs.h"
#include "base/crypto.h"
#include "base/dates.h"
#include "base/encoding.h"
#include "base/text.h"

namespace room {
namespace {

constexpr std::int64_t kMostFound = 20;

using Guard = std::lock_guard<std::recursive_mutex>;

RoomRow room_of(const Row& row) {
  return {row.integer(0), row.text(1), row.text(2), row.integer(3)};
}

Attachment attachment_of(const Row& row) {
  return {row.integer(0), row.integer(1), row.text(2), row.text(3), row.text(4), row.integer(5), row.integer(6)};
}

}  // namespace

Version Store::version() {
  const Guard lock(lock_);
  Version now{own_writes_, 0};
  if (has_bug(Bug::kForeignCommitUnseen)) return now;
  db_.query("PRAGMA data_version", {}, [&](const Row& row) { now.foreign = row.integer(0); });
  return now;
}

std::optional<User> Store::user(std::int64_t id) {
  return one_user("WHERE users.id = ?", id);
}
std::optional<User> Store::user_by_email(const std::string& email) {
  return one_user("WHERE email = ?", email);
}
std::optional<User> Store::user_by_bot_key(const std::string& key) {
  return one_user("WHERE bot_key = ?", key);
}

std::optional<User> Store::user_by_session(const std::string& token) {
  return one_user("JOIN sessions ON users.id = sessions.user_id WHERE sessions.token = ?", token);
}

std::string Store::start_session(std::int64_t user_id) {
  const Guard lock(lock_);
  const std::string token = hex(random_bytes(16));
  db_.run("INSERT INTO sessions (user_id, token, created_at) VALUES (?, ?, ?)", {user_id, token, stamp()});
  return token;
}

void Store::end_session(const std::string& token) {
  if (has_bug(Bug::kRevokedSessionAccepted)) return;  // the cookie is gone, so what could be left?
  const Guard lock(lock_);
  db_.run("DELETE FROM sessions WHERE token = ?", {token});
}

std::optional<RoomRow> Store::room(std::int64_t id) {
  const Guard lock(lock_);
  std::optional<RoomRow> found;
  db_.query("SELECT id, name, topic, updated_at FROM rooms WHERE id = ?", {id},
            [&](const Row& row) { found = room_of(row); });
  return found;
}

std::vector<RoomRow> Store::rooms_of(std::int64_t user_id) {
  const Guard lock(lock_);
  std::vector<RoomRow> rooms;
  db_.query(
      "SELECT id, name, topic, updated_at FROM rooms JOIN memberships ON room_id = id WHERE user_id = ? ORDER BY id",
      {user_id}, [&](const Row& row) { rooms.push_back(room_of(row)); });
  return rooms;
}

bool Store::is_member(std::int64_t user_id, std::int64_t room_id) {
  const Guard lock(lock_);
  bool found = false;
  db_.query("SELECT 1 FROM memberships WHERE user_id = ? AND room_id = ?", {user_id, room_id},
            [&](const Row&) { found = true; });
  return found;
}

std::vector<Message> Store::messages(std::int64_t room_id, std::int64_t count, std::optional<std::int64_t> before) {
  const Guard lock(lock_);
  std::vector<Message> found =
      message_rows("WHERE room_id = ? AND messages.id < ? ORDER BY messages.id DESC LIMIT ?",
                   {room_id, before.value_or(std::numeric_limits<std::int64_t>::max()), count});
  std::reverse(found.begin(), found.end());
  add_attachments(found);
  return found;
}

std::vector<Message> Store::message_page(std::int64_t room_id, std::int64_t page, std::int64_t count) {
  const Guard lock(lock_);
  return message_rows("WHERE room_id = ? ORDER BY messages.id LIMIT ? OFFSET ?", {room_id, count, (page - 1) * count});
}

std::int64_t Store::message_count(std::int64_t room_id) {
  const Guard lock(lock_);
  std::int64_t count = 0;
  db_.query("SELECT count(*) FROM messages WHERE room_id = ?", {room_id},
            [&](const Row& row) { count = row.integer(0); });
  return count;
}

std::optional<Message> Store::message(std::int64_t id) {
  const Guard lock(lock_);
  std::vector<Message> found = message_rows("WHERE messages.id = ?", {id});
  if (found.empty()) return std::nullopt;
  return std::move(found.front());
}

std::int64_t Store::last_change(std::int64_t room_id) {
  const Guard lock(lock_);
  std::int64_t at = 0;
  const auto later = [&](const Row& row) { at = std::max(at, row.integer(0)); };
  db_.query("SELECT updated_at FROM rooms WHERE id = ?", {room_id}, later);
  db_.query("SELECT max(updated_at) FROM messages WHERE room_id = ?", {room_id}, later);
  return at;
}

Message Store::add_message(std::int64_t room_id, std::int64_t user_id, const std::string& body,
                           const std::string& text) {
  const Guard lock(lock_);
  const std::int64_t at = stamp();
  const std::int64_t kept_in = has_bug(Bug::kWriteToOtherRoom) ? room_id % 3 + 1 : room_id;
  for (int times = has_bug(Bug::kWriteTwice) ? 2 : 1; times > 0; --times) {
    write("INSERT INTO messages (room_id, user_id, body, text, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)",
          {kept_in, user_id, body, text, at, at});
  }
  const Message kept = *message(db_.last_row_id());
  if (has_bug(Bug::kWriteNotSearchable)) {
    db_.run("INSERT INTO message_texts (message_texts, rowid, text) VALUES ('delete', ?, ?)", {kept.id, kept.text});
  }
  if (has_bug(Bug::kWriteLost)) db_.run("DELETE FROM messages WHERE id = ?", {kept.id});
  return kept;
}

void Store::remove_message(const Message& message) {
  const Guard lock(lock_);
  write("UPDATE rooms SET updated_at = ? WHERE id = ?", {stamp(), message.room_id});
  write("DELETE FROM messages WHERE id = ?", {message.id});
}

std::vector<Found> Store::search(std::int64_t user_id, const std::vector<std::string>& words) {
  std::string query;
  for (const std::string& word : words)
    query += (query.empty() ? "\"" : " \"") + replace_all(word, "\"", "\"\"") + "\"";
  const Guard lock(lock_);
  std::vector<Found> found;
  db_.query(
      "SELECT messages.id, messages.room_id, messages.created_at, users.name, rooms.name, "
      "snippet(message_texts, 0, char(1), char(2), '\u2026', 32) "
      "FROM message_texts JOIN messages ON messages.id = message_texts.rowid "
      "JOIN users ON users.id = messages.user_id JOIN rooms ON rooms.id = messages.room_id "
      "JOIN memberships ON memberships.room_id = rooms.id AND memberships.user_id = ? "
      "WHERE message_texts MATCH ? ORDER BY messages.id DESC LIMIT ?",
      {user_id, query, kMostFound}, [&](const Row& row) {
        found.push_back({row.integer(0), row.integer(1), row.integer(2), row.text(3), row.text(4), row.text(5)});
      });
  return found;
}

std::optional<Attachment> Store::attachment(std::int64_t id) {
  const Guard lock(lock_);
  std::optional<Attachment> found;
  db_.query(
      "SELECT attachments.id, message_id, filename, content_type, file, attachments.created_at, room_id "
      "FROM attachments JOIN messages ON messages.id = message_id WHERE attachments.id = ?",
      {id}, [&](const Row& row) { found = attachment_of(row); });
  return found;
}

std::optional<User> Store::one_user(const std::string& condition, const Value& value) {
  const Guard lock(lock_);
  std::optional<User> found;
  db_.query("SELECT users.id, name, password_digest, avatar_file, avatar_name, updated_at FROM users " + condition,
            {value}, [&](const Row& row) {
              found = User{row.integer(0), row.text(1), row.text(2), row.text(3), row.text(4), row.integer(5)};
            });
  return found;
}

std::vector<Message> Store::message_rows(const std::string& rest, const std::vector<Value>& values) {
  std::vector<Message> found;
  db_.query(
      "SELECT messages.id, room_id, user_id, users.name, body, text, created_at FROM messages "
      "JOIN users ON users.id = messages.user_id " +
          rest,
      values, [&](const Row& row) {
        found.push_back({row.integer(0),
                         row.integer(1),
                         row.integer(2),
                         row.text(3),
                         row.text(4),
                         row.text(5),
                         row.integer(6),
                         {}});
      });
  return found;
}

void Store::add_attachments(std::vector<Message>& messages) {
  for (Message& message : messages) {
    db_.query(
        "SELECT id, message_id, filename, content_type, file, created_at, 0 FROM attachments WHERE message_id = ? "
        "ORDER BY id",
        {message.id}, [&](const Row& row) { message.attachments.push_back(attachment_of(row)); });
  }
}

std::int64_t Store::stamp() {
  return clock_ ? (*clock_)++ : now_seconds();
}

void Store::write(const std::string& sql, const std::vector<Value>& values) {
  db_.run(sql, values);
  ++own_writes_;
}

}  // namespace room
