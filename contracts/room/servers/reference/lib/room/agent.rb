# frozen_string_literal: true

module Room
  # What kind of client a User-Agent speaks for: :none, :modern, :old or :preview. Browsers from before
  # nested CSS and import maps are old; preview bots unfurl links and never sign in.
  module Agent
    OLDEST = { "Chrome" => 120, "Firefox" => 121 }.freeze
    OLDEST_SAFARI = [17, 2].freeze

    module_function

    def kind(user_agent)
      case user_agent
      when nil, "" then :none
      when /Slackbot|Twitterbot|facebookexternalhit|Discordbot|WhatsApp/ then :preview
      when /MSIE |Trident\// then :old
      when /(Chrome|Firefox)\/(\d+)/ then $2.to_i < OLDEST[$1] ? :old : :modern
      when /Version\/(\d+)\.(\d+).* Safari\// then ([$1.to_i, $2.to_i] <=> OLDEST_SAFARI).negative? ? :old : :modern
      else :modern
      end
    end
  end
end
