-- pleat indent @rROW, where ROW is the second row of a section: it goes below the first row
.read begin.sql
SELECT * FROM row WHERE row_id = :row;
SELECT * FROM section WHERE section_id = :section;
SELECT * FROM row WHERE section_id = :section AND rank < (SELECT rank FROM row WHERE row_id = :row) ORDER BY rank DESC LIMIT 1;
SELECT * FROM row WHERE section_id = :section AND rank > (SELECT rank FROM row WHERE row_id = :row) ORDER BY rank LIMIT 1;
.read entry.sql
UPDATE row SET level = 2 WHERE row_id = :row;
.read end.sql
