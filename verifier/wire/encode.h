#pragma once

#include <string>
#include <string_view>

namespace httparity {

/// Encoders for tests: what a server would send.
std::string gzip(std::string_view plaintext, int level = 6);
std::string zlib(std::string_view plaintext);
std::string raw_deflate(std::string_view plaintext);
std::string brotli(std::string_view plaintext);
std::string zstd(std::string_view plaintext, bool checksum = true);

/// A gzip stream of 2^20 zeros, `times` times; its trailer is wrong.
std::string gzip_bomb(int times);

}  // namespace httparity
