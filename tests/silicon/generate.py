#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes kernels with chosen launch bounds, live values (and so registers), static shared memory,
barriers and cluster sizes: the same ones each time. Usage: generate.py FOLDER [COUNT [FILES]]
FOLDER gets kernels_00.cu, ... and kernels.cu, the list of them."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts"))
sys.dont_write_bytecode = True
from arguments import arguments  # noqa: E402

LIVE = (0, 0, 8, 16, 24, 32, 40, 48, 64, 80, 96, 128, 160, 200)
THREADS = (0, 0, 32, 64, 96, 128, 160, 192, 256, 256, 320, 384, 512, 640, 768, 896, 1024)
SHARED = (0, 0, 0, 5, 127, 128, 1024, 1025, 3000, 4096, 7168, 8192, 12000, 16384, 24576, 32768,
          40000, 48128, 49152)
BARRIERS = (0, 1, 1, 1, 2, 3, 4, 8, 15, 16)
CLUSTERS = (0, 0, 0, 0, 0, 0, 0, 2, 4, 8)
FULL_THREADS = 2048  # of a core: minimal blocks beyond it are ignored by the compiler


class Choice:
    """A linear congruential generator: the same choices with every version of Python."""

    def __init__(self, seed):
        self.state = seed

    def of(self, values):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2 ** 64
        return values[(self.state >> 33) % len(values)]


def kernels(count):
    choice, seen = Choice(34), set()
    while len(seen) < count:
        live, threads = choice.of(LIVE), choice.of(THREADS)
        blocks = 0
        if threads:
            blocks = choice.of([0] + [n for n in (1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32)
                                      if n * threads <= FULL_THREADS])
        found = (live, threads, blocks, choice.of(SHARED), choice.of(BARRIERS), choice.of(CLUSTERS))
        if found not in seen:
            seen.add(found)
            yield found


def source(name, kernel):
    live, threads, blocks, shared, barriers, cluster = kernel
    bounds = f"__launch_bounds__({threads}{f', {blocks}' if blocks else ''}) " if threads else ""
    dims = f"CLUSTER({cluster}) " if cluster else ""
    return (f"__global__ void {bounds}{dims}{name}(float *d, int n, Probe *p, long long s)\n"
            f"{{ take<{live}, {shared}, {barriers}>(d, n, p, s); }}\n")


HEAD = """/* SPDX-License-Identifier: MIT
 * Written by tests/silicon/generate.py: do not edit. */
#include "kernels.h"
#if !DEVICE_CODE_AMD && (!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900)
#define CLUSTER(n) __cluster_dims__(n, 1, 1)
#else
#define CLUSTER(n)
#endif
"""


def main():
    folder, *numbers = arguments(__doc__, 1, 3)[1]
    count = int(numbers[0]) if numbers else 300
    files = int(numbers[1]) if numbers[1:] else 8
    made = list(kernels(count))
    os.makedirs(folder, exist_ok=True)
    for number in range(files):
        part = [(f"k{i:03}", made[i]) for i in range(number, count, files)]
        text = HEAD + "".join(source(*kernel) for kernel in part)
        text += "static const Kernel list[] = {\n"
        for name, (live, threads, blocks, shared, barriers, cluster) in part:
            text += (f'    {{"{name}", (const void *){name}, {live}, {threads}, {blocks}, '
                     f"{shared}, {barriers}, {cluster}}},\n")
        text += f"}};\nextern const KernelList kernels_{number:02} = {{list, {len(part)}}};\n"
        with open(os.path.join(folder, f"kernels_{number:02}.cu"), "w", encoding="utf-8") as file:
            file.write(text)
    text = HEAD + "".join(f"extern const KernelList kernels_{n:02};\n" for n in range(files))
    names = ", ".join(f"&kernels_{n:02}" for n in range(files))
    text += f"extern const KernelList *const kernel_lists[] = {{{names}}};\n"
    text += f"extern const int kernel_list_count = {files};\n"
    with open(os.path.join(folder, "kernels.cu"), "w", encoding="utf-8") as file:
        file.write(text)


main()
