// SPDX-License-Identifier: MIT
//
// Bandwidth over resident waves: loops with loads in flight, one pass without a loop, and
// arithmetic between the loads.
#include "silicon.h"

#include <algorithm>

static const char PART[] = "bandwidth";

struct Two {
    unsigned a, b;
} __attribute__((aligned(8)));
struct Four {
    unsigned a, b, c, d;
} __attribute__((aligned(16)));

// Past L1 where the API lets a load say so. All words are used, or the compiler narrows the load.
__device__ __forceinline__ unsigned load(const unsigned *at)
{
#if DEVICE_CODE_AMD
    return __builtin_nontemporal_load(at);
#else
    unsigned v;

    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(at));
    return v;
#endif
}
__device__ __forceinline__ unsigned load(const Two *at)
{
#if DEVICE_CODE_AMD
    typedef unsigned Vector __attribute__((ext_vector_type(2)));
    const Vector v = __builtin_nontemporal_load((const Vector *)at);

    return v.x ^ v.y;
#else
    unsigned a, b;

    asm volatile("ld.global.cg.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "l"(at));
    return a ^ b;
#endif
}
__device__ __forceinline__ unsigned load(const Four *at)
{
#if DEVICE_CODE_AMD
    typedef unsigned Vector __attribute__((ext_vector_type(4)));
    const Vector v = __builtin_nontemporal_load((const Vector *)at);

    return v.x ^ v.y ^ v.z ^ v.w;
#else
    unsigned a, b, c, d;

    asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                 : "l"(at));
    return (a ^ b) ^ (c ^ d);
#endif
}

