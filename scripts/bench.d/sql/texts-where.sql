-- pleat find FILTER, pleat list --where FILTER: the bare texts of rows
.read read.sql
SELECT text FROM row WHERE :test LIMIT :limit;
