/* SPDX-License-Identifier: MIT
 *
 * Tests gpuocc/sentences.h. The sentences that are compared whole were written by hand from the
 * numbers of gpuocc_occupancy_get() and gpuocc_occupancy_next_step() in the terms of the vendors'
 * manuals. All others keep laws: they have the numbers of the library, no neutral word where the
 * vendor has its own, and the singular after 1 alone.
 */
#include <gpuocc/sentences.h>

#include <ctype.h>

#include "laws.h"
#include "support.h"

#define TEXT    2048
#define ADVISED 16 /* kernels per architecture, and a quarter of that in other conventions */

/* What a vendor calls things: the words that a sentence may use, and those that it may not. */
static const struct vendor {
    const char *device, *group, *wave, *core, *chinese_group;
    uint32_t wave_size;
    const char * not [6];   /* words that stand alone */
    const char *foreign[6]; /* Chinese words of other vendors */
} vendors[] = {
    {"RTX 4090",
     "block",
     "warp",
     "SM",
     "线程块",
     32,
     {"group", "wave", "core", "work-group"},
     {"工作组", "线程组", "wave"}},
    {"sm_90", "block", "warp", "SM", "线程块", 32, {"group", "wave", "core"}, {"工作组"}},
    {"MI300X",
     "work-group",
     "wave",
     "CU",
     "工作组",
     64,
     {"group", "core", "shared", "block", "warp"},
     {"线程块", "线程束", "共享"}},
    {"gfx1100",
     "work-group",
     "wave",
     "WGP",
     "工作组",
     32,
     {"group", "core", "shared", "block", "warp"},
     {"线程块", "线程束", "共享"}},
    {"pvc",
     "work-group",
     "hardware thread",
     "Xe core",
     "工作组",
     16,
     {"group", "wave", "shared", "block", "warp"},
     {"线程块", "线程束", "共享"}},
    {"apple7",
     "threadgroup",
     "SIMD-group",
     "GPU core",
     "线程组",
     32,
     {"group", "wave", "shared", "block", "warp"},
     {"线程块", "线程束", "共享"}},
    {"Adreno 630",
     "work-group",
     "wave",
     "shader processor",
     "工作组",
     64,
     {"group", "core", "shared", "block", "warp"},
     {"线程块", "线程束", "共享"}},
    {"Mali-G710",
     "work-group",
     "warp",
     "shader core",
     "工作组",
     16,
     {"group", "wave", "shared", "block"},
     {"线程块", "共享", "wave"}},
    {"VideoCore VII",
     "work-group",
     "QPU thread",
     "core",
     "工作组",
     16,
     {"group", "wave", "block", "warp"},
     {"线程块", "线程束", "wave"}},
};
#define VENDORS (sizeof vendors / sizeof vendors[0])

static gpuocc_occupancy occupancy;

/* Makes the i-th kernel of a vendor. */
static gpuocc_kernel kernel_of(const struct vendor *vendor, uint32_t i)
{
    static const uint32_t threads[] = {32, 64, 128, 224, 256, 512, 1024};
    static const uint32_t registers[] = {16, 24, 32, 40, 63, 72, 96, 128};
    gpuocc_kernel kernel = GPUOCC_KERNEL_INIT;
    uint64_t which = 0;

    (void)gpuocc_device_get(find(vendor->device), GPUOCC_DEVICE_VENDOR, 0, &which);
    kernel.threads_per_group = threads[i % 7];
    kernel.shared_bytes = 1000 * (i % 11);
    if (which != GPUOCC_VENDOR_NVIDIA && which != GPUOCC_VENDOR_AMD)
        kernel.wave_size = vendor->wave_size;
    if (which == GPUOCC_VENDOR_INTEL)
        kernel.grf_count = i % 2 == 0 ? 128 : 256;
    else if (which == GPUOCC_VENDOR_APPLE)
        kernel.half_registers_per_thread = registers[i % 8];
    else
        kernel.registers_per_thread = i % 13 == 12 ? GPUOCC_UNKNOWN : registers[i % 8];
    return kernel;
}

