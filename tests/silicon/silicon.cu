// SPDX-License-Identifier: MIT
//
// Measures a GPU for scripts/silicon. Usage: silicon PART [SECONDS [REPEATS]], or silicon device.
// Rows go to standard output. Status 2: no GPU; 3: it no longer answers; 1: usage.
#include "silicon.h"

#include <algorithm>
#include <chrono>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

Properties device;
size_t shared_pool, shared_reserved, shared_optin, shared_default;
int repeats = 3;
Record *records;
const size_t record_count = (size_t)1 << 20;
unsigned *scratch_words;
const int wave_counts[18] = {1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64};

static double most_seconds = 60;
static const auto began = std::chrono::steady_clock::now();
static gpu(Event_t) first_event, last_event;

std::string text(const char *format, ...)
{
    char line[4096];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    return line;
}

void row(const char *part, const char *what, const std::string &given, const std::string &measured)
{
    printf("%s,%s,%s,%s\n", part, what, given.c_str(), measured.c_str());
    fflush(stdout);
}

void check(gpu(Error_t) status, const char *part, const char *what, const std::string &given)
{
    if (status == gpu(Success))
        return;
    row(part, what, given, text("error=%s", gpu(GetErrorName)(status)));
    gpu(GetLastError)();
    throw Failed();
}

bool late(const char *part)
{
    static bool said;
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();

    if (seconds < most_seconds)
        return false;
    if (!said)
        row(part, "late", text("seconds=%.0f", most_seconds), "");
    said = true;
    return true;
}

void still_alive(const char *part)
{
    if (gpu(DeviceSynchronize)() == gpu(Success))
        return;
    row(part, "dead", "", text("error=%s", gpu(GetErrorName)(gpu(GetLastError)())));
    exit(3);
}

static std::string joined(const std::vector<double> &values, const char *format)
{
    std::string line;

    for (double value : values) {
        char cell[64];

        snprintf(cell, sizeof cell, format, value);
        line += (line.empty() ? "" : "|") + std::string(cell);
    }
    return line;
}

std::string Times::list() const
{
    std::string line = "ms=" + joined(ms, "%.6f");

    return cycles.empty() ? line : line + ";cycles=" + joined(cycles, "%.0f");
}

void begin_time(const char *part, const char *what, const std::string &given)
{
    check(gpu(EventRecord)(first_event, 0), part, what, given);
}

// From the first start to the last end on a core, the median over the cores.
static double core_cycles(const std::vector<Record> &found)
{
    std::vector<unsigned long long> start(MOST_CORES, ~0ull), end(MOST_CORES, 0);
    std::vector<double> cycles;

    for (const Record &record : found) {
        if (record.core >= MOST_CORES || record.end == 0)
            continue;
        start[record.core] = std::min(start[record.core], record.start);
        end[record.core] = std::max(end[record.core], record.end);
    }
    for (size_t i = 0; i < end.size(); i++)
        if (end[i] != 0)
            cycles.push_back((double)(end[i] - start[i]));
    std::sort(cycles.begin(), cycles.end());
    return cycles.empty() ? 0 : cycles[cycles.size() / 2];
}

bool end_time(Times &times, const char *part, const char *what, const std::string &given,
              size_t waves)
{
    float ms = 0;

    check(gpu(EventRecord)(last_event, 0), part, what, given);
    check(gpu(EventSynchronize)(last_event), part, what, given);
    check(gpu(GetLastError)(), part, what, given);
    check(gpu(EventElapsedTime)(&ms, first_event, last_event), part, what, given);
    const bool best = times.ms.empty() || ms < *std::min_element(times.ms.begin(), times.ms.end());
    times.ms.push_back(ms);
    waves = std::min(waves, record_count);
    if (waves != 0) {
        std::vector<Record> found(waves);

        check(gpu(Memcpy)(found.data(), records, waves * sizeof(Record), gpu(MemcpyDeviceToHost)),
              part, what, given);
        times.cycles.push_back(core_cycles(found));
        if (best)
            times.fastest.swap(found);
    }
    return !late(part);
}

bool shape_of(int waves, int groups, const void *function, Shape &shape)
{
    int found = 0;

    if (groups == 0 || waves % groups != 0)
        return false;
    shape.waves = waves;
    shape.groups = groups;
    shape.threads = device.warpSize * (waves / groups);
    if (shape.threads > device.maxThreadsPerBlock)
        return false;
    if (shared_pool / (size_t)groups <= shared_reserved)
        return false;
    shape.ballast = std::min(shared_pool / (size_t)groups - shared_reserved, shared_optin);
    shape.ballast &= ~(size_t)1023;
#if !ON_HIP
    if (cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             (int)shared_optin) != cudaSuccess ||
        cudaFuncSetAttribute(function, cudaFuncAttributePreferredSharedMemoryCarveout, 100) !=
            cudaSuccess) {
        cudaGetLastError();
        return false;
    }
#endif
    if (gpu(OccupancyMaxActiveBlocksPerMultiprocessor)(&found, function, shape.threads,
                                                       shape.ballast) != gpu(Success)) {
        gpu(GetLastError)();
        return false;
    }
    return found == groups;
}

bool shape_of(int waves, const void *function, Shape &shape)
{
    for (int groups = 1; groups <= 32; groups *= 2)
        if (shape_of(waves, groups, function, shape))
            return true;
    return false;
}

__global__ void fill_random(float *memory, size_t count)
{
    size_t at = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    for (; at < count; at += (size_t)gridDim.x * blockDim.x) {
        unsigned bits = (unsigned)at * 2654435761u + 12345u;

        bits ^= bits >> 15;
        bits *= 2246822519u;
        memory[at] = __uint_as_float(0x3f000000u | (bits >> 9)); // 0.5 to 1
    }
}

