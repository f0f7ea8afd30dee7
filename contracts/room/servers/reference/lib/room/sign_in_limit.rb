# frozen_string_literal: true

module Room
  # How often one address may try to sign in: kept in memory, forgotten after the window and once it is in.
  class SignInLimit
    TRIES = 5
    WINDOW_SECONDS = 180

    def initialize
      @tries = Hash.new { |tries, email| tries[email] = [] }
      @lock = Mutex.new
    end

    # Counts a try; false where it is one too many.
    def allow?(email)
      now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      @lock.synchronize do
        recent = @tries[email].select { |at| now - at < WINDOW_SECONDS }
        @tries[email] = recent.size < TRIES ? recent + [now] : recent
        recent.size < TRIES
      end
    end

    def forget(email)
      @lock.synchronize { @tries.delete(email) }
    end
  end
end
