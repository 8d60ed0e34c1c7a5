-- pleat delete @rROW
.read begin.sql
SELECT * FROM row WHERE row_id = :row;
SELECT * FROM section WHERE section_id = :section;
.read entry.sql
DELETE FROM row WHERE row_id = :row;
.read end.sql
