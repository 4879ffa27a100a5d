/* SPDX-License-Identifier: MIT
 *
 * Tests the best group size of a plain kernel with access to internals: the fast path is used,
 * makes few evaluations, and agrees with the full path (gpuocc_best_group_among, which evaluates
 * every size). Calls between the library's files are intercepted and counted (the linker's --wrap).
 */
#define GOCC_PRIVATE
#include "occupancy/occupancy.h"
#include "plan/plan.h"
#include "schedule/schedule.h"
#include "advice/best.h"
#include "occupancy/occupancy.h"
#include "random.h"
#include "support.h"

uint32_t __real_gocc_best_plain(const gpuocc_device *device, uint32_t convention,
                                const gpuocc_kernel *kernel, const gpuocc_group_search *search,
                                uint32_t *groups);
uint32_t __wrap_gocc_best_plain(const gpuocc_device *device, uint32_t convention,
                                const gpuocc_kernel *kernel, const gpuocc_group_search *search,
                                uint32_t *groups);

static uint32_t uses, asked, answered;

/* Counts how often a vendor's rule is evaluated. */
#define COUNT_USES(vendor)                                                                         \
    void __real_gocc_##vendor##_plain_use(const gpuocc_device *device,                             \
                                          const struct gocc_model *model, uint32_t convention,     \
                                          const gpuocc_kernel *kernel, struct gocc_use *use);      \
    void __wrap_gocc_##vendor##_plain_use(const gpuocc_device *device,                             \
                                          const struct gocc_model *model, uint32_t convention,     \
                                          const gpuocc_kernel *kernel, struct gocc_use *use);      \
    void __wrap_gocc_##vendor##_plain_use(const gpuocc_device *device,                             \
                                          const struct gocc_model *model, uint32_t convention,     \
                                          const gpuocc_kernel *kernel, struct gocc_use *use)       \
    {                                                                                              \
        uses++;                                                                                    \
        __real_gocc_##vendor##_plain_use(device, model, convention, kernel, use);                  \
    }

COUNT_USES(nvidia)
COUNT_USES(amd)
COUNT_USES(intel)
COUNT_USES(apple)
COUNT_USES(mali)

uint32_t __wrap_gocc_best_plain(const gpuocc_device *device, uint32_t convention,
                                const gpuocc_kernel *kernel, const gpuocc_group_search *search,
                                uint32_t *groups)
{
    const uint32_t best = __real_gocc_best_plain(device, convention, kernel, search, groups);

    asked++;
    answered += best != 0;
    return best;
}

static gpuocc_kernel random_kernel(const gpuocc_device *device)
{
    const uint32_t vendor = get(device, GPUOCC_DEVICE_VENDOR);
    const uint32_t registers = below(get(device, GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD) + 1);
    const uint32_t shared = get(device, GPUOCC_DEVICE_MAX_SHARED_BYTES_PER_GROUP);
    const uint32_t sizes = get(device, GPUOCC_DEVICE_WAVE_SIZES), size = 1u << below(8);
    gpuocc_kernel k = {.size = sizeof k};

    if (vendor == GPUOCC_VENDOR_INTEL)
        k.grf_count = registers;
    else if (vendor == GPUOCC_VENDOR_APPLE)
        k.half_registers_per_thread = registers;
    else
        k.registers_per_thread = registers;
    if ((sizes & size) != 0)
        k.wave_size = size;
    else if (get(device, GPUOCC_DEVICE_DEFAULT_WAVE_SIZE) == 0)
        k.wave_size = 16;
    k.shared_bytes = below(3) ? 0 : below(shared / (1 + below(30)) + 1);
    if (vendor != GPUOCC_VENDOR_APPLE)
        k.barriers_per_group = below(4) ? 0 : below(vendor == GPUOCC_VENDOR_AMD ? 2 : 17);
    if (below(4) == 0)
        k.max_threads_per_group = 1 + below(below(2) ? 1100 : 200);
    if (below(9) == 0)
        k.dynamic_shared_bytes_per_thread = 1 + below(2);
    if (below(40) == 0)
        put_word(&k, 1 + below(GPUOCC_KERNEL_FIELD_COUNT - 1), below(2) ? GPUOCC_ZERO : below(70));
    if (below(40) == 0)
        k.size += 4 * below(2) - 4;
    return k;
}

