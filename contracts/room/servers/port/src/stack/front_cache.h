#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "app/secrets.h"
#include "app/store.h"
#include "http/response.h"

namespace room {

/// Keeps completed answers to GET /rooms/:id, compressed bytes and the cuts between them, and says in X-Cache
/// what it did: `hit`, `miss` or `bypass` (a Range, or a client that wants no cache). An entry dies with the first
/// write, ours or another process's, with its session, and of age.
class FrontCache {
 public:
  FrontCache(Store& store, const Secrets& secrets, std::chrono::duration<double> lifetime)
      : store_(store), secrets_(secrets), lifetime_(lifetime) {}

  Response answer(Request& request, const Handler& next);

  /// Call when a session ends.
  void forget_session(const std::string& token);

 private:
  struct Entry {
    std::string session;
    Headers headers;
    std::vector<Part> parts;
    Version version;
    std::chrono::steady_clock::time_point expires_at;
  };

  std::string key_of(const Request& request, const std::string& session) const;
  std::shared_ptr<const Entry> find(const std::string& key);
  Response fill(const std::string& key, const std::string& session, Request& request, const Handler& next);

  Store& store_;
  const Secrets& secrets_;
  std::chrono::duration<double> lifetime_;
  std::mutex lock_;
  std::map<std::string, std::shared_ptr<const Entry>> entries_;
};

}  // namespace room
