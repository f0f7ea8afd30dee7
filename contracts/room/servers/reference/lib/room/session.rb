# frozen_string_literal: true

require "securerandom"

module Room
  # What one browser carries in its encrypted cookie. Reading it at all counts as use: a used session that
  # holds something goes out again with the answer, newly encrypted.
  class Session
    COOKIE = "_room_session"
    PURPOSE = "cookie.#{COOKIE}"

    def initialize(values)
      @values = values.is_a?(Hash) ? values : {}
      @used = false
    end

    def [](key)
      @used = true
      @values[key]
    end

    def []=(key, value)
      @used = true
      @values["session_id"] ||= SecureRandom.hex(16)
      @values[key] = value
    end

    def delete(key)
      @used = true
      @values.delete(key)
    end

    # A new session: nothing of a visitor's survives signing in or out.
    def reset
      @used = true
      @values = { "session_id" => SecureRandom.hex(16) }
    end

    def to_send
      @values if @used && !@values.empty?
    end
  end
end
