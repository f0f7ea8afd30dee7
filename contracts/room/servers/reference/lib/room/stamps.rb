# frozen_string_literal: true

require "securerandom"
require "time"

module Room
  # Puma writes no Date.
  class DateStamp
    def initialize(app)
      @app = app
    end

    def call(env)
      status, headers, body = @app.call(env)
      headers["Date"] = Time.now.httpdate
      [status, headers, body]
    end
  end

  # Echoes the caller's X-Request-Id, cleaned, or makes one.
  class RequestId
    def initialize(app)
      @app = app
    end

    def call(env)
      given = env["HTTP_X_REQUEST_ID"].to_s.gsub(/[^\w\-@]/, "")[0, 255]
      env["room.request_id"] = given.empty? ? SecureRandom.uuid : given
      status, headers, body = @app.call(env)
      headers["X-Request-Id"] = env["room.request_id"]
      [status, headers, body]
    end
  end
end
