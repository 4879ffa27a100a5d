#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles kernels with each compiler setting that gpuocc kernels prints, with and without existing
bounds, and reads the result back: by the reader and in the compiler's own report. With --all for
every target of the compilers. Usage: test_settings.py SOURCE_ROOT PATH_OF_GPUOCC [--all]"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

from command import run
from tap import done, ok, skip

ALL = "--all" in sys.argv
NVCC = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")
CLANG = shutil.which("clang-22") or shutil.which("clang-19") or shutil.which("clang")
READELF = shutil.which("llvm-readelf-22") or shutil.which("llvm-readelf")
AMD = ("gfx803 gfx900 gfx906 gfx908 gfx90a gfx942 gfx950 gfx1010 gfx1030 gfx1100 gfx1151 gfx1200 "
       "gfx1201 gfx1250").split() if ALL else ["gfx1030", "gfx90a"]
UNIFIED = ("gfx90a", "gfx942", "gfx950")
CUDA = """
extern "C" __global__ void BOUND work(float *p) {
    float x[LIVE];
    for (int i = 0; i < LIVE; i++) x[i] = p[i * 256 + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < LIVE; i++) x[i] = x[i] * x[(i + 5) % LIVE] + x[(i + 3) % LIVE];
    for (int i = 0; i < LIVE; i++) p[i * 256 + threadIdx.x] = x[i];
}
"""
BARRIERS = """
__device__ INLINE void wait(int *p, int number) {
    asm volatile("bar.sync %0;" :: "r"(number));
    p[threadIdx.x] += p[31 - threadIdx.x];
}
extern "C" __global__ void work(int *p) { wait(p, FIRST); wait(p + 4, 2); }
"""
OPENCL = """
BOUND kernel void work(global float *p, int n) {
    float x[LIVE];
    int at = __builtin_amdgcn_workitem_id_x();
    for (int i = 0; i < LIVE; i++) x[i] = p[at + i * n];
    for (int j = 0; j < n; j++)
        _Pragma("unroll")
        for (int i = 0; i < LIVE; i++) x[i] = x[i] * x[(i + 7) % LIVE] + p[at * j + i * n];
    for (int i = 0; i < LIVE; i++) p[at + i * n] = x[i];
}
"""
LARGE = "-cl-intel-256-GRF-per-thread"
INTEL = """  // values of their own: IGC does not keep an array of this size in registers
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(256, 1, 1)))
kernel void work(global float *p, int n) {
    int at = get_local_id(0);
""" + "".join(f"    float x{i} = p[at + {i} * n];\n" for i in range(90)) + \
    "    for (int j = 0; j < n; j++) {\n" + \
    "".join(f"        x{i} = x{i} * x{(i + 7) % 90} + p[at * j + {i} * n];\n"
            for i in range(90)) + "    }\n" + \
    "".join(f"    p[at + {i} * n] = x{i};\n" for i in range(90)) + "}\n"
folder = tempfile.mkdtemp()


def compiled(command, name, text):
    """Returns the compiler's messages, or None if it fails."""
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)
    made = subprocess.run([*command, name], cwd=folder, capture_output=True, text=True)
    return made.stderr if made.returncode == 0 else None


def row_of(name, threads):
    answer = run("kernels", os.path.join(folder, name), "--json", "-t", str(threads), "--shared",
                 "0")
    return answer.json()["rows"][0]


def step_of(row, field):
    return next((step for step in row["next"] if step["field"] == field and step["then"]
                 is not None), None)


def cuda(target, bound, live):
    """Returns the row, and the registers and barriers that ptxas prints."""
    words = compiled([NVCC, "-cubin", "-arch=" + target, "-Xptxas", "-v", "-o", "k.cubin"], "k.cu",
                     CUDA.replace("BOUND", bound).replace("LIVE", str(live)))
    if words is None:
        return None, 0
    return row_of("k.cubin", 256), int(re.search(r"Used (\d+) registers", words)[1])


def test_nvidia(target):
    bounds = {"": r"__launch_bounds__\(256, \d+\)",
              "__launch_bounds__(256)": r"__launch_bounds__\(256, \d+\)",
              "__launch_bounds__(256, 2)": r"__launch_bounds__\(256, \d+\)",
              "__block_size__((256, 1, 1))": r"__maxnreg__\(\d+\)"}
    if int(target[3:]) < 90:  # nvcc refuses it
        del bounds["__block_size__((256, 1, 1))"]
    for bound, wanted in bounds.items():
        for live in (40, 64, 96) if ALL else (64,):
            row, _ = cuda(target, bound, live)
            if row is None:
                ok(False, f"{target}, {bound}: nvcc fails")
                continue
            step = step_of(row, "registers_per_thread")
            if step is None:
                ok(row["knob"] is None, f"{target}, {bound}, {live} values: nothing to gain", row)
                continue
            knob = re.fullmatch(rf"({wanted}) \(may spill\)", row["knob"] or "")
            ok(knob, f"{target}, {bound or 'no bound'}, {live} values: {row['knob']}", row)
            if not knob:
                continue
            both = f"{bound} {knob[1]}" if "block_size" in bound else knob[1]
            again, printed = cuda(target, both, live)
            ok(again and printed <= step["then"] and again["groups"] >= step["groups"] and
               again["kernel"]["registers_per_thread"] == printed,
               f"with {both} {printed} of at most {step['then']} registers", again)


