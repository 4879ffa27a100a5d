// SPDX-License-Identifier: MIT
//
// Rounds and tail: the time of a grid over its size, and where its groups run.
#include "silicon.h"

#include <algorithm>

static const char PART[] = "rounds";

__global__ void work(int steps, float a, float b, unsigned *out, Record *records)
{
    float x = (float)threadIdx.x;
    const unsigned long long start = clock64();

#pragma unroll 1
    for (int i = 0; i < steps; i++)
        x = x * a + b;
    if (x == 123456789.0f)
        out[0] = 1;
    record_wave(records, start);
}

// So long that launching the grid is a small part of it.
static void size_point(int groups, int threads, int percent)
{
    const int steps = 100000;
    Shape shape;

    if (late(PART) ||
        !shape_of(groups * threads / device.warpSize, groups, (const void *)work, shape))
        return;
    const int slots = device.multiProcessorCount * groups;
    const int grid = std::max(1, (int)((long long)slots * percent / 100));
    const std::string given =
        text("groups=%d;threads=%d;dynamic=%zu;grid=%d;slots=%d;steps=%d", groups, threads,
             shape.ballast, grid, slots, steps);
    const Times times =
        timed(PART, "time", given, (size_t)grid * (threads / device.warpSize), [&] {
            work<<<grid, threads, shape.ballast>>>(steps, 1.0f, 0.0f, scratch_words, records);
        });

    row(PART, "time", given, times.list());
}

__global__ void place(long long cycles, unsigned *cores, unsigned long long *started)
{
    const long long start = clock64();

    if (threadIdx.x == 0) {
        cores[blockIdx.x] = core_number();
        started[blockIdx.x] = shared_clock();
    }
    while (clock64() - start < cycles)
        continue;
}

// The core and the start, in ns after the first one, of each group in the order of their numbers.
static void place_point(int groups, int threads, int grid)
{
    const std::string given = text("groups=%d;threads=%d;grid=%d", groups, threads, grid);
    unsigned *cores = nullptr;
    unsigned long long *started = nullptr, first = ~0ull;
    std::vector<unsigned> found(grid);
    std::vector<unsigned long long> times(grid);
    std::string core_list, time_list;
    Shape shape;

    if (late(PART) ||
        !shape_of(groups * threads / device.warpSize, groups, (const void *)place, shape))
        return;
    check(gpu(Malloc)((void **)&cores, grid * sizeof *cores), PART, "place", given);
    check(gpu(Malloc)((void **)&started, grid * sizeof *started), PART, "place", given);
    for (int i = 0; i < 2; i++)
        place<<<grid, threads, shape.ballast>>>(200000, cores, started);
    check(gpu(GetLastError)(), PART, "place", given);
    check(gpu(DeviceSynchronize)(), PART, "place", given);
    check(gpu(Memcpy)(found.data(), cores, grid * sizeof *cores, gpu(MemcpyDeviceToHost)), PART,
          "place", given);
    check(gpu(Memcpy)(times.data(), started, grid * sizeof *started, gpu(MemcpyDeviceToHost)),
          PART, "place", given);
    check(gpu(Free)(cores), PART, "place", given);
    check(gpu(Free)(started), PART, "place", given);
    for (unsigned long long time : times)
        first = std::min(first, time);
    for (int i = 0; i < grid; i++) {
        core_list += text(i ? "|%u" : "%u", found[i]);
        time_list += text(i ? "|%llu" : "%llu", times[i] - first);
    }
    row(PART, "place", given, "cores=" + core_list + ";ns=" + time_list);
}

void part_rounds()
{
    static const int percents[] = {100, 101, 200, 150, 50,  250, 201, 300, 125, 175, 25,
                                   110, 350, 400, 401, 437, 500, 1000, 75, 225, 275};
    const int cores = device.multiProcessorCount;

    for (int percent : percents)
        for (int groups : {1, 2, 4, 8})
            attempt(PART, [&] { size_point(groups, 128, percent); });
    attempt(PART, [&] { place_point(1, 128, cores); });
    attempt(PART, [&] { place_point(1, 128, 2 * cores + cores / 2); });
    attempt(PART, [&] { place_point(2, 128, 5 * cores); });
    attempt(PART, [&] { place_point(4, 128, cores / 2); });
    attempt(PART, [&] { place_point(8, 64, 4 * cores + 1); });
    for (int percent : percents)
        attempt(PART, [&] { size_point(2, 512, percent); });
}
