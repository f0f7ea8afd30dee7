#pragma once

#include <string>

#include "http/response.h"

namespace room {

/// Files below a folder, as Rack::Files serves them, with the gzipped sibling where there is one and the client
/// takes it. Requests for anything else go on to the application.
class StaticFiles {
 public:
  explicit StaticFiles(std::string root) : root_(std::move(root)) {}

  Response answer(Request& request, const Handler& next) const;

 private:
  std::string root_;
};

}  // namespace room
