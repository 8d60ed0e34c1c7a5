-- The log: what every edit did to which section, row, flag or user, so that others can follow it and it can be undone.

-- One line for every edit that pleat makes; its changes carry its edit_id.
CREATE TABLE edit (
  edit_id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL DEFAULT (CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)), -- ms since 1970, UTC
  user TEXT NOT NULL,
  mark INTEGER NOT NULL -- random, by which a COMMIT that reported an error is looked up again
) STRICT;
DROP TABLE edit_mark;

-- The edit that is being made: one line, NULL outside of pleat's own transactions.
CREATE TABLE current_edit (edit_id INTEGER) STRICT;
INSERT INTO current_edit VALUES (NULL);

-- One line for every change. Changes made by hand have no edit_id; one statement's changes have the same time.
-- Old values are NULL for an insert and new ones for a delete. Where an update leaves text, detail or attributes as
-- they were, both are NULL. (A CHECK with IN would double the price of a change.)
CREATE TABLE change (
  change_id INTEGER PRIMARY KEY,
  edit_id INTEGER,
  at INTEGER,
  thing TEXT NOT NULL, -- section, row, fold, user
  action TEXT NOT NULL, -- insert, update, delete
  id INTEGER NOT NULL, -- section_id, row_id or user_id; of a fold the section_id
  user_id INTEGER, -- of a fold
  old_section INTEGER, new_section INTEGER, -- of a row
  old_place INTEGER, new_place INTEGER, -- ord or rank
  old_level INTEGER, new_level INTEGER, -- of a section
  old_flag INTEGER, new_flag INTEGER, -- collapsible, collapsed, or starts_collapsed
  old_accordion INTEGER, new_accordion INTEGER, -- of a user
  old_text TEXT, new_text TEXT, -- title, text or name
  old_detail TEXT, new_detail TEXT,
  old_attributes TEXT, new_attributes TEXT
) STRICT;

-- Sections. What is inserted without ord counts as inserted when it gets one.

CREATE TRIGGER log_section_insert AFTER INSERT ON section WHEN NEW.ord < 4611686018427387904 BEGIN
  INSERT INTO change (
    edit_id, at, thing, action, id, new_place, new_level, new_flag, new_text, new_detail, new_attributes
  ) VALUES (
    (SELECT edit_id FROM current_edit),
    CASE WHEN (SELECT edit_id FROM current_edit) IS NULL
      THEN CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) END,
    'section', 'insert', NEW.section_id, NEW.ord, NEW.level, NEW.collapsible, NEW.title, NEW.detail, NEW.attributes
  );
END;

CREATE TRIGGER log_section_append AFTER UPDATE ON section WHEN OLD.ord = 4611686018427387904 BEGIN
  INSERT INTO change (
    edit_id, at, thing, action, id, new_place, new_level, new_flag, new_text, new_detail, new_attributes
  ) VALUES (
    (SELECT edit_id FROM current_edit),
    CASE WHEN (SELECT edit_id FROM current_edit) IS NULL
      THEN CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) END,
    'section', 'insert', NEW.section_id, NEW.ord, NEW.level, NEW.collapsible, NEW.title, NEW.detail, NEW.attributes
  );
END;

CREATE TRIGGER log_section_update AFTER UPDATE ON section WHEN OLD.ord < 4611686018427387904 BEGIN
  INSERT INTO change (
    edit_id, at, thing, action, id, old_place, new_place, old_level, new_level, old_flag, new_flag, old_text,
    new_text, old_detail, new_detail, old_attributes, new_attributes
  ) VALUES (
    (SELECT edit_id FROM current_edit),
    CASE WHEN (SELECT edit_id FROM current_edit) IS NULL
      THEN CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) END,
    'section', 'update', NEW.section_id, OLD.ord, NEW.ord, OLD.level, NEW.level, OLD.collapsible, NEW.collapsible,
    iif(OLD.title IS NEW.title, NULL, OLD.title), iif(OLD.title IS NEW.title, NULL, NEW.title),
    iif(OLD.detail IS NEW.detail, NULL, OLD.detail), iif(OLD.detail IS NEW.detail, NULL, NEW.detail),
    iif(OLD.attributes IS NEW.attributes, NULL, OLD.attributes),
    iif(OLD.attributes IS NEW.attributes, NULL, NEW.attributes)
  );
END;

CREATE TRIGGER log_section_delete AFTER DELETE ON section BEGIN
  INSERT INTO change (
    edit_id, at, thing, action, id, old_place, old_level, old_flag, old_text, old_detail, old_attributes
  ) VALUES (
    (SELECT edit_id FROM current_edit),
    CASE WHEN (SELECT edit_id FROM current_edit) IS NULL
      THEN CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) END,
    'section', 'delete', OLD.section_id, OLD.ord, OLD.level, OLD.collapsible, OLD.title, OLD.detail, OLD.attributes
  );
END;

-- Rows, the same.

CREATE TRIGGER log_row_insert AFTER INSERT ON row WHEN NEW.rank < 4611686018427387904 BEGIN
  INSERT INTO change (
    edit_id, at, thing, action, id, new_section, new_place, new_text, new_attributes
  ) VALUES (
    (SELECT edit_id FROM current_edit),
    CASE WHEN (SELECT edit_id FROM current_edit) IS NULL
      THEN CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) END,
    'row', 'insert', NEW.row_id, NEW.section_id, NEW.rank, NEW.text, NEW.attributes
  );
