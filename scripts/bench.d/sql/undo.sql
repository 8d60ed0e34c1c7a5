-- pleat undo and pleat redo of an edit that changed the text of one row
.read begin.sql
SELECT min(change_id) FROM change;
SELECT max(change_id) FROM change;
SELECT * FROM edit ORDER BY edit_id DESC LIMIT 1;
SELECT * FROM change WHERE change_id >= (SELECT first_change FROM edit ORDER BY edit_id DESC LIMIT 1);
SELECT * FROM row WHERE row_id = :row;
.read entry.sql
UPDATE row SET text = :text WHERE row_id = :row;
.read end.sql
