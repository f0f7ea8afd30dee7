#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/agent.h"
#include "app/store.h"
#include "http/response.h"

namespace room {

class FrontCache;

/// Thrown where a request ends early: this is its answer.
struct EarlyAnswer {
  Response response;
};

/// Ends the request in one of the failure pages.
[[noreturn]] void fail(int status, const Headers& more = {});

constexpr const char* kHtml = "text/html; charset=utf-8";
constexpr const char* kTurboStream = "text/vnd.turbo-stream.html; charset=utf-8";

/// Fields that stand before a page's own.
Headers security_headers();

/// One request, as the actions see it.
class Context {
 public:
  Context(Request& request, Store& store, FrontCache& cache) : request_(request), store_(store), cache_(cache) {}

  Request& request() { return request_; }
  Store& store() { return store_; }
  FrontCache& cache() { return cache_; }
  Session& session() { return request_.session; }

  /// The method that counts: HEAD is routed as GET, and a form can say DELETE.
  const std::string& verb();
  Agent agent() const;
  std::string base_url() const;
  bool wants_turbo_stream() const;

  /// A query or form field; the last of several counts. Fails with 400 where any field is malformed.
  std::string param(const std::string& name);
  std::optional<std::string> maybe_param(const std::string& name);

  /// The signed-in user. Visitors are sent to sign in first.
  const User& require_user();
  void require_csrf();
  /// The room, where the user may see it.
  RoomRow require_room(std::int64_t id);
  void require_html() const;

  Response redirect(const std::string& path) const;
  /// A page or fragment without tokens: its tag is made further out.
  Response plain(std::vector<std::string> parts, int status = 200, const char* type = kHtml) const;
  /// A page with tokens: tagged as it is without them, for no digest over fresh tokens could ever match again.
  Response tokened(std::vector<std::string> parts, int status = 200, const Headers& more = {},
                   const std::vector<std::string>* tag_of = nullptr);

 private:
  using Params = std::map<std::string, std::optional<std::string>>;
  const Params& params();
  bool is_form() const;

  Request& request_;
  Store& store_;
  FrontCache& cache_;
  std::optional<Params> params_;
  std::optional<std::string> verb_;
  std::optional<User> user_;
};

}  // namespace room
