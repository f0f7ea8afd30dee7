# frozen_string_literal: true

# The reference of the room: `ruby server.rb --state DIR --port N` serves the chat room from the state
# folder DIR on 127.0.0.1:N until SIGTERM. `seed DIR`, beside contract.json, makes such a folder.
#
#   ROOM_CLOCK          epoch seconds at which the application's clock starts; it then moves one second
#                       with each write. Without it the clock is the machine's.
#   ROOM_CACHE_SECONDS  how long a completed response stays in the front cache (15)

require "optparse"
require "puma"
require "puma/configuration"
require "puma/launcher"

$LOAD_PATH.unshift File.join(__dir__, "lib")
require "room/stack"

options = { port: 9292, threads: 8 }
OptionParser.new do |parser|
  parser.on("--state DIR") { |dir| options[:state] = dir }
  parser.on("--port N", Integer) { |port| options[:port] = port }
  parser.on("--threads N", Integer) { |threads| options[:threads] = threads }
end.parse!
abort "server.rb: needs --state DIR" unless options[:state]

settings = Room::Settings.new(
  state: File.expand_path(options[:state]),
  clock_start: ENV["ROOM_CLOCK"]&.to_i,
  cache_seconds: Float(ENV.fetch("ROOM_CACHE_SECONDS", "15"))
)

configuration = Puma::Configuration.new do |config|
  config.app Room::Stack.build(settings)
  config.bind "tcp://127.0.0.1:#{options[:port]}"
  config.threads options[:threads], options[:threads]
  config.environment "production"
  config.persistent_timeout 75
  config.quiet
end
Puma::Launcher.new(configuration, events: Puma::Events.strings).run
