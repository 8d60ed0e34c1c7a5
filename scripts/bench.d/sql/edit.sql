-- pleat edit @rROW TEXT
.read begin.sql
SELECT * FROM row WHERE row_id = :row;
SELECT * FROM section WHERE section_id = :section;
.read entry.sql
UPDATE row SET text = :text WHERE row_id = :row;
.read end.sql
