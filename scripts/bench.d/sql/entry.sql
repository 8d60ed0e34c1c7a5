-- The entry of an edit in the log, after its look-ups and before its changes.
UPDATE current_edit SET edit_id = 1 + coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'edit'), 0);
INSERT INTO edit (edit_id, user, token, kind, words, first_change)
  SELECT edit_id, :user, random(), :kind, :words, (SELECT coalesce(max(change_id), 0) + 1 FROM change)
  FROM current_edit;
