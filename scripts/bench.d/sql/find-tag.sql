-- pleat find '#home open'
.read read.sql
SELECT (SELECT count(*) FROM section AS before WHERE before.ord <= section.ord) || ':'
  || (SELECT count(*) FROM row AS above WHERE above.section_id = row.section_id AND above.rank <= row.rank)
  || ' ' || title || ': ☐ ' || text || ' · ' || row.due
FROM row JOIN section USING (section_id) WHERE row.done = 0 AND text LIKE :tag ORDER BY ord, rank;
