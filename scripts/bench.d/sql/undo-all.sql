-- pleat undo, after a statement in the shell that appended a full stop to every row
.read begin.sql
SELECT min(change_id) FROM change;
SELECT max(change_id) FROM change;
.read entry.sql
UPDATE row SET text = substr(text, 1, length(text) - 1);
.read end.sql