/* Writes a sentence, or a piece of advice from GPUOCC_SENTENCE_COUNT on. */
static size_t write_one(const gpuocc_wording *wording, uint32_t which, char *text, size_t bytes)
{
    gpuocc_sentence_value values[GPUOCC_SENTENCE_VALUES];

    if (bytes != 0)
        text[0] = 0;
    if (which >= GPUOCC_SENTENCE_COUNT)
        return gpuocc_advice_text(&occupancy, wording, which - GPUOCC_SENTENCE_COUNT, text, bytes);
    if (gpuocc_sentence_read(&occupancy, which, values) != GPUOCC_OK)
        return 0;
    return gpuocc_sentence_text(gpuocc_occupancy_device(&occupancy), wording, which, values, text,
                                bytes);
}

/* Whether a word stands in the text with no letter or hyphen on either side, perhaps with an s. */
static int has_word(const char *text, const char *word)
{
    const size_t length = strlen(word);
    const char *at;

    for (at = text; (at = strstr(at, word)) != NULL; at++) {
        const char *end = at + length + (at[length] == 's');

        if ((at == text || (!isalpha((unsigned char)at[-1]) && at[-1] != '-')) &&
            !isalpha((unsigned char)*end) && *end != '-')
            return 1;
    }
    return 0;
}

/* Whether a noun has the singular after 1 and nowhere else. */
static int counts_well(const char *text, const char *noun)
{
    const size_t length = strlen(noun);
    const char *at;
    int is_one;

    for (at = text; (at = strstr(at, noun)) != NULL; at++) {
        if (at < text + 2 || !isdigit((unsigned char)at[-2]) || at[-1] != ' ' ||
            isalpha((unsigned char)at[length + (at[length] == 's')]) ||
            strncmp(at + length, " slots", 6) == 0)
            continue;
        is_one = at[-2] == '1' && (at == text + 2 || !isalnum((unsigned char)at[-3])) &&
                 !(at >= text + 6 && strncmp(at - 6, " to ", 4) == 0);
        if (is_one == (at[length] == 's'))
            return 0;
    }
    return 1;
}

/* Takes the numbers out of a text, without those of "16-bit" and of "cut 8". Returns their sum and
 * adds their squares, so that the order does not matter. */
static uint64_t numbers(const char *text)
{
    uint64_t sum = 0, number;
    const char *at;
    char *end;

    for (at = text; *at != 0; at++) {
        if (!isdigit((unsigned char)*at) || (at != text && isdigit((unsigned char)at[-1])))
            continue;
        number = strtoull(at, &end, 10);
        if (strncmp(end, "-bit", 4) == 0 || strncmp(end, " 位", 4) == 0 ||
            (at >= text + 4 &&
             (strncmp(at - 4, "cut ", 4) == 0 || strncmp(at - 4, "add ", 4) == 0)))
            continue;
        sum += number * number * 31 + number;
    }
    return sum;
}

static int is_whole(const char *text)
{
    return strpbrk(text, "{}$_>") == NULL && strstr(text, "cut ") == NULL;
}

/* Every shorter memory has the beginning of the text, and never a part of a character. */
static int is_cut_well(const gpuocc_wording *wording, uint32_t which, const char *whole)
{
    char part[TEXT];
    size_t bytes, length = strlen(whole);

    for (bytes = 1; bytes <= length + 1; bytes += 1 + length / 7)
        if (write_one(wording, which, part, bytes) != length || strlen(part) >= bytes ||
            strncmp(part, whole, strlen(part)) != 0 ||
            ((unsigned char)whole[strlen(part)] & 0xc0) == 0x80)
            return 0;
    return write_one(wording, which, NULL, 0) == length;
}

