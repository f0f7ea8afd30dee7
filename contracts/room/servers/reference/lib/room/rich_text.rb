# frozen_string_literal: true

require "erb"

module Room
  # What a person typed, as HTML: escaped, addresses linked, `*words*` strong, lines broken.
  module RichText
    LINK = %r{https?://[^\s<]+}.freeze
    STRONG = /\*([^*\n]+)\*/.freeze

    module_function

    def html(text)
      escaped = ERB::Util.h(text)
      escaped = escaped.gsub(LINK) { |url| %(<a href="#{url}" rel="noreferrer">#{url}</a>) }
      escaped = escaped.gsub(STRONG) { "<strong>#{$1}</strong>" }
      escaped.gsub(/\r?\n/, "<br>")
    end
  end
end
