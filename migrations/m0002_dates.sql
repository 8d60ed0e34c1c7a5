-- Tasks get a day on which they are due, and a rule by which they come again.

-- due is 2026-11-27 or 2026-11-27T14:00, in the local time of whoever reads it, so that texts compare as days do. repeat is an
-- RRULE of RFC 5545, or a text that pleat keeps and does not follow.

ALTER TABLE section ADD COLUMN due TEXT CONSTRAINT "section: due must be a day such as 2026-11-27, or 2026-11-27T14:00"
  CHECK (due IS NULL OR due >= '0001' AND due IS strftime(
    iif(length(due) = 10, '%Y-%m-%d', '%Y-%m-%dT%H:%M'), due, '+0 days'));
ALTER TABLE section ADD COLUMN repeat TEXT CONSTRAINT "section: repeat must be 1 to 1000 characters without NUL, beside a due"
  CHECK (repeat IS NULL OR due IS NOT NULL AND length(repeat) BETWEEN 1 AND 1000 AND instr(repeat, char(0)) = 0);
ALTER TABLE row ADD COLUMN due TEXT CONSTRAINT "row: due must be a day such as 2026-11-27, or 2026-11-27T14:00"
  CHECK (due IS NULL OR due >= '0001' AND due IS strftime(
    iif(length(due) = 10, '%Y-%m-%d', '%Y-%m-%dT%H:%M'), due, '+0 days'));
ALTER TABLE row ADD COLUMN repeat TEXT CONSTRAINT "row: repeat must be 1 to 1000 characters without NUL, beside a due"
  CHECK (repeat IS NULL OR due IS NOT NULL AND length(repeat) BETWEEN 1 AND 1000 AND instr(repeat, char(0)) = 0);
CREATE INDEX section_by_due ON section (due) WHERE due IS NOT NULL;
CREATE INDEX row_by_due ON row (due) WHERE due IS NOT NULL;

-- Bits of change.changed: 32 for old_due, 64 for old_repeat.
ALTER TABLE change ADD COLUMN old_due TEXT;
ALTER TABLE change ADD COLUMN old_repeat TEXT;

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
    'section', 'update', NEW.section_id, OLD.ord, NEW.ord, OLD.level, NEW.level, OLD.collapsible, NEW.collapsible,
    (NEW.title <> OLD.title) + 2 * (NEW.detail IS NOT OLD.detail) + 4 * (NEW.attributes IS NOT OLD.attributes)
      + 8 * (NEW.done IS NOT OLD.done) + 16 * (NEW.new_rows IS NOT OLD.new_rows)
      + 32 * (NEW.due IS NOT OLD.due) + 64 * (NEW.repeat IS NOT OLD.repeat),
    nullif(OLD.title, NEW.title), nullif(OLD.detail, NEW.detail),
    nullif(OLD.attributes, NEW.attributes), nullif(OLD.done, NEW.done),
    nullif(OLD.new_rows, NEW.new_rows), nullif(OLD.due, NEW.due),
    nullif(OLD.repeat, NEW.repeat), (SELECT makes_room FROM current_edit));
END;

DROP TRIGGER log_section_delete;
CREATE TRIGGER log_section_delete AFTER DELETE ON section BEGIN
  INSERT INTO change (edit_id, at, thing, action, id, old_place, old_level, old_flag, old_text, old_detail,
    old_attributes, old_done, old_new_rows, old_due, old_repeat)
  VALUES ((SELECT edit_id FROM current_edit),
    (SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) FROM current_edit WHERE edit_id IS NULL),
    'section', 'delete', OLD.section_id, OLD.ord, OLD.level, OLD.collapsible, OLD.title, OLD.detail, OLD.attributes,
    OLD.done, OLD.new_rows, OLD.due, OLD.repeat);
END;

DROP TRIGGER log_row_update;
CREATE TRIGGER log_row_update AFTER UPDATE ON row
WHEN OLD.rank < 4611686018427387904 AND
  (NEW.section_id, NEW.rank, NEW.text, NEW.done, NEW.attributes, NEW.due, NEW.repeat)
  IS NOT (OLD.section_id, OLD.rank, OLD.text, OLD.done, OLD.attributes, OLD.due, OLD.repeat)
