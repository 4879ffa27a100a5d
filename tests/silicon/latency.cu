// SPDX-License-Identifier: MIT
//
// Latencies, issue distances and rates of a core, and what it costs that one group follows another.
// Multipliers, addends and masks are arguments, so that the compiler can fold nothing.
#include "silicon.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

static const char PART[] = "latency";

// ---- chains of instructions ----
enum Op { FP32, INT32_ADD, INT32_MAD, SPECIAL, FP64, SHARED, PAIR };
static const char *const op_names[] = {"fp32", "int32_add", "int32_mad", "special",
                                       "fp64", "shared",    "pair"};

template <int OP> struct Value { typedef float Type; };
template <> struct Value<INT32_ADD> { typedef int Type; };
template <> struct Value<INT32_MAD> { typedef int Type; };
template <> struct Value<FP64> { typedef double Type; };
template <> struct Value<SHARED> { typedef int Type; };

__device__ __forceinline__ void chain_fp32(float &x, float a, float b)
{
#if DEVICE_CODE_AMD
    asm volatile("v_fma_f32 %0, %0, %1, %2" : "+v"(x) : "v"(a), "v"(b));
#else
    asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(x) : "f"(a), "f"(b));
#endif
}
__device__ __forceinline__ void chain_special(float &x)
{
#if DEVICE_CODE_AMD
    asm volatile("v_exp_f32 %0, %0" : "+v"(x));
#else
    asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(x));
#endif
}
__device__ __forceinline__ void chain_fp64(double &x, double a, double b)
{
#if DEVICE_CODE_AMD
    asm volatile("v_fma_f64 %0, %0, %1, %2" : "+v"(x) : "v"(a), "v"(b));
#else
    asm volatile("fma.rn.f64 %0, %0, %1, %2;" : "+d"(x) : "d"(a), "d"(b));
#endif
}
__device__ __forceinline__ void chain_add(int &x, int a)
{
#if DEVICE_CODE_AMD
    asm volatile("v_xor_b32 %0, %0, %1" : "+v"(x) : "v"(a));
#else
    // Additions in a row may be joined three at a time; an exclusive or with them is not.
    asm volatile("xor.b32 %0, %0, %1;" : "+r"(x) : "r"(a));
#endif
}
__device__ __forceinline__ void chain_mad(int &x, int a, int b)
{
#if DEVICE_CODE_AMD
    asm volatile("v_mad_u32_u24 %0, %0, %1, %2" : "+v"(x) : "v"(a), "v"(b));
#else
    asm volatile("mad.lo.s32 %0, %0, %1, %2;" : "+r"(x) : "r"(a), "r"(b));
#endif
}
__device__ __forceinline__ void chain_shared(int &x)
{
#if DEVICE_CODE_AMD
    asm volatile("ds_read_b32 %0, %0\ns_waitcnt lgkmcnt(0)" : "+v"(x)::"memory");
#else
    asm volatile("ld.shared.s32 %0, [%0];" : "+r"(x)::"memory");
#endif
}

template <int OP> struct Chain;
template <> struct Chain<FP32> {
    static __device__ void step(float &x, float a, float b, int, int, int) { chain_fp32(x, a, b); }
};
template <> struct Chain<SPECIAL> {
    static __device__ void step(float &x, float, float, int, int, int) { chain_special(x); }
};
template <> struct Chain<FP64> {
    static __device__ void step(double &x, float a, float b, int, int, int)
    {
        chain_fp64(x, (double)a, (double)b);
    }
};
template <> struct Chain<INT32_ADD> {
    static __device__ void step(int &x, float, float, int a, int, int) { chain_add(x, a); }
};
template <> struct Chain<INT32_MAD> {
    static __device__ void step(int &x, float, float, int a, int b, int) { chain_mad(x, a, b); }
};
template <> struct Chain<SHARED> {
    static __device__ void step(int &x, float, float, int, int, int) { chain_shared(x); }
};
// Chains of fp32 and integer in turn: the least distance of any two instructions.
template <> struct Chain<PAIR> {
    static __device__ void step(float &x, float a, float b, int c, int, int chain)
    {
        if (chain % 2 == 0) {
            chain_fp32(x, a, b);
        } else {
            int bits = __float_as_int(x);

            chain_add(bits, c);
            x = __int_as_float(bits);
        }
    }
};

