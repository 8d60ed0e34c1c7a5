#ifndef CSQLITE_H
#define CSQLITE_H

// The system's SQLite library, with wrappers for the parts that Swift cannot call: variadic C functions, SQLite's
// own file handle, and macros that are casts.

#include <errno.h>
#include <sqlite3.h>
#include <string.h>

/// Turns off SQLite's memory statistics, which pleat never reads and which cost a lock for every allocation, and keeps
/// up to 120,000 bytes of a statement's journal in memory. Call it before opening the first connection.
///
/// SQLite's default is 64 KiB; a longer journal goes to a file. Once one statement of an edit needs the file, all later
/// ones write to it, and making sections of 10^4 rows takes twice as long. The limit must be less than 128 KiB, because
/// SQLite writes the memory to the file at once, and its write takes only the last 17 bits of a length.
static inline void csqlite_configure(void) {
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  sqlite3_config(SQLITE_CONFIG_STMTJRNL_SPILL, 120000);
}

/// Turns on foreign keys and defensive mode, and turns off the loading of extensions and, where SQLite allows it, trust
/// in the schema.
///
/// Returns SQLite's result code.
static inline int csqlite_harden(sqlite3 *connection) {
  int result = sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_FKEY, 1, NULL);
  if (result == SQLITE_OK) result = sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  // Versions before 3.45 mark their own JSON functions as unsafe, so without trust the triggers that check attributes
  // would fail. In those versions trust only matters for load_extension and fts3_tokenizer, and both are off.
  if (result == SQLITE_OK && sqlite3_libversion_number() >= 3045000) {
    result = sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  }
  if (result == SQLITE_OK) result = sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
  return result;
}

/// Reads the first 100 bytes of the database file through the connection's own file handle, without a lock.
///
/// Closing a second handle would release every lock of this process on the file. Returns SQLite's result code.
static inline int csqlite_read_header(sqlite3 *connection, unsigned char bytes[100]) {
  sqlite3_file *file = NULL;
  int result = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (result != SQLITE_OK) return result;
  if (file == NULL || file->pMethods == NULL) return SQLITE_CANTOPEN;
  return file->pMethods->xRead(file, bytes, 100, 0);
}

/// Whether a reason of the system is a disk that fails.
static inline int csqlite_is_failure(int reason) {
  return reason == EIO || reason == ENXIO || reason == ENODEV || reason == ESTALE || reason == ETIMEDOUT;
}

/// Returns the system's reason for the connection's last error, if it is that too many files are open, that a file would
/// be too large, or that the disk fails or is full; otherwise NULL.
///
/// Sets `lacks_files` if too many files are open, and `disk_fails` if the disk fails. A file that could not be created
/// counts as a failing disk: SQLite then tries to open it for reading, and reports only that it does not exist. So does
/// a page that the disk cannot read, since SQLite then calls the file damaged, and a file that the system could not look
/// at, since SQLite then says that it was moved. SQLite keeps the reason for a page of the file; the reason for a page of
/// a journal, which SQLite has closed by then, and for a look at the file is still in `errno`.
static inline const char *csqlite_system_reason(sqlite3 *connection, int *lacks_files, int *disk_fails) {
  int reason = errno, of_file = 0;
  int extended = sqlite3_extended_errcode(connection), code = extended & 0xFF;
  if (code == SQLITE_CANTOPEN || code == SQLITE_IOERR) reason = sqlite3_system_errno(connection);
  else if (code != SQLITE_CORRUPT && extended != SQLITE_READONLY_DBMOVED) return NULL;
  if (code == SQLITE_CORRUPT || code == SQLITE_IOERR) {
    sqlite3_file_control(connection, "main", SQLITE_FCNTL_LAST_ERRNO, &of_file);
    if (of_file != 0 && (code == SQLITE_CORRUPT || csqlite_is_failure(of_file))) reason = of_file;
  }
  *lacks_files = reason == EMFILE || reason == ENFILE;
  int is_full = code != SQLITE_CORRUPT && (reason == ENOSPC || reason == EDQUOT);
  *disk_fails = csqlite_is_failure(reason) || is_full || (code == SQLITE_CANTOPEN && reason == ENOENT);
  return *lacks_files || csqlite_is_failure(reason) || is_full || reason == EFBIG ? strerror(reason) : NULL;
}

/// Returns the system's reason why the last call on the database file failed; NULL if the system gave none.
static inline const char *csqlite_file_reason(sqlite3 *connection) {
  int reason = 0;
  sqlite3_file_control(connection, "main", SQLITE_FCNTL_LAST_ERRNO, &reason);
  return reason == 0 ? NULL : strerror(reason);
}

/// Turns defensive mode off, or on again. Returns SQLite's result code.
static inline int csqlite_set_defensive(sqlite3 *connection, int is_on) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, is_on, NULL);
}

/// Turns the triggers of a connection on or off. Returns SQLite's result code.
static inline int csqlite_set_triggers(sqlite3 *connection, int is_on) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, is_on, NULL);
}

/// Returns SQLite's handle of the database file; NULL if there is none.
static inline sqlite3_file *csqlite_file(sqlite3 *connection) {
  sqlite3_file *file = NULL;
  if (sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK) return NULL;
  return file != NULL && file->pMethods != NULL ? file : NULL;
}

/// Reads bytes of the database file through the connection's own file handle, even if the file is no database.
///
/// Returns SQLite's result code.
static inline int csqlite_read(sqlite3 *connection, void *bytes, int count, sqlite3_int64 offset) {
  sqlite3_file *file = csqlite_file(connection);
  return file == NULL ? SQLITE_CANTOPEN : file->pMethods->xRead(file, bytes, count, offset);
}

/// Stores the size of the database file in bytes, as the connection's own file handle sees it.
///
/// Returns SQLite's result code.
static inline int csqlite_file_size(sqlite3 *connection, sqlite3_int64 *size) {
  sqlite3_file *file = csqlite_file(connection);
  return file == NULL ? SQLITE_CANTOPEN : file->pMethods->xFileSize(file, size);
}

/// Takes the lock of a writer on a file that SQLite cannot read; it is released when the connection is closed.
///
/// Returns SQLite's result code.
static inline int csqlite_reserve(sqlite3 *connection) {
  sqlite3_file *file = csqlite_file(connection);
  if (file == NULL) return SQLITE_CANTOPEN;
  int result = file->pMethods->xLock(file, SQLITE_LOCK_SHARED);
  if (result == SQLITE_OK) result = file->pMethods->xLock(file, SQLITE_LOCK_RESERVED);
  if (result != SQLITE_OK) file->pMethods->xUnlock(file, SQLITE_LOCK_NONE);
  return result;
}

/// Binds a copy of a blob, whose length is in bytes.
///
/// Returns SQLite's result code.
static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// Binds a copy of a text, whose length is in bytes.
///
/// Returns SQLite's result code.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, (const char *)bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Binds a text without copying it; the text must stay in place until the binding is replaced.
///
/// Its length is in bytes. Returns SQLite's result code.
static inline int csqlite_bind_text_in_place(
  sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, (const char *)bytes, count, SQLITE_STATIC, SQLITE_UTF8);
}

#endif
