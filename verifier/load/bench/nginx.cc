#include "load/bench/nginx.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <thread>

#include "load/bench/bare.h"
#include "load/bench/client_process.h"
#include "load/null_workload.h"
#include "load/server_process.h"
#include "target/free_port.h"
#include "wire/response_reader.h"

namespace httparity {
namespace {

constexpr std::string_view kConfiguration = R"(daemon off;
master_process off;
pid nginx.pid;
error_log error.log;
worker_rlimit_nofile 20000;
events { worker_connections 10000; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  default_type application/octet-stream;
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
  open_file_cache max=10;
)";

}  // namespace

BenchNginx::BenchNginx(std::size_t body_bytes) {
  const auto tcp_port = free_tcp_port();
  if (!tcp_port || folder_.path().empty()) return;
  tcp_port_ = *tcp_port;
  std::string body;
  std::mt19937 random(7);
  for (std::size_t i = 0; i < body_bytes; ++i) body += static_cast<char>(random() & 0xff);
  const std::filesystem::path& folder = folder_.path();
  std::filesystem::permissions(folder, std::filesystem::perms::owner_all | std::filesystem::perms::others_exec);
  std::ofstream(folder / "index.html", std::ios::binary) << body;
  std::ofstream(folder / "nginx.conf") << kConfiguration
                                       << fmt::format("  server {{ listen 127.0.0.1:{} backlog=8192; root {}; }}\n}}\n",
                                                      tcp_port_, folder.string());
  pid_ = fork_pinned({kServerCpu}, [&] {
    ::execlp("nginx", "nginx", "-p", folder.c_str(), "-c", "nginx.conf", nullptr);
    return 127;
  });
  for (int i = 0; i < 200 && !answer_; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    answer_ = fetch();
  }
}

BenchNginx::~BenchNginx() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

std::optional<std::string> BenchNginx::fetch() const {
  BenchTask one;
  one.tcp_port = tcp_port_;
  one.connections = 1;
  const std::vector<int> sockets = connect_bare(one);
  if (sockets.empty()) return std::nullopt;
  (void)!::send(sockets[0], kBareRequest.data(), kBareRequest.size(), MSG_NOSIGNAL);
  ResponseReader reader("GET");
  std::string out;
  std::array<char, 16 * 1024> part{};
  while (!reader.done()) {
    const ssize_t size = ::recv(sockets[0], part.data(), part.size(), 0);
    if (size <= 0) break;
    reader.feed({part.data(), static_cast<std::size_t>(size)});
    out.append(part.data(), static_cast<std::size_t>(size));
  }
  ::close(sockets[0]);
  return reader.done() ? std::optional(out) : std::nullopt;
}

}  // namespace httparity
