#include "load/resolve.h"

#include <fmt/format.h>
#include <netdb.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

#include "base/descriptor.h"

namespace httparity {
namespace {

struct AddressesFree {
  void operator()(addrinfo* addresses) const { ::freeaddrinfo(addresses); }
};

Result<LoadAddress> unix_address(const std::string& path) {
  LoadAddress out;
  auto* address = new (&out.address) sockaddr_un{};
  if (path.size() >= sizeof address->sun_path) return Error{fmt::format("unix:{}: the path is too long", path)};
  address->sun_family = AF_UNIX;
  std::copy(path.begin(), path.end(), address->sun_path);
  out.length = sizeof *address;
  out.host = path;
  return out;
}

// A name may have addresses at which nobody listens: localhost is [::1] and 127.0.0.1.
bool takes_connections(const addrinfo& address) {
  constexpr timeval kPatience{1, 0};
  const Descriptor probe(::socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  ::setsockopt(probe.get(), SOL_SOCKET, SO_SNDTIMEO, &kPatience, sizeof kPatience);
  return ::connect(probe.get(), address.ai_addr, address.ai_addrlen) == 0;
}

}  // namespace

void SslContextFree::operator()(ssl_ctx_st* context) const {
  SSL_CTX_free(context);
}

Result<LoadAddress> resolve_address(const Endpoint& endpoint, ssl_ctx_st* tls) {
  if (endpoint.kind == Endpoint::Kind::kUnix) return unix_address(endpoint.path);
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int why = ::getaddrinfo(endpoint.host.c_str(), std::to_string(endpoint.port).c_str(), &hints, &found);
  if (why != 0) return Error{fmt::format("{}: {}", endpoint_url(endpoint), ::gai_strerror(why))};
  const std::unique_ptr<addrinfo, AddressesFree> addresses(found);
  const addrinfo* chosen = addresses.get();
  while (addresses->ai_next != nullptr && chosen != nullptr && !takes_connections(*chosen)) chosen = chosen->ai_next;
  if (chosen == nullptr) chosen = addresses.get();
  LoadAddress out;
  std::memcpy(&out.address, chosen->ai_addr, chosen->ai_addrlen);
  out.length = chosen->ai_addrlen;
  out.host = endpoint.host;
  if (endpoint.kind == Endpoint::Kind::kTls) out.tls = tls;
  return out;
}

Result<LoadAddress> resolve_source(const std::string& address) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICHOST;
  addrinfo* found = nullptr;
  if (::getaddrinfo(address.c_str(), nullptr, &hints, &found) != 0) {
    return Error{fmt::format("--source {}: is no address: give one of this machine's, such as 127.0.0.2", address)};
  }
  const std::unique_ptr<addrinfo, AddressesFree> addresses(found);
  LoadAddress out;
  std::memcpy(&out.address, addresses->ai_addr, addresses->ai_addrlen);
  out.length = addresses->ai_addrlen;
  out.host = address;
  const Descriptor probe(::socket(addresses->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (::bind(probe.get(), addresses->ai_addr, addresses->ai_addrlen) != 0) {
    return Error{fmt::format("--source {}: {}: give an address of this machine", address, strerror(errno))};
  }
  return out;
}

Result<void> check_sources(const std::vector<LoadAddress>& sources, const LoadAddress& target) {
  for (const LoadAddress& source : sources) {
    if (source.address.ss_family == target.address.ss_family) continue;
    if (target.address.ss_family == AF_UNIX) {
      return Error{fmt::format("--source {}: a Unix socket is reached from no address: leave it out", source.host)};
    }
    return Error{fmt::format("--source {}: can't reach {}, which is {}: give a source of the same family", source.host,
                             target.host, target.address.ss_family == AF_INET6 ? "IPv6" : "IPv4")};
  }
  return {};
}

Result<SslContext> make_tls(const TlsOptions& options) {
  constexpr std::size_t kReadBufferBytes = 64 * 1024;
  SslContext context(SSL_CTX_new(TLS_client_method()));
  if (!context) return Error{"OpenSSL gives no context"};
  SSL_CTX_set_mode(context.get(),
                   SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
  // Without these each record costs two reads.
  SSL_CTX_set_read_ahead(context.get(), 1);
  SSL_CTX_set_default_read_buffer_len(context.get(), kReadBufferBytes);
  if (options.insecure) return context;
  SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, nullptr);
  const bool loaded = options.cacert.empty() ? SSL_CTX_set_default_verify_paths(context.get()) == 1
                                             : SSL_CTX_load_verify_file(context.get(), options.cacert.c_str()) == 1;
  if (!loaded) return Error{fmt::format("--cacert {}: no certificates could be read from it", options.cacert)};
  return context;
}

}  // namespace httparity