/* Checks one sentence in both languages. Returns 0 if there is none. */
static int check(const struct vendor *v, uint32_t i, uint32_t which)
{
    char english[TEXT], chinese[TEXT], neutral[TEXT];
    gpuocc_wording words[3];
    size_t n;

    (void)gpuocc_wording_init(&words[0], &occupancy, GPUOCC_LANGUAGE_ENGLISH, 0);
    (void)gpuocc_wording_init(&words[1], &occupancy, GPUOCC_LANGUAGE_CHINESE, 0);
    (void)gpuocc_wording_init(&words[2], &occupancy, GPUOCC_LANGUAGE_ENGLISH, 1);
    if (write_one(&words[2], which, neutral, TEXT) == 0)
        return 0;
    (void)write_one(&words[0], which, english, TEXT);
    (void)write_one(&words[1], which, chinese, TEXT);
    for (n = 0; n < 6 && v->not [n] != NULL; n++)
        if (has_word(english, v->not [n]))
            ok(0, "%s %u: the word %s in: %s", v->device, i, v->not [n], english);
    for (n = 0; n < 6 && v->foreign[n] != NULL; n++)
        if (strstr(chinese, v->foreign[n]) != NULL)
            ok(0, "%s %u: the word %s in: %s", v->device, i, v->foreign[n], chinese);
    if (!is_whole(english) || !is_whole(chinese) || strcmp(english, chinese) == 0)
        ok(0, "%s %u: not translated: %s | %s", v->device, i, english, chinese);
    if (which != GPUOCC_SENTENCE_DEVICE && /* WGPs have CUs beside them */
        (numbers(english) != numbers(neutral) || numbers(chinese) != numbers(neutral)))
        ok(0, "%s %u: other numbers: %s | %s | %s", v->device, i, english, chinese, neutral);
    if (!counts_well(english, v->group) || !counts_well(english, v->wave) ||
        !counts_well(english, v->core) || !counts_well(english, "thread") ||
        !counts_well(neutral, "group") || !counts_well(neutral, "core"))
        ok(0, "%s %u: the plural: %s", v->device, i, english);
    if (!is_cut_well(&words[1], which, chinese) || !is_cut_well(&words[0], which, english))
        ok(0, "%s %u: a text that is cut: %s", v->device, i, chinese);
    return 1;
}

static void laws(void)
{
    unsigned kernels = 0, sentences = 0, advice = 0;
    uint32_t i, which;
    size_t v;

    for (v = 0; v < VENDORS; v++)
        for (i = 0; i < 56; i++) {
            const gpuocc_kernel kernel = kernel_of(&vendors[v], i);

            if (gpuocc_occupancy_init(&occupancy, find(vendors[v].device), 0, &kernel, NULL) < 0)
                continue;
            kernels++;
            for (which = 0; which < GPUOCC_SENTENCE_COUNT; which++)
                sentences += (unsigned)check(&vendors[v], i, which);
            for (; check(&vendors[v], i, which); which++)
                advice++;
        }
    ok(kernels >= 300 && sentences > 3 * kernels && advice > kernels,
       "%u kernels, %u sentences, %u pieces of advice keep the laws", kernels, sentences, advice);
}

/* Compares a sentence. */
static void is(const char *device, const gpuocc_kernel *kernel, uint32_t language, uint32_t which,
               const char *expected)
{
    gpuocc_wording wording;
    char text[TEXT] = "";

    if (gpuocc_occupancy_init(&occupancy, find(device), 0, kernel, NULL) >= 0 &&
        gpuocc_wording_init(&wording, &occupancy, language, 0) == GPUOCC_OK)
        (void)write_one(&wording, which, text, TEXT);
    ok(strcmp(text, expected) == 0, "%s: %s", device, expected);
    if (strcmp(text, expected) != 0)
        printf("# %s\n", text);
}

