#include "stack/front_cache.h"

#include <algorithm>

#include "app/agent.h"
#include "app/bugs.h"
#include "base/text.h"
#include "http/accept_encoding.h"
#include "stack/conditional.h"
#include "stack/cookie_jar.h"

namespace room {
namespace {

constexpr std::size_t kMostEntries = 512;

bool is_cached_path(std::string_view path) {
  constexpr std::string_view kRooms = "/rooms/";
  if (!path.starts_with(kRooms) || path.size() == kRooms.size()) return false;
  path.remove_prefix(kRooms.size());
  return std::all_of(path.begin(), path.end(), is_digit);
}

bool wants_no_cache(const Request& request) {
  return request.header("range") || request.header_or_empty("cache-control").find("no-cache") != std::string::npos ||
         request.header_or_empty("pragma") == "no-cache";
}

/// A missing field and an empty one are two things.
void append_key(std::string& key, const std::string* value) {
  key.append(value ? "=" + *value : "-").append("\n");
}

Response marked(Response response, const char* word) {
  response.headers.set("X-Cache", word);
  return response;
}

Response from_entry(const Request& request, const Headers& headers, const std::vector<Part>& parts) {
  Response response{200, headers, {}, true};
  if (is_fresh(request, headers)) {
    response.status = 304;
    for (const char* name : {"Content-Type", "Content-Length", "Content-Encoding"}) response.headers.erase(name);
    if (has_bug(Bug::kVaryLostOn304)) response.headers.erase("Vary");
    return response;
  }
  if (request.method != "HEAD") response.parts = parts;
  return response;
}

}  // namespace

Response FrontCache::answer(Request& request, const Handler& next) {
  if (!request.is_get_or_head() || !is_cached_path(request.path)) return next(request);
  if (wants_no_cache(request)) return marked(next(request), "bypass");
  const std::string session = open_session(request, secrets_).get("user_token").value_or("");
  const std::string key = key_of(request, session);
  if (const auto entry = find(key)) return marked(from_entry(request, entry->headers, entry->parts), "hit");
  return marked(fill(key, session, request, next), "miss");
}

void FrontCache::forget_session(const std::string& token) {
  const std::lock_guard lock(lock_);
  std::erase_if(entries_, [&](const auto& item) { return item.second->session == token; });
}

std::string FrontCache::key_of(const Request& request, const std::string& session) const {
  std::string key = request.path + "?" + request.query + "\n" + session + "\n";
  if (!has_bug(Bug::kCacheKeyWithoutHost)) append_key(key, request.header("host"));
  append_key(key, request.header("turbo-frame"));
  append_key(key, request.header("accept"));
  key += static_cast<char>('0' + static_cast<int>(choose_coding(request)));
  key += static_cast<char>('0' + static_cast<int>(agent_kind(request.header("user-agent"))));
  return key;
}

std::shared_ptr<const FrontCache::Entry> FrontCache::find(const std::string& key) {
  std::shared_ptr<const Entry> entry;
  {
    const std::lock_guard lock(lock_);
    const auto found = entries_.find(key);
    if (found == entries_.end()) return nullptr;
    entry = found->second;
  }
  const bool alive = entry->version == store_.version() && std::chrono::steady_clock::now() < entry->expires_at;
  return alive ? entry : nullptr;
}

Response FrontCache::fill(const std::string& key, const std::string& session, Request& request, const Handler& next) {
  const Version version = store_.version();  // an answer is as old as the data it began with
  Response response = next(request);
  if (response.status != 200 || request.method != "GET") return response;
  auto entry = std::make_shared<Entry>();
  entry->session = session;
  entry->headers = response.headers;
  entry->headers.erase("Set-Cookie");
  entry->parts = response.parts;
  entry->version = version;
  entry->expires_at =
      std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::nanoseconds>(lifetime_);
  response.plain_list = true;  // what was gathered is a list again
  const std::lock_guard lock(lock_);
  if (entries_.size() >= kMostEntries) entries_.clear();
  entries_[key] = std::move(entry);
  return response;
}

}  // namespace room
