# frozen_string_literal: true

require "rack/utils"

module Room
  # The ranges that a request gets of a file: nil for all of it, [] where nothing of what it asked is there.
  # If-Range that doesn't match asks for all (RFC 9110, section 13.1.5).
  module ByteRanges
    module_function

    def wanted(env, size, etag, last_modified)
      return unless env["REQUEST_METHOD"] == "GET"

      condition = env["HTTP_IF_RANGE"]
      return if condition && ![etag, last_modified].include?(condition)

      Rack::Utils.get_byte_ranges(env["HTTP_RANGE"], size)
    end
  end
end
