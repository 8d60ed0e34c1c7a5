-- pleat move @rROW --in SECTION
.read begin.sql
SELECT * FROM row WHERE row_id = :row;
SELECT * FROM section WHERE section_id = :source;
SELECT * FROM section WHERE title = :title ORDER BY ord;
SELECT row_id, rank FROM row WHERE section_id = :section AND rank < 4611686018427387904 ORDER BY rank DESC LIMIT 1;
SELECT sum(rows) FROM row_count WHERE section_id = :section;
.read entry.sql
UPDATE row SET section_id = :section, rank = :rank WHERE row_id = :row;
.read end.sql
