#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes a synthetic trace like those of torch.profiler: operators, calls of the runtime, flows and
kernels in the layout of Kineto's output_json.cpp. The same options give the same trace.
Usage: make_kineto.py [--megabytes N | --kernels N] [--amd] [FILE]"""
import argparse
import random
import sys

NVIDIA = """    {
      "id": 0, "name": "NVIDIA H100 80GB HBM3", "totalGlobalMem": 85018279936,
      "computeMajor": 9, "computeMinor": 0,
      "maxThreadsPerBlock": 1024, "maxThreadsPerMultiprocessor": 2048,
      "regsPerBlock": 65536, "warpSize": 32,
      "sharedMemPerBlock": 49152, "numSms": 132
    , "regsPerMultiprocessor": 65536, "sharedMemPerBlockOptin": 232448, """ \
    """"sharedMemPerMultiprocessor": 233472
    }"""
AMD = """    {
      "id": 0, "name": "AMD Instinct MI300X", "totalGlobalMem": 205571227648,
      "computeMajor": 9, "computeMinor": 4,
      "maxThreadsPerBlock": 1024, "maxThreadsPerMultiprocessor": 2048,
      "regsPerBlock": 65536, "warpSize": 64,
      "sharedMemPerBlock": 65536, "numSms": 304
    , "maxSharedMemoryPerMultiProcessor": 65536
    }"""
EVENT = """  {{
    "ph": "X", "cat": "{}", "name": "{}", "pid": {}, "tid": {},
    "ts": {:.3f}, "dur": {:.3f},
    "args": {{
      {}
    }}
  }},
"""
FLOW = """  {{
    "ph": "{}", "id": {}, "pid": {}, "tid": {}, "ts": {:.3f},
    "cat": "ac2g", "name": "ac2g"{}
  }},
"""
TYPES = "float", "double", "c10::BFloat16", "c10::Half", "int", "unsigned long"


def percent(group, registers, shared, grid):
    """Returns PyTorch's percentage on an H100: that of cuda_occupancy.h with the 48 KiB of a group
    without opt-in, limited by the groups of the grid on each of the 132 SMs."""
    warps = -(-group // 32)
    by_registers = 65536 // 4 // (-(-registers * 32 // 256) * 256) * 4 // warps
    by_shared = 233472 // (-(-(shared + 1024) // 128) * 128) if shared <= 49152 else 0
    groups = min(64 // warps, 32, by_registers, by_shared)
    return int(0.5 + 100 * min(groups, grid / 132) * group / 2048)


def shapes(count, random_numbers):
    """Returns kernels as a program has them: name, group, registers, shared memory, grid."""
    made = []
    for number in range(count):
        kind = random_numbers.choice(TYPES)
        name = (f"void at::native::vectorized_elementwise_kernel<{1 << number % 4}, "
                f"at::native::step_{number}<{kind}>, std::array<char*, {number % 5 + 1}ul> >(int, "
                f"at::native::step_{number}<{kind}>, std::array<char*, {number % 5 + 1}ul>)")
        made.append((name, random_numbers.choice((64, 128, 256, 384, 512)),
                     random_numbers.choice((16, 32, 40, 64, 96, 128, 168, 255)),
                     random_numbers.choice((0, 0, 1024, 16384, 49152, 101376, 221184)),
                     random_numbers.randrange(1, 4000)))
    return made


def step(write, number, shape, amd, random_numbers):
    """Writes the operators above a launch, its call and its kernel."""
    name, group, registers, shared, grid = shape
    start = 7881554126.0 + 40 * number
    for level in range(random_numbers.randrange(8, 24)):
        write(EVENT.format("cpu_op", random_numbers.choice(("aten::linear", "aten::add_",
              "aten::_to_copy", "autograd::engine::evaluate_function: AddmmBackward0")), 4711, 4711,
              start + level, 30 - level, f'"External id": {number * 32 + level}, "Record function '
              f'id": 0, "Sequence number": {number}, "Fwd thread id": 0, "Ev Idx": {number}, '
              f'"Input Dims": [[{grid}, 768], [], [768, {group}]]'))
    call = "hipLaunchKernel" if amd else "cudaLaunchKernel"
    sizes = f'"grid": [{grid}, 1, 1], "block": [{group}, 1, 1]'
    write(EVENT.format("cuda_runtime", call, 4711, 4711, start + 25, 4.5, f'"External id": '
          f'{number}, "cbid": 211, "correlation": {number + 1}' +
          (f', "kernel": "{name}", {sizes}, "shared memory": {shared}' if amd else "")))
    write(FLOW.format("s", number + 1, 4711, 4711, start + 25, ""))
    own = '"kind": "Dispatch Kernel", ' + sizes if amd else \
        f'"queued": 0, "context": 1, "registers per thread": {registers}, "shared memory": ' \
        f'{shared}, "blocks per SM": {grid / 132:.6f}, "warps per SM": ' \
        f'{grid * group / 32 / 132:.6f}, {sizes}, "est. achieved occupancy %": ' \
        f'{percent(group, registers, shared, grid)}'
    write(EVENT.format("kernel", name, 0, 7, start + 30, random_numbers.randrange(2000, 90000) /
          1000, f'"External id": {number}, "device": 0, "stream": 7, "correlation": {number + 1}, '
          + own))
    write(FLOW.format("f", number + 1, 0, 7, start + 30, ', "bp": "e"'))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=float)
    parser.add_argument("--kernels", type=int, default=1000)
    parser.add_argument("--amd", action="store_true")
    parser.add_argument("file", nargs="?")
    options = parser.parse_args()
    random_numbers = random.Random(45)
    kernels = shapes(60, random_numbers)
    written = 0

    def write(text):
        nonlocal written
        written += len(text)
        out.write(text)

    with open(options.file, "w", encoding="ascii") if options.file else sys.stdout as out:
        write('{\n  "schemaVersion": 1,\n  "deviceProperties": [\n' +
              (AMD if options.amd else NVIDIA) +
              '\n  ],\n  "displayTimeUnit": "ms",\n  "traceEvents": [\n')
        number = 0
        while written < options.megabytes * 1e6 if options.megabytes else number < options.kernels:
            step(write, number, random_numbers.choice(kernels), options.amd, random_numbers)
            number += 1
        write('  {\n    "name": "Record Window End", "ph": "i", "s": "g", "pid": "", "tid": "",'
              ' "ts": 9000000000.0\n  }\n  ],\n  "traceName": "trace.json"\n}\n')


main()
