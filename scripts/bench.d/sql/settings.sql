-- pleat settings
.read read.sql
SELECT name, value FROM setting;
