-- What the other scripts here create together. scripts/schema writes it; edit those, not this.

PRAGMA application_id = 1886152052;
-- Added by later scripts: due, repeat. A comment after them is about attributes.
CREATE TABLE section (
  section_id INTEGER PRIMARY KEY AUTOINCREMENT,
  ord INTEGER NOT NULL DEFAULT 4611686018427387904,
  level INTEGER NOT NULL DEFAULT 1,
  title TEXT NOT NULL,
  detail TEXT,
  collapsible INTEGER NOT NULL DEFAULT 1,
  new_rows TEXT, -- what becomes of a row that is added: task, plain, or NULL for what the other rows are
  done INTEGER, -- of a task: 0 open, 1 done; NULL for a section that is no task
  attributes TEXT, due TEXT CONSTRAINT "section: due must be a day such as 2026-11-27, or 2026-11-27T14:00"
  CHECK (due IS NULL OR due >= '0001' AND due IS strftime(
    iif(length(due) = 10, '%Y-%m-%d', '%Y-%m-%dT%H:%M'), due, '+0 days')), repeat TEXT CONSTRAINT "section: repeat must be 1 to 1000 characters without NUL, beside a due"
  CHECK (repeat IS NULL OR due IS NOT NULL AND length(repeat) BETWEEN 1 AND 1000 AND instr(repeat, char(0)) = 0),
  CONSTRAINT "section: section_id must be positive and below 2^53"
    CHECK (section_id > 0 AND section_id < 9007199254740992),
  CONSTRAINT "section: ord must be between -2^62 and 2^62"
    CHECK (ord > -4611686018427387904 AND ord <= 4611686018427387904),
  CONSTRAINT "section: level must be 1 to 100" CHECK (level BETWEEN 1 AND 100),
  CONSTRAINT "section: title must not contain NUL" CHECK (instr(title, char(0)) = 0),
  CONSTRAINT "section: title must be at most 64 KiB" CHECK (length(CAST(title AS BLOB)) <= 65536),
  CONSTRAINT "section: detail must not contain NUL" CHECK (instr(detail, char(0)) = 0),
  CONSTRAINT "section: detail must be at most 1 MiB" CHECK (length(CAST(detail AS BLOB)) <= 1048576),
  CONSTRAINT "section: collapsible must be 0 or 1" CHECK (collapsible IN (0, 1)),
  CONSTRAINT "section: new_rows must be a word" CHECK (new_rows <> '' AND new_rows NOT GLOB '*[^a-z]*'),
  CONSTRAINT "section: done must be 0, 1 or NULL" CHECK (done IN (0, 1)),
  CONSTRAINT "section: attributes must be a JSON object"
    CHECK (CASE WHEN attributes IS NULL THEN 1 WHEN json_valid(attributes) THEN json_type(attributes) = 'object'
                ELSE 0 END),
  CONSTRAINT "section: attributes must not contain NUL" CHECK (instr(attributes, char(0)) = 0),
  CONSTRAINT "section: attributes must be at most 1 MiB" CHECK (length(CAST(attributes AS BLOB)) <= 1048576)
) STRICT;
-- Added by later scripts: due, repeat, level. A comment after them is about attributes.
CREATE TABLE row (
  row_id INTEGER PRIMARY KEY AUTOINCREMENT,
  section_id INTEGER NOT NULL REFERENCES section (section_id) ON DELETE CASCADE,
  rank INTEGER NOT NULL DEFAULT 4611686018427387904,
  text TEXT NOT NULL,
  done INTEGER, -- of a task: 0 open, 1 done; NULL for a row that is no task
  attributes TEXT, due TEXT CONSTRAINT "row: due must be a day such as 2026-11-27, or 2026-11-27T14:00"
  CHECK (due IS NULL OR due >= '0001' AND due IS strftime(
    iif(length(due) = 10, '%Y-%m-%d', '%Y-%m-%dT%H:%M'), due, '+0 days')), repeat TEXT CONSTRAINT "row: repeat must be 1 to 1000 characters without NUL, beside a due"
  CHECK (repeat IS NULL OR due IS NOT NULL AND length(repeat) BETWEEN 1 AND 1000 AND instr(repeat, char(0)) = 0), level INTEGER NOT NULL DEFAULT 1 CONSTRAINT "row: level must be 1 to 100"
  CHECK (level BETWEEN 1 AND 100),
  CONSTRAINT "row: row_id must be positive and below 2^53"
    CHECK (row_id > 0 AND row_id < 9007199254740992),
  CONSTRAINT "row: rank must be between -2^62 and 2^62"
    CHECK (rank > -4611686018427387904 AND rank <= 4611686018427387904),
  CONSTRAINT "row: text must not contain NUL" CHECK (instr(text, char(0)) = 0),
  CONSTRAINT "row: text must be at most 1 MiB" CHECK (length(CAST(text AS BLOB)) <= 1048576),
  CONSTRAINT "row: done must be 0, 1 or NULL" CHECK (done IN (0, 1)),
  CONSTRAINT "row: attributes must be a JSON object"
    CHECK (CASE WHEN attributes IS NULL THEN 1 WHEN json_valid(attributes) THEN json_type(attributes) = 'object'
                ELSE 0 END),
  CONSTRAINT "row: attributes must not contain NUL" CHECK (instr(attributes, char(0)) = 0),
  CONSTRAINT "row: attributes must be at most 1 MiB" CHECK (length(CAST(attributes AS BLOB)) <= 1048576)
) STRICT;
CREATE TABLE section_count (
  level INTEGER NOT NULL,
  span INTEGER NOT NULL,
  sections INTEGER NOT NULL CHECK (sections >= 0),
  PRIMARY KEY (level, span)
) STRICT, WITHOUT ROWID;
CREATE TABLE user (
  user_id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  starts_collapsed INTEGER NOT NULL DEFAULT 0,
  accordion INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "user: user_id must be positive and below 2^53"
    CHECK (user_id > 0 AND user_id < 9007199254740992),
  CONSTRAINT "user: name must not be empty" CHECK (name <> ''),
  CONSTRAINT "user: name must not contain NUL" CHECK (instr(name, char(0)) = 0),
  CONSTRAINT "user: name must be at most 64 KiB" CHECK (length(CAST(name AS BLOB)) <= 65536),
  CONSTRAINT "user: starts_collapsed must be 0 or 1" CHECK (starts_collapsed IN (0, 1)),
  CONSTRAINT "user: accordion must be 0 or 1" CHECK (accordion IN (0, 1))
) STRICT;
CREATE TABLE fold (
  user_id INTEGER NOT NULL REFERENCES user (user_id) ON DELETE CASCADE,
  section_id INTEGER NOT NULL, -- or the row_id of a row that has others below it
  collapsed INTEGER NOT NULL,
  PRIMARY KEY (user_id, section_id),
  CONSTRAINT "fold: collapsed must be 0 or 1" CHECK (collapsed IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE TABLE counting (is_open INTEGER NOT NULL CHECK (is_open IN (0, 1))) STRICT;
INSERT INTO counting VALUES(0);
-- Added by later scripts: undoes_all. A comment after them is about last_change.
CREATE TABLE edit (
  edit_id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL DEFAULT (CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)), -- ms since 1970, UTC
  user TEXT NOT NULL,
  token INTEGER NOT NULL, -- random; shows whether the edit was saved although COMMIT reported an error
  kind TEXT NOT NULL DEFAULT 'edit', -- edit, sync, undo, redo, undo folds or redo folds
  words TEXT NOT NULL DEFAULT '', -- the command as pleat log shows it; may be empty
  undoes INTEGER, -- for an undo or a redo, the edit_id of the edit that it takes back or brings back
  undoes_change INTEGER, -- the same for a statement run by hand: the number of its last change
  first_change INTEGER NOT NULL, -- for an edit without changes, the number that the next change will get
  last_change INTEGER, undoes_all TEXT CONSTRAINT "edit: undoes_all must be numbers of edits with spaces between"
  CHECK (undoes_all GLOB '[1-9]*' AND undoes_all NOT GLOB '*[^0-9 ]*'), -- first_change - 1 for an edit without changes; NULL while the edit is being made
  CONSTRAINT "edit: edit_id must be positive and below 2^53" CHECK (edit_id > 0 AND edit_id < 9007199254740992),
  CONSTRAINT "edit: at must be between -2^53 and 2^53" CHECK (at > -9007199254740992 AND at < 9007199254740992),
  CONSTRAINT "edit: undoes must be the number of an earlier edit" CHECK (undoes > 0 AND undoes < edit_id),
  CONSTRAINT "edit: undoes_change must be the number of an earlier change"
    CHECK (undoes_change > 0 AND undoes_change < first_change),
  CONSTRAINT "edit: first_change must be positive and below 2^53"
    CHECK (first_change > 0 AND first_change < 9007199254740992),
  CONSTRAINT "edit: last_change must be at least first_change - 1, and below 2^53"
    CHECK (last_change >= first_change - 1 AND last_change < 9007199254740992)
) STRICT;
CREATE TABLE current_edit (
  edit_id INTEGER CHECK (edit_id > 0 AND edit_id < 9007199254740992),
  makes_room INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "current_edit: makes_room must be 0, or 1 while pleat makes an edit"
    CHECK (makes_room = 0 OR makes_room = 1 AND edit_id IS NOT NULL)
) STRICT;
INSERT INTO current_edit VALUES(NULL,0);
-- Added by later scripts: old_due, old_repeat. A comment after them is about made_room.
CREATE TABLE change (
  change_id INTEGER PRIMARY KEY, -- a run takes one number for each row, and this is the last of them
  edit_id INTEGER,
  at INTEGER,
  thing TEXT NOT NULL, -- section, row, fold, user
  action TEXT NOT NULL, -- insert, update, delete
  id INTEGER NOT NULL, -- section_id, row_id or user_id; for a fold the section_id, for a run the first row_id
  run INTEGER, -- the number of rows in a run; NULL for a single change
  step INTEGER, -- the distance between neighbouring ranks in a run
  user_id INTEGER, -- for a fold
  old_section INTEGER, new_section INTEGER, -- for a row
  old_place INTEGER, new_place INTEGER, -- ord or rank; for a run the first rank
  old_level INTEGER, new_level INTEGER, -- for a section; of a row only old_level, and NULL is 1
  old_flag INTEGER, new_flag INTEGER, -- collapsible, collapsed, or starts_collapsed
  old_accordion INTEGER, new_accordion INTEGER, -- for a user
  changed INTEGER, -- for an update, what changed: the sum of 1 for old_text, 2 for old_detail, 4 for old_attributes, 8
    -- for old_done, 16 for old_new_rows, 32 for old_due, 64 for old_repeat, 128 for old_level of a row
  old_text TEXT, -- title, text or name
  old_detail TEXT,
  old_attributes TEXT,
  old_done INTEGER,
  old_new_rows TEXT, -- for a section
  made_room INTEGER, old_due TEXT, old_repeat TEXT, -- for an update of a section or a row: 1 if only its sort key changed, to make room for a neighbour
  CONSTRAINT "change: change_id must be positive and below 2^53" CHECK (change_id > 0 AND change_id < 9007199254740992),
  CONSTRAINT "change: either edit_id or at must be NULL, and both be below 2^53"
    CHECK ((edit_id IS NULL) <> (at IS NULL) AND coalesce(edit_id, 1) > 0 AND coalesce(edit_id, 1) < 9007199254740992
      AND coalesce(at, 0) > -9007199254740992 AND coalesce(at, 0) < 9007199254740992),
  CONSTRAINT "change: id must be positive and below 2^53" CHECK (id > 0 AND id < 9007199254740992),
  CONSTRAINT "change: run must be at least 2 and at most change_id" CHECK (run > 1 AND run <= change_id),
  CONSTRAINT "change: step must be positive and below 2^62" CHECK (step > 0 AND step < 4611686018427387904),
  CONSTRAINT "change: old_place must be between -2^62 and 2^62"
    CHECK (old_place > -4611686018427387904 AND old_place < 4611686018427387904),
  CONSTRAINT "change: new_place must be between -2^62 and 2^62"
    CHECK (new_place > -4611686018427387904 AND new_place < 4611686018427387904),
  CONSTRAINT "change: levels must be 1 to 100" CHECK (old_level BETWEEN 1 AND 100 AND new_level BETWEEN 1 AND 100),
  CONSTRAINT "change: changed must not be negative" CHECK (changed >= 0)
) STRICT;
CREATE TABLE author (
  edit_id INTEGER NOT NULL, -- the synchronization
  first_id INTEGER NOT NULL, last_id INTEGER NOT NULL, -- the numbers of the items, from the first to the last
  at INTEGER NOT NULL, -- ms since 1970, UTC
  action TEXT NOT NULL, -- insert, update, delete
  user TEXT NOT NULL,
  PRIMARY KEY (edit_id, first_id, at, action),
  CONSTRAINT "author: at must be between -2^53 and 2^53" CHECK (at > -9007199254740992 AND at < 9007199254740992)
) STRICT, WITHOUT ROWID;
CREATE TABLE idempotency_key (
  edit_id INTEGER PRIMARY KEY, -- the last entry of the edit; it may have left the history
  at INTEGER NOT NULL DEFAULT (CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)), -- ms since 1970, UTC
  key INTEGER NOT NULL,
  user TEXT NOT NULL, -- who asked for the edit, under the name of that time
  words TEXT NOT NULL, -- what was asked for, such as undo --mine
  input INTEGER, -- a digest of what the edit read from standard input or a document; NULL if it read nothing
  items TEXT NOT NULL, -- what the edit answered with, such as s4 r17 r18-r30
  CONSTRAINT "idempotency_key: edit_id must be positive and below 2^53" CHECK (edit_id > 0 AND edit_id < 9007199254740992),
  CONSTRAINT "idempotency_key: at must be between -2^53 and 2^53" CHECK (at > -9007199254740992 AND at < 9007199254740992)
) STRICT;
CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value ANY NOT NULL,
  CONSTRAINT "setting: history-changes must be a whole number from 1000 to 1000000000"
    CHECK (name <> 'history-changes' OR (typeof(value) = 'integer' AND value BETWEEN 1000 AND 1000000000)),
  CONSTRAINT "setting: history-days must be a whole number from 1 to 36500"
    CHECK (name <> 'history-days' OR (typeof(value) = 'integer' AND value BETWEEN 1 AND 36500)),
  CONSTRAINT "setting: inbox and archive must be titles: texts that are not empty, of at most 65536 bytes, without a NUL"
    CHECK (name NOT IN ('inbox', 'archive') OR (typeof(value) = 'text' AND length(CAST(value AS BLOB)) BETWEEN 1 AND 65536
      AND instr(value, char(0)) = 0)),
  CONSTRAINT "setting: backup-every must be off, or a number from 1 to 9999 with one of the units h, d and w"
    CHECK (name <> 'backup-every' OR (typeof(value) = 'text' AND (value = 'off' OR (length(value) BETWEEN 2 AND 5
      AND value GLOB '[1-9]*[hdw]' AND substr(value, 1, length(value) - 1) NOT GLOB '*[^0-9]*')))),
  CONSTRAINT "setting: new-rows must be a word"
    CHECK (name <> 'new-rows' OR (typeof(value) = 'text' AND value <> '' AND value NOT GLOB '*[^a-z]*')),
  CONSTRAINT "setting: what begins with screen- must be a whole number, or a text of at most 65536 bytes without a NUL"
    CHECK (name NOT GLOB 'screen-*' OR typeof(value) = 'integer'
      OR (typeof(value) = 'text' AND length(CAST(value AS BLOB)) <= 65536 AND instr(value, char(0)) = 0)),
  -- What makes this outline another one than all others; copies of the file keep it.
  CONSTRAINT "setting: identity must be 1 to 64 digits and small letters"
    CHECK (name <> 'identity' OR (typeof(value) = 'text' AND length(value) BETWEEN 1 AND 64
      AND value NOT GLOB '*[^0-9a-z]*')),
  -- Which ids were given when, by random tokens: two copies of a file have the same up to the last token that both have.
  CONSTRAINT "setting: lineage must be digits, small letters, points and spaces"
    CHECK (name <> 'lineage' OR (typeof(value) = 'text' AND length(value) <= 65536 AND value NOT GLOB '*[^0-9a-z. ]*'))
) STRICT, WITHOUT ROWID;
INSERT INTO setting VALUES('archive','Archive');
INSERT INTO setting VALUES('backup-every','off');
INSERT INTO setting VALUES('history-changes',200000);
INSERT INTO setting VALUES('history-days',365);
INSERT INTO setting VALUES('identity',lower(hex(randomblob(16))));
INSERT INTO setting VALUES('inbox','Inbox');
INSERT INTO setting VALUES('lineage','');
CREATE TABLE sync (
  line INTEGER PRIMARY KEY CHECK (line = 1),
  document TEXT NOT NULL, -- the name of the document
  token TEXT NOT NULL, -- random; the block is reserved under it
  block INTEGER NOT NULL, -- the ids from block * 10^9 to block * 10^9 + 999999999
  next_id INTEGER NOT NULL, -- the next id of the block
  first_id INTEGER NOT NULL, -- the next id at the time of the last synchronization
  last_id INTEGER NOT NULL, -- the greatest id of any block at that time
  synced TEXT, -- the commit with the state of the outline that the present state follows from; NULL before the first one
  CONSTRAINT "sync: token must be 1 to 20 digits and small letters"
    CHECK (token GLOB '[0-9a-z]*' AND token NOT GLOB '*[^0-9a-z]*' AND length(token) <= 20),
  CONSTRAINT "sync: synced must be the id of a commit"
    CHECK (length(synced) IN (40, 64) AND synced NOT GLOB '*[^0-9a-f]*'),
  CONSTRAINT "sync: block must be between 0 and 9007198" CHECK (block BETWEEN 0 AND 9007198),
  CONSTRAINT "sync: next_id must be in the block, or the first one after it"
    CHECK (next_id BETWEEN block * 1000000000 AND (block + 1) * 1000000000 AND next_id > 0),
  CONSTRAINT "sync: first_id must be positive and not above next_id" CHECK (first_id BETWEEN 1 AND next_id),
  CONSTRAINT "sync: last_id must be between 0 and 2^53" CHECK (last_id >= 0 AND last_id < 9007199254740992)
) STRICT;
CREATE TABLE row_count (
  section_id INTEGER NOT NULL,
  span INTEGER NOT NULL,
  level INTEGER NOT NULL,
  rows INTEGER NOT NULL CHECK (rows >= 0),
  tasks INTEGER NOT NULL CHECK (tasks >= 0),
  done INTEGER NOT NULL CHECK (done >= 0),
  PRIMARY KEY (section_id, span, level)
) STRICT, WITHOUT ROWID;
ANALYZE sqlite_schema;
INSERT INTO sqlite_stat1 VALUES('section',NULL,'500000');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('section',0);
INSERT INTO sqlite_sequence VALUES('row',0);
CREATE UNIQUE INDEX section_by_ord ON section (ord);
CREATE INDEX section_by_level ON section (level, ord);
CREATE INDEX section_by_title ON section (title);
CREATE INDEX section_by_done ON section (ord, done) WHERE done IS NOT NULL;
CREATE UNIQUE INDEX row_by_rank ON row (section_id, rank);
CREATE INDEX row_by_done ON row (section_id, done, rank) WHERE done IS NOT NULL;
CREATE UNIQUE INDEX user_by_name ON user (name);
CREATE INDEX fold_by_section ON fold (section_id);
CREATE UNIQUE INDEX idempotency_key_by_key ON idempotency_key (key);
CREATE TRIGGER section_insert_guard BEFORE INSERT ON section BEGIN
  SELECT RAISE(ABORT, 'section: this section_id is already in use; to change that section, use UPDATE')
    WHERE EXISTS (SELECT 1 FROM section WHERE section_id = NEW.section_id);
  SELECT RAISE(ABORT, 'section: section_id must be above all numbers used so far; leave it out to get the next one')
    WHERE NEW.section_id > 0 AND NEW.section_id <= (SELECT max(seq) FROM sqlite_sequence WHERE name IN ('section', 'row'))
      AND (SELECT edit_id FROM current_edit) IS NULL;
  SELECT RAISE(ABORT, 'section: this section_id is far above all others; leave it out to get the next one')
    WHERE NEW.section_id > 1000000000
      AND NEW.section_id > 1000000000 + coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'section'), 0)
      AND NOT EXISTS (SELECT 1 FROM sync, current_edit WHERE edit_id IS NOT NULL); -- pleat gives ids of many blocks
  SELECT RAISE(ABORT, 'section: this ord is already in use')
    WHERE EXISTS (SELECT 1 FROM section WHERE ord = NEW.ord);
  SELECT RAISE(ABORT, 'section: no ord is left at the end; add the section with pleat, which makes room')
    WHERE coalesce(NEW.ord, 4611686018427387904) = 4611686018427387904
      AND (SELECT ord FROM section ORDER BY ord DESC LIMIT 1) >= 4611686017427387904;
  SELECT RAISE(ABORT, 'section: new_rows must be task, plain or NULL') WHERE NEW.new_rows NOT IN ('task', 'plain');
