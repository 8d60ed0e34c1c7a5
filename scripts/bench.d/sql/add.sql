-- pleat add TEXT --in SECTION
.read begin.sql
SELECT * FROM section WHERE title = :title ORDER BY ord;
SELECT row_id, rank FROM row WHERE section_id = :section AND rank < 4611686018427387904 ORDER BY rank DESC LIMIT 1;
SELECT sum(rows) FROM row_count WHERE section_id = :section;
.read entry.sql
INSERT INTO row (section_id, rank, text) VALUES (:section, :rank, :text);
.read end.sql
