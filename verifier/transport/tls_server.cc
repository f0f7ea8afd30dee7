#include "transport/tls_server.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>

#include <array>
#include <string>

namespace httparity {
namespace {

struct FreeBio {
  void operator()(BIO* bio) const { BIO_free_all(bio); }
};
struct FreeCertificate {
  void operator()(X509* certificate) const { X509_free(certificate); }
};
struct FreeKey {
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
};
using Certificate509 = std::unique_ptr<X509, FreeCertificate>;

std::unique_ptr<BIO, FreeBio> reader(const std::string& text) {
  return std::unique_ptr<BIO, FreeBio>(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

Error openssl_error(const std::string& what) {
  std::array<char, 256> text{};
  ERR_error_string_n(ERR_get_error(), text.data(), text.size());
  return {what + ": " + text.data()};
}

int select_protocol(SSL*, const unsigned char** out, unsigned char* out_size, const unsigned char* in,
                    unsigned int in_size, void*) {
  static constexpr unsigned char kPreferred[] = "\x02h2\x08http/1.1";
  unsigned char* chosen = nullptr;
  if (SSL_select_next_proto(&chosen, out_size, kPreferred, sizeof(kPreferred) - 1, in, in_size) !=
      OPENSSL_NPN_NEGOTIATED) {
    return SSL_TLSEXT_ERR_NOACK;
  }
  *out = chosen;
  return SSL_TLSEXT_ERR_OK;
}

}  // namespace

void FreeTlsContext::operator()(SSL_CTX* context) const {
  SSL_CTX_free(context);
}

Result<TlsContext> make_server_context(const ServerCertificate& certificate) {
  TlsContext context(SSL_CTX_new(TLS_server_method()));
  if (!context) return openssl_error("TLS context");
  const auto chain = reader(certificate.chain_pem);
  const Certificate509 leaf(PEM_read_bio_X509(chain.get(), nullptr, nullptr, nullptr));
  if (!leaf || SSL_CTX_use_certificate(context.get(), leaf.get()) != 1) return openssl_error("certificate");
  while (X509* more = PEM_read_bio_X509(chain.get(), nullptr, nullptr, nullptr)) {
    if (SSL_CTX_add0_chain_cert(context.get(), more) != 1) {
      X509_free(more);
      return openssl_error("certificate chain");
    }
  }
  ERR_clear_error();  // the end of the chain counts as an error of the PEM reader
  const auto key_text = reader(certificate.key_pem);
  const std::unique_ptr<EVP_PKEY, FreeKey> key(PEM_read_bio_PrivateKey(key_text.get(), nullptr, nullptr, nullptr));
  if (!key || SSL_CTX_use_PrivateKey(context.get(), key.get()) != 1) return openssl_error("private key");
  SSL_CTX_set_mode(context.get(), SSL_MODE_NO_AUTO_CHAIN);
  SSL_CTX_set_alpn_select_cb(context.get(), select_protocol, nullptr);
  return context;
}

}  // namespace httparity
