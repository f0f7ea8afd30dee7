# frozen_string_literal: true

require "room/views/layout"

module Room
  module Views
    module Messages
      module_function

      def iso(seconds) = Time.at(seconds).utc.strftime("%Y-%m-%dT%H:%M:%SZ")
      def clock(seconds) = Time.at(seconds).utc.strftime("%H:%M")
      def day(seconds) = Time.at(seconds).utc.strftime("%A, %-d %B %Y")

      # One part per day, each under its heading.
      def list(messages, attachments)
        messages.chunk_while { |one, other| day(one[:created_at]) == day(other[:created_at]) }.map do |of_one_day|
          heading = %(<h2 class="day">#{day(of_one_day.first[:created_at])}</h2>\n)
          heading + of_one_day.map { |message| message(message, attachments[message[:id]] || []) }.join
        end
      end

      def message(message, attachments)
        <<~HTML
          <article class="message" id="message_#{message[:id]}" data-user-id="#{message[:user_id]}">
          <img class="avatar" src="/users/#{message[:user_id]}/avatar" alt="" width="40" height="40" loading="lazy">
          <header><strong>#{Layout.h message[:user_name]}</strong> <a href="/rooms/#{message[:room_id]}#message_#{message[:id]}"><time datetime="#{iso message[:created_at]}">#{clock message[:created_at]}</time></a></header>
          <div class="body">#{message[:body]}</div>
          #{files(attachments)}</article>
        HTML
      end

      def files(attachments)
        return "" if attachments.empty?

        items = attachments.map { |row| %(<li><a href="/attachments/#{row[:id]}" download>#{Layout.h row[:filename]}</a></li>\n) }
        "<ul class=\"files\">\n#{items.join}</ul>\n"
      end

      def appended(message)
        %(<turbo-stream action="append" target="messages"><template>\n#{message(message, [])}</template></turbo-stream>\n)
      end

      def removed(message)
        %(<turbo-stream action="remove" target="message_#{message[:id]}"></turbo-stream>\n)
      end

      def rejected(room, why)
        %(<turbo-stream action="update" target="composer_error_#{room[:id]}"><template>#{Layout.h why}</template></turbo-stream>\n)
      end
    end
  end
end
