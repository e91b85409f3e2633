/*
 * A disk that is slow, that fails, or that loses its power: preloaded into a process, in place of what syncs files.
 *
 * DISK_DELAY_US: how much longer a sync takes.
 * DISK_FAILURE: while this file exists, the sync of a write-ahead log fails.
 * DISK_COPY: a folder with a copy of each file as it was at its last completed sync: what a power failure leaves.
 * DISK_WITHOUT_LINKS: a file cannot have a second name, as on FAT.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef int (*sync_file)(int);

/* One sync at a time: an older copy must not replace a newer one. */
static pthread_mutex_t copying = PTHREAD_MUTEX_INITIALIZER;

/* Reads the open file: to open and close it again would release SQLite's locks on it. */
static void copy(int from, const char *to) {
  static char buffer[1 << 20];
  int file = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  off_t at = 0;
  for (ssize_t size; (size = pread(from, buffer, sizeof buffer, at)) > 0; at += size) {
    if (write(file, buffer, size) != size) abort();
  }
  close(file);
}

static int sync_with_faults(int file, sync_file real) {
  char link[64], path[4096] = "", kept[8192], part[8200];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  if (readlink(link, path, sizeof path - 1) < 0) return real(file);
  const char *name = strrchr(path, '/');
  const char *delay = getenv("DISK_DELAY_US"), *failure = getenv("DISK_FAILURE"), *folder = getenv("DISK_COPY");
  if (name == NULL || strstr(name, ".db") == NULL || strstr(name, "-journal") != NULL) return real(file);
  if (delay != NULL) usleep(atoi(delay));
  if (failure != NULL && strstr(name, "-wal") != NULL && access(failure, F_OK) == 0) {
    errno = EIO;
    return -1;
  }
  if (folder == NULL) return real(file);
  snprintf(kept, sizeof kept, "%s%s", folder, name);
  snprintf(part, sizeof part, "%s.part", kept);
  pthread_mutex_lock(&copying);
  copy(file, part);
  int result = real(file);
  if (result == 0) rename(part, kept);
  pthread_mutex_unlock(&copying);
  return result;
}

int fsync(int file) { return sync_with_faults(file, (sync_file)dlsym(RTLD_NEXT, "fsync")); }

int fdatasync(int file) { return sync_with_faults(file, (sync_file)dlsym(RTLD_NEXT, "fdatasync")); }

typedef int (*link_file)(const char *, const char *);

int link(const char *from, const char *to) {
  if (getenv("DISK_WITHOUT_LINKS") == NULL) return ((link_file)dlsym(RTLD_NEXT, "link"))(from, to);
  errno = EPERM;
  return -1;
}
