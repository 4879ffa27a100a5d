/* SPDX-License-Identifier: MIT
 *
 * What the command needs of a C library, beside support.c: memory, numbers, and streams over the
 * files that the host of the module has. A module runs one command, and is then dropped.
 */
#include <stdio.h>

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../imports.h"

int errno;

/* ---- memory: blocks of powers of two, kept by size when they are freed ---- */

struct block {
    size_t size; /* without this head */
    struct block *next;
};

#define SIZES 32
static struct block *kept[SIZES];
static uintptr_t top;
extern unsigned char __heap_base;

/* The index of the size of blocks for so many bytes; beyond 1 MiB they are multiples of that. */
static unsigned size_index(size_t bytes, size_t *size)
{
    unsigned index = 0;

    for (*size = 16; *size < bytes && *size < (size_t)1 << 20; *size *= 2)
        index++;
    if (*size >= bytes)
        return index;
    *size = (bytes + 0xfffff) & ~(size_t)0xfffff;
    return SIZES - 1;
}

static struct block *take_kept(unsigned index, size_t size)
{
    struct block **at = &kept[index], *block;

    for (; (block = *at) != NULL; at = &block->next)
        if (block->size >= size && block->size <= 2 * size) {
            *at = block->next;
            return block;
        }
    return NULL;
}

void *malloc(size_t bytes)
{
    size_t size, pages;
    unsigned index;
    struct block *block;

    if (bytes > SIZE_MAX / 2)
        return NULL;
    index = size_index(bytes, &size);
    block = take_kept(index, size);
    if (block == NULL) {
        if (top == 0)
            top = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
        if (size > SIZE_MAX - top - 65536 - 16)
            return NULL;
        pages = (top + 16 + size + 65535) / 65536;
        if (pages > __builtin_wasm_memory_size(0) &&
            __builtin_wasm_memory_grow(0, pages - __builtin_wasm_memory_size(0)) == SIZE_MAX)
            return NULL;
        block = (struct block *)top;
        block->size = size;
        top += 16 + size;
    }
    return (unsigned char *)block + 16;
}

void free(void *memory)
{
    struct block *block = memory;
    size_t size;
    unsigned index;

    if (memory == NULL)
        return;
    block = (struct block *)(void *)((unsigned char *)memory - 16);
    index = size_index(block->size, &size);
    block->next = kept[index];
    kept[index] = block;
}

void *calloc(size_t count, size_t bytes)
{
    void *memory = bytes != 0 && count > SIZE_MAX / bytes ? NULL : malloc(count * bytes);

    return memory != NULL ? memset(memory, 0, count * bytes) : NULL;
}

void *realloc(void *memory, size_t bytes)
{
    const size_t before =
        memory != NULL ? ((struct block *)(void *)((unsigned char *)memory - 16))->size : 0;
    void *more;

    if (memory != NULL && bytes <= before)
        return memory;
    more = malloc(bytes);
    if (more != NULL && memory != NULL)
        memcpy(more, memory, before);
    if (more != NULL)
        free(memory);
    return more;
}

/* ---- texts ---- */

int strncmp(const char *a, const char *b, size_t most)
{
    for (; most > 0; most--, a++, b++)
        if (*a != *b || *a == 0)
            return (unsigned char)*a - (unsigned char)*b;
    return 0;
}

char *strcpy(char *to, const char *from)
{
    return memcpy(to, from, strlen(from) + 1);
}

char *strncpy(char *to, const char *from, size_t most)
{
    size_t i;

    for (i = 0; i < most && from[i] != 0; i++)
        to[i] = from[i];
    memset(to + i, 0, most - i);
    return to;
}

char *strncat(char *to, const char *from, size_t most)
{
    char *end = to + strlen(to);

    while (most-- > 0 && *from != 0)
        *end++ = *from++;
    *end = 0;
    return to;
}