END;

CREATE TRIGGER log_row_append AFTER UPDATE ON row WHEN OLD.rank = 4611686018427387904 BEGIN
  INSERT INTO change (
    edit_id, at, thing, action, id, new_section, new_place, new_text, new_attributes
  ) VALUES (
    (SELECT edit_id FROM current_edit),
    CASE WHEN (SELECT edit_id FROM current_edit) IS NULL
      THEN CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) END,
    'row', 'insert', NEW.row_id, NEW.section_id, NEW.rank, NEW.text, NEW.attributes
  );
END;

CREATE TRIGGER log_row_update AFTER UPDATE ON row WHEN OLD.rank < 4611686018427387904 BEGIN
  INSERT INTO change (
    edit_id, at, thing, action, id, old_section, new_section, old_place, new_place, old_text, new_text,
    old_attributes, new_attributes
  ) VALUES (
    (SELECT edit_id FROM current_edit),
    CASE WHEN (SELECT edit_id FROM current_edit) IS NULL
      THEN CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) END,
    'row', 'update', NEW.row_id, OLD.section_id, NEW.section_id, OLD.rank, NEW.rank,
    iif(OLD.text IS NEW.text, NULL, OLD.text), iif(OLD.text IS NEW.text, NULL, NEW.text),
    iif(OLD.attributes IS NEW.attributes, NULL, OLD.attributes),
    iif(OLD.attributes IS NEW.attributes, NULL, NEW.attributes)
  );
END;

CREATE TRIGGER log_row_delete AFTER DELETE ON row BEGIN
  INSERT INTO change (
    edit_id, at, thing, action, id, old_section, old_place, old_text, old_attributes
  ) VALUES (
    (SELECT edit_id FROM current_edit),
    CASE WHEN (SELECT edit_id FROM current_edit) IS NULL
      THEN CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) END,
    'row', 'delete', OLD.row_id, OLD.section_id, OLD.rank, OLD.text, OLD.attributes
  );
END;

-- Flags and users.

CREATE TRIGGER log_fold_insert AFTER INSERT ON fold BEGIN
  INSERT INTO change (
    edit_id, at, thing, action, id, user_id, new_flag
  ) VALUES (
    (SELECT edit_id FROM current_edit),
    CASE WHEN (SELECT edit_id FROM current_edit) IS NULL
      THEN CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) END,
    'fold', 'insert', NEW.section_id, NEW.user_id, NEW.collapsed
  );
END;

CREATE TRIGGER log_fold_update AFTER UPDATE ON fold BEGIN
  INSERT INTO change (
    edit_id, at, thing, action, id, user_id, old_flag, new_flag
  ) VALUES (
    (SELECT edit_id FROM current_edit),
    CASE WHEN (SELECT edit_id FROM current_edit) IS NULL
      THEN CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) END,
    'fold', 'update', NEW.section_id, NEW.user_id, OLD.collapsed, NEW.collapsed
  );
END;

CREATE TRIGGER log_fold_delete AFTER DELETE ON fold BEGIN
  INSERT INTO change (
    edit_id, at, thing, action, id, user_id, old_flag
  ) VALUES (
    (SELECT edit_id FROM current_edit),
    CASE WHEN (SELECT edit_id FROM current_edit) IS NULL
      THEN CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) END,
    'fold', 'delete', OLD.section_id, OLD.user_id, OLD.collapsed
  );
END;

CREATE TRIGGER log_user_insert AFTER INSERT ON user BEGIN
  INSERT INTO change (
    edit_id, at, thing, action, id, new_flag, new_accordion, new_text
  ) VALUES (
    (SELECT edit_id FROM current_edit),
    CASE WHEN (SELECT edit_id FROM current_edit) IS NULL
      THEN CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) END,
    'user', 'insert', NEW.user_id, NEW.starts_collapsed, NEW.accordion, NEW.name
  );
END;

CREATE TRIGGER log_user_update AFTER UPDATE ON user BEGIN
  INSERT INTO change (
    edit_id, at, thing, action, id, old_flag, new_flag, old_accordion, new_accordion, old_text, new_text
  ) VALUES (
    (SELECT edit_id FROM current_edit),
    CASE WHEN (SELECT edit_id FROM current_edit) IS NULL
      THEN CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) END,
    'user', 'update', NEW.user_id, OLD.starts_collapsed, NEW.starts_collapsed, OLD.accordion, NEW.accordion,
    OLD.name, NEW.name
  );
END;

CREATE TRIGGER log_user_delete AFTER DELETE ON user BEGIN
  INSERT INTO change (
    edit_id, at, thing, action, id, old_flag, old_accordion, old_text
  ) VALUES (
    (SELECT edit_id FROM current_edit),
    CASE WHEN (SELECT edit_id FROM current_edit) IS NULL
      THEN CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) END,
    'user', 'delete', OLD.user_id, OLD.starts_collapsed, OLD.accordion, OLD.name
  );
END;