END;
CREATE TRIGGER section_number AFTER INSERT ON section BEGIN
  UPDATE sqlite_sequence SET seq = NEW.section_id WHERE name = 'row' AND seq < NEW.section_id;
END;
CREATE TRIGGER section_insert AFTER INSERT ON section WHEN NEW.ord < 4611686018427387904 BEGIN
  UPDATE counting SET is_open = 1;
  INSERT INTO section_count (level, span, sections) VALUES (NEW.level, NEW.ord >> 42, 1)
    ON CONFLICT DO UPDATE SET sections = sections + 1;
  UPDATE counting SET is_open = 0;
END;
CREATE TRIGGER section_append AFTER INSERT ON section WHEN NEW.ord = 4611686018427387904 BEGIN
  UPDATE section SET ord = coalesce(
    (SELECT ord FROM section WHERE ord < 4611686018427387904 ORDER BY ord DESC LIMIT 1), 0) + 1000000000
    WHERE section_id = NEW.section_id;
END;
CREATE TRIGGER section_delete AFTER DELETE ON section BEGIN
  UPDATE counting SET is_open = 1;
  UPDATE section_count SET sections = sections - 1 WHERE level = OLD.level AND span = OLD.ord >> 42;
  DELETE FROM section_count WHERE level = OLD.level AND span = OLD.ord >> 42 AND sections = 0;
  UPDATE counting SET is_open = 0;
  DELETE FROM row WHERE section_id = OLD.section_id;
  DELETE FROM fold WHERE section_id = OLD.section_id AND NOT EXISTS (SELECT 1 FROM row WHERE row_id = OLD.section_id);
