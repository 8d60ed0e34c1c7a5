#ifndef CNCURSES_H
#define CNCURSES_H

// The part of ncurses that knows terminals (terminfo), with wrappers for what Swift cannot call: variadic C functions, and
// macros that take pointers.

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

/// Only what is needed is declared: term.h defines hundreds of short words as macros.
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

/// Asks for the size of the terminal; returns 0 if it tells.
static inline int cncurses_size(int file, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(file, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return -1;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

#endif
