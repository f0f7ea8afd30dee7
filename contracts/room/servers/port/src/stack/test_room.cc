#include "stack/test_room.h"

#include <sqlite3.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <stdexcept>

#include "base/encoding.h"
#include "http/target.h"

namespace room {
namespace {

void run_sql(const std::filesystem::path& database, const std::string& sql) {
  sqlite3* db = nullptr;
  const int opened = sqlite3_open(database.c_str(), &db);
  const int done = opened == SQLITE_OK ? sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr) : opened;
  sqlite3_close(db);
  if (done != SQLITE_OK) throw std::runtime_error("SQLite refuses: " + sql.substr(0, 80));
}

std::string read_text(const std::filesystem::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

}  // namespace

TestRoom::TestRoom() {
  std::string name = (std::filesystem::temp_directory_path() / "room-test-XXXXXX").string();
  if (!mkdtemp(name.data())) throw std::runtime_error("can't make " + name);
  folder_ = name;
  const std::filesystem::path state = ROOM_STATE;
  for (const char* part : {"public", "files"}) {
    std::filesystem::copy(state / part, folder_ / part, std::filesystem::copy_options::recursive);
  }
  std::filesystem::copy(state / "secret", folder_ / "secret");
  run_sql(folder_ / "room.db", read_text(state / "seed.sql"));
  stack_ = std::make_unique<Stack>(Settings{folder_.string(), 1767800000, std::chrono::hours(1)});
}

TestRoom::~TestRoom() {
  stack_.reset();
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void TestRoom::commit_from_outside(const std::string& sql) const {
  run_sql(folder_ / "room.db", sql);
}

int Answer::status() const {
  return std::stoi(head.substr(head.find(' ') + 1));
}

std::string Answer::field(const std::string& name) const {
  const std::size_t line = head.find("\r\n" + name + ": ");
  if (line == std::string::npos) return "";
  const std::size_t value = line + name.size() + 4;
  return head.substr(value, head.find("\r\n", value) - value);
}

Answer Browser::send(const std::string& method, const std::string& target, const std::vector<Header>& fields,
                     const std::string& form) {
  Request request;
  request.method = method;
  Target parts = split_target(target);
  request.path = std::move(parts.path);
  request.query = std::move(parts.query);
  request.add_field("Host", "room.test");
  std::string jar;
  for (const auto& [name, value] : cookies) jar.append(jar.empty() ? "" : "; ").append(name).append("=").append(value);
  if (!jar.empty()) request.add_field("Cookie", jar);
  if (!form.empty()) request.add_field("Content-Type", "application/x-www-form-urlencoded");
  for (const Header& field : fields) request.add_field(field.name, field.value);
  request.body = form;

  const std::string bytes = joined(room_.stack().respond(request).bytes);
  const std::size_t end = bytes.find("\r\n\r\n") + 4;
  Answer answer{bytes.substr(0, end), bytes.substr(end)};
  constexpr std::string_view kSetCookie = "\r\nSet-Cookie: ";
  for (std::size_t at = answer.head.find(kSetCookie); at != std::string::npos;
       at = answer.head.find(kSetCookie, at + 1)) {
    const std::string line =
        answer.head.substr(at + kSetCookie.size(), answer.head.find(';', at) - at - kSetCookie.size());
    cookies[line.substr(0, line.find('='))] = line.substr(line.find('=') + 1);
  }
  return answer;
}

void Browser::sign_in(const std::string& email) {
  const std::string csrf = token(get("/session/new"));
  send("POST", "/session", {}, "email=" + form_encode(email) + "&password=secret&authenticity_token=" + csrf);
}

std::string Browser::token(const Answer& page) {
  constexpr std::string_view kBefore = "name=\"csrf-token\" content=\"";
  const std::size_t at = page.body.find(kBefore);
  if (at == std::string::npos) return "";
  return page.body.substr(at + kBefore.size(), page.body.find('"', at + kBefore.size()) - at - kBefore.size());
}

}  // namespace room
