# frozen_string_literal: true

require "rack"
require "room/session"

module Room
  # Opens the session for the application and sends cookies: the application's own in the order in which it
  # set them, then the session.
  class CookieJar
    SESSION_ATTRIBUTES = { path: "/", httponly: true, same_site: :lax }.freeze
    YEAR = 31_536_000

    # The cookies that an answer will set, as Set-Cookie lines.
    class Outgoing
      attr_reader :lines

      def initialize
        @lines = []
      end

      def keep(name, value)
        @lines << Rack::Utils.add_cookie_to_header(
          nil, name, { value: value, path: "/", max_age: YEAR.to_s, same_site: :lax }
        )
      end

      def forget(name)
        @lines << Rack::Utils.add_remove_cookie_to_header(nil, name, { path: "/" })
      end
    end

    def initialize(app, secrets)
      @app = app
      @secrets = secrets
    end

    # The session that a request carries, for whoever stands before this middleware.
    def self.open_session(env, secrets)
      Session.new(secrets.open(Rack::Utils.parse_cookies(env)[Session::COOKIE], Session::PURPOSE))
    end

    def call(env)
      session = env["room.session"] = CookieJar.open_session(env, @secrets)
      outgoing = env["room.cookies"] = Outgoing.new
      status, headers, body = @app.call(env)
      lines = outgoing.lines
      if (values = session.to_send)
        cookie = { value: @secrets.seal(values, Session::PURPOSE), **SESSION_ATTRIBUTES }
        lines << Rack::Utils.add_cookie_to_header(nil, Session::COOKIE, cookie)
      end
      headers["Set-Cookie"] = lines.join("\n") unless lines.empty?
      [status, headers, body]
    end
  end
end
