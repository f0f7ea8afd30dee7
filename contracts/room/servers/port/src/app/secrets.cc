#include "app/secrets.h"

#include <nlohmann/json.hpp>
#include <vector>

#include "base/crypto.h"
#include "base/encoding.h"
#include "base/text.h"

namespace room {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kIterations = 1000;
constexpr std::size_t kKeyBytes = 32;

std::string to_json(const Session::Values& values) {
  std::string json = "{";
  for (const auto& [key, value] : values) {
    if (json.size() > 1) json += ',';
    json += json_string(key) + ":" + json_string(value);
  }
  return json + "}";
}

/// The parts between "--", none left out.
std::vector<std::string_view> sealed_parts(std::string_view text) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t dashes = text.find("--");
    parts.push_back(text.substr(0, dashes));
    if (dashes == std::string_view::npos) return parts;
    text.remove_prefix(dashes + 2);
  }
}

std::optional<Session::Values> unwrap(const std::string& envelope, std::string_view purpose) {
  const Json outer = Json::parse(envelope, nullptr, false);
  if (!outer.is_object() || !outer.contains("_rails") || !outer["_rails"].is_object()) return std::nullopt;
  const Json& inner = outer["_rails"];
  if (inner.value("pur", "") != purpose || !inner.contains("message") || !inner["message"].is_string())
    return std::nullopt;
  const std::optional<std::string> message = from_base64(inner["message"].get<std::string>());
  if (!message) return std::nullopt;
  const Json json = Json::parse(*message, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  Session::Values values;
  for (const auto& [key, value] : json.items()) {
    if (value.is_string()) values.emplace_back(key, value.get<std::string>());
  }
  return values;
}

}  // namespace

Secrets::Secrets(std::string_view secret_key_base)
    : key_(pbkdf2(secret_key_base, "authenticated encrypted cookie", kIterations, kKeyBytes)) {}

std::string Secrets::seal(const Session::Values& values, std::string_view purpose) const {
  const std::string envelope = "{\"_rails\":{\"message\":\"" + base64(to_json(values)) +
                               "\",\"exp\":null,\"pur\":" + json_string(purpose) + "}}";
  const Sealed sealed = aes_gcm_seal(key_, envelope);
  return base64(sealed.ciphertext) + "--" + base64(sealed.iv) + "--" + base64(sealed.tag);
}

std::optional<Session::Values> Secrets::open(std::string_view text, std::string_view purpose) const {
  const std::vector<std::string_view> parts = sealed_parts(text);
  if (parts.size() != 3) return std::nullopt;
  const auto ciphertext = from_base64(parts[0]);
  const auto iv = from_base64(parts[1]);
  const auto tag = from_base64(parts[2]);
  if (!ciphertext || !iv || !tag) return std::nullopt;
  const std::optional<std::string> envelope = aes_gcm_open(key_, {*ciphertext, *iv, *tag});
  return envelope ? unwrap(*envelope, purpose) : std::nullopt;
}

}  // namespace room
