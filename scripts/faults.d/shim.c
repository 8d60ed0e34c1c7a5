// Injects faults into the input and output of a program that is started with this library in LD_PRELOAD.
//
// It counts the calls on files below one folder and on the standard streams, from 1. The environment chooses the fault:
//
//   FAULT_FOLDER  the folder
//   FAULT_AT      the number of the call that is hit; no call without it
//   FAULT_KIND    kill   the process dies with SIGKILL before the call
//                 tear   the process dies after half of what it writes
//                 short  half is read or written
//                 late   the call is made but reports EIO
//                 EIO, ENOSPC, EINTR   the call is not made and reports this error
//                 gone   this call and all later ones on files report EIO
//                 lost   the same, but this call is made
//   FAULT_TRACE   a file that gets a line for each call: its number, its name, the path, the offset, the length
//   FAULT_DATA    the written bytes follow their line in FAULT_TRACE
//   FAULT_CLOCK   so many seconds are added to the time of day

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { MAKE, FAIL, FAIL_LATE, HALF }; // what is done with a call

static char paths[1024][PATH_MAX]; // of the files that are open below the folder, by descriptor
static const char *folder, *kind;
static long hit, calls, clock_error;
static int trace = -1, traces_data;

#define NEXT(name, ...) ((int (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name))

static long raw_write(int fd, const void *bytes, size_t count) { return syscall(SYS_write, fd, bytes, count); }

__attribute__((constructor)) static void begin(void) {
  const char *at = getenv("FAULT_AT"), *file = getenv("FAULT_TRACE");
  folder = getenv("FAULT_FOLDER");
  kind = getenv("FAULT_KIND");
  hit = at ? atol(at) : 0;
  clock_error = getenv("FAULT_CLOCK") ? atol(getenv("FAULT_CLOCK")) : 0;
  traces_data = getenv("FAULT_DATA") != NULL;
  if (file) trace = syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_below(const char *path) {
  return folder && path && strncmp(path, folder, strlen(folder)) == 0;
}

static const char *name_of(int fd) {
  static const char *streams[] = {"<input>", "<output>", "<errors>"};
  if (fd < 0 || fd >= 1024) return NULL;
  if (paths[fd][0]) return paths[fd];
  return fd < 3 ? streams[fd] : NULL;
}

static void note(const char *call, const char *path, long offset, const void *bytes, size_t count) {
  char line[PATH_MAX + 128];
  if (trace < 0) return;
  int length = snprintf(line, sizeof line, "%ld\t%s\t%s\t%ld\t%zu\n", calls, call, path, offset, count);
  // Both with one call, as a program of many threads makes calls at the same time.
  struct iovec parts[] = {{line, length}, {(void *)bytes, traces_data && bytes ? count : 0}};
  syscall(SYS_writev, trace, parts, 2);
}

// Counts a call and returns what is to be done with it; errno is set accordingly.
static int decide(const char *call, const char *path, long offset, const void *bytes, size_t count) {
  if (!path || !folder) return MAKE;
  calls++;
  note(call, path, offset, bytes, count);
  if (!hit || !kind || calls < hit) return MAKE;
  int is_lost = strcmp(kind, "lost") == 0;
  if ((strcmp(kind, "gone") == 0 || (is_lost && calls > hit)) && path[0] != '<') return errno = EIO, FAIL;
  if (calls > hit) return MAKE;
  int is_sized = count > 1 && (strstr(call, "read") || strstr(call, "write"));
  if (strcmp(kind, "tear") == 0 && is_sized && strstr(call, "write")) return HALF;
  if (strcmp(kind, "kill") == 0 || strcmp(kind, "tear") == 0) syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
  if (strcmp(kind, "short") == 0) return is_sized ? HALF : MAKE;
  if (strcmp(kind, "late") == 0 || is_lost) return FAIL_LATE;
  errno = strcmp(kind, "ENOSPC") == 0 ? ENOSPC : strcmp(kind, "EINTR") == 0 ? EINTR : EIO;
  return FAIL;
}

// Ends a call that was made, although only half of it may have been.
static long ended(int fate, long result) {
  if (fate == HALF && kind[0] == 't') syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
  if (fate != FAIL_LATE) return result;
  errno = EIO;
  return -1;
}

#define CALL(name, path, offset, bytes, count, half, whole) \
  int fate = decide(name, path, offset, bytes, count); \
  if (fate == FAIL) return -1; \
  return ended(fate, fate == HALF ? (half) : (whole))

#define PLAIN(name, path, whole) CALL(name, path, 0, NULL, 0, whole, whole)

ssize_t read(int fd, void *bytes, size_t count) {
  CALL("read", name_of(fd), 0, NULL, count, syscall(SYS_read, fd, bytes, count / 2),
       syscall(SYS_read, fd, bytes, count));
}

ssize_t write(int fd, const void *bytes, size_t count) {
  long offset = fd > 2 ? syscall(SYS_lseek, fd, 0, SEEK_CUR) : 0;
  CALL("write", name_of(fd), offset, bytes, count, raw_write(fd, bytes, count / 2), raw_write(fd, bytes, count));
}

#define PLACED(suffix, offset_t) \
  ssize_t pread##suffix(int fd, void *bytes, size_t count, offset_t at) { \
    CALL("pread", name_of(fd), at, NULL, count, syscall(SYS_pread64, fd, bytes, count / 2, at), \
         syscall(SYS_pread64, fd, bytes, count, at)); \
  } \
  ssize_t pwrite##suffix(int fd, const void *bytes, size_t count, offset_t at) { \
    CALL("pwrite", name_of(fd), at, bytes, count, syscall(SYS_pwrite64, fd, bytes, count / 2, at), \
         syscall(SYS_pwrite64, fd, bytes, count, at)); \
  } \
  int ftruncate##suffix(int fd, offset_t size) { \
    CALL("ftruncate", name_of(fd), size, NULL, 0, 0, syscall(SYS_ftruncate, fd, size)); \
  } \
  int truncate##suffix(const char *path, offset_t size) { \
    CALL("truncate", is_below(path) ? path : NULL, size, NULL, 0, 0, syscall(SYS_truncate, path, size)); \
  }
