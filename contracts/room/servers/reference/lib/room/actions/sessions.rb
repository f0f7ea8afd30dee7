# frozen_string_literal: true

require "room/password"
require "room/views/sign_in"

module Room
  module Actions
    class Sessions
      def initialize(limit)
        @limit = limit
      end

      def new_form(context)
        context.require_html
        context.tokened(Views::SignIn.page)
      end

      def create(context)
        context.require_csrf
        email = context.param("email").to_s.strip.downcase(:ascii)
        raise Failure.new(429, "Retry-After" => SignInLimit::WINDOW_SECONDS.to_s) unless @limit.allow?(email)

        user = context.store.user_by_email(email)
        return refuse(context, email) unless user && Password.matches?(user[:password_digest], context.param("password").to_s)

        @limit.forget(email)
        welcome(context, user)
      end

      def destroy(context)
        context.require_csrf
        token = context.session["user_token"]
        if token
          context.store.end_session(token)
          context.cache.forget_session(token)
        end
        context.session.reset
        context.cookies.forget("last_room")
        context.redirect("/session/new")
      end

      private

      def refuse(context, email)
        context.tokened(Views::SignIn.page(email: email, wrong: true), status: 401)
      end

      def welcome(context, user)
        back = context.session["return_to"] || "/"
        context.session.reset
        context.session["user_token"] = context.store.start_session(user[:id])
        context.cookies.keep("last_user", user[:name])
        context.redirect(back)
      end
    end
  end
end