END;
CREATE TRIGGER row_insert_guard BEFORE INSERT ON row BEGIN
  SELECT RAISE(ABORT, 'row: there is no section with this section_id')
    WHERE NOT EXISTS (SELECT 1 FROM section WHERE section_id = NEW.section_id);
  SELECT RAISE(ABORT, 'row: this row_id is already in use; to change that row, use UPDATE')
    WHERE EXISTS (SELECT 1 FROM row WHERE row_id = NEW.row_id);
  SELECT RAISE(ABORT, 'row: row_id must be above all numbers used so far; leave it out to get the next one')
    WHERE NEW.row_id > 0 AND NEW.row_id <= (SELECT max(seq) FROM sqlite_sequence WHERE name IN ('section', 'row'))
      AND (SELECT edit_id FROM current_edit) IS NULL;
  SELECT RAISE(ABORT, 'row: this row_id is far above all others; leave it out to get the next one')
    WHERE NEW.row_id > 1000000000
      AND NEW.row_id > 1000000000 + coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'row'), 0)
      AND NOT EXISTS (SELECT 1 FROM sync, current_edit WHERE edit_id IS NOT NULL); -- pleat gives ids of many blocks
  SELECT RAISE(ABORT, 'row: this rank is already in use in the section')
    WHERE EXISTS (SELECT 1 FROM row WHERE section_id = NEW.section_id AND rank = NEW.rank);
  SELECT RAISE(ABORT, 'row: no rank is left at the end of the section; add the row with pleat, which makes room')
    WHERE coalesce(NEW.rank, 4611686018427387904) = 4611686018427387904
      AND (SELECT rank FROM row WHERE section_id = NEW.section_id ORDER BY rank DESC LIMIT 1) >= 4611686017427387904;
