#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/session.h"

namespace room {

/// Rails' encrypted cookie: JSON in an envelope that names its purpose, under AES-256-GCM, as
/// base64(ciphertext)--base64(iv)--base64(tag). The key is derived as Rails 7 derives it.
class Secrets {
 public:
  explicit Secrets(std::string_view secret_key_base);

  std::string seal(const Session::Values& values, std::string_view purpose) const;
  /// nullopt where anything about the text is not ours.
  std::optional<Session::Values> open(std::string_view text, std::string_view purpose) const;

 private:
  std::string key_;
};

}  // namespace room
