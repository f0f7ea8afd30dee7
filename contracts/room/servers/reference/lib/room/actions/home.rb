# frozen_string_literal: true

module Room
  module Actions
    module Home
      module_function

      def up(context)
        context.plain(["<!DOCTYPE html><html><body style=\"background-color: green\"></body></html>\n"])
      end

      # To the room of the last visit, if it still is one of the user's.
      def show(context)
        rooms = context.store.rooms_of(context.require_user[:id])
        last = context.request.cookies["last_room"].to_i
        room = rooms.find { |known| known[:id] == last } || rooms.first or raise Failure, 404
        context.redirect("/rooms/#{room[:id]}")
      end
    end
  end
end
