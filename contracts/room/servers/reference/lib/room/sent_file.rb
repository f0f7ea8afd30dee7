# frozen_string_literal: true

require "digest"
require "securerandom"
require "time"

module Room
  # A file as an answer: whole, one range, or several as multipart/byteranges under a boundary of its own.
  class SentFile
    PART_BYTES = 8192

    def initialize(path, type:, name:, disposition:, changed_at:)
      @bytes = File.binread(path)
      @type = type
      @name = name
      @disposition = disposition
      @etag = %("#{Digest::SHA256.hexdigest(@bytes).byteslice(0, 32)}")
      @last_modified = Time.at(changed_at).httpdate
    end

    def answer(context)
      ranges = ByteRanges.wanted(context.env, @bytes.bytesize, @etag, @last_modified)
      return whole if ranges.nil?
      return ErrorPages.answer(416, { "Content-Range" => "bytes */#{@bytes.bytesize}" }) if ranges.empty?

      ranges.size == 1 ? one(ranges.first) : several(ranges)
    end

    private

    def headers(type, length)
      {
        **Context::SECURITY, "Content-Type" => type, "Content-Disposition" => content_disposition,
        "Last-Modified" => @last_modified, "ETag" => @etag, "Accept-Ranges" => "bytes",
        "Cache-Control" => "max-age=300, private", "Content-Length" => length.to_s
      }
    end

    def whole
      [200, headers(@type, @bytes.bytesize), slices(@bytes)]
    end

    def one(range)
      [206, headers(@type, range.size).merge("Content-Range" => content_range(range)), slices(@bytes[range])]
    end

    def several(ranges)
      boundary = SecureRandom.hex(16)
      parts = ranges.flat_map do |range|
        ["\r\n--#{boundary}\r\nContent-Type: #{@type}\r\nContent-Range: #{content_range(range)}\r\n\r\n", *slices(@bytes[range])]
      end
      parts << "\r\n--#{boundary}--\r\n"
      [206, headers("multipart/byteranges; boundary=#{boundary}", parts.sum(&:bytesize)), parts]
    end

    def content_range(range)
      "bytes #{range.begin}-#{range.end}/#{@bytes.bytesize}"
    end

    def slices(bytes)
      (0...bytes.bytesize).step(PART_BYTES).map { |at| bytes.byteslice(at, PART_BYTES) }
    end

    # Both forms of the name (RFC 6266): plain with `?` for what isn't ASCII, and the whole in UTF-8.
    def content_disposition
      plain = @name.gsub(/[^\x20-\x7e]/, "?").gsub(/["\\%]/) { |char| format("%%%02X", char.ord) }
      whole = @name.b.gsub(/[^A-Za-z0-9!\#$&+.^_`|~-]/n) { |char| format("%%%02X", char.ord) }
      %(#{@disposition}; filename="#{plain}"; filename*=UTF-8''#{whole})
    end
  end
end
