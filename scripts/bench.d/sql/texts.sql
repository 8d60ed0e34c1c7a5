-- The bare texts of all rows, in order.
.read read.sql
SELECT text FROM section CROSS JOIN row USING (section_id) ORDER BY ord, rank;
