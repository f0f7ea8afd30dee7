#include "app/secrets.h"

#include <vector>

#include "base/crypto.h"
#include "base/encoding.h"
#include "base/json_reader.h"
#include "base/text.h"

namespace room {
namespace {

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
  const std::optional<JsonValue> outer = read_json(envelope);
  const JsonValue* inner = outer ? outer->find("_rails") : nullptr;
  const JsonValue* named = inner ? inner->find("pur") : nullptr;
  const JsonValue* message = inner ? inner->find("message") : nullptr;
  if (!named || named->text != purpose || !message) return std::nullopt;
  const std::optional<std::string> json = from_base64(message->text);
  const std::optional<JsonValue> session = json ? read_json(*json) : std::nullopt;
  if (!session || session->kind != JsonValue::Kind::kObject) return std::nullopt;
  Session::Values values;
  for (const auto& [key, value] : session->members) {
    if (value.is_string()) values.emplace_back(key, value.text);
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
