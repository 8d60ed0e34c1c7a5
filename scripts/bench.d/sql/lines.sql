-- pleat list: prints the same lines, for expanded sections that have rows
.read read.sql
SELECT iif(place = 1, substr('      ', 1, 2 * level - 2) || '▾ ' || number || ' ' || title || char(10), '')
  || substr('      ', 1, 2 * level) || number || '.' || place || ' ' || text
FROM (
  SELECT level, title, text, dense_rank() OVER (ORDER BY ord) AS number,
    row_number() OVER (PARTITION BY ord ORDER BY rank) AS place
  FROM section CROSS JOIN row USING (section_id));
