# frozen_string_literal: true

require "room/views/search_page"

module Room
  module Actions
    module Searches
      module_function

      def show(context)
        user = context.require_user
        context.require_html
        query = context.param("q").to_s.strip
        words = query.split(/[ \t\n]+/)
        found = words.empty? ? [] : context.store.search(user[:id], words)
        context.plain(Views::SearchPage.page(user, query, found))
      end
    end
  end
end
