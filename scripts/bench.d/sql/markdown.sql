-- pleat export - --format markdown: prints the same lines, for sections that have rows
.read read.sql
SELECT iif(place > 1, '', iif(number > 1, char(10), '') || substr('##', 1, level) || ' ' || title || char(10, 10))
  || '- ' || text
FROM (
  SELECT section.level, title, text, dense_rank() OVER (ORDER BY ord) AS number,
    row_number() OVER (PARTITION BY ord ORDER BY rank) AS place
  FROM section CROSS JOIN row USING (section_id));
