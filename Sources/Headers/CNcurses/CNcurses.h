#ifndef CNCURSES_H
#define CNCURSES_H

// The part of ncurses that knows terminals (terminfo), with wrappers for the parts that Swift cannot call: variadic
// C functions, and macros that take pointers.

#include <stdlib.h>
#include <string.h>

/// Only the functions that pleat calls are declared: term.h defines hundreds of short words as macros.
extern int setupterm(const char *name, int file, int *error);
extern char *tigetstr(const char *name);
extern int tigetnum(const char *name);
extern char *tparm(const char *, ...);

/// Returns a string capability of the terminal, or NULL if it has none.
static inline const char *cncurses_string(const char *name) {
  const char *string = tigetstr(name);
  return string == (const char *)-1 ? NULL : string;
}

/// Returns a capability with its two parameters filled in.
static inline const char *cncurses_fill(const char *string, int first, int second) {
  return tparm(string, first, second, 0, 0, 0, 0, 0, 0, 0);
}

#endif
