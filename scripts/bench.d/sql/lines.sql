-- pleat list: prints the same lines, for expanded sections on two levels that have rows
.read read.sql
SELECT iif(place = 1, substr('      ', 1, 2 * level - 2) || '▾ ' || number || ' ' || title || char(10), '')
  || substr('      ', 1, 2 * level) || number || ':' || place || ' ' || text
FROM (
  SELECT section.level, title, text, number, row_number() OVER (PARTITION BY ord ORDER BY rank) AS place
  FROM (
    SELECT section_id, ord, level, title,
      family || iif(level = 1, '', '.' || (row_number() OVER (PARTITION BY family ORDER BY ord) - 1)) AS number
    FROM (SELECT *, sum(level = 1) OVER (ORDER BY ord) AS family FROM section)) AS section CROSS JOIN row USING (section_id));
