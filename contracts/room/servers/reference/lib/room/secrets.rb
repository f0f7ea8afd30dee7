# frozen_string_literal: true

require "base64"
require "json"
require "openssl"

module Room
  # Rails' encrypted cookie: JSON in an envelope that names its purpose, under AES-256-GCM, as
  # base64(ciphertext)--base64(iv)--base64(tag). The key is derived as Rails 7 derives it.
  class Secrets
    SALT = "authenticated encrypted cookie"
    CIPHER = "aes-256-gcm"
    TAG_BYTES = 16

    def initialize(secret_key_base)
      @key = OpenSSL::PKCS5.pbkdf2_hmac(secret_key_base, SALT, 1000, 32, OpenSSL::Digest.new("SHA256"))
    end

    def seal(value, purpose)
      cipher = OpenSSL::Cipher.new(CIPHER).encrypt
      cipher.key = @key
      iv = cipher.random_iv
      cipher.auth_data = ""
      sealed = cipher.update(envelope(value, purpose)) + cipher.final
      [sealed, iv, cipher.auth_tag(TAG_BYTES)].map { |part| Base64.strict_encode64(part) }.join("--")
    end

    # The value, or nil where anything about the text is not ours.
    def open(text, purpose)
      parts = text.to_s.split("--", -1)
      return unless parts.size == 3

      sealed, iv, tag = parts.map { |part| Base64.strict_decode64(part) }
      return unless tag.bytesize == TAG_BYTES && iv.bytesize == 12

      cipher = OpenSSL::Cipher.new(CIPHER).decrypt
      cipher.key = @key
      cipher.iv = iv
      cipher.auth_tag = tag
      cipher.auth_data = ""
      unwrap(cipher.update(sealed) + cipher.final, purpose)
    rescue ArgumentError, OpenSSL::Cipher::CipherError, JSON::ParserError
      nil
    end

    private

    def envelope(value, purpose)
      message = Base64.strict_encode64(JSON.generate(value))
      JSON.generate("_rails" => { "message" => message, "exp" => nil, "pur" => purpose })
    end

    def unwrap(text, purpose)
      inner = JSON.parse(text)["_rails"]
      JSON.parse(Base64.strict_decode64(inner["message"])) if inner && inner["pur"] == purpose
    end
  end
end
