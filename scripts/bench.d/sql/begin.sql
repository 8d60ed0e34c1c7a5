-- The beginning of every edit: settings that keep edits safe, the write lock, and the user.
PRAGMA foreign_keys = ON;
PRAGMA cell_size_check = ON;
PRAGMA journal_mode = TRUNCATE;
PRAGMA synchronous = FULL;
PRAGMA user_version;
BEGIN IMMEDIATE;
SELECT user_id, starts_collapsed, accordion FROM user WHERE name = :user;
