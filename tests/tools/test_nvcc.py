#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares gpuocc kernels on the output of the installed nvcc with what ptxas -v prints: targets
and kinds of files that are not fixtures. Usage: test_nvcc.py SOURCE_ROOT PATH_OF_GPUOCC"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

from command import run
from codecs_of_build import lacking
from tap import done, ok, skip

SOURCE = r"""
extern __shared__ float dynamic[];
__shared__ int shared_of_file;
template <int N> __global__ void stat(float *p) {
    __shared__ float s[N];
    s[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    p[threadIdx.x] = s[N - 1 - threadIdx.x];
}
template __global__ void stat<7>(float *);
template __global__ void stat<3000>(float *);
__global__ void __launch_bounds__(192, 2) bound(float *p) { p[threadIdx.x] *= 2; }
__global__ void dyn(float *p) {
    dynamic[threadIdx.x] = p[0];
    __syncthreads();
    p[threadIdx.x] = dynamic[31 - threadIdx.x];
}
__device__ __noinline__ int again(int n, int *p) {
    return n < 2 ? p[n]++ : again(n - 1, p) * again(n - 2, p) + n;
}
__global__ void recursive(int *p) { *p = again(*p, p + 1); }
__global__ void array(int *p, const int *at) {
    int local[100];
    for (int i = 0; i < 100; i++) local[i] = p[i] * at[i];
    for (int i = 0; i < 100; i++) p[i] = local[at[i] % 100];
}
__global__ void heavy(double *p) {
    double x[40];
    for (int i = 0; i < 40; i++) x[i] = p[threadIdx.x * 40 + i];
    for (int j = 0; j < 40; j++)
        for (int i = 0; i < 40; i++) x[i] = x[i] * x[(i * 7 + 3) % 40] + j;
    for (int i = 0; i < 40; i++) p[threadIdx.x * 40 + i] = x[i];
}
int main() { return 0; }
"""
ROOT, TOOL = sys.argv[1:3]
NVCC = shutil.which("nvcc") or (os.path.exists("/usr/local/cuda/bin/nvcc") and
                                "/usr/local/cuda/bin/nvcc")
FEATURES = ("sm_90a", "sm_100a", "sm_100f", "sm_120a")  # in addition to all that nvcc lists


def nvcc(*arguments):
    done_ = subprocess.run([NVCC, *arguments], cwd=folder, capture_output=True, text=True)
    return done_ if done_.returncode == 0 else None


def printed(log):
    """Returns {kernel: registers, shared memory, barriers}, by a separate expression."""
    return {(m[1], m[2]): (m[3], m[5] or "0", m[4]) for m in re.finditer(
        r"Compiling entry function '(\S+)' for '(\S+)'\n(?:.*\n){2}.*Used (\d+) registers, used "
        r"(\d+) barriers(?:, \d+ bytes cumulative stack size)?(?:, (\d+) bytes smem)?", log)}


def read(path, *arguments):
    answer = run("kernels", "--csv", *arguments, os.path.join(folder, path))
    return answer, {(row["kernel"], row["target"]): (row["registers_per_thread"],
                                                     row["shared_bytes"] or "0",
                                                     row["barriers_per_group"] or "0")
                    for row in answer.rows()}


def agree(path, wanted, text):
    answer, found = read(path)
    reason = lacking(answer.errors)
    if reason:
        skip(text, reason)
        return
    ok(answer.code == 0 and found == wanted and len(wanted) >= 7, f"{text}: {len(wanted)} kernels",
       sorted(set(found.items()) ^ set(wanted.items())), answer.errors)


def test_targets():
    known = nvcc("--list-gpu-code").stdout.split()
    for target in (*known, *FEATURES):
        made = nvcc("-cubin", "-arch=" + target, "-Xptxas", "-v", "k.cu", "-o", target + ".cubin")
        if made is None:
            skip(target, "this nvcc has no such target" if target.rstrip("af") not in known
                 else "nvcc fails for this target")
            continue
        agree(target + ".cubin", printed(made.stderr), target)
        with open(os.path.join(folder, target + ".log"), "w", encoding="utf-8") as file:
            file.write(made.stderr)
        agree(target + ".log", printed(made.stderr), target + ", text")


def test_files():
    codes = [f"-gencode=arch=compute_{n},code=sm_{n}" for n in (80, 89, 90, 120)]
    made = nvcc(*codes, "-Xptxas", "-v", "-c", "k.cu", "-o", "k.o")
    if made is None:
        skip("objects of the host", "nvcc cannot compile for them")
        return
    wanted = printed(made.stderr)
    agree("k.o", wanted, "an object of the host")
    ok({target for _, target in wanted} == {"sm_80", "sm_89", "sm_90", "sm_120"},
       "ptxas tells of kernels for each target", wanted)
    for mode in ("none", "speed", "balance", "size"):
        if nvcc(*codes, "--compress-mode=" + mode, "-fatbin", "k.cu", "-o", mode + ".fatbin"):
            agree(mode + ".fatbin", wanted, f"a fatbin, --compress-mode={mode}")
        else:
            skip(f"a fatbin, --compress-mode={mode}", "this nvcc has no such mode")
    if nvcc("-gencode=arch=compute_90,code=[lto_90,sm_90]", "-fatbin", "k.cu", "-o", "l.fatbin"):
        agree("l.fatbin", {key: wanted[key] for key in wanted if key[1] == "sm_90"},
              "a fatbin with link-time code")
    else:
        skip("a fatbin with link-time code", "this nvcc makes none")
    ok(nvcc("-lib", "k.o", "-o", "k.a") is not None, "nvcc makes a static library")
    agree("k.a", wanted, "a static library")
    if nvcc("k.o", "-o", "program") is None:
        skip("a program", "nvcc cannot link")
        return
    agree("program", wanted, "a program")
    data = subprocess.run(["strip", "program", "-o", "stripped"], cwd=folder, capture_output=True)
    ok(data.returncode == 0, "strip takes a program", data.stderr)
    agree("stripped", wanted, "a stripped program")


