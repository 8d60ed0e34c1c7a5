-- The beginning of every query.
PRAGMA query_only = ON;
PRAGMA cell_size_check = ON;