END;
CREATE TRIGGER row_number AFTER INSERT ON row BEGIN
  UPDATE sqlite_sequence SET seq = NEW.row_id WHERE name = 'section' AND seq < NEW.row_id;
END;
CREATE TRIGGER row_append AFTER INSERT ON row WHEN NEW.rank = 4611686018427387904 BEGIN
  UPDATE row SET rank = coalesce(
    (SELECT rank FROM row WHERE section_id = NEW.section_id AND rank < 4611686018427387904
     ORDER BY rank DESC LIMIT 1), 0) + 1000000000
    WHERE row_id = NEW.row_id;
END;
CREATE TRIGGER section_count_insert_guard BEFORE INSERT ON section_count BEGIN
  SELECT RAISE(ABORT, 'section_count: only triggers change it; change section instead') FROM counting WHERE NOT is_open;
END;
CREATE TRIGGER section_count_update_guard BEFORE UPDATE ON section_count BEGIN
  SELECT RAISE(ABORT, 'section_count: only triggers change it; change section instead') FROM counting WHERE NOT is_open;
END;
CREATE TRIGGER section_count_delete_guard BEFORE DELETE ON section_count BEGIN
  SELECT RAISE(ABORT, 'section_count: only triggers change it; change section instead') FROM counting WHERE NOT is_open;
END;
CREATE TRIGGER counting_delete_guard BEFORE DELETE ON counting BEGIN
  SELECT RAISE(ABORT, 'counting: must keep its one line, for the triggers');
END;
CREATE TRIGGER counting_insert_guard BEFORE INSERT ON counting BEGIN
  SELECT RAISE(ABORT, 'counting: must keep its one line, for the triggers');
END;
CREATE TRIGGER current_edit_delete_guard BEFORE DELETE ON current_edit BEGIN
  SELECT RAISE(ABORT, 'current_edit: must keep its one line, for the triggers');
END;
CREATE TRIGGER current_edit_insert_guard BEFORE INSERT ON current_edit BEGIN
  SELECT RAISE(ABORT, 'current_edit: must keep its one line, for the triggers');
END;
CREATE TRIGGER current_edit_update_guard BEFORE UPDATE OF edit_id ON current_edit BEGIN
  SELECT RAISE(ABORT, 'current_edit: edit_id must be NULL or the next number of edit')
    WHERE NEW.edit_id <> 1 + coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'edit'), 0);
END;
CREATE TRIGGER edit_insert_guard BEFORE INSERT ON edit BEGIN
  SELECT RAISE(ABORT, 'edit: only pleat writes the history') FROM current_edit WHERE edit_id IS NOT NEW.edit_id;
  SELECT RAISE(ABORT, 'edit: kind must be edit, sync, undo, redo, undo folds or redo folds')
    WHERE NEW.kind NOT IN ('edit', 'sync', 'undo', 'redo', 'undo folds', 'redo folds');
END;
CREATE TRIGGER edit_update_guard BEFORE UPDATE ON edit BEGIN
  SELECT RAISE(ABORT, 'edit: only pleat writes the history') FROM current_edit WHERE edit_id IS NULL;
  SELECT RAISE(ABORT, 'edit: kind never changes') WHERE NEW.kind IS NOT OLD.kind;
END;
CREATE TRIGGER edit_delete_guard BEFORE DELETE ON edit BEGIN
  SELECT RAISE(ABORT, 'edit: only pleat writes the history') FROM current_edit WHERE edit_id IS NULL;
END;
CREATE TRIGGER change_update_guard BEFORE UPDATE ON change BEGIN
  SELECT RAISE(ABORT, 'change: only pleat writes the history') FROM current_edit WHERE edit_id IS NULL;
END;
CREATE TRIGGER change_delete_guard BEFORE DELETE ON change BEGIN
  SELECT RAISE(ABORT, 'change: only pleat writes the history') FROM current_edit WHERE edit_id IS NULL;
END;
CREATE TRIGGER setting_update_guard BEFORE UPDATE ON setting BEGIN
  SELECT RAISE(ABORT, 'setting: change it with pleat settings') FROM current_edit WHERE edit_id IS NULL;
END;
CREATE TRIGGER setting_delete_guard BEFORE DELETE ON setting BEGIN
  SELECT RAISE(ABORT, 'setting: change it with pleat settings') FROM current_edit WHERE edit_id IS NULL;
END;
CREATE TRIGGER sync_insert_guard BEFORE INSERT ON sync BEGIN
  SELECT RAISE(ABORT, 'sync: only pleat sync changes it') FROM current_edit WHERE edit_id IS NULL;
END;
CREATE TRIGGER sync_update_guard BEFORE UPDATE ON sync BEGIN
  SELECT RAISE(ABORT, 'sync: only pleat sync changes it') FROM current_edit WHERE edit_id IS NULL;