def test_relocatable(target):
    """Tests relocatable objects, which also name device functions, and have shared memory per
    variable."""
    if not nvcc("-rdc=true", "-cubin", "-arch=" + target, "k.cu", "-o", "rdc.cubin"):
        skip(f"separate compilation for {target}", "nvcc has none")
        return
    answer, found = read("rdc.cubin", "-t", "32")
    names = sorted(name for name, _ in found)
    notes = {row["kernel"]: row["file_notes"].split("|") for row in answer.rows()}
    ok(len(names) == 7 and not any("again" in name for name in names) and answer.code == 0 and
       all("dynamic_stack" in cell for cell in notes.values()),
       f"a relocatable cubin for {target}: kernels alone, marked as not linked", names)
    shared = {name: numbers[1] for (name, _), numbers in found.items()}
    ok(shared["_Z4statILi7EEvPf"] == "28" and shared["_Z4statILi3000EEvPf"] == "12000" and
       [name for name in notes if "dynamic_shared" in notes[name]] == ["_Z3dynPf"],
       f"a relocatable cubin for {target}: shared memory", shared, notes)
    if not nvcc("-rdc=true", "-arch=" + target, "-dlink", "-cubin", "rdc.cubin", "-o", "l.cubin"):
        skip("a linked cubin", "nvlink fails")
        return
    answer, found = read("l.cubin")
    shared = {name: numbers[1] for (name, _), numbers in found.items()}
    ok(len(found) == 7 and shared["_Z4statILi7EEvPf"] == "28" and
       shared["_Z4statILi3000EEvPf"] == "12000" and shared["_Z3dynPf"] == "0",
       f"a linked cubin for {target}: without the reserve", answer)
    notes = {row["kernel"]: row["file_notes"] for row in answer.rows()}
    ok("dynamic_stack" in notes["_Z9recursivePi"] and "dynamic_stack" not in notes["_Z5arrayPiPKi"],
       f"a linked cubin for {target}: recursion is marked", notes)


TENSOR = """.version 8.7
.target sm_100a
.address_size 64
.visible .entry tensor() .reqntid 128 {
 .shared .align 4 .b32 at;
 .reg .b32 %r1;
 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [at], 32;
 ld.shared.b32 %r1, [at];
 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r1, 32;
 ret;
}
"""


def test_tensor():
    with open(os.path.join(folder, "t.ptx"), "w", encoding="utf-8") as file:
        file.write(TENSOR)
    ptxas = os.path.join(os.path.dirname(NVCC), "ptxas")
    made = subprocess.run([ptxas, "-arch", "sm_100a", "t.ptx", "-o", "t.cubin"], cwd=folder,
                          capture_output=True, text=True)
    if made.returncode != 0:
        skip("Tensor Memory", "ptxas knows no tcgen05: " + made.stderr.splitlines()[0])
        return
    rows = run("kernels", "--csv", os.path.join(folder, "t.cubin")).rows()
    ok([(row["virtual_resources"], row["groups"], row["limiters"], row["target"]) for row in rows]
       == [("128", "1", "virtual", "sm_100a")], "Tensor Memory: one group on a core", rows)


def shown():
    """Tests the commands with nvcc on the pages, each with the output below it."""
    for page in ("README.md", os.path.join("docs", "kernels.md")):
        with open(os.path.join(ROOT, page), encoding="utf-8") as file:
            for block in re.findall(r"^```console\n(.*?)^```", file.read(), re.S | re.M):
                for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
                    if part.startswith("nvcc "):
                        yield page, *part.split("\n", 1)


def test_pages():
    version = subprocess.run([NVCC, "--version"], capture_output=True, text=True).stdout
    for page, command, output in shown():
        if "release 13.0" not in version:
            skip(f"{page}: {command}", "no nvcc of CUDA 13.0")
            continue
        for name in ("docs", "gpuocc"):
            if os.path.lexists(os.path.join(folder, name)):
                os.unlink(os.path.join(folder, name))
        os.symlink(os.path.join(os.path.abspath(ROOT), "docs"), os.path.join(folder, "docs"))
        os.symlink(os.path.abspath(TOOL), os.path.join(folder, "gpuocc"))
        path = os.pathsep.join([folder, os.path.dirname(NVCC), os.environ["PATH"]])
        made = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True,
                              env={**os.environ, "PATH": path, "NO_COLOR": "1"})
        wanted = "".join("(?:.*\n)*" if line == "..." else
                         re.escape(line[:-4]) + ".*\n" if line.endswith(" ...") else
                         re.escape(line) + " *\n" for line in output.splitlines())
        ok(re.fullmatch(wanted, made.stdout), f"{page}: {command}", made.stdout, made.stderr)


if not NVCC:
    skip("what nvcc makes", "no nvcc")
    done()
with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "k.cu"), "w", encoding="utf-8") as source:
        source.write(SOURCE)
    test_targets()
    test_files()
    test_relocatable("sm_80")
    test_relocatable("sm_90")
    test_tensor()
    test_pages()
done()