char *strrchr(const char *text, int value)
{
    size_t i = strlen(text) + 1;

    while (i-- > 0)
        if (text[i] == (char)value)
            return (char *)(uintptr_t)(text + i);
    return NULL;
}

size_t strcspn(const char *text, const char *among)
{
    size_t length = 0;

    while (text[length] != 0 && strchr(among, text[length]) == NULL)
        length++;
    return length;
}

size_t strspn(const char *text, const char *among)
{
    size_t length = 0;

    while (text[length] != 0 && strchr(among, text[length]) != NULL)
        length++;
    return length;
}

char *strerror(int number)
{
    return (char *)(uintptr_t)(number == ENOENT   ? "No such file or directory"
                               : number == ENOMEM ? "Cannot allocate memory"
                               : number == EFBIG  ? "File too large"
                                                  : "Input/output error");
}

char *getenv(const char *name)
{
    (void)name;
    return NULL;
}

/* ---- numbers ---- */

static unsigned digit_of(char c)
{
    return c >= '0' && c <= '9'   ? (unsigned)(c - '0')
           : c >= 'a' && c <= 'z' ? (unsigned)(c - 'a') + 10
           : c >= 'A' && c <= 'Z' ? (unsigned)(c - 'A') + 10
                                  : 99;
}

static unsigned long long whole(const char *text, char **end, unsigned base,
                                unsigned long long most, int *minus)
{
    const char *at = text + strspn(text, " \t\n\v\f\r"), *first;
    unsigned long long value = 0;
    int over = 0;

    *minus = *at == '-';
    at += *at == '-' || *at == '+';
    if ((base == 0 || base == 16) && at[0] == '0' && (at[1] | 32) == 'x' && digit_of(at[2]) < 16) {
        base = 16;
        at += 2;
    } else if (base == 0) {
        base = *at == '0' ? 8 : 10;
    }
    for (first = at; digit_of(*at) < base; at++) {
        over |= value > (most - digit_of(*at)) / base;
        value = value * base + digit_of(*at);
    }
    if (end != NULL)
        *end = (char *)(uintptr_t)(at != first ? at : text);
    if (over)
        errno = ERANGE;
    return over ? most : value;
}

unsigned long strtoul(const char *text, char **end, int base)
{
    int minus;
    const unsigned long value = (unsigned long)whole(text, end, (unsigned)base, UINT32_MAX, &minus);

    return minus ? 0 - value : value;
}

long long strtoll(const char *text, char **end, int base)
{
    int minus;
    const unsigned long long value = whole(text, end, (unsigned)base, INT64_MAX, &minus);

    return minus ? -(long long)value : (long long)value;
}

double strtod(const char *text, char **end)
{
    const char *first = text + strspn(text, " \t\n\v\f\r"), *at = first, *exponent;
    size_t digits;

    at += *at == '-' || *at == '+';
    digits = strspn(at, "0123456789");
    at += digits;
    if (*at == '.') {
        digits += strspn(at + 1, "0123456789");
        at += digits != 0 ? 1 + strspn(at + 1, "0123456789") : 0;
    }
    if (digits == 0) {
        if (end != NULL)
            *end = (char *)(uintptr_t)text;
        return 0;
    }
    if ((*at | 32) == 'e') {
        exponent = at + 1 + (at[1] == '-' || at[1] == '+');
        if (*exponent >= '0' && *exponent <= '9')
            at = exponent + strspn(exponent, "0123456789");
    }
    if (end != NULL)
        *end = (char *)(uintptr_t)at;
    return host_parse_real(first, (size_t)(at - first));
}

/* ---- sorting and searching: a heap, which takes no memory ---- */

static void swap(unsigned char *a, unsigned char *b, size_t size)
{
    unsigned char byte;

    for (; size > 0; size--, a++, b++) {
        byte = *a;
        *a = *b;
        *b = byte;
    }
}

