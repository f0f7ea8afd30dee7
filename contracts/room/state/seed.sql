-- The room's first state: every value is fixed, so that two runs of `seed` make the same database.
PRAGMA journal_mode = WAL;
BEGIN;

CREATE TABLE users (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT UNIQUE, password_digest TEXT, bot_key TEXT UNIQUE,
  avatar_file TEXT, avatar_name TEXT, updated_at INTEGER NOT NULL
);
CREATE TABLE sessions (id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL, token TEXT NOT NULL UNIQUE, created_at INTEGER NOT NULL);
CREATE TABLE rooms (id INTEGER PRIMARY KEY, name TEXT NOT NULL, topic TEXT NOT NULL, updated_at INTEGER NOT NULL);
CREATE TABLE memberships (room_id INTEGER NOT NULL, user_id INTEGER NOT NULL, PRIMARY KEY (room_id, user_id)) WITHOUT ROWID;
CREATE TABLE messages (
  id INTEGER PRIMARY KEY, room_id INTEGER NOT NULL, user_id INTEGER NOT NULL,
  body TEXT NOT NULL, -- HTML
  text TEXT NOT NULL, -- what was typed
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
);
CREATE INDEX messages_of_room ON messages (room_id, id);
CREATE TABLE attachments (
  id INTEGER PRIMARY KEY, message_id INTEGER NOT NULL, filename TEXT NOT NULL, content_type TEXT NOT NULL,
  file TEXT NOT NULL, created_at INTEGER NOT NULL
);
CREATE VIRTUAL TABLE message_texts USING fts5 (text, content = 'messages', content_rowid = 'id');
CREATE TRIGGER message_added AFTER INSERT ON messages BEGIN
  INSERT INTO message_texts (rowid, text) VALUES (new.id, new.text);
END;
CREATE TRIGGER message_removed AFTER DELETE ON messages BEGIN
  INSERT INTO message_texts (message_texts, rowid, text) VALUES ('delete', old.id, old.text);
END;
CREATE TRIGGER message_changed AFTER UPDATE OF text ON messages BEGIN
  INSERT INTO message_texts (message_texts, rowid, text) VALUES ('delete', old.id, old.text);
  INSERT INTO message_texts (rowid, text) VALUES (new.id, new.text);
END;

-- Every password is "secret".
INSERT INTO users VALUES
  (1, 'Ada Lovelace', 'ada@room.test', 'pbkdf2-sha256$2000$a1b2c3d4$32094c17cdaa6494d5f3c19250e9cbbd63ff18e053cf2b6dc7c86245fd447ba2', NULL, 'ada.png', 'ada.png', 1767258000),
  (2, 'Zoë "Zed" Krüger', 'zoe@room.test', 'pbkdf2-sha256$2000$b2c3d4e5$564971d51a19814cd1bb9857e77ed7fa360945b6279e11abdccbff77d570e4b6', NULL, 'zoe.png', 'Zoë "Zed" 100% Krüger.png', 1767344400),
  (3, '李 小龍', 'li@room.test', 'pbkdf2-sha256$2000$c3d4e5f6$c925ba36ff545fed19327415e686ecdfd367bb6273bd3dbc0b2dba4fcbc29b1b', NULL, NULL, NULL, 1767258000),
  (4, 'Søren <script>', 'soren@room.test', 'pbkdf2-sha256$2000$d4e5f607$e9822320fbf7ede76511d9fd5a3c0223181edfc5722672ca4bd539a3d4da766b', NULL, NULL, NULL, 1767258000),
  (5, 'Weather Bot', NULL, NULL, 'bot-5-c0ffee', NULL, NULL, 1767258000);

INSERT INTO rooms VALUES
  (1, 'Water cooler — all hands', 'Everything & nothing; “be kind”', 1767225600),
  (2, 'Café ☕ <quiet>', 'Naïve coöperation over déjà-vu', 1767225600),
  (3, 'Empty', 'Nobody has said a word', 1767226000),
  (4, 'Zoë''s office', 'By invitation', 1767225600),
  (5, 'Broken shelf', 'Where a file went missing', 1767225600);

