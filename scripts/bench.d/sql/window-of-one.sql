-- pleat list --from LINE --limit N: prints the same lines, for one section, after its header
.read read.sql
SELECT '  1:' || (:from - 1 + row_number() OVER ()) || ' ' || text FROM (
  SELECT text FROM row WHERE section_id = 1 ORDER BY rank LIMIT :end - :from OFFSET :from - 1);
