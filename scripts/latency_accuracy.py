#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How far the bounds of latency.h are from measured bandwidth: docs/validation.md.

Usage: latency_accuracy.py LIBRARY FOLDER

FOLDER holds two CSV files made of the results in te42kyfo/gpu-benches (GPL-3.0, which is why they
are no part of this project; commit 1c36d509ee71):
gpu_stream_bw_vs_occupancy.csv: device,sms,kernel,block_threads,warps_per_sm,bytes_per_thread,
  bandwidth_gb_per_s of gpu-stream/*.txt (2 blocks on every SM, kernels init, read, scale, triad)
gpu_latency_pointer_chase.csv: device,core_clock_mhz,chain_kb,latency_cycles of gpu-latency/*.txt

Nothing is fitted: the latency is that of the longest chain; the turnaround is the time of a wave
of the store-only kernel `init` at 64 threads; the peak is the largest figure of the curve itself
(so that saturated points agree by construction) or the data sheet's."""
import csv
import ctypes as c
import os
import sys

DATA_SHEET = {"v100": 900, "a100_40": 1555, "a100_80": 1935, "h100_pcie": 2039, "l40": 864}
KERNELS = {"read": 1, "scale": 1, "triad": 2}  # loads of a thread
DRAM, RATES, ONE_LOAD = 32, (32, 33, 34, 45), 1  # constants: rate of DRAM, L2, L1, issue
UPPER, EXPECTED, LOWER = range(3)


class Class(c.Structure):
    _fields_ = [(n, c.c_uint32) for n in ("size", "phase", "kind", "resource")] + [
        (n, c.c_double) for n in ("count", "chains", "replay", "bytes", "efficiency", "l1", "l2",
                                  "latency", "distance", "replay_cycles")]


class Workload(c.Structure):
    _fields_ = [(n, c.c_uint32) for n in ("size", "waves", "per_group", "slots", "wave_size",
                                          "turnaround")] + [
        ("groups", c.c_uint64), ("iterations", c.c_double), ("latency", c.c_double)]


def rows(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if line[0] != "#"))


def throughputs(library, waves, latency, bytes_per_wave, rate):
    """Waves per cycle on the three curves."""
    memory, handle, values = (c.c_uint64 * 1024)(), c.c_void_p(), []
    load = Class(size=c.sizeof(Class), kind=ONE_LOAD, count=1, bytes=bytes_per_wave)
    work = Workload(size=c.sizeof(Workload), waves=waves, wave_size=32, latency=latency)
    rates = (c.c_double * 4)(rate, -1, -1, -1)
    status = library.gpuocc_latency_init(memory, c.c_size_t(8192), None, None, c.byref(work),
                                         c.byref(load), c.c_size_t(1), (c.c_uint32 * 4)(*RATES),
                                         rates, c.c_size_t(4), c.byref(handle), None)
    if status != 0:
        sys.exit(f"gpuocc_latency_init: {status}")
    for curve in (UPPER, EXPECTED, LOWER):
        value = c.c_double()
        library.gpuocc_latency_at(handle, c.c_double(waves), 6, curve, c.byref(value))
        values.append(value.value)
    return values


class Point:
    """A row: what was measured, and what does not depend on the choice of constants."""

    def __init__(self, row, ghz):
        self.device, self.kernel = row["device"], row["kernel"]
        self.sms, self.waves = int(row["sms"]), int(float(row["warps_per_sm"]))
        self.threads = int(row["block_threads"])
        self.bytes = 32 * int(row["bytes_per_thread"])
        self.gb = float(row["bandwidth_gb_per_s"])
        self.per_gb = self.sms * ghz  # GB/s of one byte per cycle on each SM


def read(folder):
    chase = {}
    for row in rows(folder, "gpu_latency_pointer_chase.csv"):
        size = float(row["chain_kb"])
        if size >= chase.get(row["device"], (0,))[0]:
            chase[row["device"]] = (size, float(row["latency_cycles"]),
                                    float(row["core_clock_mhz"]) / 1000)
    points = [Point(row, chase[row["device"]][2])
              for row in rows(folder, "gpu_stream_bw_vs_occupancy.csv")
              if row["device"] in DATA_SHEET and row["kernel"] in (*KERNELS, "init")]
    return {device: found[1] for device, found in chase.items()}, points


def turnarounds(points):
    return {p.device: p.waves * p.bytes * p.per_gb / p.gb for p in points
            if p.kernel == "init" and p.threads == 64}


def report(library, text, points, latency, turnaround, peaks):
    errors, inside = ([], []), 0
    for p in points:
        alone = latency[p.device] + turnaround.get(p.device, 0) + KERNELS[p.kernel] - 1
        found = throughputs(library, p.waves, alone, p.bytes, peaks(p) / p.per_gb)
        gb = [x * p.bytes * p.per_gb for x in found]
        for curve in (UPPER, EXPECTED):
            errors[curve].append(100 * (gb[curve] / p.gb - 1))
        inside += gb[LOWER] * 0.97 <= p.gb <= gb[UPPER] * 1.03
    means = [sum(map(abs, e)) / len(e) for e in errors]
    print(f"{text:34} {means[0]:6.1f} % {sum(errors[0]) / len(points):+6.1f} "
          f"{max(map(abs, errors[0])):6.0f} {means[1]:8.1f} % {100 * inside / len(points):8.1f} %")


def main():
    library, folder = c.CDLL(sys.argv[1]), sys.argv[2]
    latency, points = read(folder)
    blocks = turnarounds(points)
    points = [p for p in points if p.kernel in KERNELS]
    best = {}
    for p in points:
        for key in (p.device, p.device + p.kernel):
            best[key] = max(best.get(key, 0), p.gb)
    print(f"{len(points)} points                         bound   bias    max  expected   inside")
    for text, turnaround, peaks in (
            ("turnaround, peak of the curve", blocks, lambda p: best[p.device + p.kernel]),
            ("turnaround, one peak per device", blocks, lambda p: best[p.device]),
            ("turnaround, peak of the data sheet", blocks, lambda p: DATA_SHEET[p.device]),
            ("no turnaround, peak of the curve", {}, lambda p: best[p.device + p.kernel]),
            ("neither", {}, lambda p: DATA_SHEET[p.device])):
        report(library, text, points, latency, turnaround, peaks)


main()
