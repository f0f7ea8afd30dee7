#include "base/crypto.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

#include <memory>
#include <stdexcept>

#include "base/encoding.h"

namespace room {
namespace {

constexpr int kTagBytes = 16;
constexpr int kIvBytes = 12;

unsigned char* bytes_of(std::string& text) {
  return reinterpret_cast<unsigned char*>(text.data());
}
const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

using Digest = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;
using Cipher = std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)>;

void must(int ok) {
  if (ok != 1) throw std::runtime_error("OpenSSL refused");
}

}  // namespace

std::string random_bytes(std::size_t count) {
  std::string bytes(count, '\0');
  must(RAND_bytes(bytes_of(bytes), static_cast<int>(count)));
  return bytes;
}

std::string random_uuid() {
  std::string bytes = random_bytes(16);
  bytes[6] = static_cast<char>((bytes[6] & 0x0f) | 0x40);
  bytes[8] = static_cast<char>((bytes[8] & 0x3f) | 0x80);
  std::string uuid = hex(bytes);
  for (const std::size_t dash : {8, 13, 18, 23}) uuid.insert(dash, 1, '-');
  return uuid;
}

std::string sha256_hex(const std::vector<std::string_view>& parts) {
  const Digest digest(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  must(EVP_DigestInit_ex(digest.get(), EVP_sha256(), nullptr));
  for (const std::string_view part : parts) must(EVP_DigestUpdate(digest.get(), part.data(), part.size()));
  std::string bytes(32, '\0');
  must(EVP_DigestFinal_ex(digest.get(), bytes_of(bytes), nullptr));
  return hex(bytes);
}

std::string pbkdf2(std::string_view password, std::string_view salt, int iterations, std::size_t bytes) {
  std::string key(bytes, '\0');
  must(PKCS5_PBKDF2_HMAC(password.data(), static_cast<int>(password.size()), bytes_of(salt),
                         static_cast<int>(salt.size()), iterations, EVP_sha256(), static_cast<int>(bytes),
                         bytes_of(key)));
  return key;
}

bool secure_equal(std::string_view one, std::string_view other) {
  return one.size() == other.size() && CRYPTO_memcmp(one.data(), other.data(), one.size()) == 0;
}

Sealed aes_gcm_seal(std::string_view key, std::string_view plaintext) {
  Sealed sealed{std::string(plaintext.size(), '\0'), random_bytes(kIvBytes), std::string(kTagBytes, '\0')};
  const Cipher cipher(EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
  int written = 0;
  must(EVP_EncryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, bytes_of(key), bytes_of(sealed.iv)));
  must(EVP_EncryptUpdate(cipher.get(), bytes_of(sealed.ciphertext), &written, bytes_of(plaintext),
                         static_cast<int>(plaintext.size())));
  must(EVP_EncryptFinal_ex(cipher.get(), bytes_of(sealed.ciphertext) + written, &written));
  must(EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_GET_TAG, kTagBytes, sealed.tag.data()));
  return sealed;
}

std::optional<std::string> aes_gcm_open(std::string_view key, const Sealed& sealed) {
  if (sealed.iv.size() != kIvBytes || sealed.tag.size() != kTagBytes) return std::nullopt;
  std::string plaintext(sealed.ciphertext.size(), '\0');
  std::string tag = sealed.tag;
  const Cipher cipher(EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
  int written = 0;
  must(EVP_DecryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, bytes_of(key),
                          bytes_of(std::string_view(sealed.iv))));
  must(EVP_DecryptUpdate(cipher.get(), bytes_of(plaintext), &written, bytes_of(std::string_view(sealed.ciphertext)),
                         static_cast<int>(sealed.ciphertext.size())));
  must(EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_SET_TAG, kTagBytes, tag.data()));
  if (EVP_DecryptFinal_ex(cipher.get(), bytes_of(plaintext) + written, &written) != 1) return std::nullopt;
  return plaintext;
}

}  // namespace room
