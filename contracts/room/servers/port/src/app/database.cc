#include "app/database.h"

#include <stdexcept>

namespace room {

std::string Row::text(int column) const {
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  return bytes ? std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))) : std::string();
}

Database::Database(const std::string& path) {
  sqlite3* opened = nullptr;
  const int result = sqlite3_open_v2(path.c_str(), &opened, SQLITE_OPEN_READWRITE, nullptr);
  db_.reset(opened);
  if (result != SQLITE_OK) throw std::runtime_error("can't open " + path);
  sqlite3_busy_timeout(db_.get(), 5000);
  run("PRAGMA journal_mode = WAL");
  run("PRAGMA synchronous = NORMAL");
}

void Database::query(const std::string& sql, const std::vector<Value>& values,
                     const std::function<void(const Row&)>& each) {
  sqlite3_stmt* statement = prepared(sql);
  const auto rewind = [](sqlite3_stmt* used) { sqlite3_reset(used); };
  const std::unique_ptr<sqlite3_stmt, decltype(rewind)> in_use(statement, rewind);
  int place = 0;
  for (const Value& value : values) {
    ++place;
    if (const auto* integer = std::get_if<std::int64_t>(&value)) {
      sqlite3_bind_int64(statement, place, *integer);
    } else {
      const std::string& text = std::get<std::string>(value);
      sqlite3_bind_text(statement, place, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
    }
  }
  int step = SQLITE_ROW;
  while ((step = sqlite3_step(statement)) == SQLITE_ROW) each(Row(statement));
  if (step != SQLITE_DONE) fail();
}

void Database::run(const std::string& sql, const std::vector<Value>& values) {
  query(sql, values, [](const Row&) {});
}

std::int64_t Database::last_row_id() const {
  return sqlite3_last_insert_rowid(db_.get());
}

sqlite3_stmt* Database::prepared(const std::string& sql) {
  auto& kept = statements_[sql];
  if (!kept) {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(db_.get(), sql.c_str(), -1, &statement, nullptr) != SQLITE_OK) fail();
    kept.reset(statement);
  }
  return kept.get();
}

void Database::fail() const {
  throw std::runtime_error(std::string("SQLite: ") + sqlite3_errmsg(db_.get()));
}

}  // namespace room
