# frozen_string_literal: true

require "openssl"
require "rack/utils"

module Room
  # Passwords as `pbkdf2-sha256$ITERATIONS$SALT$HEX`.
  module Password
    module_function

    def matches?(digest, password)
      _, iterations, salt, hex = digest.split("$")
      key = OpenSSL::PKCS5.pbkdf2_hmac(password, salt, iterations.to_i, 32, OpenSSL::Digest.new("SHA256"))
      Rack::Utils.secure_compare(key.unpack1("H*"), hex)
    end
  end
end
