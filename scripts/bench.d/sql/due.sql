-- pleat due week: prints the same lines, for sections on two levels, with the days as the file has them
.read read.sql
SELECT '@r' || row_id || ' ' || iif(section.level = 1, '', (
    SELECT top.title FROM section AS top WHERE top.level = 1 AND top.ord < section.ord ORDER BY top.ord DESC LIMIT 1) || '/')
  || title || ': ☐ ' || text || ' · ' || row.due
FROM row INDEXED BY row_by_due CROSS JOIN section USING (section_id)
WHERE row.due IS NOT NULL AND row.due < :end AND row.done = 0 ORDER BY row.due;
