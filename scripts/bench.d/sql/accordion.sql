-- pleat accordion on, pleat accordion off
.read begin.sql
.read entry.sql
UPDATE user SET accordion = :accordion WHERE user_id = :user_id;
.read end.sql
