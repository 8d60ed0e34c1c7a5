-- History: what every edit was in words, where its changes stand in the log, and how much of the log is kept.

ALTER TABLE edit ADD COLUMN kind TEXT NOT NULL DEFAULT 'edit'; -- edit, undo, redo, undo folds, redo folds
ALTER TABLE edit ADD COLUMN words TEXT NOT NULL DEFAULT ''; -- of the command; empty where nobody gave any
ALTER TABLE edit ADD COLUMN first_change INTEGER; -- of its changes, which follow one another; the next one's for none
ALTER TABLE edit ADD COLUMN last_change INTEGER; -- first_change - 1 for none

CREATE INDEX change_by_edit ON change (edit_id);
UPDATE edit SET
  first_change = (SELECT min(change_id) FROM change WHERE change.edit_id = edit.edit_id),
  last_change = (SELECT max(change_id) FROM change WHERE change.edit_id = edit.edit_id);
DROP INDEX change_by_edit;
DELETE FROM edit WHERE first_change IS NULL;
-- The oldest may have lost changes already: 0 is before all that the log holds.
UPDATE edit SET first_change = 0
  WHERE edit_id = (SELECT edit_id FROM change ORDER BY change_id LIMIT 1) AND (SELECT min(change_id) FROM change) > 1;

-- What can be set for everybody who uses the file; see `pleat settings`.
CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL,
  CONSTRAINT "setting: there is no setting of this name" CHECK (name IN ('history-changes', 'history-days')),
  CONSTRAINT "setting: history-changes must be 1000 or more" CHECK (name <> 'history-changes' OR value >= 1000),
  CONSTRAINT "setting: history-days must be 1 or more" CHECK (name <> 'history-days' OR value >= 1)
) STRICT, WITHOUT ROWID;

INSERT INTO setting VALUES ('history-changes', 200000), ('history-days', 365);

-- One line for every edit of pleat's and every statement run by hand, to be read in the shell.
CREATE VIEW log AS
SELECT change.change_id, edit.edit_id, strftime('%Y-%m-%d %H:%M:%S', edit.at / 1000, 'unixepoch') AS at, edit.user,
  CASE WHEN kind = 'edit' THEN words ELSE kind || ': ' || words END AS words, last_change - first_change + 1 AS changes
FROM edit LEFT JOIN change ON change.change_id = edit.first_change AND change.edit_id = edit.edit_id
UNION ALL
SELECT min(change_id), NULL, strftime('%Y-%m-%d %H:%M:%S', at / 1000, 'unixepoch'), NULL, 'edited outside pleat',
  count(*)
FROM change WHERE edit_id IS NULL GROUP BY at;
