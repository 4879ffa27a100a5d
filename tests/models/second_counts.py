#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A second implementation of rounds, halos, atomics, balance and the models of time: it distributes
groups, cells and threads one by one, and uses fractions for times.
Usage: second_counts.py SOURCE_ROOT LIBRARY LIBGPUOCC"""
import ctypes as c
import itertools
import os
import random
import sys
from fractions import Fraction

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(sys.argv[1], "tests"))
from tap import done, ok  # noqa: E402

models, gpuocc = map(c.CDLL, sys.argv[2:4])
pick = random.Random(10)
RUNS = 400


def struct(layout):
    """Returns a struct type for a layout, with the size first; u: 32 bits, U: 64 bits, d: a
    double."""
    kinds = {"u": c.c_uint32, "U": c.c_uint64, "d": c.c_double}
    names = [(f"m{i}", kinds[kind]) for i, kind in enumerate(layout)]
    return type("Struct", (c.Structure,), {"_fields_": [("size", c.c_uint32), *names]})


def call(function, given, layout):
    """Calls a function with an input struct and a result struct. Returns the members of the
    latter."""
    result = struct(layout)
    result = result(c.sizeof(result))
    status = getattr(models, function)(c.byref(given), c.byref(result))
    return status, [getattr(result, name) for name, _ in result._fields_[1:]]


def near(got, want):
    return all(abs(Fraction(g) - w) <= abs(w) / 10**12 for g, w in zip(got, want))


def report(text, check, runs=RUNS):
    wrong = [problem for problem in (check() for _ in range(runs)) if problem]
    ok(not wrong, f"{text}: {runs} cases, {len(wrong)} differ", *map(str, wrong[:3]))


def rounds():
    """Distributes groups in rounds, one after another, each to the emptiest core."""
    cores, each, groups = pick.randint(1, 9), pick.randint(1, 5), pick.randint(1, 300)
    latency, core, device, more = [Fraction(pick.randint(0, 80), 8) for _ in range(4)]
    left, count, time, tail = groups, 0, 0, 0
    while left:
        load = [0] * cores
        tail = min(left, cores * each)
        for i in range(tail):
            load[i % cores] += 1
        time += max(latency, max(load) * core, tail * device) + more
        left, count = left - tail, count + 1
    grid = struct("uUuuuu")
    grid = grid(c.sizeof(grid), cores, groups, each, 0, 0, 0)
    handle, found = (c.c_uint64 * 32)(), []
    status = gpuocc.gpuocc_schedule_init(handle, None, c.byref(grid), None)
    for result in (3, 4, 11, 12):
        up = c.c_uint64()
        gpuocc.gpuocc_schedule_get(handle, result, 0, c.byref(up), None)
        found.append(up.value)
    cost = struct("udddd")
    cost = cost(c.sizeof(cost), 0, latency, core, device, more)
    spent = struct("uddddd")
    spent = spent(c.sizeof(spent))
    status |= gpuocc.gpuocc_schedule_time(handle, c.byref(cost), c.byref(spent), None)
    want = [count, tail, min(groups, cores), max(load)]
    return None if status == 0 and found == want and near([spent.m1], [time]) else (found, want)


def halo():
    size = [pick.randint(1, 7) for _ in range(pick.randint(1, 3))]
    radius, each = pick.randint(0, 3), pick.randint(0, 8)
    cells = list(itertools.product(*[range(-radius, n + radius) for n in size]))
    inner = sum(all(0 <= x < n for x, n in zip(cell, size)) for cell in cells)
    box = struct("uuuuu")
    given = box(c.sizeof(box), *(size + [0, 0])[:3], radius, each)
    status, got = call("gpuocc_tile_halo", given, "uUUUUU")
    want = [len(size), inner, len(cells) - inner, len(cells), len(cells) * each,
            sum(1 for _ in itertools.product(range(2 * radius + 1), repeat=len(size)))]
    return None if status == 0 and got == want else (got, want)


def atomics():
    values, threads, wave = pick.randint(1, 4000), pick.randint(1, 300), pick.randint(1, 70)
    waves = {(i // threads, i % threads // wave) for i in range(values)}
    groups = [g for g, _ in waves]
    result = struct("uUUUUU")
    result = result(c.sizeof(result))
    status = models.gpuocc_reduction_atomics(c.c_uint64(values), threads, wave, c.byref(result),
                                              None)
    got = [getattr(result, f"m{i}") for i in range(1, 6)]
    want = [values, len(waves), len(set(groups)), len(waves), max(map(groups.count, set(groups)))]
    return None if status == 0 and got == want else (got, want)


def balance():
    threads, group, cores = pick.randint(1, 5000), pick.randint(1, 300), pick.randint(1, 40)
    load = [0] * cores
    for i, _ in enumerate(range(0, threads, group)):
        load[i % cores] += 1
    result = struct("uUUUUU")
    result = result(c.sizeof(result))
    status = models.gpuocc_balance_cores(c.c_uint64(threads), group, cores, c.byref(result), None)
    got = [getattr(result, f"m{i}") for i in range(1, 6)]
    want = [sum(load), max(load), min(load), sum(map(bool, load)), max(load) * cores * group]
    return None if status == 0 and got == want else (got, want)


def times():
    a, b, n = [Fraction(pick.randint(1, 900), 64) for _ in range(3)]
    serial = struct("uddd")
    status, got = call("gpuocc_serial_gap", serial(c.sizeof(serial), 0, a, b, n), "udddddd")
    after = a + b / n
    want = [int(b / n > a), after, (a + b) / after, (a + b) / a, 1 - after / (a + b),
            b / n / after, max(a, b / n)]
    if status or not near(got[:4] + got[5:], want[:4] + want[5:]) or abs(
            Fraction(got[4]) - want[4]) > Fraction(1, 10**12):
        return got, want
    chains, of, steps = pick.randint(1, 9), pick.randint(1, 50), Fraction(pick.randint(1, 16), 16)
    together = pick.randint(1, chains)
    given = struct("uuuddd")
    status, got = call("gpuocc_chains_bounds", given(c.sizeof(given), chains, together, of, a, b,
                                                     steps), "uddd")
    alone = chains * of * (a + b)
    least = max(chains * of * b * steps, alone / together)
    if status or not near(got[1:], [alone, least, alone / least]):
        return got, [alone, least]
    lower, upper, p = c.c_double(), c.c_double(), pick.randint(1, 64)
    work, span = a + b, min(a, b)
    status = models.gpuocc_work_span(c.c_double(work), c.c_double(span), c.c_double(p),
                                     c.byref(lower), c.byref(upper), None)
    want = [max(work / p, span), span + (work - span) / p]
    return None if status == 0 and near([lower.value, upper.value], want) else (lower, upper, want)


def flight():
    ns, gb = Fraction(pick.randint(1, 4000), 4), Fraction(pick.randint(1, 8000), 4)
    cores, line, wave = pick.randint(1, 140), 2 ** pick.randint(4, 8), pick.choice((8, 32, 64))
    given = struct("uuudd")
    status, got = call("gpuocc_bytes_in_flight", given(c.sizeof(given), cores, line, wave, ns, gb),
                       "udUU")
    waves = -(-(ns * gb / cores) // line)
    return None if status == 0 and near([got[1]], [ns * gb / cores]) and \
        got[2:] == [waves, waves * wave] else (got, waves)


report("rounds and their time, groups dealt to cores", rounds)
report("halo, cells counted", halo)
report("atomics, a value at a time", atomics)
report("balance, groups dealt to cores", balance)
report("serial gap, chains, work and span", times)
report("bytes in flight", flight)
done()
