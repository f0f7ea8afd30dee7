// The room's port: `room_port --state DIR --port N [--threads N] [--bug NAME]...`, ended by SIGTERM. ROOM_CLOCK and
// ROOM_CACHE_SECONDS mean what they mean to the reference; ROOM_BUG=NAME plants a bug as --bug does.

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <thread>

#include "app/bugs.h"
#include "http/front.h"
#include "stack/stack.h"

namespace {

constexpr int kUsage = 2;

struct Options {
  room::Settings settings;
  std::uint16_t port = 9293;
  unsigned threads = std::thread::hardware_concurrency();
};

int show_usage() {
  std::fprintf(stderr, "usage: room_port --state DIR [--port N] [--threads N] [--bug NAME]...\nbugs:\n");
  for (const room::NamedBug& bug : room::all_bugs()) {
    std::fprintf(stderr, "  %-26.*s %.*s\n", static_cast<int>(bug.name.size()), bug.name.data(),
                 static_cast<int>(bug.what.size()), bug.what.data());
  }
  return kUsage;
}

bool read_options(int argc, char** argv, Options& options) {
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view name = argv[i];
    const char* value = argv[i + 1];
    if (name == "--state") {
      options.settings.state = value;
    } else if (name == "--port") {
      options.port = static_cast<std::uint16_t>(std::atoi(value));
    } else if (name == "--threads") {
      options.threads = static_cast<unsigned>(std::atoi(value));
    } else if (name != "--bug" || !room::plant_bug(value)) {
      return false;
    }
  }
  if (const char* bug = std::getenv("ROOM_BUG"); bug && *bug && !room::plant_bug(bug)) return false;
  if (const char* clock = std::getenv("ROOM_CLOCK")) options.settings.clock_start = std::atoll(clock);
  if (const char* seconds = std::getenv("ROOM_CACHE_SECONDS")) {
    options.settings.cache_lifetime = std::chrono::duration<double>(std::atof(seconds));
  }
  return argc % 2 == 1 && !options.settings.state.empty();
}

}  // namespace

int main(int argc, char** argv) try {
  Options options;
  if (!read_options(argc, argv, options)) return show_usage();
  room::Stack stack(options.settings);
  const room::Respond respond = [&stack](room::Request& request) { return stack.respond(request); };
  const std::string error = room::serve(options.port, options.threads, respond);
  if (error.empty()) return 0;
  std::fprintf(stderr, "room_port: %s\n", error.c_str());
  return 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "room_port: %s\n", error.what());
  return 1;
}
