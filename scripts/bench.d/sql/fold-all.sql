-- pleat collapse --all
.read begin.sql
SELECT count(*) FROM section
  LEFT JOIN fold ON fold.user_id = :user_id AND fold.section_id = section.section_id
  WHERE collapsible AND NOT coalesce(collapsed, 0);
.read entry.sql
INSERT INTO fold (user_id, section_id, collapsed)
  SELECT :user_id, section.section_id, 1 FROM section
  LEFT JOIN fold ON fold.user_id = :user_id AND fold.section_id = section.section_id
  WHERE collapsible AND NOT coalesce(collapsed, 0) ORDER BY ord
  ON CONFLICT DO UPDATE SET collapsed = excluded.collapsed;
.read end.sql
