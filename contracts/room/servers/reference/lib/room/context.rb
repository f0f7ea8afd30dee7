# frozen_string_literal: true

require "digest"
require "rack"
require "time"
require "room/agent"
require "room/csrf"
require "room/error_pages"

module Room
  # Raised where a request ends in one of the failure pages.
  class Failure < StandardError
    attr_reader :status, :headers

    def initialize(status, headers = {})
      super("status #{status}")
      @status = status
      @headers = headers
    end
  end

  # One request, as the actions see it.
  class Context
    HTML = "text/html; charset=utf-8"
    SECURITY = {
      "X-Frame-Options" => "SAMEORIGIN", "X-Content-Type-Options" => "nosniff",
      "Referrer-Policy" => "strict-origin-when-cross-origin"
    }.freeze
    PRIVATE = "max-age=0, private, must-revalidate"

    attr_reader :env, :request, :store, :cache

    def initialize(env, store, cache)
      @env = env
      @request = Rack::Request.new(env)
      @store = store
      @cache = cache
    end

    def session = env["room.session"]
    def cookies = env["room.cookies"]
    def agent = Agent.kind(env["HTTP_USER_AGENT"])
    def base_url = "http://#{env["HTTP_HOST"]}"
    def frame = env["HTTP_TURBO_FRAME"]
    def verb = @verb ||= overridden_method

    # Query and form fields by their whole names; the last of several counts.
    def param(name)
      value = params[name]
      value = value.last if value.is_a?(Array)
      value
    end

    def params
      @params ||= fields(env["QUERY_STRING"]).merge(form? ? fields(body) : {})
    end

    def body
      @body ||= env["rack.input"].read.to_s.dup.force_encoding(Encoding::UTF_8)
    end

    # The signed-in user, or nil.
    def user
      return @user if defined?(@user)

      token = session["user_token"]
      @user = token && store.user_by_session(token)
    end

    def require_user
      user || throw(:answer, sign_in_first)
    end

    # Rails answers a post without a good token with 422.
    def require_csrf
      raise Failure, 422 unless Csrf.valid?(session, env["HTTP_X_CSRF_TOKEN"] || param("authenticity_token"))
    end

    # The request's room, where the user may see it.
    def require_room(id)
      room = store.room(id.to_i) or raise Failure, 404
      raise Failure, 403 unless store.member?(require_user[:id], room[:id])
      room
    end

    # Is any of the types welcome?
    def accepts?(*types)
      wanted = env["HTTP_ACCEPT"].to_s.split(",").map { |part| part.split(";").first.to_s.strip }
      wanted.empty? || !(wanted & [*types, "*/*"]).empty?
    end

    def require_html
      raise Failure, 406 unless accepts?("text/html", "text/*")
    end

    def turbo_stream? = env["HTTP_ACCEPT"].to_s.include?("text/vnd.turbo-stream.html")

    def redirect(path)
      location = "#{base_url}#{path}"
      body = %(<html><body>You are being <a href="#{ERB::Util.h(location)}">redirected</a>.</body></html>)
      [302, { **SECURITY, "Location" => location, "Content-Type" => HTML }, [body]]
    end

    # A page or fragment without tokens: its tag is Rack::ETag's.
    def plain(parts, status: 200, type: HTML, headers: {})
      [status, { **SECURITY, "Content-Type" => type, **headers }, parts]
    end

    # A page with tokens: tagged as it is without them, for no digest over fresh tokens could ever match again.
    def tokened(parts, status: 200, headers: {})
      digest = Digest::SHA256.hexdigest(parts.join.gsub(Csrf::PLACE, "")).byteslice(0, 32)
      parts = parts.map { |part| part.gsub(Csrf::PLACE) { Csrf.masked(session) } }
      tags = status == 200 ? { "ETag" => %(W/"#{digest}"), "Cache-Control" => PRIVATE } : {}
      [status, { **SECURITY, "Content-Type" => HTML, **headers, **tags }, parts]
    end

    private

    def sign_in_first
      session["return_to"] = env["PATH_INFO"] if verb == "GET"
      redirect("/session/new")
    end

    def form? = env["CONTENT_TYPE"].to_s.start_with?("application/x-www-form-urlencoded")

    # The fields of a query; every one of them must be readable, whether it counts or not.
    def fields(text)
      found = Rack::Utils.parse_query(text)
      raise Failure, 400 unless found.flatten(2).compact.all? { |part| part.valid_encoding? && !part.include?("\0") }

      found
    rescue Rack::QueryParser::InvalidParameterError, ArgumentError, RangeError
      raise Failure, 400
    end

    # HEAD is routed as GET; a form can say DELETE.
    def overridden_method
      given = env["REQUEST_METHOD"]
      return "GET" if given == "HEAD"

      given == "POST" && form? && param("_method").to_s.casecmp?("delete") ? "DELETE" : given
    end
  end
end
