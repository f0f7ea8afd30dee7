#include "http/response.h"

namespace room {

Part part(std::string bytes) {
  return std::make_shared<const std::string>(std::move(bytes));
}

std::string joined(const std::vector<Part>& parts) {
  std::size_t bytes = 0;
  for (const Part& p : parts) bytes += p->size();
  std::string body;
  body.reserve(bytes);
  for (const Part& p : parts) body += *p;
  return body;
}

}  // namespace room