END;
CREATE TRIGGER sync_delete_guard BEFORE DELETE ON sync BEGIN
  SELECT RAISE(ABORT, 'sync: only pleat sync changes it') FROM current_edit WHERE edit_id IS NULL;
END;
CREATE TRIGGER user_insert_guard BEFORE INSERT ON user BEGIN
  SELECT RAISE(ABORT, 'user: this user_id is already in use; to change that user, use UPDATE')
    WHERE EXISTS (SELECT 1 FROM user WHERE user_id = NEW.user_id);
  SELECT RAISE(ABORT, 'user: this user_id is far above all others; leave it out to get the next one')
    WHERE NEW.user_id > 1000000000
      AND NEW.user_id > 1000000000 + coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'user'), 0);
  SELECT RAISE(ABORT, 'user: this name is already in use') WHERE EXISTS (SELECT 1 FROM user WHERE name = NEW.name);
END;
CREATE TRIGGER user_update_guard BEFORE UPDATE ON user
WHEN NEW.user_id IS NOT OLD.user_id OR NEW.name IS NOT OLD.name BEGIN
  SELECT RAISE(ABORT, 'user: user_id never changes') WHERE NEW.user_id IS NOT OLD.user_id;
  SELECT RAISE(ABORT, 'user: this name is already in use')
    WHERE EXISTS (SELECT 1 FROM user WHERE name = NEW.name AND user_id <> OLD.user_id);
END;
CREATE TRIGGER user_delete AFTER DELETE ON user BEGIN
  DELETE FROM fold WHERE user_id = OLD.user_id;
END;
CREATE TRIGGER fold_insert_guard BEFORE INSERT ON fold BEGIN
  SELECT RAISE(ABORT, 'fold: there is no user with this user_id')
    WHERE NOT EXISTS (SELECT 1 FROM user WHERE user_id = NEW.user_id);
  SELECT RAISE(ABORT, 'fold: there is no section and no row with this section_id')
    WHERE NOT EXISTS (SELECT 1 FROM section WHERE section_id = NEW.section_id)
      AND NOT EXISTS (SELECT 1 FROM row WHERE row_id = NEW.section_id);
END;
CREATE TRIGGER fold_update_guard BEFORE UPDATE ON fold
WHEN NEW.user_id IS NOT OLD.user_id OR NEW.section_id IS NOT OLD.section_id BEGIN
  SELECT RAISE(ABORT, 'fold: user_id and section_id never change; delete this flag and insert another');
END;
CREATE TRIGGER log_fold_insert AFTER INSERT ON fold BEGIN
  INSERT INTO change (edit_id, at, thing, action, id, user_id, new_flag)
  VALUES ((SELECT edit_id FROM current_edit),
    (SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) FROM current_edit WHERE edit_id IS NULL),
    'fold', 'insert', NEW.section_id, NEW.user_id, NEW.collapsed);
END;
CREATE TRIGGER log_fold_update AFTER UPDATE ON fold
WHEN NEW.collapsed <> OLD.collapsed
BEGIN
  INSERT INTO change (edit_id, at, thing, action, id, user_id, old_flag, new_flag)
  VALUES ((SELECT edit_id FROM current_edit),
    (SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) FROM current_edit WHERE edit_id IS NULL),
    'fold', 'update', NEW.section_id, NEW.user_id, OLD.collapsed, NEW.collapsed);
END;
CREATE TRIGGER log_user_insert AFTER INSERT ON user BEGIN
  INSERT INTO change (edit_id, at, thing, action, id, new_flag, new_accordion)
  VALUES ((SELECT edit_id FROM current_edit),
    (SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) FROM current_edit WHERE edit_id IS NULL),
    'user', 'insert', NEW.user_id, NEW.starts_collapsed, NEW.accordion);
END;
CREATE TRIGGER log_user_update AFTER UPDATE ON user
WHEN NEW.name <> OLD.name OR NEW.starts_collapsed <> OLD.starts_collapsed
  OR NEW.accordion <> OLD.accordion
BEGIN
  INSERT INTO change (edit_id, at, thing, action, id, old_flag, new_flag, old_accordion, new_accordion,
    changed, old_text)
  VALUES ((SELECT edit_id FROM current_edit),
    (SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) FROM current_edit WHERE edit_id IS NULL),
    'user', 'update', NEW.user_id, OLD.starts_collapsed, NEW.starts_collapsed, OLD.accordion, NEW.accordion,
    NEW.name <> OLD.name, iif(NEW.name <> OLD.name, OLD.name, NULL));
END;
CREATE TRIGGER log_user_delete AFTER DELETE ON user BEGIN
  INSERT INTO change (edit_id, at, thing, action, id, old_flag, old_accordion, old_text)
  VALUES ((SELECT edit_id FROM current_edit),
    (SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) FROM current_edit WHERE edit_id IS NULL),
    'user', 'delete', OLD.user_id, OLD.starts_collapsed, OLD.accordion, OLD.name);
END;
CREATE VIEW log AS
SELECT change.change_id, edit.edit_id, strftime('%Y-%m-%d %H:%M:%S', edit.at / 1000, 'unixepoch') AS at, edit.user,
  CASE WHEN kind IN ('edit', 'sync') THEN words ELSE kind || ': ' || words END AS words, last_change - first_change + 1 AS changes,
  CAST(edit.edit_id AS TEXT) AS entry, coalesce(CAST(undoes AS TEXT), 'h' || undoes_change) AS undoes
FROM edit LEFT JOIN change ON change.change_id = edit.first_change AND change.edit_id = edit.edit_id
UNION ALL
SELECT min(change_id), NULL, strftime('%Y-%m-%d %H:%M:%S', at / 1000, 'unixepoch'), NULL, 'edited outside pleat',
  count(*), 'h' || max(change_id), NULL
FROM change WHERE edit_id IS NULL GROUP BY at;
CREATE INDEX section_by_due ON section (due) WHERE due IS NOT NULL;
CREATE INDEX row_by_due ON row (due) WHERE due IS NOT NULL;
CREATE TRIGGER log_section_delete AFTER DELETE ON section BEGIN
  INSERT INTO change (edit_id, at, thing, action, id, old_place, old_level, old_flag, old_text, old_detail,
    old_attributes, old_done, old_new_rows, old_due, old_repeat)
  VALUES ((SELECT edit_id FROM current_edit),
    (SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) FROM current_edit WHERE edit_id IS NULL),
    'section', 'delete', OLD.section_id, OLD.ord, OLD.level, OLD.collapsible, OLD.title, OLD.detail, OLD.attributes,
    OLD.done, OLD.new_rows, OLD.due, OLD.repeat);
END;
CREATE TRIGGER change_insert_guard BEFORE INSERT ON change BEGIN
  SELECT RAISE(ABORT, 'change: only pleat writes the history') FROM current_edit WHERE edit_id IS NULL AND
    (NEW.change_id > 0 OR NEW.at IS NOT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER));
END;
CREATE TRIGGER row_count_insert_guard BEFORE INSERT ON row_count BEGIN
  SELECT RAISE(ABORT, 'row_count: only triggers change it; change row instead') FROM counting WHERE NOT is_open;
END;
CREATE TRIGGER row_count_update_guard BEFORE UPDATE ON row_count BEGIN
  SELECT RAISE(ABORT, 'row_count: only triggers change it; change row instead') FROM counting WHERE NOT is_open;