static void examples(void)
{
    gpuocc_kernel cuda = GPUOCC_KERNEL_INIT, hip = GPUOCC_KERNEL_INIT, intel = GPUOCC_KERNEL_INIT;

    cuda.threads_per_group = 256;
    cuda.registers_per_thread = 72;
    cuda.shared_bytes = 24 * 1024;
    is("RTX 4090", &cuda, GPUOCC_LANGUAGE_ENGLISH, GPUOCC_SENTENCE_ANSWER,
       "3 blocks, 24 of 48 warps (50 %), limited by registers");
    is("RTX 4090", &cuda, GPUOCC_LANGUAGE_CHINESE, GPUOCC_SENTENCE_ANSWER,
       "可驻留 3 个线程块，24 个线程束（上限 48，占用率 50 %），受限于寄存器");
    is("RTX 4090", &cuda, GPUOCC_LANGUAGE_ENGLISH, GPUOCC_SENTENCE_COUNT,
       "Use 64 registers per thread instead of 72: 4 blocks instead of 3, 32 of 48 warps, then "
       "limited by registers and shared memory; up to 80 registers per thread lose no occupancy");
    is("RTX 4090", &cuda, GPUOCC_LANGUAGE_CHINESE, GPUOCC_SENTENCE_COUNT,
       "改用每个线程 64 个寄存器（现为 72）：可驻留 4 个线程块（现为 3），32 个线程束（上限 48），"
       "之后受限于寄存器和共享内存；增至每个线程 80 个寄存器不会降低占用率");
    is("RTX 4090", &cuda, GPUOCC_LANGUAGE_ENGLISH, GPUOCC_SENTENCE_DEVICE,
       "The device has 128 SMs and can run 384 blocks at once.");
    cuda.threads_per_group = 1024;
    cuda.registers_per_thread = 40;
    is("RTX 4090", &cuda, GPUOCC_LANGUAGE_ENGLISH, GPUOCC_SENTENCE_ANSWER,
       "1 block, 32 of 48 warps (66.67 %), limited by warps and registers");
    cuda.threads_per_group = 512;
    cuda.registers_per_thread = 255;
    is("RTX 4090", &cuda, GPUOCC_LANGUAGE_ENGLISH, GPUOCC_SENTENCE_LAUNCH,
       "The block does not launch; the largest block with which this kernel launches has 256 "
       "threads.");
    hip.threads_per_group = 256;
    hip.registers_per_thread = 72;
    is("MI300X", &hip, GPUOCC_LANGUAGE_ENGLISH, GPUOCC_SENTENCE_ANSWER,
       "7 work-groups, 28 of 32 waves (87.5 %), limited by VGPRs");
    is("RX 7900 XTX", &hip, GPUOCC_LANGUAGE_ENGLISH, GPUOCC_SENTENCE_DEVICE,
       "The device has 48 WGPs (96 CUs) and can run 384 work-groups at once.");
    is("MI300X", &hip, GPUOCC_LANGUAGE_CHINESE, GPUOCC_SENTENCE_SHAPE,
       "每个 wave 有 64 个工作项，每个工作组有 4 个 wave；4 个 SIMD 中最满的一个有 7 个 wave。");
    intel.threads_per_group = 256;
    intel.wave_size = 16;
    intel.grf_count = 256;
    is("pvc", &intel, GPUOCC_LANGUAGE_ENGLISH, GPUOCC_SENTENCE_COUNT,
       "Use 128 GRF registers per hardware thread instead of 256: 4 work-groups instead of 2, 64 "
       "of "
       "64 hardware threads, then limited by hardware thread slots");
    cuda.registers_per_thread = GPUOCC_UNKNOWN;
    cuda.threads_per_group = 256;
    cuda.shared_bytes = 0;
    is("sm_90", &cuda, GPUOCC_LANGUAGE_ENGLISH, GPUOCC_SENTENCE_ANSWER,
       "1 to 8 blocks, 8 to 64 of 64 warps (12.5 to 100 %), perhaps limited by warps or registers");
    is("sm_90", &cuda, GPUOCC_LANGUAGE_CHINESE, GPUOCC_SENTENCE_ANSWER,
       "可驻留 1 到 8 个线程块，8 到 64 个线程束（上限 64，占用率 12.5 到 100 %），"
       "可能受限于线程束数上限或寄存器");
    is("sm_90", &cuda, GPUOCC_LANGUAGE_ENGLISH, GPUOCC_SENTENCE_COUNT,
       "With up to 32 registers per thread: 8 blocks, 64 of 64 warps");
}

