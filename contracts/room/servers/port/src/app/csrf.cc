#include "app/csrf.h"

#include "base/crypto.h"
#include "base/encoding.h"

namespace room::csrf {
namespace {

constexpr std::size_t kBytes = 32;
constexpr std::string_view kKey = "_csrf_token";

std::string xor_bytes(std::string_view pad, std::string_view bytes) {
  std::string mixed(pad);
  for (std::size_t i = 0; i < mixed.size(); ++i) mixed[i] = static_cast<char>(mixed[i] ^ bytes[i]);
  return mixed;
}

std::string secret(Session& session) {
  if (!session.get(kKey)) session.set(kKey, base64url(random_bytes(kBytes)));
  std::string bytes = from_base64url(*session.get(kKey)).value_or("");
  bytes.resize(kBytes);
  return bytes;
}

}  // namespace

std::string masked(Session& session) {
  const std::string pad = random_bytes(kBytes);
  return base64url(pad + xor_bytes(pad, secret(session)));
}

bool valid(Session& session, std::string_view token) {
  const std::optional<std::string> known = session.get(kKey);
  const std::optional<std::string> bytes = from_base64url(token);
  if (!known || !bytes || bytes->size() != 2 * kBytes) return false;
  const std::string_view both = *bytes;
  return secure_equal(xor_bytes(both.substr(0, kBytes), both.substr(kBytes)), from_base64url(*known).value_or(""));
}

}  // namespace room::csrf
