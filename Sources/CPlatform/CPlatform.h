#ifndef CPLATFORM_H
#define CPLATFORM_H

// Calls to the system that Swift's modules of the C library lack.

#include <errno.h>
#ifdef __linux__
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>
#elif defined(__APPLE__)
#include <sys/mount.h>
#endif

/// Stores the number that stands for the type of the file system at a path, as in linux/magic.h.
///
/// On macOS that is the number of NFS for whatever is not on this machine, and 0 for the rest. Returns 0, or -1.
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

#endif
