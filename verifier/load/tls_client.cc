#include "load/tls_client.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <openssl/err.h>
#include <openssl/x509v3.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace httparity {
namespace {

bool is_address(const std::string& host) {
  in6_addr any{};
  return ::inet_pton(AF_INET, host.c_str(), &any) == 1 || ::inet_pton(AF_INET6, host.c_str(), &any) == 1;
}

std::string certificate_words(long why, const std::string& host) {
  const char* const what = X509_verify_cert_error_string(why);
  if (why == X509_V_ERR_HOSTNAME_MISMATCH || why == X509_V_ERR_IP_ADDRESS_MISMATCH) {
    return fmt::format("the certificate is not for {}: {}: give the target by a name that it is for, or --insecure",
                       host, what);
  }
  return fmt::format("the certificate does not verify: {}: give its authority with --cacert FILE, or --insecure", what);
}

// Why the last call failed, in OpenSSL's words. Takes them from the queue.
std::string library_words(int kind) {
  const unsigned long code = ERR_get_error();
  ERR_clear_error();
  if (code != 0) {
    const char* const words = ERR_reason_error_string(code);
    return words != nullptr ? words : fmt::format("error {:x}", code);
  }
  if (kind == SSL_ERROR_SYSCALL && errno != 0) return strerror(errno);
  return "the peer ended the connection";
}

}  // namespace

Ssl begin_tls(SSL_CTX* context, const std::string& host, int fd, SSL_SESSION* earlier) {
  Ssl out(SSL_new(context));
  if (!out) return out;
  SSL_set_fd(out.get(), fd);
  SSL_set_connect_state(out.get());
  if (!is_address(host)) SSL_set_tlsext_host_name(out.get(), host.c_str());
  SSL_set1_host(out.get(), host.c_str());
  if (earlier != nullptr) SSL_set_session(out.get(), earlier);
  return out;
}

TlsProgress shake_hands(SSL* ssl, const std::string& host) {
  errno = 0;
  const int done = SSL_do_handshake(ssl);
  if (done == 1) return {TlsStep::kDone, {}, ""};
  const int kind = SSL_get_error(ssl, done);
  if (kind == SSL_ERROR_WANT_READ) return {TlsStep::kWantsRead, {}, ""};
  if (kind == SSL_ERROR_WANT_WRITE) return {TlsStep::kWantsWrite, {}, ""};
  const std::string words = library_words(kind);
  if (const long why = SSL_get_verify_result(ssl); why != X509_V_OK && SSL_get_verify_mode(ssl) != SSL_VERIFY_NONE) {
    return {TlsStep::kFailed, LoadError::kTlsCertificate, certificate_words(why, host)};
  }
  return {TlsStep::kFailed, LoadError::kTlsHandshake, "TLS handshake: " + words};
}

SslSession end_tls(Ssl ssl) {
  SslSession out(SSL_get1_session(ssl.get()));
  // Without this the session would count as broken off, and not be resumed.
  SSL_set_quiet_shutdown(ssl.get(), 1);
  SSL_shutdown(ssl.get());
  ERR_clear_error();
  if (out && SSL_SESSION_is_resumable(out.get()) != 1) out.reset();
  return out;
}

}  // namespace httparity
