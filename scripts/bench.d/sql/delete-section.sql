-- pleat delete -r @sSECTION
.read begin.sql
SELECT * FROM section WHERE section_id = :section;
SELECT sum(rows) FROM row_count WHERE section_id = :section;
.read entry.sql
DELETE FROM section WHERE section_id = :section;
.read end.sql