END;
CREATE TRIGGER row_count_delete_guard BEFORE DELETE ON row_count BEGIN
  SELECT RAISE(ABORT, 'row_count: only triggers change it; change row instead') FROM counting WHERE NOT is_open;
END;
CREATE TRIGGER row_insert AFTER INSERT ON row WHEN NEW.rank < 4611686018427387904 BEGIN
  UPDATE counting SET is_open = 1;
  INSERT INTO row_count (section_id, span, level, rows, tasks, done)
    VALUES (NEW.section_id, NEW.rank >> 42, NEW.level, 1, NEW.done IS NOT NULL, NEW.done IS 1)
    ON CONFLICT DO UPDATE SET rows = rows + 1, tasks = tasks + excluded.tasks, done = done + excluded.done;
  UPDATE counting SET is_open = 0;
END;
CREATE TRIGGER row_update AFTER UPDATE OF section_id, rank, level ON row
WHEN (NEW.section_id, NEW.rank >> 42, NEW.level) IS NOT (OLD.section_id, OLD.rank >> 42, OLD.level) BEGIN
  UPDATE counting SET is_open = 1;
  UPDATE row_count SET rows = rows - 1, tasks = tasks - (OLD.done IS NOT NULL), done = done - (OLD.done IS 1)
    WHERE section_id = OLD.section_id AND span = OLD.rank >> 42 AND level = OLD.level;
  DELETE FROM row_count
    WHERE section_id = OLD.section_id AND span = OLD.rank >> 42 AND level = OLD.level AND rows = 0;
  INSERT INTO row_count (section_id, span, level, rows, tasks, done)
    SELECT NEW.section_id, NEW.rank >> 42, NEW.level, 1, NEW.done IS NOT NULL, NEW.done IS 1 WHERE NEW.rank < 4611686018427387904
    ON CONFLICT DO UPDATE SET rows = rows + 1, tasks = tasks + excluded.tasks, done = done + excluded.done;
  UPDATE counting SET is_open = 0;
END;
CREATE TRIGGER row_tick AFTER UPDATE OF done ON row
WHEN NEW.done IS NOT OLD.done
  AND (NEW.section_id, NEW.rank >> 42, NEW.level) IS (OLD.section_id, OLD.rank >> 42, OLD.level) BEGIN
  UPDATE counting SET is_open = 1;
  UPDATE row_count SET tasks = tasks + (NEW.done IS NOT NULL) - (OLD.done IS NOT NULL),
    done = done + (NEW.done IS 1) - (OLD.done IS 1)
    WHERE section_id = OLD.section_id AND span = OLD.rank >> 42 AND level = OLD.level;
  UPDATE counting SET is_open = 0;
END;
CREATE TRIGGER row_delete AFTER DELETE ON row BEGIN
  UPDATE counting SET is_open = 1;
  UPDATE row_count SET rows = rows - 1, tasks = tasks - (OLD.done IS NOT NULL), done = done - (OLD.done IS 1)
    WHERE section_id = OLD.section_id AND span = OLD.rank >> 42 AND level = OLD.level;
  DELETE FROM row_count
    WHERE section_id = OLD.section_id AND span = OLD.rank >> 42 AND level = OLD.level AND rows = 0;
  UPDATE counting SET is_open = 0;
  DELETE FROM fold WHERE section_id = OLD.row_id AND NOT EXISTS (SELECT 1 FROM section WHERE section_id = OLD.row_id);
END;
CREATE TRIGGER section_to_end AFTER UPDATE OF ord ON section WHEN NEW.ord = 4611686018427387904 BEGIN
  UPDATE section SET ord = coalesce(
    (SELECT ord FROM section WHERE ord < 4611686018427387904 ORDER BY ord DESC LIMIT 1), 0) + 1000000000
    WHERE section_id = NEW.section_id;
END;
CREATE TRIGGER row_to_end AFTER UPDATE OF rank ON row WHEN NEW.rank = 4611686018427387904 BEGIN
  UPDATE row SET rank = coalesce(
    (SELECT rank FROM row WHERE section_id = NEW.section_id AND rank < 4611686018427387904
     ORDER BY rank DESC LIMIT 1), 0) + 1000000000
    WHERE row_id = NEW.row_id;
END;
CREATE TRIGGER section_update_guard BEFORE UPDATE ON section
WHEN NEW.section_id IS NOT OLD.section_id OR NEW.ord IS NOT OLD.ord OR NEW.new_rows NOT IN ('task', 'plain') BEGIN
  SELECT RAISE(ABORT, 'section: new_rows must be task, plain or NULL') WHERE NEW.new_rows NOT IN ('task', 'plain');
  SELECT RAISE(ABORT, 'section: section_id never changes') WHERE NEW.section_id IS NOT OLD.section_id;
  SELECT RAISE(ABORT, 'section: ord must be between -2^62 and 2^62') WHERE NEW.ord IS NULL;
  SELECT RAISE(ABORT, 'section: this ord is already in use')
    WHERE EXISTS (SELECT 1 FROM section WHERE ord = NEW.ord AND section_id <> OLD.section_id);
  SELECT RAISE(ABORT, 'section: no ord is left at the end; move the section with pleat, which makes room')
    WHERE NEW.ord = 4611686018427387904
      AND (SELECT ord FROM section WHERE section_id <> OLD.section_id ORDER BY ord DESC LIMIT 1) >= 4611686017427387904;
END;
CREATE TRIGGER section_update AFTER UPDATE OF level, ord ON section
WHEN NEW.level <> OLD.level OR NEW.ord >> 42 <> OLD.ord >> 42 BEGIN
  UPDATE counting SET is_open = 1;
  UPDATE section_count SET sections = sections - 1 WHERE level = OLD.level AND span = OLD.ord >> 42;
  DELETE FROM section_count WHERE level = OLD.level AND span = OLD.ord >> 42 AND sections = 0;
  INSERT INTO section_count (level, span, sections) SELECT NEW.level, NEW.ord >> 42, 1 WHERE NEW.ord < 4611686018427387904
    ON CONFLICT DO UPDATE SET sections = sections + 1;
  UPDATE counting SET is_open = 0;
END;
CREATE TRIGGER log_section_insert AFTER INSERT ON section BEGIN
  INSERT INTO change (edit_id, at, thing, action, id, new_place, new_level, new_flag)
  VALUES ((SELECT edit_id FROM current_edit),
    (SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) FROM current_edit WHERE edit_id IS NULL),
    'section', 'insert', NEW.section_id, iif(NEW.ord < 4611686018427387904, NEW.ord, coalesce(
      (SELECT ord FROM section WHERE ord < 4611686018427387904 AND section_id <> NEW.section_id
       ORDER BY ord DESC LIMIT 1), 0) + 1000000000), NEW.level, NEW.collapsible);
END;
CREATE TRIGGER log_section_update AFTER UPDATE ON section
WHEN OLD.ord < 4611686018427387904 AND (
  NEW.ord, NEW.level, NEW.collapsible, NEW.title, NEW.detail, NEW.new_rows, NEW.done, NEW.attributes, NEW.due, NEW.repeat)
  IS NOT (
  OLD.ord, OLD.level, OLD.collapsible, OLD.title, OLD.detail, OLD.new_rows, OLD.done, OLD.attributes, OLD.due, OLD.repeat)
