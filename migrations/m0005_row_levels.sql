-- Rows have levels, as sections do, so that a row with something below it stays a row. A pleat that knows only the version before
-- would not see them, so it refuses the file. The file also admits details of 1 MiB and settings of later pleats, and an UPDATE moves
-- to the end as an INSERT does.

DROP VIEW visible_line;
DROP VIEW visible_section;
ALTER TABLE row ADD COLUMN level INTEGER NOT NULL DEFAULT 1 CONSTRAINT "row: level must be 1 to 100"
  CHECK (level BETWEEN 1 AND 100);

-- SQLite has no statement that changes a constraint or a comment. What is stored fits the new ones, too.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql,
  'detail must be at most 64 KiB" CHECK (length(CAST(detail AS BLOB)) <= 65536)',
  'detail must be at most 1 MiB" CHECK (length(CAST(detail AS BLOB)) <= 1048576)')
  WHERE type = 'table' AND name = 'section';
UPDATE sqlite_schema SET sql = replace(sql,
  '-- also of a row, where the flag waits until the row becomes a section', '-- or the row_id of a row that has others below it')
  WHERE type = 'table' AND name = 'fold';
UPDATE sqlite_schema SET sql = replace(replace(sql,
  '-- for a section' || char(10) || '  old_flag', '-- for a section; of a row only old_level, and NULL is 1' || char(10) || '  old_flag'),
  '16 for old_new_rows', '16 for old_new_rows, 32 for old_due, 64 for old_repeat, 128 for old_level of a row')
  WHERE type = 'table' AND name = 'change';
