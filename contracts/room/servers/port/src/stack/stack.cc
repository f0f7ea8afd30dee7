#include "stack/stack.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

#include "base/text.h"
#include "stack/conditional.h"
#include "stack/cookie_jar.h"
#include "stack/deflater.h"
#include "stack/error_pages.h"
#include "stack/stamps.h"
#include "stack/tags.h"

namespace room {
namespace {

std::string read_secret(const std::string& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  if (!in) throw std::runtime_error("can't read " + path);
  return strip(text.str());
}

}  // namespace

Stack::Stack(const Settings& settings)
    : secrets_(read_secret(settings.state + "/secret")),
      store_(settings.state + "/room.db", settings.clock_start),
      cache_(store_, secrets_, settings.cache_lifetime),
      files_(settings.state + "/public"),
      app_(store_, cache_, settings.state + "/files") {}

Response Stack::call(Request& request) {
  const Handler app = [this](Request& r) { return app_.answer(r); };
  const Handler tagged = [&](Request& r) { return etag(r, app); };
  const Handler conditional = [&](Request& r) { return conditional_get(r, tagged); };
  const Handler headed = [&](Request& r) { return head(r, conditional); };
  const Handler with_cookies = [&](Request& r) { return cookie_jar(r, secrets_, headed); };
  const Handler guarded = [&](Request& r) { return show_errors(r, with_cookies); };
  const Handler deflated = [&](Request& r) { return deflate(r, guarded); };
  const Handler with_files = [&](Request& r) { return files_.answer(r, deflated); };
  const Handler cached = [&](Request& r) { return cache_.answer(r, with_files); };
  const Handler timed = [&](Request& r) { return runtime(r, cached); };
  const Handler named = [&](Request& r) { return request_id(r, timed); };
  return date_stamp(request, named);
}

Reply Stack::respond(Request& request) {
  return write_response(request, call(request));
}

}  // namespace room
