-- pleat settings history-days DAYS
.read begin.sql
UPDATE current_edit SET edit_id = 1 + coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'edit'), 0);
INSERT INTO setting (name, value) VALUES ('history-days', :days) ON CONFLICT DO UPDATE SET value = excluded.value;
UPDATE current_edit SET edit_id = NULL;
COMMIT;
