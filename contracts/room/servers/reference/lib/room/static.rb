# frozen_string_literal: true

require "rack"

module Room
  # Files below `public`, with the gzipped sibling where there is one and the client takes it.
  class Static
    CACHE_CONTROL = { assets: "public, max-age=31536000, immutable", other: "public, max-age=300" }.freeze

    def initialize(app, root)
      @app = app
      @root = root
      @files = Rack::Files.new(root)
    end

    def call(env)
      path = file_path(env)
      path ? serve(env, path) : @app.call(env)
    end

    private

    # The path below the root, cleaned, if a file is there.
    def file_path(env)
      return unless %w[GET HEAD].include?(env["REQUEST_METHOD"])

      path = Rack::Utils.unescape_path(env["PATH_INFO"])
      return unless Rack::Utils.valid_path?(path)

      path = Rack::Utils.clean_path_info(path)
      path if File.file?(File.join(@root, path))
    end

    def serve(env, path)
      sibling = File.file?(File.join(@root, "#{path}.gz"))
      gzip = sibling && takes_gzip?(env)
      status, headers, body = @files.call(env.merge("PATH_INFO" => Rack::Utils.escape_path(gzip ? "#{path}.gz" : path)))
      headers = Rack::Utils::HeaderHash[headers]
      if gzip && [200, 206].include?(status)
        headers["Content-Type"] = Rack::Mime.mime_type(File.extname(path)) unless headers["Content-Type"].start_with?("multipart/")
        headers["Content-Encoding"] = "gzip"
      end
      headers["Vary"] = "Accept-Encoding" if sibling
      headers["Cache-Control"] = CACHE_CONTROL[path.start_with?("/assets/") ? :assets : :other]
      [status, headers, body]
    end

    def takes_gzip?(env)
      wanted = Rack::Request.new(env).accept_encoding
      Rack::Utils.select_best_encoding(%w[gzip identity], wanted) == "gzip"
    end
  end
end
