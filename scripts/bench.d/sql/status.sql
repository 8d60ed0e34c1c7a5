-- pleat status
.read read.sql
SELECT (SELECT count(*) FROM section), (SELECT sum(rows) FROM row_count), (SELECT count(*) FROM user),
  (SELECT count(*) FROM fold WHERE user_id = :user_id AND collapsed);
SELECT name, starts_collapsed, accordion FROM user WHERE name = :user;
