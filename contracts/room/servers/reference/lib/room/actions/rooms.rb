# frozen_string_literal: true

require "room/views/room_page"
require "time"

module Room
  module Actions
    module Rooms
      PRELOAD = "</assets/app.css>; rel=preload; as=style; nopush, </assets/app.js>; rel=preload; as=script; nopush"
      WINDOW = 40

      module_function

      def show(context, id)
        return preview(context, id) if context.agent == :preview

        context.require_user
        room = context.require_room(id)
        context.require_html
        messages = context.store.messages(room[:id], WINDOW)
        attachments = context.store.attachments_of(messages.map { |message| message[:id] })
        context.cookies.keep("last_room", room[:id].to_s)
        headers = {
          "Last-Modified" => Time.at(context.store.last_change(room[:id])).httpdate,
          "Vary" => "Cookie, Turbo-Frame"
        }
        return context.tokened(Views::RoomPage.frame(room, messages, attachments), headers: headers) if context.frame

        rooms = context.store.rooms_of(context.user[:id])
        page = Views::RoomPage.page(context.user, rooms, room, messages, attachments)
        context.tokened(page, headers: { "Link" => PRELOAD, **headers })
      end

      # What an unfurled link shows: the room's name, never its messages.
      def preview(context, id)
        room = context.store.room(id.to_i) or raise Failure, 404
        context.plain(Views::RoomPage.preview(context.base_url, room))
      end
    end
  end
end
