#ifndef CPCRE2_H
#define CPCRE2_H

// The system's PCRE2 library, for texts in UTF-8.

#define PCRE2_CODE_UNIT_WIDTH 8

#include <pcre2.h>
#include <time.h>

/// Returns how long this thread has used the processor, in nanoseconds.
static inline uint64_t cpcre2_processor_time(void) {
  struct timespec time;
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0) return 0;
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/// Returns the time since some moment, in nanoseconds, without a call of the system.
static inline uint64_t cpcre2_time(void) {
  struct timespec time;
  if (clock_gettime(CLOCK_MONOTONIC, &time) != 0) return 0;
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

#endif
