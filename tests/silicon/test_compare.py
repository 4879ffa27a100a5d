#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""compare.py on a synthetic run: answers of cuda_occupancy.h (tests/data/silicon) and invented
times, from which it has to find the constants that they were made with; and on runs with errors.
Usage: test_compare.py SOURCE_ROOT GPUOCC ANSWERS"""
import os
import re
import subprocess
import sys
import tempfile

ROOT, TOOL, ANSWERS = sys.argv[1:4]
sys.path.insert(0, os.path.join(ROOT, "tests"))
from tap import done, ok  # noqa: E402

with open(os.path.join(ROOT, "tests", "data", "silicon", "synthetic_h200.csv"),
          encoding="utf-8") as recorded:
    RECORDED = recorded.read()

# Two answers of HIP's rule on gfx90a, worked by hand: 4 SIMDs of 8 waves and 512 registers.
HIP = """part,what,given,measured
device,properties,,name=AMD Instinct MI210;api=hip;gcnArchName=gfx90a:sramecc+:xnack-;\
warpSize=64;multiProcessorCount=104;maxThreadsPerBlock=1024;l2CacheSize=8388608
occupancy,cannot,,reason=none
occupancy,kernel,kernel=k1;barriers=1;cluster=0,numRegs=128;sharedSizeBytes=0;maxThreadsPerBlock=256
occupancy,blocks,kernel=k1;threads=256;dynamic=0,blocks=4
occupancy,blocks,kernel=k1;threads=256;dynamic=32768,blocks=2
"""

# The invented GPU, in cycles at 1.5 GHz, per core of 132.
GHZ, CORES, PEAK = 1.5, 132, 3600
L1, L2, DRAM = 40, 250, 600
CHAINS = {"fp32": (4.5, 1, 4), "fp64": (16, 4, 1), "int32_add": (5, 2, 2), "special": (20, 8, 0.5),
          "shared": (30, 2, 1), "pair": (5, 1, 3.5), "int32_mad": (6, 2, 2)}


def times(cycles):
    """Three repetitions; the first is the slowest."""
    return "ms=" + "|".join(f"{cycles * x / GHZ / 1e6:.9f}" for x in (1.5, 1, 1.1)) + \
        ";cycles=" + "|".join(f"{cycles * x:.0f}" for x in (1.5, 1, 1.1))


def latency():
    for cache, size, cycles in (("l1", 2 ** 14, L1), ("l1", 2 ** 17, 200), ("l2", 2 ** 19, 240),
                                ("l2", 2 ** 23, L2), ("l2", 2 ** 25, 300), ("l2", 2 ** 28, DRAM),
                                ("l2", 2 ** 32, 900)):
        yield (f"latency,chase,cache={cache};bytes={size};steps=16384;flushed=1,"
               f"{times(cycles * 16384)}")
    for op, (alone, distance, rate) in CHAINS.items():
        for chains, waves, each in ((1, 1, alone), (8, 1, distance), (8, 64, 64 / rate)):
            yield (f"latency,chain,op={op};chains={chains};waves={waves};groups=1;threads=32;"
                   f"instructions={6400 * chains},{times(each * 6400 * chains)}")
    yield "latency,gap,threads=64;grid=5280;cycles=2000,ms=1;gaps=100;least=150;median=210;most=900"


def bandwidth(scale=1.0):
    """The bound of Volkov's model with the constants above, times `scale`; L2 gives 30 bytes per
    cycle."""
    for level, alone, rate in (("dram", DRAM, PEAK / CORES / GHZ), ("l2", L2, 30)):
        for loads in (1, 2, 8):
            for waves in (1, 4, 16, 64):
                piece = 32 * 4 * loads
                cycles = 1000 / scale * max(alone, waves * piece / rate)
                threads = min(1024, 32 * waves)
                yield (f"bandwidth,loop,level={level};loads={loads};bytes=4;waves={waves};groups=1;"
                       f"threads={threads};rounds=1000;moved={CORES * waves * piece * 1000},"
                       f"{times(cycles)}")
    # A wave of 256 bytes in groups of 64 threads: 500 cycles with its turnaround.
    moved = 2 ** 30
    yield ("bandwidth,store,bytes=8;groups=2;threads=64;waves=4;grid=1;"
           f"moved={moved},ms={moved * 500 / (4 * 256 * CORES * GHZ) / 1e6}")


def rounds(waste=1.0):
    for groups, dynamic in ((1, 231424), (2, 115712)):
        slots = CORES * groups
        for grid in (slots // 2, slots, slots + 1, 3 * slots):
            cost = -(-grid // slots) * 0.05 * (waste if grid != slots else 1)
            yield (f"rounds,time,groups={groups};threads=128;dynamic={dynamic};grid={grid};"
                   f"slots={slots};steps=20000,ms={cost};cycles=1")


def place(step=1):
    cores = "|".join(str(i * step % CORES) for i in range(CORES))
    yield f"rounds,place,groups=1;threads=128;grid={CORES},cores={cores};ns=" + "|".join(
        "0" for _ in range(CORES))


def compare(*texts):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "run.csv")
        with open(path, "w", encoding="utf-8") as file:
            for text in texts:
                file.write(text if isinstance(text, str) else "".join(row + "\n" for row in text))
        return subprocess.run([sys.executable, os.path.join(ROOT, "tests/silicon/compare.py"),
                               path, TOOL, ANSWERS], capture_output=True, text=True)


def verdicts(run):
    return dict((text, word) for word, text in
                re.findall(r"^(pass|difference|not measured): ([^:\n]*)", run.stdout, re.M))


def constants(run):
    return {m[1]: float(m[2]) for m in
            re.finditer(r"^  (\w+) +(\d[\d.e+]*) +(?:-|\d)", run.stdout, re.M)}


def test_recorded():
    run = compare(RECORDED)
    words = verdicts(run)
    ok(run.returncode == 0 and "\n7 pass, 0 differ, 7 not measured\n" in run.stdout,
       "the recorded answers of cuda_occupancy.h are the library's", run.stdout, run.stderr)
    ok(words.get("resident blocks by the driver") == "pass" and
       words.get("constants of the latency model") == "not measured",
       "what is not in a file is not measured", words)


def test_constants():
    run = compare(RECORDED, latency(), bandwidth(), rounds(), place())
    found = constants(run)
    wanted = {"clock_ghz": GHZ, "l1_latency": L1, "l2_latency": L2, "dram_latency": DRAM,
              "dram_latency_ns": DRAM / GHZ, "turnaround_cycles": 500, "dram_gb_per_s": PEAK,
              "l2_rate": 30, "issue_rate": 3.5, "issue_distance": 1, "fp32_latency": 4.5,
              "fp32_rate": 4, "fp32_distance": 1, "fp64_latency": 16, "fp64_rate": 1,
              "int32_latency": 5, "int32_distance": 2, "special_rate": 0.5, "shared_latency": 30,
              "shared_rate": 1}
    wrong = {name: (value, found.get(name)) for name, value in wanted.items()
             if abs(found.get(name, 0) / value - 1) > 0.001}
    ok(not wrong, f"{len(wanted)} constants are those that the times were made with", wrong,
       run.stdout, run.stderr)
    outside = re.search(r"outside the sources: (.*)", run.stdout)
    # Of the tables: 1.98 GHz, up to 453 and 4.06 cycles, 35 bytes, 4 and 2 instructions per cycle.
    ok(outside and set(outside[1].split(", ")) == {
        "clock_ghz", "turnaround_cycles", "fp32_latency", "l2_rate", "issue_rate", "fp64_rate"},
       "constants outside the spread of the sources are named", outside and outside[1])
    ok(re.search(r"with the constants of this run.*: 12 points, mean error of the upper bound "
                 r"0\.\d %", run.stdout) and "(median)" in run.stdout and
       "210 cycles" in run.stdout, "the bound of Volkov's model is found again", run.stdout)
    words = verdicts(run)
    ok(words.get("time of a grid over its rounds") == "pass" and run.returncode == 3 and
       words.get("placement") == "pass" and words.get("bandwidth, loops over memory") == "pass",
       "rounds and placement pass", words)


def test_differences():
    run = compare(re.sub(r"blocks=4\n", "blocks=5\n", RECORDED, count=1))
    ok(run.returncode == 3 and "1 differ" in run.stdout and "'blocks': '5'" in run.stdout and
       verdicts(run)["resident blocks by the driver"] == "difference",
       "another answer of the driver is a difference, with its row", run.stdout)
    run = compare(re.sub(r"api=(\d+);least=\d+", r"api=\1;least=0", RECORDED, count=1))
    ok(run.returncode == 3 and
       verdicts(run)["groups that were on a core at once"] == "difference",
       "fewer groups on a core than predicted are a difference", run.stdout)
    one = "kernel=k001;threads=128;dynamic=0;spin=200000,api=5;least=%d;most=%d"  # of clusters
    words = [verdicts(compare(RECORDED.replace(one % (5, 5), one % seen)))
             ["groups that were on a core at once"] for seen in ((0, 5), (5, 6))]
    ok(words == ["pass", "difference"] and one % (5, 5) in RECORDED,
       "of clusters only more groups than predicted are a difference", words)
    run = compare(re.sub(r"(best,.*threads=)\d+;grid", r"\g<1>96;grid", RECORDED, count=1))
    ok(verdicts(run)["best group size by the driver"] == "difference",
       "another best group size is a difference", run.stdout)
    run = compare(re.sub(r"(fit,size=3;.*clusters=)(\d+);g", r"\g<1>9;g", RECORDED, count=1))
    ok("{3: (9, 41)}" in run.stdout, "another number of clusters is a difference", run.stdout)
    run = compare(RECORDED, latency(), bandwidth(1.5))
    ok(verdicts(run)["bandwidth, loops over memory"] == "difference" and
       "  above: " in run.stdout, "a point above the upper bound is a difference", run.stdout)
    run = compare(RECORDED, rounds(2.0), place(2))
    ok(verdicts(run)["time of a grid over its rounds"] == "difference" and
       verdicts(run)["placement"] == "difference",
       "slow rounds and groups that share a core are differences", run.stdout)
    run = compare(RECORDED.replace("sharedMemPerBlockOptin=232448", "sharedMemPerBlockOptin=1024"))
    ok("max_shared_bytes_per_group 232448, driver 1024" in run.stdout,
       "a number of the device that the driver has otherwise is a difference", run.stdout)


def test_devices():
    run = compare(RECORDED.replace("name=NVIDIA H200", "name=NVIDIA Q999"), latency(), bandwidth())
    ok(run.returncode in (0, 3) and "quality 2" in run.stdout and
       verdicts(run)["resident blocks by the driver"] == "pass" and
       verdicts(run)["bandwidth, loops over memory"] == "not measured",
       "of a product without records its architecture answers", run.stdout, run.stderr)
    # HIP's own rule is compared, by the convention of that name: a kernel of two waves per SIMD.
    run = compare(HIP)
    ok(run.returncode == 0 and "is MI210" in run.stdout.replace("Instinct ", "") and
       "convention hip, within the kernel's bound: 2 of 2 equal" in run.stdout and
       verdicts(run)["best group size by the driver"] == "not measured",
       "a run of HIP is compared with HIP's convention", run.stdout, run.stderr)
    run = compare(RECORDED.replace("name=NVIDIA H200", "name=NVIDIA Q999")
                  .replace("major=9", "major=77"))
    ok(run.returncode == 3 and "is not known" in run.stdout, "an unknown architecture is named",
       run.stdout, run.stderr)


def test_bad_files():
    head = "part,what,given,measured\n"
    for text, words in (("a,b\n", "line 2: 2 cells instead of 4"),
                        ("a,b,c,d\n", "line 2: 'c' is no name=value"),
                        ("", "no row device,properties")):
        run = compare(head + text)
        ok(run.returncode == 1 and words in run.stderr, f"refused: {words}", run.stdout, run.stderr)
    run = compare(RECORDED, "bandwidth,loop,level=dr\nbandwidth,ended,,status=timeout\n")
    ok(run.returncode == 0 and "bandwidth: ended {'status': 'timeout'}" in run.stdout,
       "of a part that was ended the last line may be broken off", run.stdout, run.stderr)
    run = compare(RECORDED, "latency,dead,,error=cudaErrorLaunchFailure\n"
                  "bandwidth,late,seconds=9,\nlatency,chase,cache=l2;bytes=1;steps=1,"
                  "error=cudaErrorLaunchFailure\n")
    ok(run.returncode == 0 and "latency: dead" in run.stdout and "bandwidth: late" in run.stdout and
       "2 rows have an error of the driver" in run.stdout, "what ended early is said", run.stdout,
       run.stderr)


test_recorded()
test_constants()
test_differences()
test_devices()
test_bad_files()
done()
