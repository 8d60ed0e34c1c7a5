-- pleat add --section TITLE
.read begin.sql
SELECT * FROM section ORDER BY ord DESC LIMIT 1;
.read entry.sql
INSERT INTO section (ord, level, title) VALUES (:ord, 1, :text);
.read end.sql
