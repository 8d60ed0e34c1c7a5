SAVEPOINT part
--
SELECT user_id, starts_collapsed, accordion FROM user WHERE name = :user
--
SELECT items, idempotency_key.words, idempotency_key.user, edit.user, input
FROM idempotency_key LEFT JOIN edit USING (edit_id) WHERE idempotency_key.key = :key
--
SELECT section_id, ord, level, title, detail, collapsible, new_rows, done, attributes, due, repeat FROM section WHERE title = 'Home' ORDER BY ord
--
SELECT section_id, ord, level, title, detail, collapsible, new_rows, done, attributes, due, repeat FROM section WHERE ord > 1000000000 ORDER BY ord LIMIT 1
--
SELECT section_id, ord, level, title, detail, collapsible, new_rows, done, attributes, due, repeat FROM section WHERE section_id = 1
--
SELECT row_id, rank FROM row WHERE section_id = 1 AND rank < 4611686018427387904 ORDER BY rank DESC LIMIT 1
--
SELECT sum(rows), sum(tasks), sum(done) FROM row_count WHERE section_id = 1
--
SELECT value FROM setting WHERE name = 'backup-every'
--
SELECT max(change_id) FROM change
--
UPDATE current_edit SET edit_id = 1 + coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'edit'), 0),
  makes_room = 0
--
INSERT INTO edit (edit_id, user, token, kind, words, undoes, undoes_change, first_change)
SELECT edit_id, :user, :token, 'edit', :words, NULL, NULL, :change FROM current_edit
--
SELECT document, token, block, first_id, last_id, synced FROM sync
--
INSERT INTO row (row_id, section_id, rank, text, done, attributes, due, repeat) VALUES (NULL, 1, :rank, :text, NULL, NULL, NULL, NULL)
--
DELETE FROM idempotency_key WHERE edit_id >= :edit
--
INSERT INTO idempotency_key (edit_id, key, user, words, input, items) VALUES (:edit, :key, :user, :words, NULL, :items)
--
DELETE FROM idempotency_key WHERE edit_id < min(
  (SELECT edit_id FROM edit ORDER BY edit_id LIMIT 1),
  coalesce((SELECT edit_id FROM idempotency_key WHERE at >= CAST((julianday('now') - 2440587.5 - 30
    - coalesce((SELECT value FROM setting WHERE name = 'history-days'), '365')) * 86400000 AS INTEGER) ORDER BY edit_id LIMIT 1), 0))
--
SELECT max(change_id) FROM change
--
UPDATE edit SET last_change = :change WHERE edit_id = :edit
--
SELECT max(change_id - coalesce(run, 1) + 1, 1) FROM change ORDER BY change_id LIMIT 1
--
SELECT (SELECT max(change_id) FROM change), (SELECT value FROM setting WHERE name = 'history-changes'),
  (SELECT first_change FROM edit WHERE edit_id = :edit), young.edit_id, young.first_change
FROM (SELECT at AS now, coalesce((SELECT value FROM setting WHERE name = 'history-days'), 365) AS days
  FROM edit WHERE edit_id = :edit) LEFT JOIN edit AS young ON young.edit_id = (SELECT edit_id FROM edit
  WHERE at BETWEEN now - days * 86400000 AND now ORDER BY edit_id LIMIT 1)
--
UPDATE current_edit SET edit_id = NULL
--
RELEASE part
