-- pleat log --limit 10
.read read.sql
SELECT at, user, words FROM log ORDER BY at DESC, edit_id DESC LIMIT 10;
