#include "load/bench/nginx.h"

#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/prctl.h>
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
#include "load/pinned.h"
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

std::uint16_t free_port() {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  LoadAddress address = loopback_address(0);
  auto* raw = reinterpret_cast<sockaddr*>(&address.address);
  const bool got = ::bind(fd, raw, address.length) == 0 && ::getsockname(fd, raw, &address.length) == 0;
  ::close(fd);
  return got ? ntohs(reinterpret_cast<const sockaddr_in*>(raw)->sin_port) : std::uint16_t{0};
}

}  // namespace

BenchNginx::BenchNginx(std::size_t body_bytes) : tcp_port_(free_port()) {
  std::string name = (std::filesystem::temp_directory_path() / "bench-nginx-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) return;
  folder_ = name;
  std::string body;
  std::mt19937 random(7);
  for (std::size_t i = 0; i < body_bytes; ++i) body += static_cast<char>(random() & 0xff);
  std::filesystem::permissions(folder_, std::filesystem::perms::owner_all | std::filesystem::perms::others_exec);
  std::ofstream(folder_ / "index.html", std::ios::binary) << body;
  std::ofstream(folder_ / "nginx.conf") << kConfiguration
                                        << fmt::format(
                                               "  server {{ listen 127.0.0.1:{} backlog=8192; root {}; }}\n}}\n",
                                               tcp_port_, folder_.string());
  pid_ = ::fork();
  if (pid_ == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const PinnedHere pinned({kServerCpu});
    ::execlp("nginx", "nginx", "-p", folder_.c_str(), "-c", "nginx.conf", nullptr);
    std::_Exit(127);
  }
  for (int i = 0; i < 200 && !answer_; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    answer_ = fetch();
  }
}

BenchNginx::~BenchNginx() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  std::error_code ignored;
  if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
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
