# frozen_string_literal: true

require "room/views/layout"

module Room
  module Views
    module SignIn
      module_function

      def page(email: "", wrong: false)
        alert = wrong ? %(<p class="alert" role="alert">Wrong address or password \u2014 try again.</p>\n) : ""
        form = <<~HTML
          <main class="sign-in">
          <h1>Come in</h1>
          #{alert}<form action="/session" method="post">
          #{Layout.token_field}
          <label>Email <input type="email" name="email" value="#{Layout.h email}" autocomplete="username" required></label>
          <label>Password <input type="password" name="password" autocomplete="current-password" required></label>
          <button>Sign in</button>
          </form>
          </main>
        HTML
        [Layout.open("Sign in", token: true), form, Layout.close]
      end
    end
  end
end
