#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the bounds of latency.h with measured bandwidth: docs/trust.md.

Usage: scripts/latency_accuracy.py LIBRARY FOLDER

LIBRARY is the shared library (build/libgpuocc.so). FOLDER contains two CSV
files made from the results in te42kyfo/gpu-benches (GPL-3.0, which is why they are not part of this
project; commit 1c36d509ee71):
gpu_stream_bw_vs_occupancy.csv: device,sms,kernel,block_threads,warps_per_sm,bytes_per_thread,
  bandwidth_gb_per_s of gpu-stream/*.txt (2 blocks on every SM, kernels init, read, scale, triad)
gpu_latency_pointer_chase.csv: device,core_clock_mhz,chain_kb,latency_cycles of gpu-latency/*.txt

Calibrated, which is a fit, in two tables: five boards of NVIDIA; the MI210. The latency is that of
the longest chain; the turnaround is the time of a wave of the store-only kernel `init` at 64
threads; the peak is the largest figure of the curve itself (so that saturated points agree by
construction) or the data sheet's. The MI100 has no chain, and the longest one of the RX 6900 XT
(69 MB) ends in its cache of 128 MB, so its latency is not that of memory.

Uncalibrated, by vendor, in one table: only the latency of the library's tables, with the published
bandwidth and without a turnaround (before); the boards as the library's tables have them, with
--one-pass; and the same with the latency of memory inferred from its kind, whose low end makes the
upper bound, whose median the expectation and whose high end the lower bound. The tables are not
independent of the curves: the bandwidths that boards reached and the turnarounds come from them,
and the low end of four turnarounds was set to 150 cycles after seeing them."""
import csv
import ctypes as c
import os
import sys

sys.dont_write_bytecode = True
from arguments import arguments  # noqa: E402

# GB/s of the boards with a latency of memory.
DATA_SHEET = {"v100": 900, "a100_40": 1555, "a100_80": 1935, "h100_pcie": 2039, "l40": 864,
              "mi210": 1638}
KERNELS = {"read": 1, "scale": 1, "triad": 2}  # loads of a thread
DRAM, RATES, ONE_LOAD = 32, (32, 33, 34, 45), 1  # constants: rate of DRAM, L2, L1, issue
UPPER, EXPECTED, LOWER = range(3)
# The library's names of the boards. The data count the WGPs of the RX 6900 XT: 2 groups on each CU.
BOARDS = {
    "v100": "Tesla V100 PCIe 16 GB", "a100_40": "A100 PCIe 40 GB", "a100_80": "A100 PCIe 80 GB",
    "h100_pcie": "H100 PCIe 80 GB", "l40": "L40", "mi210": "Instinct MI210",
    "mi100": "Instinct MI100", "RX6900XT": "Radeon RX 6900 XT"}
AMD = ("mi210", "mi100", "RX6900XT")
GDDR, HBM = (221, 276, 389), (281, 394, 665)  # ns of the kinds of memory: low, median, high
PEAK, NS, INSIDE = 4, 10, 1  # constants: GB/s, latency of memory in ns; turnaround of a wave
PUBLISHED = 43  # field of a device: MB/s of its memory
GB_PER_S = 8  # a result


class Class(c.Structure):
    _fields_ = [(n, c.c_uint32) for n in ("size", "phase", "kind", "resource")] + [
        (n, c.c_double) for n in ("count", "chains", "replay", "bytes", "efficiency", "l1", "l2",
                                  "latency", "distance", "replay_cycles")]


class Workload(c.Structure):
    _fields_ = [(n, c.c_uint32) for n in ("size", "waves", "per_group", "slots", "wave_size",
                                          "turnaround")] + [
        ("groups", c.c_uint64), ("iterations", c.c_double), ("latency", c.c_double),
        ("class_count", c.c_uint64), ("constants_given", c.c_uint64),
        ("constants", c.c_double * 64)]

    def give(self, constants):
        for constant, value in constants.items():
            self.constants_given |= 1 << constant
            self.constants[constant] = value


def rows(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if line[0] != "#"))


def throughputs(library, waves, latency, bytes_per_wave, rate):
    """Returns the waves per cycle on the three curves."""
    handle, values = (c.c_uint64 * 1024)(), []
    load = Class(size=c.sizeof(Class), kind=ONE_LOAD, count=1, bytes=bytes_per_wave)
    work = Workload(size=c.sizeof(Workload), waves=waves, wave_size=32, latency=latency,
                    class_count=1)
    work.give(dict(zip(RATES, (rate, -1, -1, -1))))
    status = library.gpuocc_latency_init(handle, None, None, c.byref(work), c.byref(load), None)
    if status != 0:
        sys.exit(f"gpuocc_latency_init: {status}")
    for curve in (UPPER, EXPECTED, LOWER):
        value = c.c_double()
        library.gpuocc_latency_at(handle, c.c_double(waves), 6, curve, c.byref(value))
        values.append(value.value)
    return values


class Point:
    """A row: the measurement, and what does not depend on the choice of constants."""

    def __init__(self, row, ghz):
        self.device, self.kernel = row["device"], row["kernel"]
        self.sms, self.waves = int(row["sms"]), int(float(row["warps_per_sm"]))
        self.threads = int(row["block_threads"])
        self.wave_size = int(row["warp_width_lanes"])
        self.bytes = self.wave_size * int(row["bytes_per_thread"])
        self.gb = float(row["bandwidth_gb_per_s"])
        self.per_gb = self.sms * ghz  # GB/s for one byte per cycle on each SM


def read(folder):
    chase = {}
    for row in rows(folder, "gpu_latency_pointer_chase.csv"):
        size = float(row["chain_kb"])
        if size >= chase.get(row["device"], (0,))[0]:
            chase[row["device"]] = (size, float(row["latency_cycles"]),
                                    float(row["core_clock_mhz"]) / 1000)
    points = [Point(row, chase.get(row["device"], (0, 0, 0))[2])
              for row in rows(folder, "gpu_stream_bw_vs_occupancy.csv")
              if row["device"] in BOARDS and row["kernel"] in (*KERNELS, "init")]
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


def before(library, device):
    """Returns what replaces the constants of the board: one latency, the published bandwidth."""
    latency, unused, published = c.c_double(), c.c_double(), c.c_uint64()
    if library.gpuocc_device_constant(device, NS, 0, c.byref(latency), c.byref(unused),
                                      c.byref(unused)) != 0 or \
       library.gpuocc_device_get(device, PUBLISHED, 0, c.byref(published)) != 0:
        sys.exit("no latency of memory or no bandwidth in the tables")
    return {NS: latency.value, PEAK: published.value / 1000}


def board_gb(library, p, mode):
    """Returns GB/s on the three curves, with the tables of the board or what the mode replaces."""
    handle, device = (c.c_uint64 * 1024)(), c.c_void_p()
    name = BOARDS[p.device].encode()
    if library.gpuocc_device_find(name, c.c_size_t(len(name)), 0, c.byref(device),
                                  None, None) != 0:
        sys.exit(f"no device {BOARDS[p.device]}")
    load = Class(size=c.sizeof(Class), kind=ONE_LOAD, count=1, bytes=p.bytes)
    work = Workload(size=c.sizeof(Workload), waves=p.waves, wave_size=p.wave_size,
                    turnaround=0 if mode == "before" else INSIDE, class_count=1)
    work.give({33: -1, 34: -1, 45: -1})
    if mode == "before":
        work.give(before(library, device))
    kind = GDDR if p.device in ("l40", "RX6900XT") else HBM
    found = []
    for curve in (UPPER, EXPECTED, LOWER):
        if mode == "inferred":
            work.give({NS: kind[curve]})
        status = library.gpuocc_latency_init(handle, device, None, c.byref(work), c.byref(load),
                                             None)
        if status != 0:
            sys.exit(f"gpuocc_latency_init: {status}")
        value = c.c_double()
        library.gpuocc_latency_at(handle, c.c_double(p.waves), GB_PER_S, curve, c.byref(value))
        found.append(value.value)
    return found


def uncalibrated(library, text, points, mode):
    errors, inside, below = ([], []), 0, 0
    for p in points:
        gb = board_gb(library, p, mode)
        for curve in (UPPER, EXPECTED):
            errors[curve].append(100 * abs(gb[curve] / p.gb - 1))
        below += p.gb > gb[UPPER] * 1.03
        inside += gb[LOWER] * 0.97 <= p.gb <= gb[UPPER] * 1.03
    upper, usual = (f"{sum(e) / len(e):6.1f} %, {max(e):4.0f} %" for e in errors)
    print(f"{text:34} {len(points):6} {upper} {usual} {100 * inside / len(points):5.0f} % "
          f"{below:6}")


def calibrated(library, name, points, latency, blocks):
    best = {}
    for p in points:
        for key in (p.device, p.device + p.kernel):
            best[key] = max(best.get(key, 0), p.gb)
    print(f"{f'{len(points)} points, {name}':34}    bound   bias    max  expected   inside")
    for text, turnaround, peaks in (
            ("turnaround, peak of the curve", blocks, lambda p: best[p.device + p.kernel]),
            ("turnaround, one peak per device", blocks, lambda p: best[p.device]),
            ("turnaround, peak of the data sheet", blocks, lambda p: DATA_SHEET[p.device]),
            ("no turnaround, peak of the curve", {}, lambda p: best[p.device + p.kernel]),
            ("neither", {}, lambda p: DATA_SHEET[p.device])):
        report(library, text, points, latency, turnaround, peaks)
    print()


def inputs():
    """The library and the two files, or the reason why there is no table."""
    _, (path, folder) = arguments(__doc__, 2, 2)
    try:
        library = c.CDLL(os.path.abspath(path))
        library.gpuocc_latency_init.restype = c.c_int32
        return library, *read(folder)
    except (OSError, AttributeError) as error:
        sys.exit(f"latency_accuracy.py: {error}")
    except (KeyError, TypeError, ValueError) as error:
        sys.exit(f"latency_accuracy.py: the files in {folder} are not those of gpu-benches "
                 f"({type(error).__name__}: {error})")


def main():
    library, latency, points = inputs()
    blocks = turnarounds([p for p in points if p.device in DATA_SHEET])
    boards = [p for p in points if p.kernel in KERNELS]
    amd = [p for p in boards if p.device in AMD and p.threads % 64 == 0]
    nvidia = [p for p in boards if p.device not in AMD]
    calibrated(library, "NVIDIA", nvidia, latency, blocks)
    calibrated(library, "MI210", [p for p in amd if p.device == "mi210"], latency, blocks)
    print("uncalibrated: mean, largest        points  upper bound     expected inside  below")
    for mode, text in (("before", "before"), ("tables", "tables"),
                       ("inferred", "latency by memory")):
        uncalibrated(library, "NVIDIA, " + text, nvidia, mode)
        uncalibrated(library, "AMD, " + text, amd, mode)


main()
