-- An undo may take back many edits of one user as one step. A pleat that knows only the version before would take it for the
-- undo of one edit, so it refuses the file.

-- For an undo or a redo of many edits: the edit_id of each, oldest first, with spaces between; undoes is the newest.
ALTER TABLE edit ADD COLUMN undoes_all TEXT CONSTRAINT "edit: undoes_all must be numbers of edits with spaces between"
  CHECK (undoes_all GLOB '[1-9]*' AND undoes_all NOT GLOB '*[^0-9 ]*');
