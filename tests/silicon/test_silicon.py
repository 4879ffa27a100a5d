#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The programs of scripts/silicon without a GPU: they compile for sm_90 and for the oldest and the
newest architecture that nvcc knows, and with the runtime of no_gpu.cc they run from end to end;
NVIDIA's cuda_occupancy.h answers for the driver. With --hip they compile and link with hipcc.
Usage: test_silicon.py SOURCE_ROOT GPUOCC ANSWERS
       test_silicon.py --hip SOURCE_ROOT"""
import concurrent.futures
import csv
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

HIP = sys.argv[1] == "--hip"
ROOT, TOOL, ANSWERS = [*sys.argv[2:], None, None] if HIP else sys.argv[1:]
sys.path.insert(0, os.path.join(ROOT, "tests"))
from tap import done, ok, skip  # noqa: E402

SILICON = os.path.join(ROOT, "tests", "silicon")
ARCHITECTURES = ("sm_70", "sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120")
LINKED = "sm_90"  # the one that is run
KERNELS = 12
PARTS = ("device", "occupancy", "latency", "bandwidth", "residency", "rounds", "clusters")
REPORT = re.compile(r"Compiling entry function '(\S+)' for '\S+'\n(?:.*\n){2}.*Used (\d+) "
                    r"registers, used (\d+) barriers(?:, \d+ bytes cumulative stack size)?"
                    r"(?:, (\d+) bytes smem)?")


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, **more)


def compile_one(job):
    """A source for one architecture; objects for the one that is linked."""
    source, arch = job
    target = os.path.join(folder, os.path.basename(source) + ("." + arch))
    kind = "-c" if arch == LINKED else "-cubin"
    more = ["-Xptxas", "-v"] if arch == LINKED else []
    made = run(NVCC, "-O3", "-std=c++14", "-arch=" + arch, "-I" + SILICON, *more, kind, source,
               "-o", target + (".o" if arch == LINKED else ".cubin"))
    return arch, source, made


def generate():
    """Returns all sources, those of the generated kernels among them."""
    run(sys.executable, os.path.join(SILICON, "generate.py"), folder, str(KERNELS), "1")
    return sorted(glob.glob(os.path.join(folder, "*.cu"))) + \
        sorted(glob.glob(os.path.join(SILICON, "*.cu")))


def test_compile():
    """Every source for three architectures: the only condition in the sources is on LINKED."""
    sources = generate()
    known = run(NVCC, "--list-gpu-code").stdout.split()
    archs = [arch for arch in ARCHITECTURES if arch in known]
    archs = sorted({archs[0], LINKED, archs[-1]}, key=ARCHITECTURES.index)
    jobs = [(source, arch) for arch in archs for source in sources]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(compile_one, jobs))
    for arch in archs:
        bad = [made.stderr for found, _, made in results if found == arch and made.returncode]
        ok(not bad, f"{len(sources)} sources compile for {arch}", *bad)
    ok(LINKED in known and len(archs) == 3, f"architectures: {' '.join(archs)}", known)
    return "".join(made.stderr for arch, _, made in results if arch == LINKED)


def write_kernels(log):
    """What ptxas says of each generated kernel, for no_gpu.cc."""
    bounds = {}
    for path in glob.glob(os.path.join(folder, "kernels_*.cu")):
        with open(path, encoding="utf-8") as file:
            for found in re.finditer(r'\{"(k\d+)", .*?\*\)k\d+, \d+, (\d+),', file.read()):
                bounds[found[1]] = int(found[2])
    lines = []
    for found in REPORT.finditer(log):
        name = re.match(r"_Z4(k\d{3})", found[1])
        if name:
            # A warp takes registers in units of 256, in each of four partitions.
            warps = 16384 // (-(-int(found[2]) * 32 // 256) * 256) * 4
            bound = bounds[name[1]] or min(1024, warps * 32)
            lines.append(f"{found[1]} {found[2]} {found[4] or 0} {found[3]} {bound}\n")
    ok(len(lines) == KERNELS, f"ptxas tells of {KERNELS} generated kernels", log[:2000])
    path = os.path.join(folder, "kernels.txt")
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(lines)
    return path


def test_barriers(log):
    """A kernel takes as many barriers as its row says."""
    wanted = {}
    for path in glob.glob(os.path.join(folder, "kernels_*.cu")):
        with open(path, encoding="utf-8") as file:
            for found in re.finditer(r'\{"(k\d+)", .*, (\d+), (\d+), \d+\},', file.read()):
                wanted[found[1]] = (found[2], found[3])
    found = {m[1][3:7]: (m[4] or "0", m[3]) for m in REPORT.finditer(log)
             if re.match(r"_Z4k\d{3}", m[1])}
    ok(found == wanted, "static shared memory and barriers of the kernels are those of their rows",
       sorted(set(found.items()) ^ set(wanted.items())))


def link():
    # nvcc knows where its headers are; the objects need no library of CUDA and no device linker.
    made = run(NVCC, "-std=c++14", "-I" + SILICON, "-c", os.path.join(SILICON, "no_gpu.cc"), "-o",
               os.path.join(folder, "no_gpu.o"))
    objects = glob.glob(os.path.join(folder, "*.o"))
    program = os.path.join(folder, "silicon")
    linked = run("g++", *objects, "-o", program)
    said = (made.stderr + linked.stderr).strip()
    return program if ok(made.returncode == 0 and linked.returncode == 0,
                         "the program links with the runtime without a GPU" +
                         (": " + said.splitlines()[0][:200] if said else ""), said) else None


def rows_of(text):
    return list(csv.reader(text.splitlines()))


def test_run(program, environment):
    """All parts: rows of four cells; errors only of clusters, which the imaginary GPU limits."""
    whole = "part,what,given,measured\n"
    for part in PARTS:
        made = run(program, part, "60", env=environment)
        rows = rows_of(made.stdout)
        bad = [row for row in rows if len(row) != 4 or row[0] != part or "error=" in row[3] or
               row[1] in ("late", "dead")]
        ok(made.returncode == 0 and rows and not bad, f"{part}: {len(rows)} rows", made.stderr,
           *bad[:5])
        whole += made.stdout
    path = os.path.join(folder, "all.csv")
    with open(path, "w", encoding="utf-8") as file:
        file.write(whole)
    made = run(sys.executable, os.path.join(SILICON, "compare.py"), path, TOOL, ANSWERS)
    passed = re.findall(r"^pass: ([a-z ]+)", made.stdout, re.M)
    ok(passed[:7] == ["the device", "numbers of the device", "resident blocks by the driver",
                      "best group size by the driver", "clusters of ",
                      "clusters of the generated kernels", "groups that were on a core at once"],
       "the library agrees with cuda_occupancy.h on these kernels", made.stdout, made.stderr)
    # The header's answers are counted, too: all of them.
    counted = re.search(r"within the kernel's bound: (\d+) of (\d+) equal", made.stdout)
    ok(counted and counted[1] == counted[2] and int(counted[1]) > 10 * KERNELS,
       "convention header: all answers are equal", made.stdout)
    ok("[20, 16, 16, 16, 16, 16, 16, 16], together 132" in made.stdout,
       "the GPCs are found by the clusters that ran", made.stdout)


def test_failures(program, environment):
    """A part that kills the device says so and ends; time that is used up ends a part."""
    made = run(program, "latency", "60", env=dict(environment, SILICON_FAIL="chase"))
    rows = rows_of(made.stdout)
    ok(made.returncode == 3 and rows[-1][:2] == ["latency", "dead"] and
       "error=cudaErrorLaunchFailure" in rows[-2][3] and rows[-2][1] == "chase",
       "a launch that fails has a row, and a dead device ends the part", *rows[-3:], made.stderr)
    made = run(program, "bandwidth", "0", env=environment)
    rows = rows_of(made.stdout)
    ok(made.returncode == 0 and [row[1] for row in rows].count("late") == 1 and len(rows) < 4,
       "no time: one row says so", *rows[:5])
    made = run(program, "nothing", env=environment)
    ok(made.returncode == 1 and "usage: silicon" in made.stderr, "no such part", made.stderr)


def test_hip():
    """The same sources with hipcc, for one architecture; without a GPU the program says so."""
    objects, bad = [], []
    for source in generate():
        objects.append(os.path.join(folder, os.path.basename(source) + ".hip.o"))
        made = run("hipcc", "-O1", "-std=c++14", "-x", "hip", "--offload-arch=gfx90a",
                   "-I" + SILICON, "-c", source, "-o", objects[-1])
        bad += [made.stderr] if made.returncode else []
    ok(not bad, f"{len(objects)} sources compile with hipcc for gfx90a", *bad)
    program = os.path.join(folder, "silicon_hip")
    made = run("hipcc", "--offload-arch=gfx90a", *objects, "-o", program)
    ok(made.returncode == 0, "the program links with HIP", made.stderr)
    if made.returncode == 0:
        made = run(program, "device")
        ok(made.returncode in (0, 2) and (made.stdout == "") == (made.returncode == 2) and
           (made.returncode == 0 or "silicon: no GPU: " in made.stderr),
           "without a GPU it says so", made.stdout, made.stderr)


NVCC = shutil.which("nvcc") or (os.path.exists("/usr/local/cuda/bin/nvcc") and
                                "/usr/local/cuda/bin/nvcc")
if not (shutil.which("hipcc") if HIP else NVCC):
    skip("programs that measure a GPU", "no hipcc" if HIP else "no nvcc")
    done()
with tempfile.TemporaryDirectory() as folder:
    if HIP:
        os.environ["TMPDIR"] = folder  # hipcc leaves folders behind
        test_hip()
        done()
    messages = test_compile()
    test_barriers(messages)
    settings = dict(os.environ, SILICON_KERNELS=write_kernels(messages))
    binary = link()
    if binary:
        test_run(binary, settings)
        test_failures(binary, settings)
done()
