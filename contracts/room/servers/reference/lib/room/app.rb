# frozen_string_literal: true

require "room/context"
require "room/actions/bots"
require "room/actions/files"
require "room/actions/home"
require "room/actions/messages"
require "room/actions/rooms"
require "room/actions/searches"
require "room/actions/sessions"
require "room/sign_in_limit"

module Room
  # Which action answers which request.
  class App
    def initialize(store, cache, files_root)
      @store = store
      @cache = cache
      sessions = Actions::Sessions.new(SignInLimit.new)
      files = Actions::Files.new(files_root)
      @routes = [
        ["GET", %r{\A/up\z}, Actions::Home.method(:up)],
        ["GET", %r{\A/\z}, Actions::Home.method(:show)],
        ["GET", %r{\A/session/new\z}, sessions.method(:new_form)],
        ["POST", %r{\A/session\z}, sessions.method(:create)],
        ["DELETE", %r{\A/session\z}, sessions.method(:destroy)],
        ["GET", %r{\A/rooms/(\d{1,18})\z}, Actions::Rooms.method(:show)],
        ["GET", %r{\A/rooms/(\d{1,18})/messages\z}, Actions::Messages.method(:window)],
        ["POST", %r{\A/rooms/(\d{1,18})/messages\z}, Actions::Messages.method(:create)],
        ["DELETE", %r{\A/messages/(\d{1,18})\z}, Actions::Messages.method(:destroy)],
        ["GET", %r{\A/searches\z}, Actions::Searches.method(:show)],
        ["GET", %r{\A/users/(\d{1,18})/avatar\z}, files.method(:avatar)],
        ["GET", %r{\A/attachments/(\d{1,18})\z}, files.method(:attachment)],
        ["GET", %r{\A/api/rooms/(\d{1,18})/messages\z}, Actions::Bots.method(:index)],
        ["POST", %r{\A/api/rooms/(\d{1,18})/messages\z}, Actions::Bots.method(:create)],
        ["GET", %r{\A/api/messages/(\d{1,18})\z}, Actions::Bots.method(:show)]
      ].freeze
    end

    def call(env)
      context = Context.new(env, @store, @cache)
      catch(:answer) { route(context) }
    rescue Failure => failure
      ErrorPages.answer(failure.status, failure.headers)
    end

    private

    def route(context)
      path = context.env["PATH_INFO"]
      return too_old if context.agent == :old && !path.match?(%r{\A/(api/|up\z)})

      @routes.each do |method, pattern, action|
        next unless method == context.verb && (match = pattern.match(path))

        return action.call(context, *match.captures)
      end
      raise Failure, 404
    end

    def too_old
      ErrorPages.answer(406, text: ErrorPages::OLD_BROWSER)
    end
  end
end
