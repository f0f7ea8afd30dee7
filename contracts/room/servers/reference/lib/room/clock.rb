# frozen_string_literal: true

module Room
  # When things were written. A test run gives a start, and then every write takes the next second, so that
  # two servers that see the same requests write the same times.
  class Clock
    def initialize(start = nil)
      @next = start
      @lock = Mutex.new
    end

    # The time of a write, in epoch seconds.
    def stamp
      @lock.synchronize do
        return Time.now.to_i unless @next
        now = @next
        @next += 1
        now
      end
    end
  end
end
