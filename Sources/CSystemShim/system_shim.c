#define _GNU_SOURCE
#include "CSystemShim.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <unistd.h>

static int set(sqlite3 *connection, int option, int value) {
  return sqlite3_db_config(connection, option, value, NULL);
}

int pleat_harden(void *connection) {
  int result = set(connection, SQLITE_DBCONFIG_DEFENSIVE, 1);
  // Older versions mark their own JSON functions as unsafe, and the guards on attributes would no longer run. What
  // is left to be trusted there is load_extension and fts3_tokenizer alone, and both are off.
  if (result == SQLITE_OK && sqlite3_libversion_number() >= 3045000) {
    result = set(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0);
  }
  if (result == SQLITE_OK) result = set(connection, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0);
  return result;
}

int pleat_read_header(void *connection, unsigned char bytes[100]) {
  sqlite3_file *file = NULL;
  int result = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (result != SQLITE_OK) return result;
  if (file == NULL || file->pMethods == NULL) return SQLITE_CANTOPEN;
  return file->pMethods->xRead(file, bytes, 100, 0);
}

int pleat_rename_to_new(const char *from, const char *to) {
#ifdef RENAME_NOREPLACE
  if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
#endif
  if (link(from, to) != 0) return errno; // for file systems that cannot rename without replacing
  return unlink(from) == 0 ? 0 : errno;
}
