#include "base/digest.h"

#include <openssl/evp.h>

#include <array>

namespace httparity {
namespace {

const EVP_MD* method(DigestAlgorithm algorithm) {
  switch (algorithm) {
    case DigestAlgorithm::kMd5:
      return EVP_md5();
    case DigestAlgorithm::kSha1:
      return EVP_sha1();
    case DigestAlgorithm::kSha256:
      return EVP_sha256();
  }
  return nullptr;
}

}  // namespace

const char* digest_name(DigestAlgorithm algorithm) {
  switch (algorithm) {
    case DigestAlgorithm::kMd5:
      return "md5";
    case DigestAlgorithm::kSha1:
      return "sha-1";
    case DigestAlgorithm::kSha256:
      return "sha-256";
  }
  return "";
}

std::optional<std::string> digest(DigestAlgorithm algorithm, std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> out{};
  unsigned int size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), out.data(), &size, method(algorithm), nullptr) != 1) return std::nullopt;
  return std::string(reinterpret_cast<const char*>(out.data()), size);
}

std::string to_hex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  hex.reserve(bytes.size() * 2);
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    hex += kDigits[byte >> 4];
    hex += kDigits[byte & 15];
  }
  return hex;
}

}  // namespace httparity
