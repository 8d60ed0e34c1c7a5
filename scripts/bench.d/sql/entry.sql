-- What stands between the look-ups and the changes of an edit: its entry in the log.
INSERT INTO edit (user, mark, kind, words, first_change)
  VALUES (:user, random(), :kind, :words, (SELECT coalesce(max(change_id), 0) + 1 FROM change));
UPDATE current_edit SET edit_id = last_insert_rowid();
