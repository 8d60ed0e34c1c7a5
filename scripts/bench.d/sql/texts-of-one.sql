-- The bare texts of one section's rows, in order.
.read read.sql
SELECT text FROM row WHERE section_id = 1 ORDER BY rank;
