-- Clients that use SQL alone get a list of all items, a plan for the first page of a list, and the way to move a row.

-- Sections and rows alike. The depth of a row counts from the outline, its level from its section. Only with the same type in both
-- parts does SQLite merge the view into a query, and look up no level where no depth is asked for.
CREATE VIEW item AS
SELECT section_id AS id, 'section' AS kind, section_id, level AS depth, title AS text, done, due FROM section
UNION ALL
SELECT row_id, 'row', section_id,
  CAST(level + (SELECT level FROM section WHERE section.section_id = row.section_id) AS INTEGER), text, done, due FROM row;

-- There are fewer sections than rows, so SQLite begins a join of both with the sections, in their order. It takes a million for
-- granted; half of that changes no other plan.
ANALYZE sqlite_schema;
INSERT INTO sqlite_stat1 (tbl, idx, stat) SELECT 'section', NULL, '500000'
  WHERE NOT EXISTS (SELECT 1 FROM sqlite_stat1 WHERE tbl = 'section');

-- A row that gets another section by hand needs another rank there, which is 4611686018427387904 for the end.
DROP TRIGGER row_update_guard;
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
