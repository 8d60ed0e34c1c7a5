#ifndef CPLATFORM_H
#define CPLATFORM_H

// Calls to the system that Swift's modules of the C library lack.

#include <errno.h>
#include <fcntl.h>
#ifdef __linux__
#include <features.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#endif
#include <stdatomic.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#ifdef __linux__
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>
#elif defined(__APPLE__)
#include <sys/mount.h>
#include <unistd.h>
#endif

/// The integers of SharedWord, which threads and signal handlers share.
extern _Atomic(long) cplatform_words[16];

static inline long cplatform_load(int word) { return atomic_load(&cplatform_words[word]); }

static inline void cplatform_store(int word, long value) { atomic_store(&cplatform_words[word], value); }

/// Stores a value, and returns the one before.
static inline long cplatform_exchange(int word, long value) { return atomic_exchange(&cplatform_words[word], value); }

/// The time zone of the caller for whom the thread works; null for the zone of the process.
///
/// A TaskLocal of Swift would bring the runtime of its concurrency into a program that has no other use for it.
extern _Thread_local const char *cplatform_callers_zone;

static inline const char *cplatform_zone(void) { return cplatform_callers_zone; }

static inline void cplatform_set_zone(const char *zone) { cplatform_callers_zone = zone; }

/// Lets the stack grow by half a mebibyte at once, which takes one page of memory.
///
/// Later, where a limit leaves no room for it, the stack could not grow, which ends a process by SIGSEGV without a message.
__attribute__((noinline)) static inline void cplatform_grow_stack(void) {
  volatile char room[1 << 19];
  room[0] = 0;
}

/// Stores the number of the type of the file system at a path, as in linux/magic.h.
///
/// On macOS, stores the number of NFS for every file system that is not local, and 0 for a local one. Returns 0, or -1.
static inline int cplatform_file_system_type(const char *path, unsigned int *type) {
  struct statfs status;
  if (statfs(path, &status) != 0) return -1;
#ifdef __APPLE__
  *type = status.f_flags & MNT_LOCAL ? 0 : 0x6969;
#else
  *type = (unsigned int)status.f_type;
#endif
  return 0;
}

/// Renames with the flags of Linux's renameat2: 1 does not replace a file, 2 exchanges names.
///
/// Returns 0, or the value of errno; ENOSYS where the system cannot.
static inline int cplatform_rename(const char *from, const char *to, unsigned int flags) {
#ifdef SYS_renameat2
  return syscall(SYS_renameat2, -100 /* AT_FDCWD */, from, -100, to, flags) == 0 ? 0 : errno;
#else
  (void)from;
  (void)to;
  (void)flags;
  return ENOSYS;
#endif
}

/// Connects to the socket at a path, or, if `isNew`, makes one there that every user who can reach the path may connect to.
///
/// Returns the open socket, which child processes do not inherit, or -1.
static inline int cplatform_socket(const char *path, int isNew) {
  struct sockaddr_un address;
  memset(&address, 0, sizeof address);
  address.sun_family = AF_UNIX;
  if (strlen(path) >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  strcpy(address.sun_path, path);
  int file = socket(AF_UNIX, SOCK_STREAM, 0);
  if (file < 0) return -1;
  fcntl(file, F_SETFD, FD_CLOEXEC);
  const struct sockaddr *general = (const struct sockaddr *)&address;
  int code = isNew ? bind(file, general, sizeof address) : connect(file, general, sizeof address);
  if (code == 0 && isNew) code = chmod(path, 0666) == 0 ? listen(file, 4096) : -1;
  if (code == 0) return file;
  int error = errno;
  close(file);
  errno = error;
  return -1;
}

/// Sends bytes, without a signal if the other end is closed; unless `isWaiting`, only as many as fit at once.
///
/// Returns the number of bytes sent, or -1.
static inline long cplatform_send(int socket, const void *bytes, long count, int isWaiting) {
  int flags = isWaiting ? 0 : MSG_DONTWAIT;
#ifdef MSG_NOSIGNAL
  flags |= MSG_NOSIGNAL;
#endif
  return send(socket, bytes, (size_t)count, flags);
}

/// Stores the user and the group of the process at the other end of a socket of this machine. Returns 0, or -1.
static inline int cplatform_peer(int socket, unsigned int *user, unsigned int *group) {
#ifdef __APPLE__
  uid_t uid;
  gid_t gid;
  if (getpeereid(socket, &uid, &gid) != 0) return -1;
  *user = uid;
  *group = gid;
#else
  int peer[3] = {-1, -1, -1};  // struct ucred: the process, the user and the group
  socklen_t size = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, peer, &size) != 0) return -1;
  *user = (unsigned int)peer[1];
  *group = (unsigned int)peer[2];
#endif
  return 0;
}

/// Returns whether a file may have an access list, so that its permissions alone do not decide who has access.
///
/// Always 1 on systems other than Linux.
static inline int cplatform_has_access_list(const char *path) {
#ifdef __linux__
  return getxattr(path, "system.posix_acl_access", 0, 0) >= 0;
#else
  (void)path;
  return 1;
#endif
}

/// Makes the C library keep freed memory instead of returning it to the system each time.
static inline void cplatform_keep_freed_memory(void) {
#ifdef __GLIBC__
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
  mallopt(M_TOP_PAD, 1 << 20);
#endif
}

#endif
