/* SPDX-License-Identifier: MIT
 *
 * Makes calls of the C library fail in the command (tests/tools/test_failures.py loads this object
 * before all others). Settings come from the environment:
 *
 *   INJECT_CALLS   names of calls, each followed by a comma: "malloc,calloc,"
 *   INJECT_AT      the number of the call among these from which on something happens, from 1
 *   INJECT_HOW     "once": this call alone, "on": this one and all after it, "every": this one,
 *                  then every second one
 *   INJECT_ERROR   errno of the call; 0: a transfer of one byte instead of a failure
 *   INJECT_SIGNAL  a signal that comes just before the call, besides
 *   INJECT_REPORT  a descriptor to which the number of calls and the first changed call are
 *                  written at the end
 *
 * The C library's own streams write without a call that could be replaced, so that standard output,
 * standard error ("stderr") and files that fopen opens become streams of ours. Calls count until
 * the command closes its output, which it does last.
 */
#define _GNU_SOURCE
#undef _FILE_OFFSET_BITS /* both names of each call are defined below */
#define open   hidden_open
#define open64 hidden_open64

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#undef open
#undef open64

/* What the C library calls itself, so that nothing has to be looked up for memory. */
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

static int armed, report = -1, error, comes;
static unsigned long at, count;
static char how;
static const char *calls = "", *struck = "nothing";

static unsigned long number(const char *name)
{
    const char *text = getenv(name);

    return text != NULL ? strtoul(text, NULL, 10) : 0;
}

static int is_wanted(const char *call)
{
    const size_t length = strlen(call);
    const char *found = calls;

    while ((found = strstr(found, call)) != NULL) {
        if ((found == calls || found[-1] == ',') && found[length] == ',')
            return 1;
        found += length;
    }
    return 0;
}

/* Whether a call is one that is changed. */
static int strikes(const char *call)
{
    int hit;

    if (!armed || !is_wanted(call))
        return 0;
    count++;
    hit = at != 0 && count >= at &&
          (how == 'n' || (how == 'e' ? (count - at) % 2 == 0 : count == at));
    if (hit && struck[0] == 'n')
        struck = call;
    if (hit && comes != 0)
        (void)raise(comes);
    return hit;
}

/* The same for a call that fails; sets errno. */
static int fails(const char *call)
{
    if (!strikes(call) || error == 0)
        return 0;
    errno = error;
    return 1;
}

static void disarm(void)
{
    char line[64];
    int length;

    if (!armed)
        return;
    armed = 0;
    length = snprintf(line, sizeof line, "%lu %s\n", count, struck);
    if (report >= 0 && write(report, line, (size_t)length) < 0)
        abort();
}

