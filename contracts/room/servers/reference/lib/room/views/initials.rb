# frozen_string_literal: true

require "room/views/layout"

module Room
  module Views
    # A picture for users who gave none.
    module Initials
      COLOURS = %w[#af2e1b #cc6324 #3b4b59 #bfa07a #5f7a55 #7a3e9d].freeze

      module_function

      def svg(name)
        letters = name.split.map { |word| word[0] }.first(2).join
        colour = COLOURS[name.bytes.sum % COLOURS.size]
        <<~SVG
          <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512">
          <rect width="100%" height="100%" rx="50" fill="#{colour}"/>
          <text x="50%" y="50%" fill="#fff" text-anchor="middle" dy="0.35em" font-family="sans-serif" font-size="230">#{Layout.h letters}</text>
          </svg>
        SVG
      end
    end
  end
end
