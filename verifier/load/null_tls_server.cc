#include "load/null_tls_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "load/null_answers.h"

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
  // The cheapest cipher: the server must have power to spare.
  SSL_CTX_set_ciphersuites(out.get(), "TLS_AES_128_GCM_SHA256");
  SSL_CTX_set_read_ahead(out.get(), 1);
  if (SSL_CTX_use_certificate(out.get(), certificate.get()) != 1) return nullptr;
  if (SSL_CTX_use_PrivateKey(out.get(), key.get()) != 1) return nullptr;
  return out;
}

/// A BIO that appends what is written to the string that is its data: records are gathered there, so that an answer of
/// many costs one send.
struct BioMethodFree {
  void operator()(BIO_METHOD* method) const { BIO_meth_free(method); }
};
using BioMethod = std::unique_ptr<BIO_METHOD, BioMethodFree>;

int gather(BIO* bio, const char* from, int size) {
  static_cast<std::string*>(BIO_get_data(bio))->append(from, static_cast<std::size_t>(size));
  return size;
}

long control_gather(BIO* /*bio*/, int command, long /*number*/, void* /*pointer*/) {
  return command == BIO_CTRL_FLUSH ? 1 : 0;
}

BioMethod make_gathering() {
  BioMethod out(BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "gathering"));
  BIO_meth_set_write(out.get(), gather);
  BIO_meth_set_ctrl(out.get(), control_gather);
  return out;
}

struct Client {
  std::unique_ptr<SSL, Free> ssl;
  std::size_t owed = 0;      // answers
  std::string unsent;        // records that the socket didn't take
  bool wants_write = false;  // registered for EPOLLOUT
  std::string tail;          // the last bytes that came, where a blank line may be cut
};

class NullTlsServer {
 public:
  NullTlsServer(SSL_CTX* context, const NullServerPlan& plan)
      : context_(context), tcp_port_(plan.tcp_port), answers_(plan) {}

  Result<void> serve(const std::function<void(std::uint16_t)>& announce);

 private:
  void accept_all();
  // False where the connection is over, here and below.
  bool on_event(int fd, Client& client);
  bool read(Client& client);
  bool answer(int fd, Client& client);
  bool send(int fd, Client& client);
  void watch(int fd, Client& client);

  SSL_CTX* context_;
  std::uint16_t tcp_port_;
  NullAnswers answers_;
  BioMethod gathering_ = make_gathering();
  std::string records_;  // of the client at hand
  int listener_ = -1;
  int epoll_ = -1;
  std::vector<Client> clients_;  // by descriptor
  std::vector<char> buffer_ = std::vector<char>(16 * 1024);
};

void NullTlsServer::accept_all() {
  for (int fd = 0; (fd = ::accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0;) {
    const int on = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (clients_.size() <= static_cast<std::size_t>(fd)) clients_.resize(static_cast<std::size_t>(fd) + 1);
    Client& client = clients_[static_cast<std::size_t>(fd)];
    client.ssl.reset(SSL_new(context_));
    BIO* const out = BIO_new(gathering_.get());
    BIO_set_data(out, &records_);
    BIO_set_init(out, 1);
    SSL_set_bio(client.ssl.get(), BIO_new_socket(fd, BIO_NOCLOSE), out);
    SSL_set_accept_state(client.ssl.get());
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.fd = fd;
    ::epoll_ctl(epoll_, EPOLL_CTL_ADD, fd, &event);
  }
}

bool NullTlsServer::read(Client& client) {
  constexpr std::string_view kEnd = "\r\n\r\n";
  do {
    std::size_t got = 0;
    const int done = SSL_read_ex(client.ssl.get(), buffer_.data(), buffer_.size(), &got);
    if (done != 1) {
      const bool again = SSL_get_error(client.ssl.get(), done) == SSL_ERROR_WANT_READ;
      ERR_clear_error();
      return again;
    }
    client.tail.append(buffer_.data(), got);
    std::size_t at = 0;
    for (std::size_t end = 0; (end = client.tail.find(kEnd, at)) != std::string::npos; at = end + kEnd.size()) {
      ++client.owed;
    }
    client.tail.erase(0, at);
  } while (SSL_has_pending(client.ssl.get()) == 1);
  return true;
}

bool NullTlsServer::send(int fd, Client& client) {
  std::string& from = client.unsent.empty() ? records_ : client.unsent;
  const ssize_t put = from.empty() ? 0 : ::send(fd, from.data(), from.size(), MSG_NOSIGNAL);
  if (put < 0 && errno != EAGAIN) return false;
  from.erase(0, static_cast<std::size_t>(std::max<ssize_t>(put, 0)));
  client.unsent += records_;
  records_.clear();
  return true;
}

bool NullTlsServer::answer(int fd, Client& client) {
  while (client.owed > 0 && client.unsent.empty()) {
    std::string batch;
    const NullOutgoing next = answers_.take(1, batch);
    std::size_t put = 0;
    if (SSL_write_ex(client.ssl.get(), next.data, next.left, &put) != 1) return false;
    --client.owed;
    if (!send(fd, client)) return false;
  }
  return true;
}

bool NullTlsServer::on_event(int fd, Client& client) {
  if (!client.unsent.empty() && !send(fd, client)) return false;
  const bool goes_on = read(client) && send(fd, client) && answer(fd, client);  // a handshake writes while it reads
  records_.clear();
  if (goes_on) watch(fd, client);
  return goes_on;
}

void NullTlsServer::watch(int fd, Client& client) {
  const bool wants_write = !client.unsent.empty();
  if (wants_write == client.wants_write) return;
  client.wants_write = wants_write;
  epoll_event event{};
  event.events = wants_write ? EPOLLIN | EPOLLOUT : EPOLLIN;
  event.data.fd = fd;
  ::epoll_ctl(epoll_, EPOLL_CTL_MOD, fd, &event);
}

Result<void> NullTlsServer::serve(const std::function<void(std::uint16_t)>& announce) {
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(tcp_port_);
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
    answers_.keep_date(std::time(nullptr));
    for (int i = 0; i < ready; ++i) {
      const int fd = events[static_cast<std::size_t>(i)].data.fd;
      if (fd == listener_) {
        accept_all();
      } else if (Client& client = clients_[static_cast<std::size_t>(fd)]; !on_event(fd, client)) {
        client = {};
        ::close(fd);
      }
    }
  }
}

}  // namespace

Result<void> serve_null_tls(const NullServerPlan& plan, const std::function<void(std::uint16_t)>& announce) {
  const auto context = make_context();
  if (!context) return Error{"OpenSSL makes no certificate"};
  return NullTlsServer(context.get(), plan).serve(announce);
}

}  // namespace httparity