static void *next(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

void *malloc(size_t size)
{
    return fails("malloc") ? NULL : __libc_malloc(size);
}

void *calloc(size_t items, size_t size)
{
    return fails("calloc") ? NULL : __libc_calloc(items, size);
}

void *realloc(void *memory, size_t size)
{
    return fails("realloc") ? NULL : __libc_realloc(memory, size);
}

/* Returns how much a call may transfer: everything, one byte, or -1 with errno. */
static ssize_t allowed(const char *call, size_t length)
{
    if (!strikes(call))
        return (ssize_t)length;
    if (error == 0)
        return length != 0;
    errno = error;
    return -1;
}

ssize_t read(int file, void *to, size_t length)
{
    static ssize_t (*real)(int, void *, size_t);
    const ssize_t most = allowed("read", length);

    if (real == NULL)
        real = (ssize_t(*)(int, void *, size_t))next("read");
    return most < 0 ? -1 : real(file, to, (size_t)most);
}

static ssize_t put(const char *call, int file, const void *from, size_t length)
{
    static ssize_t (*real)(int, const void *, size_t);
    const ssize_t most = allowed(call, length);

    if (real == NULL)
        real = (ssize_t(*)(int, const void *, size_t))next("write");
    return most < 0 ? -1 : real(file, from, (size_t)most);
}

ssize_t write(int file, const void *from, size_t length)
{
    return put("write", file, from, length);
}

int close(int file)
{
    static int (*real)(int);
    const int failing = fails("close"), last = file == 1;
    int status;

    if (real == NULL)
        real = (int (*)(int))next("close");
    status = real(file);
    if (last)
        disarm();
    if (!failing)
        return status;
    errno = error;
    return -1;
}

/* A call that returns `type`, under its name and the one for large files. */
#define REPLACED(type, bad, name, declared, given)                                                 \
    type name declared                                                                             \
    {                                                                                              \
        static type(*real) declared;                                                               \
        if (real == NULL)                                                                          \
            real = (type(*) declared)next(#name);                                                  \
        return fails(CALL) ? bad : real given;                                                     \
    }

#define CALL "fstat"
REPLACED(int, -1, fstat, (int file, struct stat *to), (file, to))
REPLACED(int, -1, fstat64, (int file, struct stat64 *to), (file, to))
#undef CALL
#define CALL "stat"
REPLACED(int, -1, stat, (const char *path, struct stat *to), (path, to))
REPLACED(int, -1, stat64, (const char *path, struct stat64 *to), (path, to))
#undef CALL
#define CALL "lstat"
REPLACED(int, -1, lstat, (const char *path, struct stat *to), (path, to))
REPLACED(int, -1, lstat64, (const char *path, struct stat64 *to), (path, to))
#undef CALL
#define CALL "mmap"
REPLACED(void *, MAP_FAILED, mmap, (void *to, size_t size, int a, int b, int file, off_t from),
         (to, size, a, b, file, from))
REPLACED(void *, MAP_FAILED, mmap64, (void *to, size_t size, int a, int b, int file, off64_t from),
         (to, size, a, b, file, from))
#undef CALL
#define CALL "readdir"
REPLACED(struct dirent *, NULL, readdir, (DIR * directory), (directory))
REPLACED(struct dirent64 *, NULL, readdir64, (DIR * directory), (directory))
#undef CALL
#define CALL "fdopendir"
REPLACED(DIR *, NULL, fdopendir, (int file), (file))
#undef CALL
#define CALL "realpath"
REPLACED(char *, NULL, realpath, (const char *path, char *to), (path, to))
#undef CALL
#define CALL "poll"
REPLACED(int, -1, poll, (struct pollfd * files, nfds_t many, int wait), (files, many, wait))
#undef CALL

static int open_as(const char *name, const char *path, int flags, mode_t mode)
{
    int (*real)(const char *, int, ...) = (int (*)(const char *, int, ...))next(name);

    return fails("open") ? -1 : real(path, flags, mode);
}

int open(const char *path, int flags, ...);
int open64(const char *path, int flags, ...);

static mode_t mode_of(int flags, va_list list)
{
    return (flags & O_CREAT) != 0 ? (mode_t)va_arg(list, int) : 0;
}

int open(const char *path, int flags, ...)
{
    va_list list;
    mode_t mode;

    va_start(list, flags);
    mode = mode_of(flags, list);
    va_end(list);
    return open_as("open", path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list list;
    mode_t mode;

    va_start(list, flags);
    mode = mode_of(flags, list);
    va_end(list);
    return open_as("open64", path, flags, mode);
}

/* A stream's write: writes everything, in the number of calls that this takes, as the C library's
 * streams do. */
static ssize_t put_all(const char *call, int file, const char *bytes, size_t length)
{
    size_t done = 0;
    ssize_t written = 0;

    for (; done < length && written >= 0; done += (size_t)(written > 0 ? written : 0))
        written = put(call, file, bytes + done, length - done);
    return (ssize_t)done;
}

static ssize_t put_file(void *cookie, const char *bytes, size_t length)
{
    return put_all("write", *(int *)cookie, bytes, length);
}

static ssize_t put_errors(void *cookie, const char *bytes, size_t length)
{
    return put_all("stderr", *(int *)cookie, bytes, length);
}

static int close_file(void *cookie)
{
    const int file = *(int *)cookie;

    free(cookie);
    return close(file);
}

static FILE *open_stream(const char *name, const char *path, const char *how_opened)
{
    static const cookie_io_functions_t ours = {NULL, put_file, NULL, close_file};
    FILE *(*real)(const char *, const char *) = (FILE * (*)(const char *, const char *)) next(name);
    int *cookie;

    if (!armed || how_opened[0] != 'w')
        return real(path, how_opened);
    if (fails("fopen"))
        return NULL;
    cookie = __libc_malloc(sizeof *cookie);
    *cookie = open_as("open", path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (*cookie >= 0)
        return fopencookie(cookie, how_opened, ours);
    free(cookie);
    return NULL;
}

FILE *fopen(const char *path, const char *how_opened)
{
    return open_stream("fopen", path, how_opened);
}

FILE *fopen64(const char *path, const char *how_opened)
{
    return open_stream("fopen64", path, how_opened);
}

/* Replaces a function that does not return; calls the real one. */
#define ENDS(name)                                                                                 \
    void name(int status)                                                                          \
    {                                                                                              \
        void (*real)(int) = (void (*)(int))next(#name);                                            \
                                                                                                   \
        disarm();                                                                                  \
        real(status);                                                                              \
        abort();                                                                                   \
    }

ENDS(exit)
ENDS(_exit)

__attribute__((constructor)) static void start(void)
{
    static const cookie_io_functions_t out = {NULL, put_file, NULL, NULL};
    static const cookie_io_functions_t errors = {NULL, put_errors, NULL, NULL};
    static int descriptors[] = {1, 2};
    const char *mode = getenv("INJECT_HOW"), *names = getenv("INJECT_CALLS");

    if (names == NULL)
        return;
    calls = names;
    at = number("INJECT_AT");
    error = (int)number("INJECT_ERROR");
    comes = (int)number("INJECT_SIGNAL");
    how = mode == NULL || strcmp(mode, "once") == 0 ? 'o' : strcmp(mode, "on") == 0 ? 'n' : 'e';
    report = getenv("INJECT_REPORT") != NULL ? (int)number("INJECT_REPORT") : -1;
    stdout = fopencookie(&descriptors[0], "w", out);
    stderr = fopencookie(&descriptors[1], "w", errors);
    if (stdout == NULL || stderr == NULL)
        abort();
    (void)setvbuf(stderr, NULL, _IONBF, 0);
    armed = 1;
}
