# frozen_string_literal: true

require "room/store"
require "room/views/layout"
require "room/views/messages"

module Room
  module Views
    module SearchPage
      module_function

      def page(user, query, found)
        [Layout.open("Search", token: false), head(user, query, found.size), *found.map { |row| result(row) }, "</ol>\n</main>\n", Layout.close]
      end

      def head(user, query, count)
        <<~HTML
          <main class="search">
          <h1>Search</h1>
          <form action="/searches" method="get"><input type="search" name="q" value="#{Layout.h query}" autofocus></form>
          <p>#{count} found for \u201c#{Layout.h query}\u201d in #{Layout.h user[:name]}\u2019s rooms</p>
          <ol class="results">
        HTML
      end

      def result(row)
        marked = Layout.h(row[:marked]).gsub(Store::MARK_OPEN, "<mark>").gsub(Store::MARK_CLOSE, "</mark>")
        <<~HTML
          <li><a href="/rooms/#{row[:room_id]}#message_#{row[:id]}">#{Layout.h row[:user_name]} in #{Layout.h row[:room_name]}, #{Messages.clock row[:created_at]}</a>
          <p>#{marked}</p></li>
        HTML
      end
    end
  end
end
