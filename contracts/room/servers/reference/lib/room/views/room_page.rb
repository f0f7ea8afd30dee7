# frozen_string_literal: true

require "room/views/layout"
require "room/views/messages"

module Room
  module Views
    module RoomPage
      module_function

      def page(user, rooms, room, messages, attachments)
        [
          Layout.open(room[:name], token: true),
          sidebar(user, rooms, room),
          heading(room),
          *Messages.list(messages, attachments),
          composer(room),
          Layout.close
        ]
      end

      # What Turbo asks for when it replaces the messages alone.
      def frame(room, messages, attachments)
        [
          %(<html><head><meta name="csrf-token" content="#{Csrf::PLACE}"></head><body>\n<turbo-frame id="room_#{room[:id]}">\n),
          *Messages.list(messages, attachments),
          "</turbo-frame>\n</body></html>\n"
        ]
      end

      def preview(base_url, room)
        [<<~HTML]
          <!DOCTYPE html>
          <html lang="en">
          <head>
          <meta charset="utf-8">
          <title>#{Layout.h room[:name]} \u2014 The Room</title>
          <meta property="og:title" content="#{Layout.h room[:name]}">
          <meta property="og:description" content="#{Layout.h room[:topic]}">
          <meta property="og:url" content="#{Layout.h base_url}/rooms/#{room[:id]}">
          </head>
          </html>
        HTML
      end

      def sidebar(user, rooms, current)
        links = rooms.map do |room|
          here = room[:id] == current[:id] ? %( aria-current="page") : ""
          %(<li><a href="/rooms/#{room[:id]}"#{here}>#{Layout.h room[:name]}</a></li>\n)
        end
        <<~HTML
          <nav>
          <ul class="rooms">
          #{links.join}</ul>
          <form action="/searches" method="get"><input type="search" name="q" placeholder="Search\u2026"></form>
          <form action="/session" method="post">
          <input type="hidden" name="_method" value="delete">
          #{Layout.token_field}
          <button>Sign out #{Layout.h user[:name]}</button>
          </form>
          </nav>
        HTML
      end

      def heading(room)
        <<~HTML
          <main>
          <h1>#{Layout.h room[:name]}</h1>
          <p class="topic">#{Layout.h room[:topic]}</p>
          <turbo-frame id="room_#{room[:id]}">
          <div id="messages">
        HTML
      end

      def composer(room)
        <<~HTML
          </div>
          </turbo-frame>
          <form class="composer" action="/rooms/#{room[:id]}/messages" method="post">
          #{Layout.token_field}
          <textarea name="message[body]" rows="3" placeholder="Say something\u2026" required></textarea>
          <p class="alert" id="composer_error_#{room[:id]}"></p>
          <button>Send</button>
          </form>
          </main>
        HTML
      end
    end
  end
end
