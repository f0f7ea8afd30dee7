# frozen_string_literal: true

require "securerandom"
require "sqlite3"

module Room
  # The database, through one connection: SQLite then tells with data_version when another process has
  # committed. Rows come back as hashes with symbol keys.
  class Store
    SEARCH_LIMIT = 20
    MARK_OPEN = "\u0001"
    MARK_CLOSE = "\u0002"

    def initialize(path, clock)
      @clock = clock
      @lock = Mutex.new
      @generation = 0
      @db = SQLite3::Database.new(path)
      @db.busy_timeout = 5000
      @db.execute("PRAGMA journal_mode = WAL")
      @db.execute("PRAGMA synchronous = NORMAL")
    end

    # Changes with every write to what pages show: ours count, others' are SQLite's to tell.
    def version
      @lock.synchronize { [@generation, @db.get_first_value("PRAGMA data_version")] }
    end

    def user_by_email(email) = first("SELECT * FROM users WHERE email = ?", email)
    def user(id) = first("SELECT * FROM users WHERE id = ?", id)
    def user_by_bot_key(key) = first("SELECT * FROM users WHERE bot_key = ?", key)

    def user_by_session(token)
      first("SELECT users.* FROM sessions JOIN users ON users.id = sessions.user_id WHERE sessions.token = ?", token)
    end

    # Signing in shows on no page: it leaves the generation alone.
    def start_session(user_id)
      token = SecureRandom.hex(16)
      run("INSERT INTO sessions (user_id, token, created_at) VALUES (?, ?, ?)", user_id, token, @clock.stamp)
      token
    end

    def end_session(token) = run("DELETE FROM sessions WHERE token = ?", token)

    def room(id) = first("SELECT * FROM rooms WHERE id = ?", id)

    def rooms_of(user_id)
      all("SELECT rooms.* FROM rooms JOIN memberships ON memberships.room_id = rooms.id " \
          "WHERE memberships.user_id = ? ORDER BY rooms.id", user_id)
    end

    def member?(user_id, room_id)
      !first("SELECT 1 AS one FROM memberships WHERE user_id = ? AND room_id = ?", user_id, room_id).nil?
    end

    MESSAGE = "SELECT messages.*, users.name AS user_name FROM messages JOIN users ON users.id = messages.user_id "

    # The window of `count` messages that ends before the message `before` (the newest without), oldest first.
    def messages(room_id, count, before: nil)
      all("#{MESSAGE}WHERE room_id = ? AND messages.id < ? ORDER BY messages.id DESC LIMIT ?",
          room_id, before || 2**62, count).reverse
    end

    def message_page(room_id, page, count)
      all("#{MESSAGE}WHERE room_id = ? ORDER BY messages.id LIMIT ? OFFSET ?", room_id, count, (page - 1) * count)
    end

    def message_count(room_id) = first("SELECT count(*) AS n FROM messages WHERE room_id = ?", room_id)[:n]
    def message(id) = first("#{MESSAGE}WHERE messages.id = ?", id)

    def last_change(room_id)
      first("SELECT max(max(updated_at), (SELECT updated_at FROM rooms WHERE id = ?1)) AS at " \
            "FROM messages WHERE room_id = ?1", room_id)[:at] || room(room_id)[:updated_at]
    end

    def add_message(room_id, user_id, body, text)
      at = @clock.stamp
      message(write("INSERT INTO messages (room_id, user_id, body, text, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)",
                    room_id, user_id, body, text, at, at))
    end

    def remove_message(message)
      write("UPDATE rooms SET updated_at = ? WHERE id = ?", @clock.stamp, message[:room_id])
      write("DELETE FROM messages WHERE id = ?", message[:id])
    end

    def search(user_id, words)
      all("SELECT messages.id, messages.room_id, messages.created_at, users.name AS user_name, rooms.name AS room_name, " \
          "snippet(message_texts, 0, char(1), char(2), '…', 32) AS marked " \
          "FROM message_texts JOIN messages ON messages.id = message_texts.rowid " \
          "JOIN users ON users.id = messages.user_id JOIN rooms ON rooms.id = messages.room_id " \
          "JOIN memberships ON memberships.room_id = rooms.id AND memberships.user_id = ? " \
          "WHERE message_texts MATCH ? ORDER BY messages.id DESC LIMIT ?",
          user_id, words.map { |word| %("#{word.gsub('"', '""')}") }.join(" "), SEARCH_LIMIT)
    end

    def attachments_of(message_ids)
      return {} if message_ids.empty?

      all("SELECT * FROM attachments WHERE message_id IN (#{message_ids.join(",")}) ORDER BY id").group_by { |row| row[:message_id] }
    end

    def attachment(id)
      first("SELECT attachments.*, messages.room_id FROM attachments " \
            "JOIN messages ON messages.id = attachments.message_id WHERE attachments.id = ?", id)
    end

    private

    def all(sql, *values)
      @lock.synchronize do
        columns, *rows = @db.execute2(sql, values)
        names = columns.map(&:to_sym)
        rows.map { |row| names.zip(row).to_h }
      end
    end

    def first(sql, *values) = all(sql, *values).first

    def run(sql, *values)
      @lock.synchronize { @db.execute(sql, values) }
    end

    # The id of the row that was inserted last.
    def write(sql, *values)
      @lock.synchronize do
        @db.execute(sql, values)
        @generation += 1
        @db.last_insert_row_id
      end
    end
  end
end
