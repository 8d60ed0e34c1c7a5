-- pleat collapse SECTION, pleat expand SECTION, pleat toggle SECTION
.read begin.sql
SELECT * FROM section WHERE title = :title ORDER BY ord;
SELECT collapsed FROM fold WHERE user_id = :user_id AND section_id = :section;
.read entry.sql
INSERT INTO fold (user_id, section_id, collapsed) VALUES (:user_id, :section, :collapsed)
  ON CONFLICT DO UPDATE SET collapsed = excluded.collapsed;
.read end.sql