PLACED(, off_t)
PLACED(64, off64_t)

int fsync(int fd) { PLAIN("fsync", name_of(fd), syscall(SYS_fsync, fd)); }
int fdatasync(int fd) { PLAIN("fdatasync", name_of(fd), syscall(SYS_fdatasync, fd)); }

// Opens a file and remembers its path; a late failure leaves it closed.
static int open_at(int where, const char *path, int flags, int mode) {
  const char *counted = is_below(path) ? path : NULL;
  int makes = (flags & O_CREAT) && syscall(SYS_faccessat, where, path, F_OK) != 0;
  int fate = decide(makes ? "create" : (flags & O_TRUNC) ? "empty" : "open", counted, 0, NULL, 0);
  if (fate == FAIL) return -1;
  int fd = syscall(SYS_openat, where, path, flags, mode);
  if (fd >= 0 && fate == FAIL_LATE) syscall(SYS_close, fd);
  else if (fd >= 0 && fd < 1024) snprintf(paths[fd], PATH_MAX, "%s", counted ? counted : "");
  return ended(fate, fd);
}

#define OPENS(suffix) \
  int open##suffix(const char *path, int flags, ...) { \
    va_list rest; \
    va_start(rest, flags); \
    int mode = va_arg(rest, int); \
    va_end(rest); \
    return open_at(AT_FDCWD, path, flags, mode); \
  } \
  int openat##suffix(int where, const char *path, int flags, ...) { \
    va_list rest; \
    va_start(rest, flags); \
    int mode = va_arg(rest, int); \
    va_end(rest); \
    return open_at(where, path, flags, mode); \
  }
OPENS()
OPENS(64)