const void *stream_memory(size_t &bytes)
{
    static void *memory;
    static size_t size;
    size_t unused, whole;

    if (memory == nullptr) {
        check(gpu(MemGetInfo)(&unused, &whole), "stream", "memory", "");
        for (size = (size_t)8 << 30; size > unused / 2;)
            size >>= 1;
        check(gpu(Malloc)(&memory, size), "stream", "memory", "");
        fill_random<<<4096, 256>>>((float *)memory, size / 4);
        check(gpu(DeviceSynchronize)(), "stream", "memory", "");
    }
    bytes = size;
    return memory;
}

size_t next_piece(size_t bytes, size_t whole)
{
    static size_t position;
    const size_t at = position % whole;

    position = (position + bytes + 4095) / 4096 * 4096 % whole;
    return at;
}

// What not both APIs have. Of NVIDIA clocks are attributes in every version, properties in some.
static std::string of_one_api()
{
#if ON_HIP
    return text("clock_khz=%d;memory_clock_khz=%d;bus_bits=%d", device.clockRate,
                device.memoryClockRate, device.memoryBusWidth);
#else
    int core = 0, memory = 0, bits = 0;

    if (cudaDeviceGetAttribute(&core, cudaDevAttrClockRate, 0) != cudaSuccess ||
        cudaDeviceGetAttribute(&memory, cudaDevAttrMemoryClockRate, 0) != cudaSuccess ||
        cudaDeviceGetAttribute(&bits, cudaDevAttrGlobalMemoryBusWidth, 0) != cudaSuccess)
        cudaGetLastError();
    return text("clock_khz=%d;memory_clock_khz=%d;bus_bits=%d;maxBlocksPerMultiProcessor=%d;"
                "regsPerMultiprocessor=%d",
                core, memory, bits, device.maxBlocksPerMultiProcessor,
                device.regsPerMultiprocessor);
#endif
}

static std::string described()
{
    int driver = 0, runtime = 0;
    std::string name = device.name;

    for (char &letter : name)
        if (letter == ',' || letter == ';' || letter == '"' || letter == '\n')
            letter = ' ';
    gpu(DriverGetVersion)(&driver);
    gpu(RuntimeGetVersion)(&runtime);
#if ON_HIP
    name += text(";api=hip;gcnArchName=%s", device.gcnArchName);
#else
    name += ";api=cuda";
#endif
    return "name=" + name +
           text(";driver=%d;runtime=%d;major=%d;minor=%d;warpSize=%d;multiProcessorCount=%d;"
                "maxThreadsPerBlock=%d;maxThreadsPerMultiProcessor=%d;regsPerBlock=%d;"
                "sharedMemPerBlock=%zu;sharedMemPerBlockOptin=%zu;sharedMemPerMultiprocessor=%zu;"
                "reservedSharedMemPerBlock=%zu;l2CacheSize=%d;totalGlobalMem=%zu;",
                driver, runtime, device.major, device.minor, device.warpSize,
                device.multiProcessorCount, device.maxThreadsPerBlock,
                device.maxThreadsPerMultiProcessor, device.regsPerBlock, shared_default,
                shared_optin, shared_pool, shared_reserved, device.l2CacheSize,
                device.totalGlobalMem) +
           of_one_api();
}

static bool set_up()
{
    int count = 0;
    const auto status = gpu(GetDeviceCount)(&count);

    if (status != gpu(Success) || count == 0) {
        fprintf(stderr, "silicon: no GPU: %s\n", gpu(GetErrorString)(status));
        return false;
    }
    check(gpu(SetDevice)(0), "device", "set_up", "");
    check(gpu(GetDeviceProperties)(&device, 0), "device", "set_up", "");
    shared_default = device.sharedMemPerBlock;
#if ON_HIP
    shared_pool = shared_optin = device.sharedMemPerBlock;
    shared_reserved = 0;
#else
    shared_pool = device.sharedMemPerMultiprocessor;
    shared_reserved = device.reservedSharedMemPerBlock;
    shared_optin = device.sharedMemPerBlockOptin;
#endif
    check(gpu(EventCreate)(&first_event), "device", "set_up", "");
    check(gpu(EventCreate)(&last_event), "device", "set_up", "");
    check(gpu(Malloc)((void **)&records, record_count * sizeof(Record)), "device", "set_up", "");
    check(gpu(Malloc)((void **)&scratch_words, 4096), "device", "set_up", "");
    check(gpu(Memset)(scratch_words, 0, 4096), "device", "set_up", "");
    return true;
}

int main(int count, char **arguments)
{
    static const struct {
        const char *name;
        void (*run)();
    } parts[] = {{"occupancy", part_occupancy}, {"latency", part_latency},
                 {"bandwidth", part_bandwidth}, {"residency", part_residency},
                 {"rounds", part_rounds},       {"clusters", part_clusters}};
    const std::string wanted = count > 1 ? arguments[1] : "";
    bool known = wanted == "device";

    if (count > 2)
        most_seconds = atof(arguments[2]);
    if (count > 3)
        repeats = std::max(1, std::min(20, atoi(arguments[3])));
    for (const auto &part : parts)
        known = known || wanted == part.name;
    if (!known) {
        fprintf(stderr, "usage: silicon device|occupancy|latency|bandwidth|residency|rounds|"
                        "clusters [SECONDS [REPEATS]]\n");
        return 1;
    }
    try {
        if (!set_up())
            return 2;
        if (wanted == "device")
            row("device", "properties", "", described());
        for (const auto &part : parts)
            if (wanted == part.name)
                part.run();
    } catch (const Failed &) {
        return 3;
    }
    return 0;
}