/* Values that the caller has: a grid, and threads. */
static void given_values(void)
{
    gpuocc_sentence_value values[GPUOCC_SENTENCE_VALUES] = {{GPUOCC_OK, 1, 1}, {GPUOCC_OK, 1, 1}};
    const gpuocc_device *device = find("RTX 4090");
    gpuocc_wording wording = {GPUOCC_LANGUAGE_ENGLISH, 0, GPUOCC_WORD_CORE};
    char text[TEXT];

    (void)gpuocc_sentence_text(device, &wording, GPUOCC_SENTENCE_ROUNDS, values, text, TEXT);
    ok(strcmp(text, "A grid of 1 block is 1 round.") == 0, "one: %s", text);
    values[0].low = values[0].high = 1000;
    values[1].high = 3;
    (void)gpuocc_sentence_text(device, &wording, GPUOCC_SENTENCE_ROUNDS, values, text, TEXT);
    ok(strcmp(text, "A grid of 1000 blocks is 1 to 3 rounds.") == 0, "several: %s", text);
    wording.language = GPUOCC_LANGUAGE_CHINESE;
    (void)gpuocc_sentence_text(device, &wording, GPUOCC_SENTENCE_ROUNDS, values, text, TEXT);
    ok(strcmp(text, "1000 个线程块的网格需要 1 到 3 轮。") == 0, "Chinese: %s", text);
    values[1].status = GPUOCC_NOT_KNOWN;
    ok(gpuocc_sentence_text(device, &wording, GPUOCC_SENTENCE_ROUNDS, values, text, TEXT) == 0,
       "unknown");
    (void)gpuocc_sentence_text(device, &wording, GPUOCC_SENTENCE_THREADS, values, text, TEXT);
    ok(strcmp(text, "驻留线程数：每个 SM 1000。") == 0, "threads: %s", text);
    (void)gpuocc_note_text(device, &wording, GPUOCC_NOTE_PARTIAL_WAVE, text, TEXT);
    ok(strcmp(text, "线程块的最后一个线程束有空闲通道。") == 0, "a note: %s", text);
    wording.language = GPUOCC_LANGUAGE_ENGLISH;
    (void)gpuocc_note_text(device, &wording, GPUOCC_NOTE_PARTIAL_WAVE, text, TEXT);
    ok(strcmp(text, "the last warp of a block has idle lanes.") == 0, "a note: %s", text);
    (void)gpuocc_note_text(device, &wording, GPUOCC_NOTE_DYNAMIC, text, TEXT);
    ok(strcmp(text, "registers are allocated at run time.") == 0, "a note without words: %s", text);
}

/* Phrases of a caller, in the words of a vendor and with its own texts. */
static void phrases(void)
{
    const uint64_t numbers[GPUOCC_PHRASE_VALUES] = {1, 2};
    const char *const texts[GPUOCC_PHRASE_VALUES] = {"x", "y"};
    const gpuocc_device *device = find("RTX 4090");
    gpuocc_wording wording = {GPUOCC_LANGUAGE_ENGLISH, 0, GPUOCC_WORD_CORE};
    char text[TEXT];

    (void)gpuocc_phrase_text(device, &wording, "{Groups}: {0 group}, {1 wave}, {$0}{$1}, {1}",
                             numbers, texts, text, TEXT);
    ok(strcmp(text, "Blocks: 1 block, 2 warps, xy, 2") == 0, "a phrase: %s", text);
    wording.language = GPUOCC_LANGUAGE_CHINESE;
    (void)gpuocc_phrase_text(device, &wording, "The next round starts at {0 group}.", numbers, NULL,
                             text, TEXT);
    ok(strcmp(text, "从 1 个线程块起需要再增加一轮。") == 0, "in Chinese: %s", text);
    (void)gpuocc_phrase_text(device, &wording, "no such phrase", NULL, NULL, text, TEXT);
    ok(strcmp(text, "no such phrase") == 0, "one that the table lacks stays English");
    ok(gpuocc_phrase_text(NULL, &wording, NULL, NULL, NULL, text, TEXT) == 0 && text[0] == 0 &&
           gpuocc_phrase_text(NULL, NULL, "x", NULL, NULL, text, TEXT) == 0 &&
           gpuocc_phrase_text(NULL, &wording, "x{0 {$0}{0}", NULL, NULL, text, TEXT) != 0 &&
           gpuocc_phrase_text(NULL, &wording, "x{", NULL, NULL, text, TEXT) == 1,
       "nothing to say, and a phrase that is no phrase");
}

