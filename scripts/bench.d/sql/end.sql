-- The end of every edit: closing its entry, checking whether old entries must be removed, and the commit.
UPDATE edit SET last_change = max(coalesce((SELECT max(change_id) FROM change), 0), first_change - 1)
  WHERE edit_id = (SELECT edit_id FROM current_edit);
UPDATE current_edit SET edit_id = NULL;
SELECT min(change_id) FROM change;
SELECT (SELECT max(change_id) FROM change), (SELECT value FROM setting WHERE name = 'history-changes'),
  (SELECT first_change FROM edit WHERE edit_id = last), young.edit_id, young.first_change
FROM (SELECT edit_id AS last, at AS now, coalesce((SELECT value FROM setting WHERE name = 'history-days'), 365) AS days
    FROM edit ORDER BY edit_id DESC LIMIT 1)
  LEFT JOIN edit AS young ON young.edit_id = (SELECT edit_id FROM edit
    WHERE at BETWEEN now - days * 86400000 AND now ORDER BY edit_id LIMIT 1);
COMMIT;
