# frozen_string_literal: true

require "rack"
require "room/app"
require "room/clock"
require "room/cookie_jar"
require "room/error_pages"
require "room/front_cache"
require "room/secrets"
require "room/stamps"
require "room/static"
require "room/store"

module Room
  Settings = Struct.new(:state, :clock_start, :cache_seconds, keyword_init: true)

  # The middleware, from the socket inwards, in the order that a Rails application has it.
  module Stack
    COMPRESSED_TYPES = %w[
      text/html text/plain text/vnd.turbo-stream.html application/json image/svg+xml
    ].freeze

    module_function

    def build(settings)
      clock = Clock.new(settings.clock_start)
      store = Store.new(File.join(settings.state, "room.db"), clock)
      secrets = Secrets.new(File.read(File.join(settings.state, "secret")).strip)
      cache = FrontCache::Entries.new(store, settings.cache_seconds)

      Rack::Builder.new do
        use DateStamp
        use RequestId
        use Rack::Runtime
        use FrontCache, cache, secrets
        use Static, File.join(settings.state, "public")
        use Rack::Deflater, include: COMPRESSED_TYPES, if: ->(_env, status, _headers, _body) { status != 206 }
        use ErrorPages
        use CookieJar, secrets
        use Rack::Head
        use Rack::ConditionalGet
        use Rack::ETag, "no-cache"
        run App.new(store, cache, File.join(settings.state, "files"))
      end.to_app
    end
  end
end
