-- pleat indent @rROW, where ROW is the second row of a section: it goes into the first row, and all others become sections
.read begin.sql
SELECT * FROM row WHERE row_id = :row;
SELECT * FROM section WHERE section_id = :section;
SELECT * FROM row WHERE section_id = :section AND rank < (SELECT rank FROM row WHERE row_id = :row) ORDER BY rank DESC LIMIT 1;
SELECT sum(rows) FROM row_count WHERE section_id = :section;
SELECT * FROM section WHERE ord > (SELECT ord FROM section WHERE section_id = :section) ORDER BY ord LIMIT 1;
.read entry.sql
INSERT INTO section (section_id, ord, level, title, done, attributes)
  SELECT row_id, (SELECT ord FROM section WHERE section_id = :section) + :step * row_number() OVER (ORDER BY rank),
    (SELECT level FROM section WHERE section_id = :section) + 1, text, done, attributes
  FROM row WHERE section_id = :section AND row_id <> :row;
DELETE FROM row WHERE section_id = :section AND row_id <> :row;
UPDATE row SET section_id = :row - 1, rank = 1000000000 WHERE row_id = :row;
.read end.sql