static void bad_calls(void)
{
    gpuocc_sentence_value values[GPUOCC_SENTENCE_VALUES] = {{GPUOCC_OK, 1, 1}};
    const gpuocc_device *device = NULL;
    gpuocc_wording wording = {GPUOCC_LANGUAGE_COUNT, 0, GPUOCC_WORD_CORE};
    char text[8] = "x";
    uint32_t i;

    ok(gpuocc_sentence_text(device, &wording, 0, values, text, 8) == 0 && text[0] == 0 &&
           gpuocc_advice_text(&occupancy, &wording, 0, text, 8) == 0 &&
           gpuocc_note_text(device, &wording, 0, text, 8) == 0 &&
           gpuocc_word_text(NULL, GPUOCC_LANGUAGE_COUNT, 0, 1, text, 8) == 0,
       "no such language");
    wording.language = 0;
    ok(gpuocc_sentence_text(device, &wording, GPUOCC_SENTENCE_COUNT, values, text, 8) == 0 &&
           gpuocc_note_text(device, &wording, GPUOCC_NOTE_COUNT, text, 8) == 0 &&
           gpuocc_word_text(NULL, 0, GPUOCC_WORD_COUNT, 1, text, 8) == 0 &&
           gpuocc_sentence_read(&occupancy, GPUOCC_SENTENCE_ROUNDS, values) == GPUOCC_ERROR_FIELD,
       "no such sentence, note or word");
    ok(gpuocc_sentence_text(device, NULL, 0, values, text, 8) == 0 &&
           gpuocc_sentence_text(device, &wording, 0, NULL, text, 8) == 0 &&
           gpuocc_advice_text(NULL, &wording, 0, text, 8) == 0 &&
           gpuocc_advice_text(&occupancy, NULL, 0, text, 8) == 0 &&
           gpuocc_note_text(device, NULL, 0, text, 8) == 0 &&
           gpuocc_wording_init(NULL, &occupancy, 0, 0) == GPUOCC_ERROR_NULL &&
           gpuocc_wording_init(&wording, NULL, 0, 0) == GPUOCC_ERROR_NULL &&
           gpuocc_wording_init(&wording, &occupancy, 9, 0) == GPUOCC_ERROR_FIELD &&
           gpuocc_sentence_read(NULL, 0, values) == GPUOCC_ERROR_NULL &&
           gpuocc_sentence_read(&occupancy, 0, NULL) == GPUOCC_ERROR_NULL,
       "NULL");
    ok(strcmp(gpuocc_language_name(0), "en") == 0 && strcmp(gpuocc_language_name(1), "zh") == 0 &&
           gpuocc_language_name(2)[0] == 0,
       "the languages");
    for (i = 0; i < GPUOCC_WORD_COUNT; i++)
        ok(gpuocc_word_text(NULL, 0, i, 1, NULL, 0) != 0, "the neutral word %u", i);
}

static struct {
    uint32_t pieces, ranges, left;
} said;

/* Checks that all advice on an occupancy is said in the words of the wording, and is not left as
 * the library says it. Returns the number of pieces. */
static uint32_t advice_is_said(const gpuocc_device *device, const gpuocc_kernel *kernel)
{
    char neutral[TEXT], text[TEXT];
    gpuocc_wording wording;
    uint32_t i, language;
    struct place p;

    if (ask(&p, device, kernel) < 0)
        return 0;
    for (i = 0; gpuocc_occupancy_advice(p.occupancy, i, neutral, TEXT, NULL) == GPUOCC_OK; i++)
        for (language = 0; language < GPUOCC_LANGUAGE_COUNT; language++) {
            (void)gpuocc_wording_init(&wording, p.occupancy, language, 0);
            (void)gpuocc_advice_text(p.occupancy, &wording, i, text, TEXT);
            if (strcmp(text, neutral) != 0 && is_whole(text))
                continue;
            note("%s", text);
            complain(device, kernel, "advice in neutral words", language);
            said.left++;
        }
    return i;
}

/* The same with one field of the kernel unknown. */
static void advise(const gpuocc_device *device, const gpuocc_kernel *kernel)
{
    const uint32_t field = amounts[below(AMOUNTS)];
    gpuocc_kernel range = *kernel;

    said.pieces += advice_is_said(device, kernel);
    set(&range, word_of(kernel, field) != 0 ? field : register_field(device), GPUOCC_UNKNOWN);
    said.ranges += advice_is_said(device, &range);
}

int main(void)
{
    examples();
    given_values();
    phrases();
    laws();
    all_kernels(ADVISED, ADVISED / 4, advise);
    ok(said.left == 0 && said.pieces >= at_least(1000) && said.ranges >= at_least(500),
       "%u pieces of advice, and %u on ranges, on every architecture are in the vendor's words",
       said.pieces, said.ranges);
    bad_calls();
    return done();
}