#define STEPS 32 /* of each chain in a round of the loop */

template <int OP, int CHAINS>
__global__ void chains(unsigned *out, float a, float b, int c, int d, int rounds, Record *records)
{
    extern __shared__ int words[];
    typedef typename Value<OP>::Type Type;
    Type x[CHAINS];
#if DEVICE_CODE_AMD
    const int base = 0;
#else
    const int base = (int)__cvta_generic_to_shared(words);
#endif

    // Each word is the address of itself.
    if (OP == SHARED && threadIdx.x < warpSize)
        words[threadIdx.x] = base + (int)threadIdx.x * 4;
    __syncthreads();
    a += (float)(threadIdx.x & (unsigned)d); // registers of each lane, no uniform operands
    b += (float)(threadIdx.x & (unsigned)d);
    c += (int)(threadIdx.x & (unsigned)d);
#pragma unroll
    for (int k = 0; k < CHAINS; k++)
        x[k] = OP == SHARED ? (Type)(base + (int)(threadIdx.x % warpSize) * 4)
                            : (Type)((int)threadIdx.x + k);
    const unsigned long long start = clock64();
#pragma unroll 1
    for (int round = 0; round < rounds; round++) {
#pragma unroll
        for (int step = 0; step < STEPS; step++)
#pragma unroll
            for (int k = 0; k < CHAINS; k++)
                Chain<OP>::step(x[k], a, b, c, d, k);
    }
    Type sum = 0;
#pragma unroll
    for (int k = 0; k < CHAINS; k++)
        sum += x[k];
    if (sum == (Type)123456789)
        out[0] = 1;
    record_wave(records, start);
}

template <int OP, int CHAINS> static void chain_point(int waves)
{
    const void *function = (const void *)chains<OP, CHAINS>;
    const int rounds = OP == SPECIAL || OP == FP64 ? 100 : 200;
    Shape shape;

    if (late(PART) || !shape_of(waves, function, shape))
        return;
    const int grid = device.multiProcessorCount * shape.groups;
    const std::string given =
        text("op=%s;chains=%d;waves=%d;groups=%d;threads=%d;instructions=%d", op_names[OP], CHAINS,
             waves, shape.groups, shape.threads, rounds * STEPS * CHAINS);
    const Times times =
        timed(PART, "chain", given, (size_t)grid * (shape.threads / device.warpSize), [&] {
            chains<OP, CHAINS><<<grid, shape.threads, shape.ballast>>>(
                scratch_words, 1.0f, 0.0f, 1, 0, rounds, records);
        });

    row(PART, "chain", given, times.list());
}

template <int OP> static void alone()
{
    attempt(PART, [] { chain_point<OP, 1>(1); });
    attempt(PART, [] { chain_point<OP, 2>(1); });
    attempt(PART, [] { chain_point<OP, 3>(1); });
    attempt(PART, [] { chain_point<OP, 4>(1); });
    attempt(PART, [] { chain_point<OP, 6>(1); });
    attempt(PART, [] { chain_point<OP, 8>(1); });
}

template <int OP> static void surface()
{
    for (int waves : wave_counts) {
        if (waves == 1)
            continue;
        attempt(PART, [&] { chain_point<OP, 1>(waves); });
        attempt(PART, [&] { chain_point<OP, 2>(waves); });
        attempt(PART, [&] { chain_point<OP, 4>(waves); });
        attempt(PART, [&] { chain_point<OP, 8>(waves); });
    }
}

// ---- the latency of memory: each line has the number of the next one ----
#define LINE_WORDS 32