BEGIN
  INSERT INTO change (edit_id, at, thing, action, id, old_section, new_section, old_place, new_place, changed,
    old_text, old_attributes, old_done, old_due, old_repeat, made_room)
  VALUES ((SELECT edit_id FROM current_edit),
    (SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) FROM current_edit WHERE edit_id IS NULL),
    'row', 'update', NEW.row_id, OLD.section_id, NEW.section_id, OLD.rank, NEW.rank,
    (NEW.text <> OLD.text) + 4 * (NEW.attributes IS NOT OLD.attributes) + 8 * (NEW.done IS NOT OLD.done)
      + 32 * (NEW.due IS NOT OLD.due) + 64 * (NEW.repeat IS NOT OLD.repeat),
    nullif(OLD.text, NEW.text), nullif(OLD.attributes, NEW.attributes),
    nullif(OLD.done, NEW.done), nullif(OLD.due, NEW.due),
    nullif(OLD.repeat, NEW.repeat), (SELECT makes_room FROM current_edit));
END;

DROP TRIGGER log_row_delete;
CREATE TRIGGER log_row_delete AFTER DELETE ON row BEGIN
  INSERT INTO change (edit_id, at, thing, action, id, old_section, old_place, old_text, old_attributes, old_done,
    old_due, old_repeat)
  VALUES ((SELECT edit_id FROM current_edit),
    (SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) FROM current_edit WHERE edit_id IS NULL),
    'row', 'delete', OLD.row_id, OLD.section_id, OLD.rank, OLD.text, OLD.attributes, OLD.done,
    OLD.due, OLD.repeat);
END;

-- What each user sees, with the days.

DROP VIEW visible_line;
DROP VIEW visible_section;
CREATE VIEW visible_section AS
WITH viewer AS (
  SELECT user_id, name, starts_collapsed FROM user UNION ALL SELECT NULL, NULL, 0
), flagged AS (
  SELECT viewer.name AS user, section.*,
    section.collapsible AND coalesce(fold.collapsed, viewer.starts_collapsed) AS is_collapsed,
    coalesce((SELECT sum(rows) FROM row_count WHERE row_count.section_id = section.section_id), 0) AS row_count
  FROM viewer CROSS JOIN section
  LEFT JOIN fold ON fold.user_id = viewer.user_id AND fold.section_id = section.section_id
), reaching AS ( -- a collapsed section hides everything up to the next section that is not below it
  SELECT *, CASE WHEN is_collapsed THEN coalesce(
      (SELECT next.ord FROM section AS next WHERE next.ord > flagged.ord AND next.level <= flagged.level
       ORDER BY next.ord LIMIT 1), 4611686018427387904) END AS reach
  FROM flagged
), covered AS (
  SELECT *, max(reach) OVER (PARTITION BY user ORDER BY ord ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS cover
  FROM reaching
), visible AS (
  SELECT *, iif(is_collapsed, 0, row_count) AS shown_rows FROM covered WHERE cover IS NULL OR cover <= ord
)
SELECT user,
  coalesce(sum(shown_rows + 1)
    OVER (PARTITION BY user ORDER BY ord ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS line,
  section_id, ord, level, title, detail, done, due, repeat, is_collapsed, row_count, shown_rows,
  iif(is_collapsed, coalesce((SELECT sum(rows) FROM section AS below JOIN row_count USING (section_id)
    WHERE below.ord >= visible.ord AND below.ord < visible.reach), 0), 0) AS hidden_rows,
  iif(is_collapsed, coalesce((SELECT sum(tasks) FROM section AS below JOIN row_count USING (section_id)
    WHERE below.ord >= visible.ord AND below.ord < visible.reach), 0) + (SELECT count(*) FROM section AS below
    WHERE below.done IS NOT NULL AND below.ord > visible.ord AND below.ord < visible.reach), 0) AS hidden_tasks,
  iif(is_collapsed, coalesce((SELECT sum(row_count.done) FROM section AS below JOIN row_count USING (section_id)
    WHERE below.ord >= visible.ord AND below.ord < visible.reach), 0) + (SELECT count(*) FROM section AS below
    WHERE below.done = 1 AND below.ord > visible.ord AND below.ord < visible.reach), 0) AS hidden_done_tasks
FROM visible;

CREATE VIEW visible_line AS
SELECT user, line, 'section' AS kind, section_id, NULL AS row_id, level, title AS text, done, due, repeat,
  is_collapsed, hidden_rows, hidden_tasks, hidden_done_tasks
FROM visible_section
UNION ALL
SELECT * FROM ( -- a subquery, because SQLite pushes no WHERE into a UNION whose parts have window functions
  SELECT user, line + row_number() OVER (PARTITION BY user, row.section_id ORDER BY rank),
    'row', row.section_id, row.row_id, level, row.text, row.done, row.due, row.repeat, NULL, NULL, NULL, NULL
  FROM visible_section JOIN row ON row.section_id = visible_section.section_id AND visible_section.shown_rows > 0
);