BEGIN
  INSERT INTO change (edit_id, at, thing, action, id, old_place, new_place, old_level, new_level, old_flag,
    new_flag, changed, old_text, old_detail, old_attributes, old_done, old_new_rows, old_due, old_repeat, made_room)
  VALUES ((SELECT edit_id FROM current_edit),
    (SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) FROM current_edit WHERE edit_id IS NULL),
    'section', 'update', NEW.section_id, OLD.ord, iif(NEW.ord < 4611686018427387904, NEW.ord, coalesce(
      (SELECT ord FROM section WHERE ord < 4611686018427387904 AND section_id <> NEW.section_id
       ORDER BY ord DESC LIMIT 1), 0) + 1000000000), OLD.level, NEW.level, OLD.collapsible, NEW.collapsible,
    (NEW.title <> OLD.title) + 2 * (NEW.detail IS NOT OLD.detail) + 4 * (NEW.attributes IS NOT OLD.attributes)
      + 8 * (NEW.done IS NOT OLD.done) + 16 * (NEW.new_rows IS NOT OLD.new_rows)
      + 32 * (NEW.due IS NOT OLD.due) + 64 * (NEW.repeat IS NOT OLD.repeat),
    nullif(OLD.title, NEW.title), nullif(OLD.detail, NEW.detail), nullif(OLD.attributes, NEW.attributes),
    nullif(OLD.done, NEW.done), nullif(OLD.new_rows, NEW.new_rows), nullif(OLD.due, NEW.due),
    nullif(OLD.repeat, NEW.repeat), (SELECT makes_room FROM current_edit));
END;
CREATE TRIGGER log_row_insert AFTER INSERT ON row BEGIN
  INSERT INTO change (edit_id, at, thing, action, id, new_section, new_place)
  VALUES ((SELECT edit_id FROM current_edit),
    (SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) FROM current_edit WHERE edit_id IS NULL),
    'row', 'insert', NEW.row_id, NEW.section_id, iif(NEW.rank < 4611686018427387904, NEW.rank, coalesce(
      (SELECT rank FROM row WHERE section_id = NEW.section_id AND rank < 4611686018427387904 AND row_id <> NEW.row_id
       ORDER BY rank DESC LIMIT 1), 0) + 1000000000));
END;
CREATE TRIGGER log_row_update AFTER UPDATE ON row
WHEN OLD.rank < 4611686018427387904 AND
  (NEW.section_id, NEW.rank, NEW.level, NEW.text, NEW.done, NEW.attributes, NEW.due, NEW.repeat)
  IS NOT (OLD.section_id, OLD.rank, OLD.level, OLD.text, OLD.done, OLD.attributes, OLD.due, OLD.repeat)
BEGIN
  INSERT INTO change (edit_id, at, thing, action, id, old_section, new_section, old_place, new_place, old_level, changed,
    old_text, old_attributes, old_done, old_due, old_repeat, made_room)
  VALUES ((SELECT edit_id FROM current_edit),
    (SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) FROM current_edit WHERE edit_id IS NULL),
    'row', 'update', NEW.row_id, OLD.section_id, NEW.section_id, OLD.rank, iif(NEW.rank < 4611686018427387904, NEW.rank, coalesce(
      (SELECT rank FROM row WHERE section_id = NEW.section_id AND rank < 4611686018427387904 AND row_id <> NEW.row_id
       ORDER BY rank DESC LIMIT 1), 0) + 1000000000), nullif(OLD.level, NEW.level),
    (NEW.text <> OLD.text) + 4 * (NEW.attributes IS NOT OLD.attributes) + 8 * (NEW.done IS NOT OLD.done)
      + 32 * (NEW.due IS NOT OLD.due) + 64 * (NEW.repeat IS NOT OLD.repeat) + 128 * (NEW.level <> OLD.level),
    nullif(OLD.text, NEW.text), nullif(OLD.attributes, NEW.attributes), nullif(OLD.done, NEW.done),
    nullif(OLD.due, NEW.due), nullif(OLD.repeat, NEW.repeat), (SELECT makes_room FROM current_edit));
END;
CREATE TRIGGER log_row_delete AFTER DELETE ON row BEGIN
  INSERT INTO change (edit_id, at, thing, action, id, old_section, old_place, old_level, old_text, old_attributes, old_done,
    old_due, old_repeat)
  VALUES ((SELECT edit_id FROM current_edit),
    (SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) FROM current_edit WHERE edit_id IS NULL),
    'row', 'delete', OLD.row_id, OLD.section_id, OLD.rank, OLD.level, OLD.text, OLD.attributes, OLD.done,
    OLD.due, OLD.repeat);
END;
CREATE TRIGGER log_fold_delete AFTER DELETE ON fold BEGIN
  INSERT INTO change (edit_id, at, thing, action, id, user_id, old_flag)
  VALUES ((SELECT edit_id FROM current_edit),
    (SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) FROM current_edit WHERE edit_id IS NULL),
    'fold', 'delete', OLD.section_id, OLD.user_id, OLD.collapsed);
END;
CREATE TRIGGER setting_insert_guard BEFORE INSERT ON setting BEGIN
  SELECT RAISE(ABORT, 'setting: change it with pleat settings') FROM current_edit WHERE edit_id IS NULL;
  SELECT RAISE(ABORT, 'setting: there is no setting with this name') WHERE NEW.name NOT IN
    ('history-changes', 'history-days', 'inbox', 'archive', 'backup-every', 'identity', 'lineage', 'new-rows')
    AND (NEW.name NOT GLOB 'screen-[a-z]*' OR NEW.name GLOB '*[^a-z0-9-]*');
