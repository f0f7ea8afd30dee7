#include "transport/tls_watch.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

#include <array>
#include <memory>

namespace httparity {
namespace {

struct FreeBio {
  void operator()(BIO* bio) const { BIO_free_all(bio); }
};
using Bio = std::unique_ptr<BIO, FreeBio>;

std::string text_of(const Bio& bio) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio.get(), &data);
  return size > 0 ? std::string(data, static_cast<std::size_t>(size)) : std::string();
}

std::string name_text(const X509_NAME* name) {
  const Bio bio(BIO_new(BIO_s_mem()));
  if (!bio || X509_NAME_print_ex(bio.get(), name, 0, XN_FLAG_RFC2253) < 0) return {};
  return text_of(bio);
}

std::string digest_text(const X509* certificate) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  if (X509_digest(certificate, EVP_sha256(), digest.data(), &size) != 1) return {};
  std::string hex;
  for (unsigned int i = 0; i < size; ++i) hex += fmt::format("{:02x}", digest[i]);
  return hex;
}

Certificate describe(X509* certificate) {
  Certificate seen;
  seen.subject = name_text(X509_get_subject_name(certificate));
  seen.issuer = name_text(X509_get_issuer_name(certificate));
  seen.sha256 = digest_text(certificate);
  const Bio bio(BIO_new(BIO_s_mem()));
  if (bio && PEM_write_bio_X509(bio.get(), certificate) == 1) seen.pem = text_of(bio);
  return seen;
}

bool is_address(const std::string& host) {
  std::array<unsigned char, sizeof(in6_addr)> address{};
  return inet_pton(AF_INET, host.c_str(), address.data()) == 1 ||
         inet_pton(AF_INET6, host.c_str(), address.data()) == 1;
}

bool names(X509* leaf, const std::string& host) {
  if (is_address(host)) return X509_check_ip_asc(leaf, host.c_str(), 0) == 1;
  return X509_check_host(leaf, host.data(), host.size(), 0, nullptr) == 1;
}

}  // namespace

void TlsWatch::watch(SSL_CTX* context) {
  SSL_CTX_set_cert_verify_callback(context, &TlsWatch::verify, this);
}

int TlsWatch::verify(X509_STORE_CTX* store, void* self) {
  PeerIdentity identity;
  // What the peer sent, before verification looks for more elsewhere.
  const STACK_OF(X509)* served = X509_STORE_CTX_get0_untrusted(store);
  for (int i = 0; i < sk_X509_num(served); ++i) identity.chain.push_back(describe(sk_X509_value(served, i)));
  const int verified = X509_verify_cert(store);
  identity.verify_result = verified == 1 ? "ok" : X509_verify_cert_error_string(X509_STORE_CTX_get_error(store));
  identity.verified = verified == 1;
  const auto* session =
      static_cast<const SSL*>(X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx()));
  if (session != nullptr) identity.tls_version = SSL_get_version(session);
  auto* watch = static_cast<TlsWatch*>(self);
  X509* leaf = X509_STORE_CTX_get0_cert(store);
  if (identity.verified && (leaf == nullptr || !names(leaf, watch->host_))) {
    // libcurl judges the name itself, unless it was told to be insecure: this is for the report.
    identity.verified = false;
    identity.verify_result = fmt::format("the certificate is not for {}", watch->host_);
  }
  watch->identity_ = std::move(identity);
  return verified;
}

void TlsWatch::trust(SSL_CTX* context, const std::string& cacert) {
  const bool loaded = cacert.empty() ? SSL_CTX_set_default_verify_paths(context) == 1
                                     : SSL_CTX_load_verify_locations(context, cacert.c_str(), nullptr) == 1;
  if (!loaded) ERR_clear_error();  // then nothing verifies, and that is said
}

}  // namespace httparity
