-- The entry of an edit in the log, after its look-ups and before its changes.
INSERT INTO edit (user, mark, kind, words, first_change)
  VALUES (:user, random(), :kind, :words, (SELECT coalesce(max(change_id), 0) + 1 FROM change));
UPDATE current_edit SET edit_id = last_insert_rowid();