END;
CREATE VIEW collapsed_row AS
WITH flagged AS (
  SELECT name AS user, row.section_id, row_id, rank, coalesce(
    (SELECT next.rank FROM row AS next WHERE next.section_id = row.section_id AND next.rank > row.rank
       AND next.rank < (row.rank >> 42) + 1 << 42 AND next.level <= row.level ORDER BY next.rank LIMIT 1),
    (SELECT next.rank FROM row AS next WHERE next.section_id = row.section_id AND next.rank >= (
         SELECT span FROM row_count WHERE row_count.section_id = row.section_id AND span > row.rank >> 42
           AND row_count.level <= row.level ORDER BY span LIMIT 1) << 42
       AND next.level <= row.level ORDER BY next.rank LIMIT 1), 4611686018427387904) AS reach
  FROM user CROSS JOIN fold USING (user_id) CROSS JOIN row ON row_id = fold.section_id WHERE collapsed
), covered AS (
  SELECT *, max(reach)
    OVER (PARTITION BY user, section_id ORDER BY rank ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS cover
  FROM flagged
), counted AS (
  SELECT *, (SELECT count(*) FROM row AS below WHERE below.section_id = covered.section_id
      AND below.rank > covered.rank AND below.rank < reach) AS hidden_rows,
    (SELECT count(*) FROM row AS below WHERE below.section_id = covered.section_id
      AND done IN (0, 1) AND below.rank > covered.rank AND below.rank < reach) AS hidden_tasks,
    (SELECT count(*) FROM row AS below WHERE below.section_id = covered.section_id
      AND done = 1 AND below.rank > covered.rank AND below.rank < reach) AS hidden_done_tasks
  FROM covered WHERE cover IS NULL OR cover <= rank
)
SELECT user, section_id, row_id, rank, reach, hidden_rows, hidden_tasks, hidden_done_tasks,
  sum(hidden_rows) OVER (PARTITION BY user, section_id ORDER BY rank) AS hidden_so_far,
  sum(hidden_rows) OVER (PARTITION BY user, section_id) AS hidden_in_section
FROM counted WHERE hidden_rows > 0;
CREATE VIEW visible_range AS
WITH viewer AS (
  SELECT user_id, name, starts_collapsed FROM user UNION ALL SELECT NULL, NULL, 0
), flagged AS (
  SELECT name AS user, section.section_id, NULL AS row_id, ord, level,
    collapsible AND coalesce(fold.collapsed, starts_collapsed) AS is_collapsed,
    coalesce((SELECT sum(rows) FROM row_count WHERE row_count.section_id = section.section_id), 0) AS row_count,
    -4611686018427387904 AS start, NULL AS rank, 0 AS hidden_rows, 0 AS hidden_tasks, 0 AS hidden_done_tasks,
    0 AS hidden_so_far, NULL AS hidden_in_section
  FROM viewer CROSS JOIN section
  LEFT JOIN fold ON fold.user_id = viewer.user_id AND fold.section_id = section.section_id
  UNION ALL
  SELECT user, section_id, row_id, ord, level, NULL,
    (SELECT sum(rows) FROM row_count WHERE row_count.section_id = section.section_id),
    reach, rank, hidden_rows, hidden_tasks, hidden_done_tasks, hidden_so_far, hidden_in_section
  FROM collapsed_row JOIN section USING (section_id)
), reaching AS ( -- a collapsed section hides everything up to the next section that is not below it
  SELECT *, CASE WHEN is_collapsed THEN coalesce(
      (SELECT next.ord FROM section AS next WHERE next.ord > flagged.ord AND next.level <= flagged.level
       ORDER BY next.ord LIMIT 1), 4611686018427387904) END AS reach
  FROM flagged
), covered AS (
  SELECT *, max(reach)
    OVER (PARTITION BY user ORDER BY ord, start ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS cover
  FROM reaching
), visible AS (
  SELECT *, iif(is_collapsed, 0, row_count) AS open_rows FROM covered WHERE cover IS NULL OR cover <= ord
)
SELECT user, section_id, row_id, ord, level, is_collapsed, row_count, reach, start,
  sum(iif(row_id, -hidden_rows, open_rows + 1)) OVER so_far - 1 - open_rows + hidden_so_far AS line,
  open_rows - coalesce(lead(hidden_in_section) OVER so_far, 0) AS shown_rows,
  coalesce(lead(rank) OVER so_far, 4611686018427387904) AS stop, lead(hidden_rows, 1, 0) OVER so_far AS hidden_rows,
  lead(hidden_tasks, 1, 0) OVER so_far AS hidden_tasks, lead(hidden_done_tasks, 1, 0) OVER so_far AS hidden_done_tasks
FROM visible WINDOW so_far AS (PARTITION BY user ORDER BY ord, start ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
;
CREATE VIEW visible_section AS
SELECT user, line, section_id, ord, level, title, detail, done, due, repeat, is_collapsed, row_count, shown_rows,
  iif(is_collapsed, coalesce((SELECT sum(rows) FROM section AS below JOIN row_count USING (section_id)
    WHERE below.ord >= visible_range.ord AND below.ord < reach), 0), 0) AS hidden_rows,
  iif(is_collapsed, coalesce((SELECT sum(tasks) FROM section AS below JOIN row_count USING (section_id)
    WHERE below.ord >= visible_range.ord AND below.ord < reach), 0) + (SELECT count(*) FROM section AS below
    WHERE below.done IS NOT NULL AND below.ord > visible_range.ord AND below.ord < reach), 0) AS hidden_tasks,
  iif(is_collapsed, coalesce((SELECT sum(row_count.done) FROM section AS below JOIN row_count USING (section_id)
    WHERE below.ord >= visible_range.ord AND below.ord < reach), 0) + (SELECT count(*) FROM section AS below
    WHERE below.done = 1 AND below.ord > visible_range.ord AND below.ord < reach), 0) AS hidden_done_tasks
FROM visible_range JOIN section USING (section_id, ord, level) WHERE row_id IS NULL;
CREATE VIEW visible_line AS
SELECT user, line, 'section' AS kind, section_id, NULL AS row_id, level, title AS text, done, due, repeat,
  is_collapsed, hidden_rows, hidden_tasks, hidden_done_tasks, level AS section_level
FROM visible_section
UNION ALL
SELECT user, line, 'row', section_id, row_id, level, text, done, due, repeat, is_collapsed, is_collapsed * hidden_rows,
  is_collapsed * hidden_tasks, is_collapsed * hidden_done_tasks, section_level
FROM ( -- a subquery, because SQLite pushes no WHERE into a UNION whose parts have window functions
  SELECT user, line + row_number() OVER (PARTITION BY user, row.section_id ORDER BY rank) AS line, row.section_id, row.row_id,
    row.level, text, done, due, repeat, iif(rank = stop, 1, iif(
      row.section_id IN (SELECT section_id FROM row_count WHERE row_count.level > 1) AND row.level < (
        SELECT next.level FROM row AS next WHERE next.section_id = row.section_id AND next.rank > row.rank
        ORDER BY next.rank LIMIT 1), 0, NULL)) AS is_collapsed,
    hidden_rows, hidden_tasks, hidden_done_tasks, visible_range.level AS section_level
  FROM visible_range JOIN row ON row.section_id = visible_range.section_id AND rank BETWEEN start AND stop
  WHERE is_collapsed IS NOT 1
)
;
CREATE VIEW item AS
SELECT section_id AS id, 'section' AS kind, section_id, level AS depth, title AS text, done, due FROM section
UNION ALL
SELECT row_id, 'row', section_id,
  CAST(level + (SELECT level FROM section WHERE section.section_id = row.section_id) AS INTEGER), text, done, due FROM row;
CREATE TRIGGER row_update_guard BEFORE UPDATE ON row
WHEN NEW.row_id IS NOT OLD.row_id OR NEW.section_id IS NOT OLD.section_id OR NEW.rank IS NOT OLD.rank BEGIN
  SELECT RAISE(ABORT, 'row: row_id never changes') WHERE NEW.row_id IS NOT OLD.row_id;
  SELECT RAISE(ABORT, 'row: rank must be between -2^62 and 2^62') WHERE NEW.rank IS NULL;
  SELECT RAISE(ABORT, 'row: there is no section with this section_id')
    WHERE NOT EXISTS (SELECT 1 FROM section WHERE section_id = NEW.section_id);
  SELECT RAISE(ABORT, 'row: another section_id needs another rank beside it; rank = 4611686018427387904 is the end')
    WHERE NEW.section_id <> OLD.section_id AND NEW.rank = OLD.rank AND (SELECT edit_id FROM current_edit) IS NULL;
  SELECT RAISE(ABORT, 'row: this rank is already in use in the section; rank = 4611686018427387904 is the end')
    WHERE EXISTS (SELECT 1 FROM row WHERE section_id = NEW.section_id AND rank = NEW.rank AND row_id <> OLD.row_id);
  SELECT RAISE(ABORT, 'row: no rank is left at the end of the section; move the row with pleat, which makes room')
    WHERE NEW.rank = 4611686018427387904
      AND (SELECT rank FROM row WHERE section_id = NEW.section_id AND row_id <> OLD.row_id
        ORDER BY rank DESC LIMIT 1) >= 4611686017427387904;
END;