// A linear congruence with an odd addend and a multiplier of 4 n + 1: one cycle through all lines.
__global__ void link_lines(unsigned *memory, unsigned lines)
{
    const size_t words = (size_t)lines * LINE_WORDS;
    size_t at = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    for (; at < words; at += (size_t)gridDim.x * blockDim.x)
        memory[at] = ((unsigned)(at / LINE_WORDS) * 1664525u + 1013904223u) & (lines - 1);
}

template <bool L1> __device__ __forceinline__ unsigned load_word(const unsigned *at)
{
    unsigned word;

#if DEVICE_CODE_AMD
    word = *(const volatile unsigned *)at;
#else
    if (L1)
        asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(word) : "l"(at) : "memory");
    else
        asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(word) : "l"(at) : "memory");
#endif
    return word;
}

// Goes on where the last run ended, so that no line of a large footprint is met twice.
template <bool L1>
__global__ void chase(const unsigned *memory, int steps, unsigned *state, Record *records)
{
    const unsigned lane = threadIdx.x % LINE_WORDS;
    unsigned line = state[1];

    for (int i = 0; i < 64; i++)
        line = load_word<L1>(memory + (size_t)line * LINE_WORDS + lane);
    const unsigned long long start = clock64();
#pragma unroll 1
    for (int i = 0; i < steps; i += 8) {
#pragma unroll
        for (int k = 0; k < 8; k++)
            line = load_word<L1>(memory + (size_t)line * LINE_WORDS + lane);
    }
    if (threadIdx.x == 0)
        state[1] = line; // waits for the last load
    record_wave(records, start);
}

template <bool L1> static void chase_point(unsigned *memory, size_t bytes, void *other, size_t room)
{
    const unsigned lines = (unsigned)(bytes / (4 * LINE_WORDS));
    const int steps = (int)std::min<size_t>(std::max<size_t>(lines, 4096), 16384);
    const bool cold = bytes > (size_t)device.l2CacheSize;
    const std::string given = text("cache=%s;bytes=%zu;steps=%d;flushed=%d",
                                   ON_HIP ? "default" : (L1 ? "l1" : "l2"), bytes, steps, cold);

    if (late(PART))
        return;
    link_lines<<<1024, 256>>>(memory, lines);
    check(gpu(Memset)(scratch_words, 0, 4096), PART, "chase", given);
    Times times;
    for (int i = 0; i <= repeats; i++) {
        // What was linked last is still in L2.
        if (cold)
            check(gpu(MemsetAsync)(other, i, room, 0), PART, "chase", given);
        Times once;
        begin_time(PART, "chase", given);
        chase<L1><<<1, device.warpSize>>>(memory, steps, scratch_words, records);
        end_time(once, PART, "chase", given, 1);
        if (i == 0)
            continue; // fills the caches
        times.ms.push_back(once.ms[0]);
        times.cycles.push_back(once.cycles[0]);
    }
    row(PART, "chase", given, times.list());
}

static void chases()
{
    const size_t KIB = 1024, MIB = 1024 * KIB;
    static const size_t footprints[] = {256 * MIB, 8 * MIB,  16 * KIB,   64 * KIB,  2 * MIB,
                                        1024 * MIB, 512 * KIB, 4096 * MIB, 16 * MIB,  32 * MIB,
                                        64 * MIB,  128 * MIB, 512 * MIB,  128 * KIB, 32 * KIB};
    size_t unused = 0, whole = 0, room = 256 * MIB;
    unsigned *memory = nullptr;
    void *other = nullptr;

    check(gpu(MemGetInfo)(&unused, &whole), PART, "chase", "");
    while (room > unused / 8)
        room /= 2;
    check(gpu(Malloc)(&other, room), PART, "chase", "");
    for (size_t bytes : footprints)
        attempt(PART, [&] {
            if (bytes > unused / 2)
                return;
            check(gpu(Malloc)((void **)&memory, bytes), PART, "chase", text("bytes=%zu", bytes));
            if (!ON_HIP && bytes <= 128 * KIB) // HIP has one kind of load
                attempt(PART, [&] { chase_point<true>(memory, bytes, other, room); });
            attempt(PART, [&] { chase_point<false>(memory, bytes, other, room); });
            check(gpu(Free)(memory), PART, "chase", text("bytes=%zu", bytes));
        });
    check(gpu(Free)(other), PART, "chase", "");
}

