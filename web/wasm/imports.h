/* SPDX-License-Identifier: MIT
 *
 * What the module of the command asks of its host: bindings/npm/command.js.
 */
#ifndef GPUOCC_WASM_IMPORTS_H
#define GPUOCC_WASM_IMPORTS_H

#include <stddef.h>
#include <stdint.h>

#define IMPORT(name) __attribute__((import_module("env"), import_name(#name)))

/* Opens a file to read or to write it. Returns its number, or an error number below 0. */
IMPORT(file_open) int32_t host_open(const char *path, size_t length, int32_t writes);
IMPORT(file_size) double host_size(int32_t file);
/* Returns the bytes read from a place of a file: 0 at its end, -1 if that failed. */
IMPORT(file_read) int32_t host_read(int32_t file, double at, void *to, size_t bytes);
IMPORT(file_write) void host_write(int32_t file, const void *from, size_t bytes);
/* Writes a number, not below 0, as printf() does with 'e', 'f' or 'g'. Returns the length. */
IMPORT(format_real)
size_t host_format_real(double value, int32_t kind, int32_t precision, char *to);
IMPORT(parse_real) double host_parse_real(const char *text, size_t length);
IMPORT(leave) _Noreturn void host_exit(int32_t ending);

#endif