static gpuocc_group_search random_search(void)
{
    gpuocc_group_search s = {.size = sizeof s};

    s.min_threads = below(3) ? 0 : 1 + below(below(2) ? 1100 : 100);
    s.max_threads = below(3) ? 0 : 1 + below(below(2) ? 1100 : 100);
    s.multiple_of = below(3) ? 0 : 1 + below(below(2) ? 100 : 600);
    s.prefer_small = below(2);
    if (below(6) == 0) { /* a single size */
        s.multiple_of = 32u << below(3);
        s.min_threads = s.max_threads = s.multiple_of * (1 + below(4));
    }
    s.grid_threads = below(9) ? 0 : 1 + below(2);
    s.core_count = 10;
    if (below(40) == 0)
        s.min_threads = 0u - 1 - below(100);
    return s;
}

/* Whether every size that the search allows has a fast-path answer with known groups. */
static int is_plain(const gpuocc_device *device, uint32_t convention, gpuocc_kernel k,
                    const gpuocc_group_search *s)
{
    const uint32_t device_most = get(device, GPUOCC_DEVICE_MAX_THREADS_PER_GROUP);
    uint32_t most =
        s->max_threads != 0 && s->max_threads < device_most ? s->max_threads : device_most;
    const struct gocc_rules *rules = gocc_rules_of(device->vendor);
    gpuocc_answer answer;
    struct gocc_use use;

    if (k.max_threads_per_group != 0 && k.max_threads_per_group < most)
        most = k.max_threads_per_group;
    for (k.threads_per_group = 1; k.threads_per_group <= most; k.threads_per_group++) {
        if (!gocc_fast(device, convention, &k, &answer))
            return 0;
        rules->hooks->plain_use(device, gocc_model_of(rules, device), convention, &k, &use);
        if ((use.unknown | use.at_run_time) != 0)
            return 0;
    }
    return k.dynamic_shared_bytes_per_thread == 0 && s->grid_threads == 0;
}

static struct {
    uint32_t searches, plain, found, none, wrong, most_uses;
} t;

/* Compares both ways to an answer. */
static void compare(const gpuocc_device *device, uint32_t convention, const gpuocc_kernel *k,
                    const gpuocc_group_search *s)
{
    const int plain = is_plain(device, convention, *k, s);
    uint32_t groups = 0, best;
    gpuocc_group_search listed = *s;
    gpuocc_group_size choice;
    int32_t status;
    int good;

    listed.convention = convention;
    choice.size = sizeof choice;
    status = gpuocc_best_group_among(device, k, &listed, NULL, &choice, NULL);
    uses = 0;
    best = __real_gocc_best_plain(device, convention, k, s, &groups);
    t.searches++;
    t.plain += plain != 0;
    t.found += best != 0;
    t.none += plain && status != GPUOCC_OK;
    good = best == 0
               ? !plain || status != GPUOCC_OK
               : status == GPUOCC_OK && best == choice.threads_per_group && groups == choice.groups;
    if (k->dynamic_shared_bytes_per_thread != 0 || s->grid_threads != 0)
        good &= best == 0 && uses == 0;
    /* The largest size, that of the registers, the minimum, those of a bisection, and one wave. */
    good &= uses <= 14;
    t.most_uses = uses > t.most_uses ? uses : t.most_uses;
    if (!good && t.wrong++ < 5)
        note(
            "%s, convention %u, waves of %u, registers %u %u %u, shared %u, barriers %u, bound "
            "%u, search %u to %u by %u, %s first: plain %d, %u threads, %u groups (%u asked); long "
            "way %d, %u, %u",
            gpuocc_device_name(device), convention, k->wave_size, k->registers_per_thread,
            k->grf_count, k->half_registers_per_thread, k->shared_bytes, k->barriers_per_group,
            k->max_threads_per_group, s->min_threads, s->max_threads, s->multiple_of,
            s->prefer_small ? "small" : "large", plain, best, groups, uses, status,
            status == GPUOCC_OK ? choice.threads_per_group : 0,
            status == GPUOCC_OK ? choice.groups : 0);
}

