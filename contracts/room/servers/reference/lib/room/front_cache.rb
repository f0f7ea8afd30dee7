# frozen_string_literal: true

require "rack"
require "room/agent"
require "room/cookie_jar"

module Room
  # Keeps completed answers to GET /rooms/:id, compressed bytes and the
  # cuts between them, and says in X-Cache what it did:
  # `hit`, `miss` or `bypass` (a Range, or a client that wants no cache).
  class FrontCache
    CACHED_PATH = %r{\A/rooms/\d+\z}.freeze
    DROPPED_ON_304 = %w[Content-Type Content-Length Content-Encoding].freeze

    Entry = Struct.new(:headers, :parts, :version, :expires_at)

    # What is kept. An entry dies with the first write, ours or another process's, with its session, and of age.
    class Entries
      LIMIT = 512

      def initialize(store, seconds)
        @store = store
        @seconds = seconds
        @entries = {}
        @lock = Mutex.new
      end

      # Call before the answer is made: an answer is as old as the data it began with.
      def version
        @store.version
      end

      def find(key)
        entry = @lock.synchronize { @entries[key] }
        entry if entry && entry.version == version && now < entry.expires_at
      end

      def keep(key, headers, parts, version)
        @lock.synchronize do
          @entries.clear if @entries.size >= LIMIT
          @entries[key] = Entry.new(headers, parts, version, now + @seconds)
        end
      end

      def forget_session(token)
        @lock.synchronize { @entries.delete_if { |key, _| key[:session] == token } }
      end

      private

      def now
        Process.clock_gettime(Process::CLOCK_MONOTONIC)
      end
    end

    def initialize(app, entries, secrets)
      @app = app
      @entries = entries
      @secrets = secrets
    end

    def call(env)
      return @app.call(env) unless %w[GET HEAD].include?(env["REQUEST_METHOD"]) && CACHED_PATH.match?(env["PATH_INFO"])
      return mark(@app.call(env), "bypass") if bypass?(env)

      key = key(env)
      if (entry = @entries.find(key))
        mark(answer_from(entry, env), "hit")
      else
        mark(fill(key, env), "miss")
      end
    end

    private

    def bypass?(env)
      env.key?("HTTP_RANGE") || env["HTTP_CACHE_CONTROL"].to_s.include?("no-cache") || env["HTTP_PRAGMA"] == "no-cache"
    end

    def key(env)
      {
        host: env["HTTP_HOST"],
        target: "#{env["PATH_INFO"]}?#{env["QUERY_STRING"]}",
        frame: env["HTTP_TURBO_FRAME"],
        encoding: Rack::Utils.select_best_encoding(%w[gzip identity], Rack::Request.new(env).accept_encoding),
        accept: env["HTTP_ACCEPT"],
        agent: Agent.kind(env["HTTP_USER_AGENT"]),
        session: CookieJar.open_session(env, @secrets)["user_token"]
      }
    end

    def fill(key, env)
      version = @entries.version
      status, headers, body = @app.call(env)
      return [status, headers, body] unless status == 200 && env["REQUEST_METHOD"] == "GET"

      parts = []
      body.each { |part| parts << part.dup }
      body.close if body.respond_to?(:close)
      kept = headers.to_hash.reject { |name, _| name == "Set-Cookie" }
      @entries.keep(key, kept, parts, version)
      [status, headers, parts]
    end

    def answer_from(entry, env)
      headers = Rack::Utils::HeaderHash.new(entry.headers)
      if fresh?(env, headers)
        DROPPED_ON_304.each { |name| headers.delete(name) }
        return [304, headers, []]
      end

      [200, headers, env["REQUEST_METHOD"] == "HEAD" ? [] : entry.parts]
    end

    # Rack::ConditionalGet's rules: exact match of the tag, and only without one the date.
    def fresh?(env, headers)
      if (tag = env["HTTP_IF_NONE_MATCH"])
        tag == headers["ETag"]
      elsif (since = moment(env["HTTP_IF_MODIFIED_SINCE"])) && (modified = moment(headers["Last-Modified"]))
        since >= modified
      end
    end

    def moment(text)
      Time.rfc2822(text) if text && text.length >= 16
    rescue ArgumentError
      nil
    end

    def mark(answer, word)
      answer[1]["X-Cache"] = word
      answer
    end
  end
end
