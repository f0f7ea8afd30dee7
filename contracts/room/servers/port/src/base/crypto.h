#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace room {

std::string random_bytes(std::size_t count);
/// A random UUID (RFC 4122, version 4).
std::string random_uuid();

/// The digest over all `parts` in order, as 64 hex digits.
std::string sha256_hex(const std::vector<std::string_view>& parts);

/// PBKDF2 with HMAC-SHA-256.
std::string pbkdf2(std::string_view password, std::string_view salt, int iterations, std::size_t bytes);

/// Equal in a time that doesn't tell where they differ.
bool secure_equal(std::string_view one, std::string_view other);

struct Sealed {
  std::string ciphertext;
  std::string iv;   // 12 bytes
  std::string tag;  // 16 bytes
};

/// AES-256-GCM under `key` (32 bytes) and a random IV, without additional data.
Sealed aes_gcm_seal(std::string_view key, std::string_view plaintext);
/// nullopt where the tag doesn't hold.
std::optional<std::string> aes_gcm_open(std::string_view key, const Sealed& sealed);

}  // namespace room
