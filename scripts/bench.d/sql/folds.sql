-- pleat folds: every section with its flag, after the titles of its ancestors; for outlines of two levels
.read read.sql
SELECT iif(coalesce(collapsed, 0) AND collapsible, '▸ ', '▾ ') || iif(level = 1, '', top || '/') || title FROM (
  SELECT section.*, max(iif(level = 1, title, NULL)) OVER (PARTITION BY family) AS top FROM (
    SELECT section.*, sum(level = 1) OVER (ORDER BY ord) AS family FROM section) AS section) AS section
LEFT JOIN fold ON fold.user_id = :user_id AND fold.section_id = section.section_id ORDER BY ord;
