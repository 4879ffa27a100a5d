#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests a gate from end to end: nvcc and clang compile a kernel, it is saved, changed, compiled
again and compared; spills and stack must be those that the compilers print; and the lines of
docs/ci.md must run. Usage: test_gate.py SOURCE_ROOT PATH_OF_GPUOCC"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

from command import run
from codecs_of_build import lacking
from tap import done, ok, skip

ROOT, TOOL = sys.argv[1:3]
NVCC = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")
CLANG = shutil.which("clang-22") or shutil.which("clang-19") or shutil.which("clang")
CUDA = """
extern "C" __global__ void __launch_bounds__(256BOUND) work(float *p) {
    float x[LIVE];
    for (int i = 0; i < LIVE; i++) x[i] = p[i * 256 + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < LIVE; i++) x[i] = x[i] * x[(i + 5) % LIVE] + x[(i + 3) % LIVE];
    for (int i = 0; i < LIVE; i++) p[i * 256 + threadIdx.x] = x[i];
}
extern "C" __global__ void rest(float *p) { p[threadIdx.x] *= 2; }
"""
OPENCL = """
__attribute__((reqd_work_group_size(256, 1, 1)BOUND)) kernel void work(global float *p) {
    float x[LIVE];
    for (int i = 0; i < LIVE; i++) x[i] = p[i * 256];
    barrier_();
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < LIVE; i++) x[i] = x[i] * x[(i + 5) % LIVE] + x[(i + 3) % LIVE];
    for (int i = 0; i < LIVE; i++) p[i * 256] = x[i];
}
__attribute__((reqd_work_group_size(256, 1, 1))) kernel void rest(global float *p) { *p *= 2; }
"""
OPENCL = OPENCL.replace("barrier_()", '__asm__ volatile("s_barrier" ::: "memory")')
folder = tempfile.mkdtemp()


def compile_cuda(live, bound=""):
    """Makes work.cubin. Returns what ptxas prints about its kernels."""
    with open(os.path.join(folder, "work.cu"), "w", encoding="utf-8") as file:
        file.write(CUDA.replace("LIVE", str(live)).replace("BOUND", bound))
    made = subprocess.run([NVCC, "-cubin", "-arch=sm_90", "-Xptxas", "-v", "-o",
                           "build/work.cubin", "work.cu"], cwd=folder, capture_output=True,
                          text=True)
    return made.returncode == 0, made.stderr


def compile_opencl(live, bound=""):
    with open(os.path.join(folder, "work.cl"), "w", encoding="utf-8") as file:
        file.write(OPENCL.replace("LIVE", str(live)).replace("BOUND", bound))
    for more in (["-o", "build/work.o", "-c"], ["-o", "work.s", "-S"]):
        made = subprocess.run([CLANG, "-target", "amdgcn-amd-amdhsa", "-mcpu=gfx90a", "-O2",
                               "-nogpulib", "-Xclang", "-finclude-default-header", "-cl-std=CL2.0",
                               "-Rpass-analysis=kernel-resource-usage", *more, "work.cl"],
                              cwd=folder, capture_output=True, text=True)
        if made.returncode:
            return False, made.stderr
        remarks = made.stderr
    return True, remarks


def gate(*arguments):
    answer = run("kernels", os.path.join(folder, "build"), "-t", "256", *arguments)
    found = answer.json() if "--json" in arguments and answer.text.startswith("{") else None
    return answer, found


def verdicts(found):
    return [(row["verdict"], row["kernel"]) for row in found["differences"]] if found else None


def cycle(name, compiler, printed):
    """Compiles, saves, changes, compiles, compares, accepts, and changes back."""
    base = os.path.join(folder, f"{name}.csv")
    made, words = compiler(24)
    ok(made, f"{name}: compiled", words)
    if not made:
        return
    answer, _ = gate("--save", base)
    ok(answer.code == 0, f"{name}: saved", answer)
    answer, found = gate("--baseline", base, "--json")
    ok(answer.code == 0 and found["same"] == 2, f"{name}: the same", answer)
    compiler(96)
    answer, found = gate("--baseline", base, "--json")
    ok(answer.code == 3 and verdicts(found) == [("worse", "work")] and
       found["differences"][0]["now"]["waves"] < found["differences"][0]["was"]["waves"],
       f"{name}: more live values are fewer waves", answer)
    answer, _ = gate("--baseline", base, "--allow", "waves=100%")
    ok(answer.code == 0, f"{name}: allowed", answer)
    answer, _ = gate("--baseline", base, "--save", base, "--format", "markdown")
    ok(answer.code == 3 and "| worse | `work` |" in answer.text, f"{name}: accepted", answer)
    ok(gate("--baseline", base)[0].code == 0, f"{name}: the next run agrees")
    compiler(24)
    answer, found = gate("--baseline", base, "--json")
    ok(answer.code == 3 and verdicts(found) == [("better", "work")],
       f"{name}: a gain has to be saved as well", answer)
    answer, _ = gate("--baseline", base, "--allow", "better")
    ok(answer.code == 0, f"{name}: or allowed", answer)
    # The proposed compiler option reaches the next step.
    compiler(printed["middle"])
    row = next(row for row in gate("--json")[0].json()["rows"] if row["input"]["kernel"] == "work")
    step = next(step for step in row["next"] if step["field"] == "registers_per_thread")
    written = re.search(printed["knob"], row["knob"] or "")
    ok(written, f"{name}: {row['knob']}", row)
    if written:
        compiler(printed["middle"], ", " + written[1])
        again = next(row for row in gate("--json")[0].json()["rows"]
                     if row["input"]["kernel"] == "work")
        ok(again["waves"] >= step["waves"] > row["waves"],
           f"{name}: with {written[1]} {row['waves']} waves become {again['waves']}", again)
    # Bounded registers are spilled: the figures must be those that the compiler prints.
    compiler(24)
    gate("--save", base)
    _, words = compiler(96, printed["bound"])
    rows = {row["kernel"]: row for row in gate("--csv")[0].rows()}
    stack, spills = printed["of"](words)
    ok(stack > 0 and rows["work"]["stack_bytes"] == str(stack) and
       rows["rest"]["stack_bytes"] == "0", f"{name}: {stack} bytes of stack", rows["work"])
    if printed["spills"]:
        ok(spills > 0 and rows["work"]["spill_bytes"] == str(spills),
           f"{name}: {spills} bytes of spills", rows["work"]["spill_bytes"])
    answer, found = gate("--baseline", base, "--json", "--allow", "waves=100%")
    ok(answer.code == 3 and verdicts(found) == [("worse", "work")],
       f"{name}: spills are a loss whatever the waves", answer)


