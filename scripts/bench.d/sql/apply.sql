-- pleat apply: many edits as one
.read begin.sql
.read entry.sql
:edits;
.read end.sql
