#ifndef CJOURNAL_H
#define CJOURNAL_H

// PostgreSQL's client library, and the session extension of SQLite, which its header only declares where a macro is set.

#include <libpq-fe.h>

/// Connects to a server that takes writes, and notices within seconds if it is gone.
static inline PGconn *cjournal_connect(const char *url) {
  const char *names[] = {
    "dbname", "target_session_attrs", "connect_timeout", "keepalives_idle", "keepalives_interval", "keepalives_count",
    "tcp_user_timeout", "application_name", "client_encoding", NULL};
  const char *values[] = {url, "read-write", "3", "2", "1", "3", "5000", "pleat-journal", "UTF8", NULL};
  return PQconnectdbParams(names, values, 1);
}

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_session sqlite3_session;

int sqlite3session_create(sqlite3 *connection, const char *database, sqlite3_session **session);
int sqlite3session_attach(sqlite3_session *session, const char *table);
int sqlite3session_changeset(sqlite3_session *session, int *count, void **changes);
void sqlite3session_delete(sqlite3_session *session);
void sqlite3_free(void *memory);

#endif
