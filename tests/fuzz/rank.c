/* SPDX-License-Identifier: MIT
 *
 * Ranks the builds of any list, or of the folder of a cache of Triton with any JSON. The first byte
 * of the input selects one of the two; then come the list or the JSON, a byte 0xff, and the file
 * k.cubin of both. The output must be JSON.
 */
#define _GNU_SOURCE
#include "captured.h"

#include "is_json.h"

static char folder[] = P_tmpdir "/fuzz_rank_XXXXXX";

static void leave(void)
{
    (void)unlink("k.cubin");
    (void)unlink("k.json");
    (void)rmdir(folder);
}

static void enter(void)
{
    static int entered;

    if (entered)
        return;
    CHECK(mkdtemp(folder) != NULL && chdir(folder) == 0 && atexit(leave) == 0);
    entered = 1;
}

static void write_file(const char *name, const void *bytes, size_t length)
{
    FILE *file = fopen(name, "wb");

    CHECK(file != NULL && (length == 0 || fwrite(bytes, 1, length, file) == length));
    CHECK(fclose(file) == 0);
}

static void check_json(int count, char **arguments, const char *written, size_t length)
{
    (void)count;
    (void)arguments;
    CHECK(is_json(written, length));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    char list[] = "-", cache[] = ".", json[] = "--json", device[] = "--device=GeForce RTX 3090",
         trips[] = "--trips=9";
    const int is_list = length != 0 && bytes[0] % 2 == 0;
    char *arguments[] = {is_list ? list : cache, json, device, trips};
    const uint8_t *text = bytes + 1, *end;
    size_t size;
    int ending;

    if (length == 0)
        return 0;
    end = memchr(text, 0xff, length - 1);
    end = end != NULL ? end : bytes + length;
    size = (size_t)(end - text);
    /* No other file is read. */
    if (memchr(text, '/', size) != NULL || memmem(text, size, "..", 2) != NULL)
        return 0;
    enter();
    end += end < bytes + length;
    write_file("k.cubin", end, (size_t)(bytes + length - end));
    if (is_list)
        set_input((const char *)text, size);
    else
        write_file("k.json", text, size);
    ending = captured(command_rank, 4, arguments, check_json);
    CHECK(ending == END_ANSWERED || ending == END_FAILED || ending == END_REFUSED);
    return 0;
}
