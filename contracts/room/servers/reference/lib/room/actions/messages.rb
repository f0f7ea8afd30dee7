# frozen_string_literal: true

require "room/rich_text"
require "room/views/messages"

module Room
  module Actions
    module Messages
      WINDOW = 20
      LIMIT_BYTES = 10_000
      STREAM = "text/vnd.turbo-stream.html; charset=utf-8"

      module_function

      # An older stretch of the room; 204 where there is none.
      def window(context, id)
        context.require_user
        room = context.require_room(id)
        before = context.param("before")
        raise Failure, 400 unless before.nil? || before.match?(/\A\d{1,18}\z/)

        messages = context.store.messages(room[:id], WINDOW, before: before&.to_i)
        return [204, { **Context::SECURITY, "Cache-Control" => "no-cache" }, []] if messages.empty?

        attachments = context.store.attachments_of(messages.map { |message| message[:id] })
        context.plain(Views::Messages.list(messages, attachments))
      end

      def create(context, id)
        context.require_user
        context.require_csrf
        room = context.require_room(id)
        text = context.param("message[body]").to_s.strip
        return reject(context, room, text) if text.empty? || text.bytesize > LIMIT_BYTES

        message = context.store.add_message(room[:id], context.user[:id], RichText.html(text), text)
        return context.redirect("/rooms/#{room[:id]}") unless context.turbo_stream?

        context.plain([Views::Messages.appended(message)], type: STREAM)
      end

      def destroy(context, id)
        context.require_user
        context.require_csrf
        message = context.store.message(id.to_i) or raise Failure, 404
        raise Failure, 403 unless message[:user_id] == context.user[:id]

        context.store.remove_message(message)
        return context.redirect("/rooms/#{message[:room_id]}") unless context.turbo_stream?

        context.plain([Views::Messages.removed(message)], type: STREAM)
      end

      def reject(context, room, text)
        why = text.empty? ? "Write something first." : "That is too long \u2014 #{LIMIT_BYTES} bytes at most."
        raise Failure, 422 unless context.turbo_stream?

        context.plain([Views::Messages.rejected(room, why)], status: 422, type: STREAM)
      end
    end
  end
end
