#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace httparity {

/// The digests that servers put into ETag, Content-MD5, Digest and Repr-Digest fields. For comparing, not for trust.
enum class DigestAlgorithm { kMd5, kSha1, kSha256 };

/// "md5", "sha-1", "sha-256".
const char* digest_name(DigestAlgorithm algorithm);

/// The raw digest of `bytes`: 16, 20 or 32 bytes; nullopt where the cryptography library refuses the algorithm (MD5 on
/// a machine held to approved algorithms only).
std::optional<std::string> digest(DigestAlgorithm algorithm, std::string_view bytes);

/// `bytes` as lower case hex digits.
std::string to_hex(std::string_view bytes);

}  // namespace httparity
