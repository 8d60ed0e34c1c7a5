-- pleat edit @sSECTION TITLE
.read begin.sql
SELECT * FROM section WHERE section_id = :section;
.read entry.sql
UPDATE section SET title = :text WHERE section_id = :section;
.read end.sql
