# frozen_string_literal: true

require "room/byte_ranges"
require "room/sent_file"
require "room/views/initials"

module Room
  module Actions
    class Files
      def initialize(root)
        @root = root
      end

      # The picture, or the user's initials where there is none.
      def avatar(context, id)
        context.require_user
        user = context.store.user(id.to_i) or raise Failure, 404
        return initials(context, user) unless user[:avatar_file]

        send_file(context, user[:avatar_file], type: "image/png", name: user[:avatar_name],
                                               disposition: "inline", changed_at: user[:updated_at])
      end

      def attachment(context, id)
        context.require_user
        row = context.store.attachment(id.to_i) or raise Failure, 404
        context.require_room(row[:room_id])
        send_file(context, row[:file], type: row[:content_type], name: row[:filename],
                                       disposition: "attachment", changed_at: row[:created_at])
      end

      private

      def initials(context, user)
        context.plain([Views::Initials.svg(user[:name])], type: "image/svg+xml")
      end

      def send_file(context, file, **about)
        SentFile.new(File.join(@root, file), **about).answer(context)
      end
    end
  end
end
