-- pleat list of a short outline, from the view visible_line
.read read.sql
SELECT substr('      ', 1, 2 * section_level + 2 * level * (kind = 'row') - 2), text FROM visible_line WHERE user = :user ORDER BY line;
