#pragma once

#include <vector>

#include "http/request.h"
#include "http/response.h"

namespace room {

/// An answer as it goes onto the connection: these bytes in order, and then whether more requests are read.
struct Reply {
  std::vector<Part> bytes;
  bool keep_alive = true;
};

/// The bytes that Puma 5.6 writes for `response`: its status words, its order of framing fields (Connection,
/// then Content-Length or Transfer-Encoding, last), one chunk a part. Fields with control bytes are left out.
Reply write_response(const Request& request, Response response);

/// What Puma writes where it can't read a request, before it closes.
constexpr const char* kBadRequest = "HTTP/1.1 400 Bad Request\r\n\r\n";
constexpr const char* kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

}  // namespace room
