-- pleat settings history-days DAYS
.read begin.sql
.read entry.sql
INSERT INTO setting (name, value) VALUES ('history-days', :days) ON CONFLICT DO UPDATE SET value = excluded.value;
.read end.sql
