# frozen_string_literal: true

require "erb"
require "room/csrf"

module Room
  module Views
    # The frame of every whole page, in the parts in which it is sent.
    module Layout
      module_function

      def h(text) = ERB::Util.h(text.to_s)

      # `token: true` for pages that post.
      def open(title, token:)
        meta = token ? %(<meta name="csrf-param" content="authenticity_token">\n<meta name="csrf-token" content="#{Csrf::PLACE}">\n) : ""
        <<~HTML
          <!DOCTYPE html>
          <html lang="en">
          <head>
          <meta charset="utf-8">
          <title>#{h title} \u2014 The Room</title>
          <meta name="viewport" content="width=device-width, initial-scale=1">
          #{meta}<link rel="icon" href="/assets/logo.svg" type="image/svg+xml">
          <link rel="stylesheet" href="/assets/app.css">
          <script src="/assets/app.js" defer></script>
          </head>
          <body>
        HTML
      end

      def close
        <<~HTML
          <footer>The Room \u00b7 made to be compared, byte for byte</footer>
          </body>
          </html>
        HTML
      end

      def token_field = %(<input type="hidden" name="authenticity_token" value="#{Csrf::PLACE}">)
    end
  end
end