static void test_random(void)
{
    const uint32_t rounds = part_of(40);
    const gpuocc_device *device;
    uint32_t at, i;

    for (at = 0; gpuocc_device_at(at, &device) == GPUOCC_OK; at++)
        for (i = 0; i < rounds; i++) {
            const gpuocc_kernel k = random_kernel(device);
            const gpuocc_group_search s = random_search();

            if (!is_architecture(device))
                break; /* products have the rules of their architecture */
            compare(device, GPUOCC_CONVENTION_DEFAULT, &k, &s);
            if (get(device, GPUOCC_DEVICE_VENDOR) == GPUOCC_VENDOR_NVIDIA)
                compare(device, GPUOCC_CONVENTION_HEADER, &k, &s);
        }
    ok(t.wrong == 0 && t.plain > t.searches / 2,
       "%u searches, %u plain, %u found, %u without a size, at most %u questions each: %u wrong",
       t.searches, t.plain, t.found, t.none, t.most_uses, t.wrong);
}

/* The evaluations of a search without bounds: the largest size, that of the registers, and one wave
 * if there are barriers. */
static void test_questions(void)
{
    static const char *const names[] = {"8.0", "7.5", "gfx1100", "gfx90a", "apple8", "Mali-G610"};
    static const gpuocc_group_search any = {.size = sizeof any};
    uint32_t i, registers, groups, most = 0, missing = 0;

    for (i = 0; i < sizeof names / sizeof names[0]; i++)
        for (registers = 0; registers < 104; registers++) {
            const gpuocc_device *device = find(names[i]);
            gpuocc_kernel k = {.size = sizeof k};

            if (i == 4)
                k.half_registers_per_thread = registers;
            else if (registers <= get(device, GPUOCC_DEVICE_MAX_REGISTERS_PER_THREAD))
                k.registers_per_thread = registers;
            uses = 0;
            missing += gocc_best_plain(device, 0, &k, &any, &groups) == 0;
            most = uses > most ? uses : most;
        }
    {
        gpuocc_kernel k = {.size = sizeof k, .shared_bytes = 160 * 1024};

        k.max_threads_per_group = 32; /* a single wave */
        missing += gocc_best_plain(find("8.0"), 0, &k, &any, &groups) != 32 || groups != 1;
    }
    ok(missing == 0 && most <= 3, "searches without bounds: at most %u questions, %u not answered",
       most, missing);
}

/* Which searches of the public function use the fast path. */
static void test_way(void)
{
    const gpuocc_device *device = find("8.0");
    gpuocc_group_search search = {.size = sizeof search};
    gpuocc_kernel k = {.size = sizeof k, .registers_per_thread = 40};
    uint32_t threads, groups;

    asked = answered = 0;
    gpuocc_best_group(device, &k, NULL, &threads, &groups, NULL);
    ok(asked == 1 && answered == 1, "no search");
    gpuocc_best_group(device, &k, &search, &threads, NULL, NULL);
    ok(asked == 2 && answered == 2, "a search of today's size, no place for the groups");
    search.index = 1;
    gpuocc_best_group(device, &k, &search, &threads, &groups, NULL);
    search.index = 0;
    search.size = 20;
    gpuocc_best_group(device, &k, &search, &threads, &groups, NULL);
    gpuocc_best_group(device, NULL, NULL, &threads, &groups, NULL);
    gpuocc_best_group(NULL, &k, NULL, &threads, &groups, NULL);
    ok(asked == 2, "not the second best, a shorter search, no kernel, no device");
}

/* The handle of a plain kernel contains only the fast-path answer, any other the full answer. */
static void test_handles(void)
{
    struct {
        gpuocc_kernel kernel;
        uint32_t added;
    } later;
    gpuocc_kernel k = {0};
    struct place p;

    memset(&later, 0, sizeof later);
    k.threads_per_group = later.kernel.threads_per_group = 64;
    later.kernel.size = sizeof later;
    place(&p, find("8.0"), k);
    ok(p.occupancy->whole == 0, "a plain kernel");
    k.carveout_percent = 50;
    place(&p, find("8.0"), k);
    ok(p.occupancy->whole != 0, "one with a rare field");
    occupancy_in(p.words, find("8.0"), 0, &later.kernel, &p.occupancy, NULL);
    ok(p.occupancy->whole != 0, "one of a later version");
}

int main(void)
{
    state = 5;
    test_handles();
    test_questions();
    test_way();
    test_random();
    return done();
}
