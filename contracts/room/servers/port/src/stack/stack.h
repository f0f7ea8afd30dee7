#pragma once

#include <memory>

#include "app/app.h"
#include "http/wire.h"
#include "stack/front_cache.h"
#include "stack/static_files.h"

namespace room {

struct Settings {
  std::string state;                        // the folder that `seed` made
  std::optional<std::int64_t> clock_start;  // epoch seconds
  std::chrono::duration<double> cache_lifetime{15};
};

/// The whole server but for its sockets: the middleware, from the socket inwards, in the reference's order.
class Stack {
 public:
  /// Throws where the state folder can't be read.
  explicit Stack(const Settings& settings);

  Reply respond(Request& request);

 private:
  Response call(Request& request);

  Secrets secrets_;
  Store store_;
  FrontCache cache_;
  StaticFiles files_;
  App app_;
};

}  // namespace room
