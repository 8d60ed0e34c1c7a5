-- A line that somebody writes into the history by hand is refused although it leaves out its number, unless it is of the very
-- moment in which it is written, as the lines of the triggers are. A pleat that knows only the version before would take this
-- guard for damage, so it refuses the file.

DROP TRIGGER change_insert_guard;
CREATE TRIGGER change_insert_guard BEFORE INSERT ON change BEGIN
  SELECT RAISE(ABORT, 'change: only pleat writes the history') FROM current_edit WHERE edit_id IS NULL AND
    (NEW.change_id > 0 OR NEW.at IS NOT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER));
END;
