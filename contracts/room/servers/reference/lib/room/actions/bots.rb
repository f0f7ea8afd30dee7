# frozen_string_literal: true

require "json"
require "room/rich_text"
require "room/views/messages"

module Room
  module Actions
    # The JSON interface for bots, which carry a key instead of a session.
    module Bots
      PAGE = 20
      LAST_PAGE = 1_000_000

      module_function

      def index(context, id)
        room = room_for(context, bot(context), id)
        page = context.param("page").to_i.clamp(1, LAST_PAGE)
        total = context.store.message_count(room[:id])
        messages = context.store.message_page(room[:id], page, PAGE)
        headers = { "X-Total-Count" => total.to_s }
        next_page = "#{context.base_url}/api/rooms/#{room[:id]}/messages?page=#{page + 1}"
        headers["Link"] = %(<#{next_page}>; rel="next") if page * PAGE < total
        json(200, messages.map { |message| fields(message) }, headers)
      end

      def show(context, id)
        user = bot(context)
        message = context.store.message(id.to_i)
        return failed(404, "no such message") unless message && context.store.member?(user[:id], message[:room_id])

        json(200, fields(message))
      end

      def create(context, id)
        user = bot(context)
        room = room_for(context, user, id)
        text = posted_text(context)
        return failed(422, "body is missing") if text.empty?

        message = context.store.add_message(room[:id], user[:id], RichText.html(text), text)
        json(201, fields(message), "Location" => "#{context.base_url}/api/messages/#{message[:id]}")
      end

      def bot(context)
        key = context.env["HTTP_AUTHORIZATION"].to_s[/\ABearer ([\w-]+)\z/, 1]
        user = key && context.store.user_by_bot_key(key.encode(Encoding::UTF_8))
        user || throw(:answer, failed(401, "a bot key is needed", "WWW-Authenticate" => 'Bearer realm="room"'))
      end

      def room_for(context, user, id)
        room = context.store.room(id.to_i) or throw(:answer, failed(404, "no such room"))
        context.store.member?(user[:id], room[:id]) or throw(:answer, failed(403, "not a member"))
        room
      end

      def posted_text(context)
        throw(:answer, failed(415, "send JSON")) unless context.env["CONTENT_TYPE"].to_s.start_with?("application/json")
        throw(:answer, failed(400, "malformed JSON")) unless context.body.valid_encoding?
        value = JSON.parse(context.body)
        return "" unless value.is_a?(Hash) && value["body"].is_a?(String)

        # Half a surrogate pair in an escape makes a string that is no UTF-8.
        throw(:answer, failed(400, "malformed JSON")) unless value["body"].valid_encoding?
        value["body"].delete("\0").strip
      rescue JSON::ParserError
        throw(:answer, failed(400, "malformed JSON"))
      end

      def fields(message)
        {
          "id" => message[:id], "room_id" => message[:room_id],
          "user" => { "id" => message[:user_id], "name" => message[:user_name] },
          "body" => message[:body], "text" => message[:text],
          "created_at" => Views::Messages.iso(message[:created_at])
        }
      end

      def json(status, value, headers = {})
        [status, { "Content-Type" => "application/json; charset=utf-8", **headers }, [JSON.generate(value)]]
      end

      def failed(status, error, headers = {})
        json(status, { "error" => error }, headers)
      end
    end
  end
end