def test_barriers(target):
    """ptxas counts 16 barriers if a number is not a constant; the advice leads to fewer."""
    counts = {}
    for inline in ("__noinline__", "__forceinline__"):
        for first in ("p[1]", "1"):
            text = BARRIERS.replace("INLINE", inline).replace("FIRST", first)
            words = compiled([NVCC, "-cubin", "-arch=" + target, "-Xptxas", "-v", "-o",
                              "k.cubin"], "k.cu", text)
            if words is None:
                skip(f"barriers of {target}", "nvcc fails for this target")
                return
            row = row_of("k.cubin", 32)
            counts[inline, first] = row["kernel"]["barriers_per_group"]
            printed = int(re.search(r"used (\d+) barriers", words)[1])
            ok(printed == counts[inline, first], f"{target}, {inline}, {first}: {printed} barriers",
               row)
            limits = printed == 16 and int(target[3:]) >= 90  # before, barriers limit nothing
            ok(("constant barrier numbers" in (row["knob"] or "")) == limits,
               f"{target}, {inline}, {first}: {row['knob']}", row)
    ok(list(counts.values()) == [16, 16, 16, 3], f"{target}: constant and inlined are fewer",
       counts)


def amd(target, bounds, live):
    """Returns the row, and the registers in LLVM's metadata (all that are allocated)."""
    attributes = f"__attribute__(({', '.join(bounds)}))" if bounds else ""
    words = compiled([CLANG, "-x", "cl", "-target", "amdgcn-amd-amdhsa", "-mcpu=" + target, "-O2",
                      "-nogpulib", "-Xclang", "-finclude-default-header", "-cl-std=CL2.0", "-c",
                      "-o", "k.o"], "k.cl",
                     OPENCL.replace("BOUND", attributes).replace("LIVE", str(live)))
    if words is None:
        return None, 0
    notes = subprocess.run([READELF, "--notes", "k.o"], cwd=folder, capture_output=True, text=True)
    return row_of("k.o", 256), int(re.search(r"\.vgpr_count: *(\d+)", notes.stdout)[1])


def test_amd(target):
    tried = 0
    for bounds in ([], ["reqd_work_group_size(256, 1, 1)"],
                   ["amdgpu_flat_work_group_size(1, 256)"],
                   ["amdgpu_waves_per_eu(2)"]):
        for live in (28, 40, 56, 100) if ALL else (40,):
            row, _ = amd(target, bounds, live)
            if row is None:
                skip(f"{target}", "clang has no such target")
                return
            step = step_of(row, "registers_per_thread")
            # Nothing is written if no setting leads to the step.
            if step is None or row["knob"] is None:
                continue
            found = re.fullmatch(r"(.*) \((may spill|adds to the spills)\)", row["knob"])
            ways = found[1].split(" or ") if found else []
            ok(ways and (target not in UNIFIED or "num_vgpr" not in row["knob"]),
               f"{target}, {bounds}, {live} values: {row['knob']}", row)
            ok(found and (found[2] == "adds to the spills") == (row["input"]["spill_bytes"] > 0),
               "it says what that costs", row)
            for way in ways:
                tried += 1
                rest = [one for one in bounds if "waves_per_eu" not in one or "waves" not in way]
                again, vgprs = amd(target, [*rest, way], live)
                ok(again and again["waves"] >= step["waves"] > row["waves"] and
                   (not step["then"] or target in UNIFIED or vgprs <= step["then"]),
                   f"with {way} {row['waves']} waves become {again and again['waves']}, "
                   f"{vgprs} registers", again)
    ok(tried > 0, f"{target}: {tried} settings compiled")


def intel(device, option):
    """Returns the row, and the spills that ocloc reports."""
    with open(os.path.join(folder, "i.cl"), "w", encoding="utf-8") as file:
        file.write(INTEL)
    made = subprocess.run(["ocloc", "compile", "-device", device, "-output", "k.bin", "-file",
                           "i.cl", "-output_no_suffix", "-options", "-cl-std=CL2.0 " + option,
                           "-internal_options", "-cl-allow-zebin"],
                          cwd=folder, capture_output=True, text=True)
    spills = re.search(r"spilled around (\d+)", made.stdout + made.stderr)
    return (row_of("k.bin", 256) if made.returncode == 0 else None), int(spills[1] if spills else 0)


def test_intel():
    (plain, spills), (large, fewer) = (intel("acm-g10", option) for option in ("", LARGE))
    if plain is None or large is None:
        skip("settings of ocloc", "ocloc does not compile for acm-g10")
        return
    ok(spills > fewer and large["kernel"]["grf_count"] == 256,
       f"acm-g10: {LARGE} lowers {spills} spills to {fewer}", plain)
    step = step_of(large, "grf_count")
    ok(large["knob"] == f"without {LARGE} (may spill)" and plain["waves"] == step["waves"] and
       plain["kernel"]["grf_count"] == step["then"],
       "acm-g10: without it, the waves are those of the step", large)
    rows = [intel("icllp", option)[0] for option in ("", LARGE)]
    ok([(row["kernel"]["grf_count"], row["knob"]) for row in rows] == [(128, None)] * 2,
       "icllp: the option changes nothing, and is not printed", rows)


if shutil.which("ocloc"):
    test_intel()
else:
    skip("settings of ocloc", "no ocloc")
if not NVCC:
    skip("settings of nvcc", "no nvcc")
else:
    codes = subprocess.run([NVCC, "--list-gpu-code"], capture_output=True,
                           text=True).stdout.split()
    for gpu in codes if ALL else [code for code in ("sm_80", "sm_90") if code in codes]:
        test_nvidia(gpu)
    for gpu in [code for code in codes if ALL or code in ("sm_80", "sm_120")]:
        test_barriers(gpu)
targets = subprocess.run([CLANG, "-print-targets"], capture_output=True, text=True).stdout \
    if CLANG else ""
if "amdgcn" not in targets or not READELF:
    skip("settings of clang", "no clang with the target amdgcn, or no llvm-readelf")
else:
    for gpu in AMD:
        test_amd(gpu)
shutil.rmtree(folder)
done()
