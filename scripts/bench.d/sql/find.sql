-- pleat find TEXT
.read read.sql
SELECT title FROM section WHERE instr(lower(title), lower(:text)) OR instr(lower(detail), lower(:text));
SELECT (SELECT count(*) FROM section AS before WHERE before.ord <= section.ord) || ':'
  || (SELECT count(*) FROM row AS above WHERE above.section_id = row.section_id AND above.rank <= row.rank)
  || ' ' || title || ': ' || text
FROM row JOIN section USING (section_id) WHERE instr(lower(text), lower(:text)) ORDER BY ord, rank;
