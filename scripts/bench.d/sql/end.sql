-- The end of every edit: closing its entry, checking whether old entries must be removed, and the commit.
UPDATE edit SET last_change = max(coalesce((SELECT max(change_id) FROM change), 0), first_change - 1)
  WHERE edit_id = (SELECT edit_id FROM current_edit);
UPDATE current_edit SET edit_id = NULL;
SELECT (SELECT min(change_id) FROM change), (SELECT max(change_id) FROM change),
  (SELECT value FROM setting WHERE name = 'history-changes'),
  (SELECT first_change FROM edit WHERE at >= CAST((julianday('now') - 2440587.5
    - coalesce((SELECT value FROM setting WHERE name = 'history-days'), 365)) * 86400000 AS INTEGER)
    ORDER BY edit_id LIMIT 1),
  (SELECT first_change FROM edit ORDER BY edit_id DESC LIMIT 1);
COMMIT;