// LOADS independent loads of a thread; the next ones need all of them (zero is a mask of none).
template <int LOADS, typename Word>
__global__ void loop(const Word *memory, unsigned long long first, unsigned long long last,
                     unsigned zero, int rounds, unsigned *out, Record *records)
{
    const unsigned long long threads = (unsigned long long)gridDim.x * blockDim.x;
    unsigned long long at = first + (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned all = 0;
    const unsigned long long start = clock64();

#pragma unroll 1
    for (int round = 0; round < rounds; round++) {
        unsigned found[LOADS], sum = 0;

#pragma unroll
        for (int i = 0; i < LOADS; i++)
            found[i] = load(memory + ((at + (unsigned long long)i * threads) & last));
#pragma unroll
        for (int i = 0; i < LOADS; i++)
            sum ^= found[i];
        all ^= sum;
        at += (unsigned long long)LOADS * threads + (sum & zero);
    }
    if (all == 0x12345678u)
        out[0] = all;
    record_wave(records, start);
}

// One pass: each thread loads once and ends; the next group starts in its place.
template <int LOADS, typename Word>
__global__ void pass(const Word *memory, unsigned long long first, unsigned long long last,
                     unsigned *out)
{
    const unsigned long long threads = (unsigned long long)gridDim.x * blockDim.x;
    const unsigned long long at =
        first + (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned found[LOADS], sum = 0;

#pragma unroll
    for (int i = 0; i < LOADS; i++)
        found[i] = load(memory + ((at + (unsigned long long)i * threads) & last));
#pragma unroll
    for (int i = 0; i < LOADS; i++)
        sum ^= found[i];
    if (sum == 0x12345678u)
        out[0] = sum;
}

// One store of a thread and no load.
__global__ void store(float2 *memory, unsigned long long last, float value)
{
    const unsigned long long at = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;

    memory[at & last] = make_float2(value, value);
}

// A load and FP32 dependent fused multiply-adds, then the next load.
template <int FP32>
__global__ void mix(const unsigned *memory, unsigned long long first, unsigned long long last,
                    unsigned zero, float one, float nothing, int rounds, unsigned *out,
                    Record *records)
{
    const unsigned long long threads = (unsigned long long)gridDim.x * blockDim.x;
    unsigned long long at = first + (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned all = 0;

    one += (float)(threadIdx.x & zero); // registers of each lane, no uniform operands
    nothing += (float)(threadIdx.x & zero);
    const unsigned long long start = clock64();
#pragma unroll 1
    for (int round = 0; round < rounds; round++) {
        float x = __uint_as_float(load(memory + (at & last)));

#pragma unroll 32
        for (int i = 0; i < FP32; i++) {
#if DEVICE_CODE_AMD
            asm volatile("v_fma_f32 %0, %0, %1, %2" : "+v"(x) : "v"(one), "v"(nothing));
#else
            asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(x) : "f"(one), "f"(nothing));
#endif
        }
        const unsigned sum = __float_as_uint(x);
        all ^= sum;
        at += threads + (sum & zero);
    }
    if (all == 0x12345678u)
        out[0] = all;
    record_wave(records, start);
}

// The largest power of two, so that a mask wraps around.
static size_t footprint_of(const char *level)
{
    size_t bytes;

    stream_memory(bytes);
    if (level[0] == 'l') // L2: a quarter of it
        for (bytes = (size_t)1 << 30; bytes > (size_t)device.l2CacheSize / 4;)
            bytes >>= 1;
    return bytes;
}

template <int LOADS, typename Word> static void loop_point(const char *level, int waves)
{
    const void *function = (const void *)loop<LOADS, Word>;
    Shape shape;

    if (late(PART) || !shape_of(waves, function, shape))
        return;
    const bool cold = level[0] == 'd';
    const size_t whole = footprint_of(level);
    const Word *memory;
    size_t unused;
    const int grid = device.multiProcessorCount * shape.groups;
    const double per_round = (double)grid * shape.threads * LOADS * sizeof(Word);
    const int rounds = (int)std::max(64.0, std::min(3000.0, 4e9 / per_round));
    const std::string given =
        text("level=%s;loads=%d;bytes=%zu;waves=%d;groups=%d;threads=%d;rounds=%d;moved=%.0f",
             level, LOADS, sizeof(Word), waves, shape.groups, shape.threads, rounds,
             per_round * rounds);

    memory = (const Word *)stream_memory(unused);
    const Times times =
        timed(PART, "loop", given, (size_t)grid * (shape.threads / device.warpSize), [&] {
            const size_t first = cold ? next_piece((size_t)(per_round * rounds), whole) : 0;

            loop<LOADS, Word><<<grid, shape.threads, shape.ballast>>>(
                memory, first / sizeof(Word), whole / sizeof(Word) - 1, 0u, rounds, scratch_words,
                records);
        });
    row(PART, "loop", given, times.list());
}

template <typename Word> static void loop_points(const char *level, int waves)
{
    attempt(PART, [&] { loop_point<1, Word>(level, waves); });
    attempt(PART, [&] { loop_point<2, Word>(level, waves); });
    attempt(PART, [&] { loop_point<4, Word>(level, waves); });
    attempt(PART, [&] { loop_point<8, Word>(level, waves); });
}

// Two groups on each core, of 32 to 1024 threads.
template <int LOADS, typename Word> static void pass_point(int threads)
{
    const void *function = (const void *)pass<LOADS, Word>;
    Shape shape;
    size_t whole;
    const Word *memory = (const Word *)stream_memory(whole);

    if (late(PART) || !shape_of(2 * threads / device.warpSize, 2, function, shape))
        return;
    const size_t moved = std::min<size_t>(whole / 4, (size_t)1 << 30);
    const int grid = (int)(moved / ((size_t)threads * LOADS * sizeof(Word)));
    const std::string given = text("loads=%d;bytes=%zu;groups=2;threads=%d;waves=%d;grid=%d;"
                                   "moved=%zu",
                                   LOADS, sizeof(Word), threads, shape.waves, grid, moved);
    const Times times = timed(PART, "pass", given, 0, [&] {
        pass<LOADS, Word><<<grid, threads, shape.ballast>>>(
            memory, next_piece(moved, whole) / sizeof(Word), whole / sizeof(Word) - 1,
            scratch_words);
    });
    row(PART, "pass", given, times.list());
}

static void store_point(int threads)
{
    Shape shape;
    size_t whole;
    float2 *memory = (float2 *)stream_memory(whole);

    if (late(PART) ||
        !shape_of(2 * threads / device.warpSize, 2, (const void *)store, shape))
        return;
    const size_t moved = std::min<size_t>(whole / 4, (size_t)1 << 30);
    const int grid = (int)(moved / ((size_t)threads * sizeof(float2)));
    const std::string given = text("bytes=%zu;groups=2;threads=%d;waves=%d;grid=%d;moved=%zu",
                                   sizeof(float2), threads, shape.waves, grid, moved);
    const Times times = timed(PART, "store", given, 0, [&] {
        store<<<grid, threads, shape.ballast>>>(memory, whole / sizeof(float2) - 1, 1.5f);
    });
    row(PART, "store", given, times.list());
}

template <int FP32> static void mix_point(int waves)
{
    const void *function = (const void *)mix<FP32>;
    Shape shape;
    size_t whole;

    if (late(PART) || !shape_of(waves, function, shape))
        return;
    const unsigned *memory = (const unsigned *)stream_memory(whole);
    const int grid = device.multiProcessorCount * shape.groups;
    const int rounds = FP32 >= 128 ? 400 : 2000;
    const size_t moved = (size_t)grid * shape.threads * 4 * rounds;
    const std::string given =
        text("fp32=%d;waves=%d;groups=%d;threads=%d;rounds=%d;moved=%zu", FP32, waves,
             shape.groups, shape.threads, rounds, moved);
    const Times times =
        timed(PART, "mix", given, (size_t)grid * (shape.threads / device.warpSize), [&] {
            mix<FP32><<<grid, shape.threads, shape.ballast>>>(
                memory, next_piece(moved, whole) / 4, whole / 4 - 1, 0u, 1.0f, 0.0f, rounds,
                scratch_words, records);
        });

    row(PART, "mix", given, times.list());
}

static void mix_points(int waves)
{
    attempt(PART, [&] { mix_point<0>(waves); });
    attempt(PART, [&] { mix_point<4>(waves); });
    attempt(PART, [&] { mix_point<8>(waves); });
    attempt(PART, [&] { mix_point<16>(waves); });
    attempt(PART, [&] { mix_point<32>(waves); });
    attempt(PART, [&] { mix_point<64>(waves); });
    attempt(PART, [&] { mix_point<128>(waves); });
    attempt(PART, [&] { mix_point<256>(waves); });
    attempt(PART, [&] { mix_point<512>(waves); });
}

void part_bandwidth()
{
    // The ends first: what is missed if the time runs out lies between them.
    static const int order[] = {1, 64, 16, 4, 32, 8, 48, 2, 24, 12, 40, 6, 56, 20, 10, 28, 3, 5};

    for (int waves : order)
        loop_points<unsigned>("dram", waves);
    for (int waves : order) {
        loop_points<Two>("dram", waves);
        loop_points<Four>("dram", waves);
    }
    for (int threads = 64; threads <= 1024; threads += 64) {
        attempt(PART, [&] { pass_point<1, Two>(threads); });
        attempt(PART, [&] { store_point(threads); });
        attempt(PART, [&] { pass_point<2, Two>(threads); });
        attempt(PART, [&] { pass_point<1, Four>(threads); });
    }
    for (int waves : order)
        mix_points(waves);
    for (int waves : order) {
        loop_points<unsigned>("l2", waves);
        loop_points<Four>("l2", waves);
    }
}
