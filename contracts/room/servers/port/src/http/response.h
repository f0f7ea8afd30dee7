#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "http/headers.h"
#include "http/request.h"

namespace room {

/// A stretch of a body. Shared, so that a cached page goes out without a copy.
using Part = std::shared_ptr<const std::string>;

Part part(std::string bytes);

struct Response {
  int status = 200;
  Headers headers;
  std::vector<Part> parts;
  /// Is the body's length known from itself? So it is for a plain list of one part until a middleware wraps it;
  /// the server counts that part, and sends everything else in chunks (unless Content-Length is set).
  bool plain_list = true;
};

using Handler = std::function<Response(Request&)>;

/// The body as one string.
std::string joined(const std::vector<Part>& parts);

}  // namespace room
