-- pleat list: prints the same lines, for an outline with one section
.read read.sql
SELECT '▾ 1 section 1' UNION ALL SELECT * FROM (
  SELECT '  1:' || row_number() OVER (ORDER BY rank) || ' ' || text FROM row WHERE section_id = 1 ORDER BY rank);
