#include "transport/test_certificates.h"

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <memory>

namespace httparity {
namespace {

struct Free {
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  void operator()(X509* certificate) const { X509_free(certificate); }
  void operator()(BIO* bio) const { BIO_free_all(bio); }
  void operator()(X509_EXTENSION* extension) const { X509_EXTENSION_free(extension); }
};
template <typename T>
using Owned = std::unique_ptr<T, Free>;

constexpr long kDay = 24L * 60 * 60;

struct Issued {
  Owned<EVP_PKEY> key;
  Owned<X509> certificate;
};

void add_extension(X509* certificate, int id, const char* value) {
  const Owned<X509_EXTENSION> extension(X509V3_EXT_conf_nid(nullptr, nullptr, id, value));
  X509_add_ext(certificate, extension.get(), -1);
}

/// Signed by `issuer`, by itself where that is null. `names` empty: an authority.
Issued issue(const char* common_name, const Issued* issuer, const char* names, long ends_in) {
  static long serial = 1;
  Issued issued{Owned<EVP_PKEY>(EVP_EC_gen("P-256")), Owned<X509>(X509_new())};
  X509* certificate = issued.certificate.get();
  X509_set_version(certificate, 2);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate), serial++);
  X509_gmtime_adj(X509_getm_notBefore(certificate), -2 * kDay);
  X509_gmtime_adj(X509_getm_notAfter(certificate), ends_in);
  X509_set_pubkey(certificate, issued.key.get());
  X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate), "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>(common_name), -1, -1, 0);
  X509_set_issuer_name(certificate, X509_get_subject_name(issuer != nullptr ? issuer->certificate.get() : certificate));
  if (names == nullptr) {
    add_extension(certificate, NID_basic_constraints, "critical,CA:TRUE");
    add_extension(certificate, NID_key_usage, "critical,keyCertSign,cRLSign");
  } else {
    add_extension(certificate, NID_subject_alt_name, names);
  }
  X509_sign(certificate, issuer != nullptr ? issuer->key.get() : issued.key.get(), EVP_sha256());
  return issued;
}

std::string text_of(BIO* bio) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio, &data);
  return {data, static_cast<std::size_t>(size)};
}

std::string pem(const Issued& issued) {
  const Owned<BIO> bio(BIO_new(BIO_s_mem()));
  PEM_write_bio_X509(bio.get(), issued.certificate.get());
  return text_of(bio.get());
}

std::string key_pem(const Issued& issued) {
  const Owned<BIO> bio(BIO_new(BIO_s_mem()));
  PEM_write_bio_PrivateKey(bio.get(), issued.key.get(), nullptr, nullptr, 0, nullptr, nullptr);
  return text_of(bio.get());
}

}  // namespace

TestCertificates make_test_certificates() {
  constexpr const char* loopback = "IP:127.0.0.1,IP:::1,DNS:localhost";
  const Issued root = issue("Test Root", nullptr, nullptr, 30 * kDay);
  const Issued middle = issue("Test Intermediate", &root, nullptr, 30 * kDay);
  const Issued leaf = issue("room.test", &middle, loopback, 30 * kDay);
  const Issued expired = issue("expired.test", &middle, loopback, -kDay);
  const Issued other = issue("other.test", &middle, "DNS:other.test", 30 * kDay);
  const auto served = [&middle](const Issued& issued) {
    return ServerCertificate{pem(issued) + pem(middle), key_pem(issued)};
  };
  return {pem(root), served(leaf), {pem(leaf), key_pem(leaf)}, served(expired), served(other)};
}

}  // namespace httparity
