#ifndef C_SYSTEM_SHIM_H
#define C_SYSTEM_SHIM_H

// What Swift cannot call itself: variadic C functions, and SQLite's own file handle.

/// Turns defensive mode on, and loading of extensions and, where SQLite allows it, trust in the schema off. Returns SQLite's result code.
int pleat_harden(void *connection);

/// Reads the first 100 bytes of the database file through the connection's own handle, without a lock: a handle of
/// our own would, when closed, drop every lock of this process on the file. Returns SQLite's result code.
int pleat_read_header(void *connection, unsigned char bytes[100]);

/// Renames `from` to `to` unless there is a `to`. Returns 0, or the value of errno.
int pleat_rename_to_new(const char *from, const char *to);

#endif
