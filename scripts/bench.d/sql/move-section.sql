-- pleat move @sSECTION --before @sNEIGHBOUR
.read begin.sql
SELECT * FROM section WHERE section_id = :section;
SELECT * FROM section WHERE section_id = :neighbour;
SELECT ord FROM section WHERE level <= 2 AND ord > (SELECT ord FROM section WHERE section_id = :section)
  ORDER BY ord LIMIT 1; -- where the section's subtree ends
SELECT * FROM section WHERE ord < (SELECT ord FROM section WHERE section_id = :neighbour) ORDER BY ord DESC LIMIT 1;
.read entry.sql
UPDATE section SET ord = :ord, level = 2 WHERE section_id = :section;
.read end.sql
