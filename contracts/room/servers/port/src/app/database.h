#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace room {

using Value = std::variant<std::int64_t, std::string>;

/// One row while a query runs. Columns count from 0; NULL reads as 0 or an empty text.
class Row {
 public:
  explicit Row(sqlite3_stmt* statement) : statement_(statement) {}
  std::int64_t integer(int column) const { return sqlite3_column_int64(statement_, column); }
  std::string text(int column) const;
  bool is_null(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }

 private:
  sqlite3_stmt* statement_;
};

/// One connection to SQLite, statements kept prepared. Not for two threads at once. Errors throw.
class Database {
 public:
  explicit Database(const std::string& path);

  void query(const std::string& sql, const std::vector<Value>& values, const std::function<void(const Row&)>& each);
  void run(const std::string& sql, const std::vector<Value>& values = {});
  std::int64_t last_row_id() const;

 private:
  struct Close {
    void operator()(sqlite3* db) const { sqlite3_close_v2(db); }
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };

  sqlite3_stmt* prepared(const std::string& sql);
  [[noreturn]] void fail() const;

  std::unique_ptr<sqlite3, Close> db_;
  std::map<std::string, std::unique_ptr<sqlite3_stmt, Close>> statements_;
};

}  // namespace room
