-- pleat list --from LINE --limit N: prints the same lines, for expanded sections on two levels
.read read.sql
WITH near AS MATERIALIZED ( -- the sections with a line in the window
  SELECT * FROM (
    SELECT *, family || iif(level = 1, '', '.' || (row_number() OVER (PARTITION BY family ORDER BY line) - 1)) AS number
    FROM (SELECT line, section_id, level, title, shown_rows, sum(level = 1) OVER (ORDER BY line) AS family
      FROM visible_section WHERE user = :user))
  WHERE line + shown_rows >= :from AND line < :end)
SELECT shown FROM (
  SELECT line AS place, substr('      ', 1, 2 * level - 2) || '▾ ' || number || ' ' || title AS shown FROM near
  UNION ALL
  SELECT line + place, substr('      ', 1, 2 * level) || number || ':' || place || ' ' || text FROM (
    SELECT near.*, text, row_number() OVER (PARTITION BY section_id ORDER BY rank) AS place
    FROM near CROSS JOIN row USING (section_id)))
WHERE place >= :from AND place < :end ORDER BY place;