static void sink(unsigned char *items, size_t at, size_t count, size_t size,
                 int (*compare)(const void *, const void *))
{
    size_t child;

    for (; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && compare(items + child * size, items + (child + 1) * size) < 0)
            child++;
        if (compare(items + at * size, items + child * size) >= 0)
            return;
        swap(items + at * size, items + child * size, size);
    }
}

void qsort(void *items, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    size_t i;

    for (i = count / 2; i-- > 0;)
        sink(items, i, count, size, compare);
    for (i = count; i-- > 1;) {
        swap(items, (unsigned char *)items + i * size, size);
        sink(items, 0, i, size, compare);
    }
}

void *bsearch(const void *key, const void *items, size_t count, size_t size,
              int (*compare)(const void *, const void *))
{
    const unsigned char *at = items;
    size_t first = 0, middle;
    int order;

    while (first < count) {
        middle = first + (count - first) / 2;
        order = compare(key, at + middle * size);
        if (order == 0)
            return (void *)(uintptr_t)(at + middle * size);
        if (order < 0)
            count = middle;
        else
            first = middle + 1;
    }
    return NULL;
}

/* ---- files: 0 to 2 are those of a command ---- */

#define FILES 64
struct file {
    double at; /* where the next read begins */
};
static struct file files[FILES];
FILE *const stdin = &files[0], *const stdout = &files[1], *const stderr = &files[2];

static int open_file(const char *path, int writes)
{
    const int number = host_open(path, strlen(path), writes);

    if (number < 0 || number >= FILES) {
        errno = number < 0 ? -number : EIO;
        return -1;
    }
    files[number].at = 0;
    return number;
}

int open(const char *path, int flags, ...)
{
    (void)flags;
    return open_file(path, 0);
}

FILE *fopen(const char *path, const char *mode)
{
    const int number = open_file(path, *mode != 'r');

    return number < 0 ? NULL : &files[number];
}

int fileno(FILE *file)
{
    return (int)(file - files);
}

int close(int file)
{
    (void)file;
    return 0;
}

int fclose(FILE *file)
{
    (void)file;
    return 0;
}

int fflush(FILE *file)
{
    (void)file;
    return 0;
}

int isatty(int file)
{
    (void)file;
    return 0;
}

ssize_t read(int file, void *to, size_t bytes)
{
    const int32_t got = host_read(file, files[file].at, to, bytes);

    if (got < 0) {
        errno = EIO;
        return -1;
    }
    files[file].at += got;
    return got;
}

off_t lseek(int file, off_t offset, int from)
{
    files[file].at = (double)offset + (from == SEEK_END ? host_size(file) : 0);
    return (off_t)files[file].at;
}

size_t fread(void *to, size_t size, size_t count, FILE *file)
{
    size_t got = 0;
    ssize_t more = 1;

    while (got < size * count && more > 0) {
        more = read(fileno(file), (unsigned char *)to + got, size * count - got);
        got += more > 0 ? (size_t)more : 0;
    }
    return size != 0 ? got / size : 0;
}

size_t fwrite(const void *from, size_t size, size_t count, FILE *file)
{
    host_write(fileno(file), from, size * count);
    return count;
}

int fputs(const char *text, FILE *file)
{
    return (int)fwrite(text, 1, strlen(text), file);
}

int fseek(FILE *file, long offset, int from)
{
    return lseek(fileno(file), offset, from) < 0 ? -1 : 0;
}

long ftell(FILE *file)
{
    return (long)file->at;
}

int ferror(FILE *file)
{
    (void)file;
    return 0;
}

/* Every file is another one: the number of a file that was opened is not used again. */
int fstat(int file, struct stat *about)
{
    about->st_dev = 1;
    about->st_ino = (ino_t)file + 1;
    about->st_mode = file != 0;
    about->st_size = (off_t)host_size(file);
    return 0;
}

int stat(const char *path, struct stat *about)
{
    const int file = open_file(path, 0);

    return file < 0 ? -1 : fstat(file, about);
}

void exit(int ending)
{
    host_exit(ending);
}
