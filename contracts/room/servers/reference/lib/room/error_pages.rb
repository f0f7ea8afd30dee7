# frozen_string_literal: true

module Room
  # The pages of failure, and the middleware that shows the last of them when the application raises.
  class ErrorPages
    TEXTS = {
      400 => ["Bad request", "The room could not read this request."],
      403 => ["No entry", "You are not a member of this room."],
      404 => ["Not here", "The page you were looking for doesn\u2019t exist."],
      406 => ["Not acceptable", "The room speaks HTML, and you asked for something else."],
      416 => ["No such range", "The file has no bytes there."],
      422 => ["Rejected", "The change you wanted was rejected."],
      429 => ["Slow down", "Too many attempts \u2014 try again in three minutes."],
      500 => ["Something broke", "We\u2019re sorry, but something went wrong."]
    }.freeze

    OLD_BROWSER = "Your browser is too old for the room \u2014 please update it."

    def self.answer(status, headers = {}, text: TEXTS.fetch(status)[1])
      title = TEXTS.fetch(status)[0]
      page = <<~HTML
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <title>#{title} (#{status})</title>
        <link rel="stylesheet" href="/assets/app.css">
        </head>
        <body class="error">
        <main>
        <h1>#{title}</h1>
        <p>#{text}</p>
        <p><a href="/">Back to the room</a></p>
        </main>
        </body>
        </html>
      HTML
      [status, { "Content-Type" => "text/html; charset=utf-8" }.merge(headers), [page]]
    end

    def initialize(app)
      @app = app
    end

    def call(env)
      @app.call(env)
    rescue StandardError => error
      warn "room: #{error.class}: #{error.message} (#{error.backtrace&.first})"
      ErrorPages.answer(500)
    end
  end
end