int close(int fd) {
  const char *name = fd > 2 ? name_of(fd) : NULL;
  int fate = decide("close", name, 0, NULL, 0);
  if (fd >= 0 && fd < 1024) paths[fd][0] = 0;
  long result = syscall(SYS_close, fd); // a descriptor is closed even if the call reports an error
  return fate == FAIL ? -1 : ended(fate, result);
}

#define BELOW(path) (is_below(path) ? (path) : NULL)
#define ON_PATH(name, path, whole) { PLAIN(name, BELOW(path), whole); }

int unlink(const char *path) ON_PATH("unlink", path, syscall(SYS_unlink, path))
int mkdir(const char *path, mode_t mode) ON_PATH("mkdir", path, syscall(SYS_mkdir, path, mode))
int rmdir(const char *path) ON_PATH("rmdir", path, syscall(SYS_rmdir, path))
int access(const char *path, int mode) ON_PATH("access", path, syscall(SYS_access, path, mode))
int chmod(const char *path, mode_t mode) ON_PATH("chmod", path, syscall(SYS_chmod, path, mode))
int fchmod(int fd, mode_t mode) { PLAIN("fchmod", name_of(fd), syscall(SYS_fchmod, fd, mode)); }
int fchown(int fd, uid_t user, gid_t group) { PLAIN("fchown", name_of(fd), syscall(SYS_fchown, fd, user, group)); }

// The line of a rename has both paths, with a line end of another kind between them.
static const char *pair(const char *from, const char *to) {
  static char both[2 * PATH_MAX];
  if (!is_below(from) && !is_below(to)) return NULL;
  snprintf(both, sizeof both, "%s\r%s", from, to);
  return both;
}

int rename(const char *from, const char *to) { PLAIN("rename", pair(from, to), syscall(SYS_rename, from, to)); }
int link(const char *from, const char *to) { PLAIN("link", pair(from, to), syscall(SYS_link, from, to)); }

// pleat renames a file to a name that is free with syscall(); other numbers are passed on.
long syscall(long number, ...) {
  va_list rest;
  long a[6];
  va_start(rest, number);
  for (int i = 0; i < 6; i++) a[i] = va_arg(rest, long);
  va_end(rest);
  static long (*next)(long, ...);
  if (!next) next = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  if (number != SYS_renameat2) return next(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  PLAIN("rename", pair((char *)a[1], (char *)a[3]), next(number, a[0], a[1], a[2], a[3], a[4], a[5]));
}

#define STATS(suffix, type) \
  int stat##suffix(const char *path, struct type *status) \
    ON_PATH("stat", path, NEXT("stat" #suffix, const char *, struct type *)(path, status)) \
  int lstat##suffix(const char *path, struct type *status) \
    ON_PATH("lstat", path, NEXT("lstat" #suffix, const char *, struct type *)(path, status)) \
  int fstat##suffix(int fd, struct type *status) { \
    PLAIN("fstat", name_of(fd), NEXT("fstat" #suffix, int, struct type *)(fd, status)); \
  }
STATS(, stat)
STATS(64, stat64)

#define CONTROLS(call) \
  int call(int fd, int command, ...) { \
    va_list rest; \
    va_start(rest, command); \
    void *value = va_arg(rest, void *); \
    va_end(rest); \
    PLAIN("fcntl", name_of(fd), ((int (*)(int, int, ...))dlsym(RTLD_NEXT, #call))(fd, command, value)); \
  }
CONTROLS(fcntl)
CONTROLS(fcntl64)

// The time of day of a clock that is wrong; clocks that only measure elapsed time stay right.
int clock_gettime(clockid_t which, struct timespec *now) {
  int code = NEXT("clock_gettime", clockid_t, struct timespec *)(which, now);
  if (code == 0 && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE)) now->tv_sec += clock_error;
  return code;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  int code = NEXT("gettimeofday", struct timeval *, void *)(now, zone);
  if (code == 0) now->tv_sec += clock_error;
  return code;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}