UPDATE sqlite_schema SET sql = replace(sql,
  '  -- What makes this outline another one than all others',
  '  CONSTRAINT "setting: new-rows must be a word"
    CHECK (name <> ''new-rows'' OR (typeof(value) = ''text'' AND value <> '''' AND value NOT GLOB ''*[^a-z]*'')),
  CONSTRAINT "setting: what begins with screen- must be a whole number, or a text of at most 65536 bytes without a NUL"
    CHECK (name NOT GLOB ''screen-*'' OR typeof(value) = ''integer''
      OR (typeof(value) = ''text'' AND length(CAST(value AS BLOB)) <= 65536 AND instr(value, char(0)) = 0)),
  -- What makes this outline another one than all others')
  WHERE type = 'table' AND name = 'setting';
PRAGMA writable_schema = RESET;

-- Counts by level, so that a look for the end of what is below a row passes over whole spans.

DROP TRIGGER row_insert;
DROP TRIGGER row_update;
DROP TRIGGER row_tick;
DROP TRIGGER row_delete;
CREATE TEMP TABLE counted AS SELECT section_id, span, rows, tasks, done FROM row_count;
DROP TABLE row_count;
CREATE TABLE row_count (
  section_id INTEGER NOT NULL,
  span INTEGER NOT NULL,
  level INTEGER NOT NULL,
  rows INTEGER NOT NULL CHECK (rows >= 0),
  tasks INTEGER NOT NULL CHECK (tasks >= 0),
  done INTEGER NOT NULL CHECK (done >= 0),
  PRIMARY KEY (section_id, span, level)
) STRICT, WITHOUT ROWID;
INSERT INTO row_count (section_id, span, level, rows, tasks, done)
  SELECT section_id, span, 1, rows, tasks, done FROM temp.counted ORDER BY section_id, span;
DROP TABLE temp.counted;
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

-- The sort key 2^62 means the end, in an UPDATE as in an INSERT. The log has the sort key that the item gets: SQLite promises no order
-- of triggers, so it is found without looking at the item itself.

DROP TRIGGER log_section_append;
DROP TRIGGER log_row_append;
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

DROP TRIGGER section_update_guard;
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
DROP TRIGGER row_update_guard;
CREATE TRIGGER row_update_guard BEFORE UPDATE ON row
WHEN NEW.row_id IS NOT OLD.row_id OR NEW.section_id IS NOT OLD.section_id OR NEW.rank IS NOT OLD.rank BEGIN
  SELECT RAISE(ABORT, 'row: row_id never changes') WHERE NEW.row_id IS NOT OLD.row_id;
  SELECT RAISE(ABORT, 'row: rank must be between -2^62 and 2^62') WHERE NEW.rank IS NULL;
  SELECT RAISE(ABORT, 'row: there is no section with this section_id')
    WHERE NOT EXISTS (SELECT 1 FROM section WHERE section_id = NEW.section_id);
  SELECT RAISE(ABORT, 'row: this rank is already in use in the section')
    WHERE EXISTS (SELECT 1 FROM row WHERE section_id = NEW.section_id AND rank = NEW.rank AND row_id <> OLD.row_id);
  SELECT RAISE(ABORT, 'row: no rank is left at the end of the section; move the row with pleat, which makes room')
    WHERE NEW.rank = 4611686018427387904
      AND (SELECT rank FROM row WHERE section_id = NEW.section_id AND row_id <> OLD.row_id
        ORDER BY rank DESC LIMIT 1) >= 4611686017427387904;
END;
DROP TRIGGER section_update;
CREATE TRIGGER section_update AFTER UPDATE OF level, ord ON section
WHEN NEW.level <> OLD.level OR NEW.ord >> 42 <> OLD.ord >> 42 BEGIN
  UPDATE counting SET is_open = 1;
  UPDATE section_count SET sections = sections - 1 WHERE level = OLD.level AND span = OLD.ord >> 42;
  DELETE FROM section_count WHERE level = OLD.level AND span = OLD.ord >> 42 AND sections = 0;
  INSERT INTO section_count (level, span, sections) SELECT NEW.level, NEW.ord >> 42, 1 WHERE NEW.ord < 4611686018427387904
    ON CONFLICT DO UPDATE SET sections = sections + 1;
  UPDATE counting SET is_open = 0;
END;

-- The log: the level of a row before each change of it, and before it was deleted. An insert logs none, for a level that never changed
-- stands in the row. (INSERT … SELECT … FROM current_edit would be shorter, and takes half as long again as VALUES.)

DROP TRIGGER log_section_insert;
CREATE TRIGGER log_section_insert AFTER INSERT ON section BEGIN
  INSERT INTO change (edit_id, at, thing, action, id, new_place, new_level, new_flag)
  VALUES ((SELECT edit_id FROM current_edit),
    (SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) FROM current_edit WHERE edit_id IS NULL),
    'section', 'insert', NEW.section_id, iif(NEW.ord < 4611686018427387904, NEW.ord, coalesce(
      (SELECT ord FROM section WHERE ord < 4611686018427387904 AND section_id <> NEW.section_id
       ORDER BY ord DESC LIMIT 1), 0) + 1000000000), NEW.level, NEW.collapsible);
END;
DROP TRIGGER log_section_update;
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
DROP TRIGGER log_row_insert;
CREATE TRIGGER log_row_insert AFTER INSERT ON row BEGIN
  INSERT INTO change (edit_id, at, thing, action, id, new_section, new_place)
  VALUES ((SELECT edit_id FROM current_edit),
    (SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) FROM current_edit WHERE edit_id IS NULL),
    'row', 'insert', NEW.row_id, NEW.section_id, iif(NEW.rank < 4611686018427387904, NEW.rank, coalesce(
      (SELECT rank FROM row WHERE section_id = NEW.section_id AND rank < 4611686018427387904 AND row_id <> NEW.row_id
       ORDER BY rank DESC LIMIT 1), 0) + 1000000000));
END;
DROP TRIGGER log_row_update;
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
DROP TRIGGER log_row_delete;
CREATE TRIGGER log_row_delete AFTER DELETE ON row BEGIN
  INSERT INTO change (edit_id, at, thing, action, id, old_section, old_place, old_level, old_text, old_attributes, old_done,
    old_due, old_repeat)
  VALUES ((SELECT edit_id FROM current_edit),
    (SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) FROM current_edit WHERE edit_id IS NULL),
    'row', 'delete', OLD.row_id, OLD.section_id, OLD.rank, OLD.level, OLD.text, OLD.attributes, OLD.done,
    OLD.due, OLD.repeat);
END;

-- Flags that waited on rows until these became sections go, and the log does not have it.

DROP TRIGGER log_fold_delete;
DELETE FROM fold WHERE section_id IN (SELECT row_id FROM row)
  AND NOT EXISTS (SELECT 1 FROM section WHERE section.section_id = fold.section_id);
CREATE TRIGGER log_fold_delete AFTER DELETE ON fold BEGIN
  INSERT INTO change (edit_id, at, thing, action, id, user_id, old_flag)
  VALUES ((SELECT edit_id FROM current_edit),
    (SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) FROM current_edit WHERE edit_id IS NULL),
    'fold', 'delete', OLD.section_id, OLD.user_id, OLD.collapsed);
END;

-- Settings of later pleats.

DROP TRIGGER setting_insert_guard;
CREATE TRIGGER setting_insert_guard BEFORE INSERT ON setting BEGIN
  SELECT RAISE(ABORT, 'setting: change it with pleat settings') FROM current_edit WHERE edit_id IS NULL;
  SELECT RAISE(ABORT, 'setting: there is no setting with this name') WHERE NEW.name NOT IN
    ('history-changes', 'history-days', 'inbox', 'archive', 'backup-every', 'identity', 'lineage', 'new-rows')
    AND (NEW.name NOT GLOB 'screen-[a-z]*' OR NEW.name GLOB '*[^a-z0-9-]*');
END;

-- What each user sees.

-- The rows that a user has collapsed and that no other collapsed row hides: they hide what comes before the rank in reach.
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

-- The ranks of the rows that a user sees: of each section those up to its first collapsed row, and those after each collapsed row up
-- to the next one. A line without row_id is about the header, too.
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
FROM visible WINDOW so_far AS (PARTITION BY user ORDER BY ord, start ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW);

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
);
