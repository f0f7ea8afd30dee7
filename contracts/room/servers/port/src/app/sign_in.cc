#include "app/actions.h"
#include "app/session.h"
#include "base/crypto.h"
#include "base/encoding.h"
#include "base/text.h"
#include "stack/cookie_jar.h"
#include "stack/front_cache.h"
#include "views/views.h"

namespace room {
namespace {

constexpr std::size_t kKeyBytes = 32;

/// `digest` is `pbkdf2-sha256$ITERATIONS$SALT$HEX`.
bool password_matches(const std::string& digest, const std::string& password) {
  const std::vector<std::string> fields = split(digest, '$');
  if (fields.size() != 4) return false;
  const std::string key = pbkdf2(password, fields[2], static_cast<int>(leading_integer(fields[1])), kKeyBytes);
  return secure_equal(hex(key), fields[3]);
}

}  // namespace

Response new_session(Context& context) {
  context.require_html();
  return context.tokened(sign_in_page("", false));
}

Response create_session(Context& context, SignInLimit& limit) {
  context.require_csrf();
  const std::string email = lower(strip(context.param("email")));
  if (!limit.allow(email)) fail(429, {{"Retry-After", std::to_string(SignInLimit::kWindow.count())}});

  const std::optional<User> user = context.store().user_by_email(email);
  if (!user || !password_matches(user->password_digest, context.param("password"))) {
    return context.tokened(sign_in_page(email, true), 401);
  }
  limit.forget(email);
  const std::string back = context.session().get("return_to").value_or("/");
  context.session().reset();
  context.session().set("user_token", context.store().start_session(user->id));
  context.request().cookies_to_set.push_back(kept_cookie("last_user", user->name));
  return context.redirect(back);
}

Response destroy_session(Context& context) {
  context.require_csrf();
  if (const std::optional<std::string> token = context.session().get("user_token")) {
    context.store().end_session(*token);
    context.cache().forget_session(*token);
  }
  context.session().reset();
  context.request().cookies_to_set.push_back(forgotten_cookie("last_room"));
  return context.redirect("/session/new");
}

}  // namespace room
