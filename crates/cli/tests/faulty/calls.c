/* System calls that fail as they are told to, for tests: LD_PRELOAD this.
 *
 * FAULTY_FLOCK=none   locks are not there (ENOSYS)
 * FAULTY_FLOCK=local  every lock is given, as by two machines that do not know of each other
 * FAULTY_WRITE=N      the N-th write to a file fails: the disk is full
 * FAULTY_RENAME=N     the N-th renaming fails
 * FAULTY_SHORT=1      every write to a file takes half of what it is given
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static int is_turn(const char *name, int *count) {
    const char *turn = getenv(name);
    return turn && ++*count == atoi(turn);
}

int flock(int file, int operation) {
    const char *locks = getenv("FAULTY_FLOCK");
    if (locks && !strcmp(locks, "none")) {
        errno = ENOSYS;
        return -1;
    }
    if (locks && !strcmp(locks, "local"))
        return 0;
    int (*real)(int, int) = (int (*)(int, int))dlsym(RTLD_NEXT, "flock");
    return real(file, operation);
}

ssize_t write(int file, const void *bytes, size_t length) {
    static int count;
    ssize_t (*real)(int, const void *, size_t) = (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    if (file > 2 && is_turn("FAULTY_WRITE", &count)) {
        errno = ENOSPC;
        return -1;
    }
    if (file > 2 && length > 1 && getenv("FAULTY_SHORT"))
        length /= 2;
    return real(file, bytes, length);
}

int rename(const char *from, const char *to) {
    static int count;
    int (*real)(const char *, const char *) = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
    if (is_turn("FAULTY_RENAME", &count)) {
        errno = EIO;
        return -1;
    }
    return real(from, to);
}
