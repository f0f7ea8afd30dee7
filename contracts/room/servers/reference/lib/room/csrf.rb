# frozen_string_literal: true

require "base64"
require "rack/utils"
require "securerandom"

module Room
  # Rails' tokens against cross-site posts: one secret per session, masked afresh wherever it is shown, so
  # that a compressed page can't be made to leak it.
  module Csrf
    BYTES = 32
    # Stands in a page where a token goes, until the page's digest has been taken.
    PLACE = "\u0000csrf\u0000"

    module_function

    def masked(session)
      secret = secret(session)
      pad = SecureRandom.random_bytes(BYTES)
      Base64.urlsafe_encode64(pad + xor(pad, secret), padding: false)
    end

    def valid?(session, token)
      known = session["_csrf_token"]
      bytes = Base64.urlsafe_decode64(token.to_s)
      return false unless known && bytes.bytesize == 2 * BYTES

      Rack::Utils.secure_compare(xor(bytes[0, BYTES], bytes[BYTES, BYTES]), Base64.urlsafe_decode64(known))
    rescue ArgumentError
      false
    end

    def secret(session)
      session["_csrf_token"] ||= Base64.urlsafe_encode64(SecureRandom.random_bytes(BYTES), padding: false)
      Base64.urlsafe_decode64(session["_csrf_token"])
    end

    def xor(pad, bytes)
      pad.bytes.zip(bytes.bytes).map { |one, other| one ^ other }.pack("C*")
    end
  end
end
