#include "load/null_tls_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <map>
#include <memory>
#include <string_view>

namespace httparity {
namespace {

struct Free {
  void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
  void operator()(SSL* ssl) const { SSL_free(ssl); }
  void operator()(X509* certificate) const { X509_free(certificate); }
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
};

std::unique_ptr<SSL_CTX, Free> make_context() {
  const std::unique_ptr<EVP_PKEY, Free> key(EVP_EC_gen("P-256"));
  const std::unique_ptr<X509, Free> certificate(X509_new());
  if (!key || !certificate) return nullptr;
  ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -3600);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 86400);
  X509_set_pubkey(certificate.get(), key.get());
  X509_NAME* name = X509_get_subject_name(certificate.get());
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>("localhost"), -1, -1, 0);
  X509_set_issuer_name(certificate.get(), name);
  if (X509_sign(certificate.get(), key.get(), EVP_sha256()) == 0) return nullptr;
  std::unique_ptr<SSL_CTX, Free> out(SSL_CTX_new(TLS_server_method()));
  SSL_CTX_set_mode(out.get(), SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  SSL_CTX_set_read_ahead(out.get(), 1);
  if (SSL_CTX_use_certificate(out.get(), certificate.get()) != 1) return nullptr;
  if (SSL_CTX_use_PrivateKey(out.get(), key.get()) != 1) return nullptr;
  return out;
}

struct Client {
  std::unique_ptr<SSL, Free> ssl;
  std::size_t owed = 0;
  std::size_t sent = 0;  // of the answer that is being sent
  std::string tail;      // the last bytes that came, where a blank line may be cut
};

class NullTlsServer {
 public:
  NullTlsServer(SSL_CTX* context, const std::string& response) : context_(context), response_(response) {}

  Result<void> serve(const std::function<void(std::uint16_t)>& announce);

 private:
  void accept_all();
  // False where the connection is over.
  bool go_on(Client& client);
  bool answer(Client& client);

  SSL_CTX* context_;
  const std::string& response_;
  int listener_ = -1;
  int epoll_ = -1;
  std::map<int, Client> clients_;
};

void NullTlsServer::accept_all() {
  for (int fd = 0; (fd = ::accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0;) {
    const int on = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    Client& client = clients_[fd];
    client = {};
    client.ssl.reset(SSL_new(context_));
    SSL_set_fd(client.ssl.get(), fd);
    SSL_set_accept_state(client.ssl.get());
    epoll_event event{};
    event.events = EPOLLIN | EPOLLOUT | EPOLLET;
    event.data.fd = fd;
    ::epoll_ctl(epoll_, EPOLL_CTL_ADD, fd, &event);
  }
}

bool NullTlsServer::answer(Client& client) {
  while (client.owed > 0) {
    std::size_t put = 0;
    const int done =
        SSL_write_ex(client.ssl.get(), response_.data() + client.sent, response_.size() - client.sent, &put);
    if (done != 1) {
      const int why = SSL_get_error(client.ssl.get(), done);
      return why == SSL_ERROR_WANT_WRITE || why == SSL_ERROR_WANT_READ;
    }
    client.sent += put;
    if (client.sent < response_.size()) continue;
    client.sent = 0;
    --client.owed;
  }
  return true;
}

bool NullTlsServer::go_on(Client& client) {
  constexpr std::string_view kEnd = "\r\n\r\n";
  std::array<char, 16 * 1024> bytes{};
  while (true) {
    std::size_t got = 0;
    const int done = SSL_read_ex(client.ssl.get(), bytes.data(), bytes.size(), &got);
    if (done != 1) {
      const int why = SSL_get_error(client.ssl.get(), done);
      if (why != SSL_ERROR_WANT_READ && why != SSL_ERROR_WANT_WRITE) return false;
      return answer(client);
    }
    client.tail.append(bytes.data(), got);
    std::size_t at = 0;
    for (std::size_t end = 0; (end = client.tail.find(kEnd, at)) != std::string::npos; at = end + kEnd.size()) {
      ++client.owed;
    }
    client.tail.erase(0, at);
  }
}

Result<void> NullTlsServer::serve(const std::function<void(std::uint16_t)>& announce) {
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(listener_, 4096) != 0 ||
      ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    return Error{"the null TLS server can't listen"};
  }
  epoll_ = ::epoll_create1(EPOLL_CLOEXEC);
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.fd = listener_;
  ::epoll_ctl(epoll_, EPOLL_CTL_ADD, listener_, &event);
  announce(ntohs(address.sin_port));
  std::array<epoll_event, 512> events{};
  while (true) {
    const int ready = ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), -1);
    for (int i = 0; i < ready; ++i) {
      const int fd = events[static_cast<std::size_t>(i)].data.fd;
      if (fd == listener_) {
        accept_all();
      } else if (!go_on(clients_[fd])) {
        clients_.erase(fd);
        ::close(fd);
      }
    }
  }
}

}  // namespace

Result<void> serve_null_tls(const std::string& response, const std::function<void(std::uint16_t)>& announce) {
  const auto context = make_context();
  if (!context) return Error{"OpenSSL makes no certificate"};
  return NullTlsServer(context.get(), response).serve(announce);
}

}  // namespace httparity