// ---- one group after another ----
__global__ void empty(unsigned *out)
{
    if (out == nullptr)
        asm volatile("");
}

__global__ void stay(int cycles, Record *records)
{
    const unsigned long long start = clock64();

    while (clock64() - start < (unsigned long long)cycles)
        continue;
    record_wave(records, start);
}

// The time of a grid of empty groups.
static void empty_point(int threads, int per_core)
{
    const int grid = device.multiProcessorCount * per_core;
    const std::string given = text("threads=%d;grid=%d", threads, grid);

    if (late(PART))
        return;
    const Times times =
        timed(PART, "empty", given, 0, [&] { empty<<<grid, threads>>>(scratch_words); });

    row(PART, "empty", given, times.list());
}

// Gaps of a slot between the end of a group and the start of the next one, one group at a time on a
// core: their smallest, median and largest, in cycles.
static void gap_point(int threads, int cycles)
{
    Shape shape;

    if (late(PART) || !shape_of(threads / device.warpSize, 1, (const void *)stay, shape))
        return;
    const int grid = device.multiProcessorCount * 40;
    const std::string given = text("threads=%d;grid=%d;cycles=%d", threads, grid, cycles);
    const Times times =
        timed(PART, "gap", given, (size_t)grid * (threads / device.warpSize),
              [&] { stay<<<grid, threads, shape.ballast>>>(cycles, records); });
    std::vector<std::vector<std::pair<unsigned long long, unsigned long long>>> runs(MOST_CORES);
    std::vector<unsigned long long> starts(grid, ~0ull), ends(grid, 0), gaps;
    std::vector<unsigned> cores(grid, 0);

    for (const Record &record : times.fastest) {
        if (record.group >= (unsigned)grid)
            continue;
        starts[record.group] = std::min(starts[record.group], record.start);
        ends[record.group] = std::max(ends[record.group], record.end);
        cores[record.group] = record.core % MOST_CORES;
    }
    for (int i = 0; i < grid; i++)
        runs[cores[i]].push_back({starts[i], ends[i]});
    for (auto &list : runs) {
        std::sort(list.begin(), list.end());
        for (size_t i = 1; i < list.size(); i++)
            if (list[i].first >= list[i - 1].second)
                gaps.push_back(list[i].first - list[i - 1].second);
    }
    std::sort(gaps.begin(), gaps.end());
    if (gaps.empty())
        gaps.push_back(0);
    row(PART, "gap", given,
        times.list() + text(";gaps=%zu;least=%llu;median=%llu;most=%llu", gaps.size(), gaps[0],
                            gaps[gaps.size() / 2], gaps.back()));
}

void part_latency()
{
#if ON_HIP
    row(PART, "cannot", "", "reason=HIP has no operators that choose the cache of a load");
#endif
    attempt(PART, chases);
    alone<FP32>();
    alone<INT32_ADD>();
    alone<INT32_MAD>();
    alone<SPECIAL>();
    alone<FP64>();
    alone<SHARED>();
    alone<PAIR>();
    for (int threads : {32, 64, 128, 256, 512, 1024})
        attempt(PART, [&] { gap_point(threads, 2000); });
    for (int threads : {32, 64, 128, 256, 1024})
        for (int per_core : {32, 1024, 8192})
            attempt(PART, [&] { empty_point(threads, per_core); });
    surface<FP32>();
    surface<SHARED>();
    surface<SPECIAL>();
    surface<INT32_MAD>();
    surface<INT32_ADD>();
    surface<FP64>();
    surface<PAIR>();
}
