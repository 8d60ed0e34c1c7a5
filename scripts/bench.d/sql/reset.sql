-- pleat reset
.read begin.sql
SELECT EXISTS (SELECT 1 FROM fold WHERE user_id = :user_id);
.read entry.sql
DELETE FROM fold WHERE user_id = :user_id;
.read end.sql
