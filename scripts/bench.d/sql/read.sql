-- What every question begins with.
PRAGMA query_only = ON;
PRAGMA cell_size_check = ON;