INSERT INTO memberships VALUES
  (1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (2, 1), (2, 2), (2, 5), (3, 1), (3, 2), (4, 2), (5, 1), (5, 2);

-- What messages are made of: the same sentence as HTML and as it was typed.
CREATE TEMP TABLE sentences (n INTEGER PRIMARY KEY, body TEXT, text TEXT);
INSERT INTO sentences VALUES
  (0, 'The build is green again &mdash; <strong>all of it</strong>, for the first time since Tuesday.', 'The build is green again — *all of it*, for the first time since Tuesday.'),
  (1, 'Has anybody seen the <em>second</em> projector? It was on the shelf behind the plants, next to the box of adapters.', 'Has anybody seen the second projector? It was on the shelf behind the plants, next to the box of adapters.'),
  (2, 'Notes are at <a href="http://notes.room.test/?day=3&amp;part=2" rel="noreferrer">http://notes.room.test/?day=3&amp;part=2</a>, comments welcome.', 'Notes are at http://notes.room.test/?day=3&part=2, comments welcome.'),
  (3, 'Grüße aus Köln! Das Wetter ist schön, der Zug fährt pünktlich, und niemand glaubt es.', 'Grüße aus Köln! Das Wetter ist schön, der Zug fährt pünktlich, und niemand glaubt es.'),
  (4, '咖啡机又坏了 — 请大家今天用楼下的那台。', '咖啡机又坏了 — 请大家今天用楼下的那台。'),
  (5, 'I measured it twice: <code>p99 &lt; 40 ms</code> with the cache, and three times that without.', 'I measured it twice: p99 < 40 ms with the cache, and three times that without.'),
  (6, 'Lunch? 🍜 I know a place that has room for <strong>nine</strong>, if we are there before noon.', 'Lunch? 🍜 I know a place that has room for *nine*, if we are there before noon.'),
  (7, 'That was me, sorry. I had the wrong terminal in front, as one does on a Friday afternoon.', 'That was me, sorry. I had the wrong terminal in front, as one does on a Friday afternoon.'),
  (8, '<blockquote>Premature parity is the root of all evil.</blockquote>', 'Premature parity is the root of all evil.'),
  (9, 'Reminder: the review is at 15:00, the agenda has <s>four</s> five points, and the fifth is “any other business”.', 'Reminder: the review is at 15:00, the agenda has five points, and the fifth is “any other business”.'),
  (10, 'Здравствуйте! Перевод готов, осталось проверить две страницы и приложение.', 'Здравствуйте! Перевод готов, осталось проверить две страницы и приложение.'),
  (11, '<pre>200 OK&#10;Content-Length: 0&#10;</pre>', '200 OK Content-Length: 0'),
  (12, 'Can somebody with a key let the painters in tomorrow? They come at seven and leave at nine.', 'Can somebody with a key let the painters in tomorrow? They come at seven and leave at nine.');

-- Room 1 is busy (every message a few paragraphs), the others are not.
INSERT INTO messages (id, room_id, user_id, body, text, created_at, updated_at)
WITH RECURSIVE counted (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM counted WHERE i < 260),
placed (i, room_id, size) AS (
  SELECT i, CASE WHEN i % 10 = 3 THEN 2 WHEN i = 128 THEN 4 WHEN i = 255 THEN 5 ELSE 1 END,
         CASE WHEN i % 10 = 3 THEN 1 ELSE 16 + i % 13 END FROM counted
)
SELECT i, room_id, 1 + (i * 7) % 4,
  (SELECT group_concat(body, '<br>') FROM (
     WITH RECURSIVE part (k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM part WHERE k + 1 < size)
     SELECT body FROM part JOIN sentences ON n = (i * 5 + k * 3) % 13 ORDER BY k)),
  (SELECT group_concat(text, char(10)) FROM (
     WITH RECURSIVE part (k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM part WHERE k + 1 < size)
     SELECT text FROM part JOIN sentences ON n = (i * 5 + k * 3) % 13 ORDER BY k)),
  1767258000 + i * 1733, 1767258000 + i * 1733
FROM placed ORDER BY i;

INSERT INTO attachments VALUES
  (1, 260, 'minutes.txt', 'text/plain', 'minutes.txt', 1767708580),
  (2, 259, 'Résumé — “final” (2).pdf', 'application/pdf', 'resume.pdf', 1767706847),
  (3, 255, 'gone.pdf', 'application/pdf', 'gone.pdf', 1767699915),
  (4, 128, 'plans.pdf', 'application/pdf', 'resume.pdf', 1767479824);

COMMIT;
DROP TABLE temp.sentences;
PRAGMA wal_checkpoint(TRUNCATE);