def of_ptxas(words):
    found = re.search(r"properties for work\s+(\d+) bytes stack frame, (\d+) bytes spill stores",
                      words)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def of_remarks(words):
    """Returns the bytes of scratch, and the stores of spilled VGPRs in the assembly."""
    block = words[words.index("Function Name: work"):]
    scratch = int(re.search(r"ScratchSize \[bytes/lane\]: (\d+)", block)[1])
    with open(os.path.join(folder, "work.s"), encoding="utf-8") as file:
        code = file.read().split("\nwork:", 1)[1].split("s_endpgm", 1)[0]
    stores = re.findall(r"(?:buffer|scratch)_store_dword(x\d)? .*(?:Folded Spill|; \d+-byte)", code)
    return scratch, 4 * sum(int(wide[1:]) if wide else 1 for wide in stores)


os.mkdir(os.path.join(folder, "build"))
reason = "" if NVCC else "no nvcc"
if reason:
    skip("nvcc compiles, changes, compiles again", reason)
else:
    cycle("nvcc", compile_cuda, {"bound": ", 8", "of": of_ptxas, "spills": False,
                                 "middle": 40,
                                 "knob": r"^__launch_bounds__\(256, (\d+)\) \(may spill\)$"})
    # The output of ptxas contains the spills as well.
    _, text = compile_cuda(96, ", 8")
    rows = {row["kernel"]: row for row in run("kernels", "-", "--csv", "-t", "256",
                                              given=text).rows()}
    stack, spills = of_ptxas(text)
    ok(spills > 0 and rows["work"]["spill_bytes"] == str(spills) and
       rows["work"]["stack_bytes"] == str(stack), f"ptxas -v: {spills} bytes of spills", rows)
    os.remove(os.path.join(folder, "build", "work.cubin"))
targets = subprocess.run([CLANG, "-print-targets"], capture_output=True, text=True).stdout \
    if CLANG else ""
if "amdgcn" not in targets:
    skip("clang compiles, changes, compiles again", "no clang with the target amdgcn")
elif "Function Name: work" not in compile_opencl(24)[1]:
    skip("clang compiles, changes, compiles again", "this clang has no remarks of resource usage")
else:
    cycle("clang", compile_opencl,
          {"bound": ", amdgpu_num_vgpr(32)", "of": of_remarks, "spills": True, "middle": 72,
           "knob": r"^(amdgpu_waves_per_eu\(\d+\)) \(may spill\)$"})

# docs/ci.md: the comparison of the workflow, and the entry of pre-commit.
with open(os.path.join(ROOT, "docs", "ci.md"), encoding="utf-8") as file:
    page = file.read()
lines = [re.search(r"gpuocc kernels build --threads.*\n.*SUMMARY\"", page)[0],
         re.search(r"entry: sh -c 'cmake --build build && (.*)'", page)[1]]
os.makedirs(os.path.join(folder, "ci", "bin"))
os.symlink(os.path.abspath(TOOL), os.path.join(folder, "ci", "bin", "gpuocc"))
shutil.copy(os.path.join(ROOT, "tests", "data", "kernels", "nvidia", "k_sm_90.cubin"),
            os.path.join(folder, "build"))
environment = {**os.environ, "GITHUB_STEP_SUMMARY": os.path.join(folder, "summary.md"),
               "PATH": os.path.join(folder, "ci", "bin") + ":" + os.environ["PATH"]}
for number, line in enumerate(lines):
    gate("--save", os.path.join(folder, "ci", "occupancy.csv"))
    codes = []
    for change in (False, True):
        if change:
            subprocess.run(["sed", "-i", "s/,48,/,56,/; s/^k_axpy,/k_other,/", "ci/occupancy.csv"],
                           cwd=folder, check=True)
        line = line.replace("kernels build --base", "kernels build -t 256 --base")
        codes.append(subprocess.run(["bash", "-e", "-o", "pipefail", "-c", line], cwd=folder,
                                    env=environment, capture_output=True).returncode)
    ok(codes == [0, 3], f"docs/ci.md: {line.split(chr(10), 1)[0]}", codes)
with open(environment["GITHUB_STEP_SUMMARY"], encoding="utf-8") as file:
    summary = file.read()
ok("### Occupancy of" in summary and "| new | `k_axpy` |" in summary and "| gone | `k_other` |" in
   summary, "the summary of the workflow", summary)
shutil.rmtree(folder)
done()
