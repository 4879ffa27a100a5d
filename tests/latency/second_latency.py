#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the library with a second implementation of the latency model, written from formulas F1
to F13 of the reference (latency.md 4.2): random workloads on random cores and on every device, to
1e-12. Usage: second_latency.py SOURCE_ROOT LIBRARY"""
import ctypes as c
import math
import os
import random
import sys
from fractions import Fraction

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(sys.argv[1], "tests"))
from tap import done, ok  # noqa: E402

gpuocc = c.CDLL(sys.argv[2])
gpuocc.gpuocc_name.restype = c.c_char_p
gpuocc.gpuocc_latency_left_out.restype = c.c_uint64
DRAM, L2, L1, SHARED, SLOTS, FP32, FP64, FP16, INT32, SPECIAL, MATRIX = range(11)
ISSUE, PIPE, LOAD, STORE = 13, 0, 1, 2
CLOCK, CORES, PARTITIONS, BANDWIDTH, TURNAROUND, K_CORE, K_WAVE, SHARED_RATE = range(1, 9)
LATENCY, RATE, DISTANCE = 16, 32, 48
PIPES = (SHARED, FP32, FP64, FP16, INT32, SPECIAL, MATRIX)
OK, NOT_KNOWN, NOT_POSSIBLE = 0, -23, -24


class Class(c.Structure):
    _fields_ = [(n, c.c_uint32) for n in ("size", "phase", "kind", "resource")] + [
        (n, c.c_double) for n in ("count", "chains", "replay", "bytes", "efficiency", "h1", "h2",
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


class Error(c.Structure):
    _fields_ = [(n, c.c_uint32) for n in ("size", "scope", "field", "known")] + [
        ("value", c.c_uint64), ("limit", c.c_uint64), ("subject", c.c_char * 48)]


class Model:
    """The formulas, with lists and fractions in place of the library's loops."""

    def __init__(self, core, classes, work):
        self.core, self.classes, self.work = core, classes, work
        self.iota = core.get(DISTANCE + ISSUE, 1)
        self.block = core.get(TURNAROUND, 0)
        self.demands = self.find_demands()
        self.d_max, self.d_sum = max(self.demands.values()), sum(self.demands.values())
        self.alone = self.find_alone()
        self.served = max(self.alone, self.d_max)

    def latency_of(self, k):
        if k.kind == STORE:
            base = 0
        elif k.latency:
            base = k.latency
        elif k.kind == PIPE:
            base = self.core[LATENCY + k.resource]
        else:
            level = [self.core[LATENCY + r] for r in (L1, L2, DRAM)]
            base = k.h1 * level[0] + (1 - k.h1) * (k.h2 * level[1] + (1 - k.h2) * level[2])
        return base + k.replay_cycles * ((k.replay or 1) - 1)

    def distance_of(self, k):
        if k.distance:
            return k.distance
        if k.kind != PIPE:
            return self.iota
        if DISTANCE + k.resource in self.core:
            return self.core[DISTANCE + k.resource]
        parts = 1 if k.resource == SHARED else self.core.get(PARTITIONS, 1)
        return max(1, parts / self.core.get(RATE + k.resource, math.inf))

    def chains_of(self, k):
        most = self.core.get(K_WAVE, math.inf) if k.kind == LOAD else math.inf
        return min(k.chains or 1, most)

    def phase(self, number, without=None):
        of = [k for k in self.classes if k.phase == number]
        waits = [k.count * max(self.latency_of(k) / self.chains_of(k), self.distance_of(k))
                 for k in of if k is not without]
        return max([sum(k.count for k in of) * self.iota] + waits)

    def find_alone(self):
        inside = self.block if self.work.turnaround else 0
        if self.work.latency:
            return self.work.latency + inside
        return sum(self.phase(p) for p in {k.phase for k in self.classes}) + inside

    def find_demands(self):
        rate = {r: self.core.get(RATE + r, math.inf) for r in range(14)}
        d = {r: 0.0 for r in range(14)}
        for k in self.classes:
            times = k.count * (k.replay or 1)
            d[ISSUE] += times / rate[ISSUE]
            moved = k.count * k.bytes / (k.efficiency or 1)
            if k.kind == PIPE and k.bytes:
                d[SHARED] += moved * (k.replay or 1) / self.core[SHARED_RATE]
            elif k.kind == PIPE:
                d[k.resource] += times / rate[k.resource]
            else:
                d[L1] += moved / rate[L1]
                d[L2] += moved * (1 - k.h1) / rate[L2]
                d[DRAM] += moved * (1 - k.h1) * (1 - k.h2) / rate[DRAM]
            if k.kind == LOAD and K_CORE in self.core:
                d[SLOTS] += k.count * self.latency_of(k) / self.core[K_CORE]
        return d

    def upper(self, n):
        return min(n / self.served, 1 / self.d_max)

    def mva(self, n):
        def whole(n):
            queue = x = 0.0
            for i in range(1, n + 1):
                wait = self.d_max * (1 + queue)
                x = i / (self.served - self.d_max + wait)
                queue = x * wait
            return x
        low = math.floor(n)
        return whole(low) + (n - low) * (whole(low + 1) - whole(low)) if n != low else whole(low)

    def lower(self, n):
        return n / (self.served + (n - 1) * self.d_sum)

    def spread(self, n):
        """F5, exact form, for a whole number of waves."""
        parts = int(self.core.get(PARTITIONS, 1))
        d_part = max(self.demands[r] for r in range(FP32, 14))
        waves = [n // parts + (j < n % parts) for j in range(parts)]
        x = sum(min(w / self.alone, 1 / (parts * d_part) if d_part else math.inf) for w in waves)
        return min([x, self.upper(n)])

    def needed(self):
        exact = self.served / self.d_max
        return exact, exact if round(exact) and abs(exact - round(exact)) < 1e-9 * exact else None

    def time(self, n, curve):
        core, w, j = self.core, self.work, self.work.iterations or 1
        block = 0 if w.turnaround else self.block
        cores, resident = int(core[CORES]), int(n // w.per_group)
        full, rest = divmod(w.groups, cores * resident)
        waves, mean = resident * w.per_group, rest * w.per_group / cores
        of_core = max(self.demands[r] for r in range(2, 14))
        of_device = max(self.demands[r] for r in (DRAM, L2))
        if curve == 0:
            one = max(self.served, waves * self.d_max)
            last = max(self.served, -(-rest // cores) * w.per_group * of_core, mean * of_device)
        else:
            one, last = waves / self.mva(waves), max(1, mean) / self.mva(max(1, mean))
        return full * (j * one + block) + (j * last + block if rest else 0)

    def least(self, n):
        w, j = self.work, self.work.iterations or 1
        cores, block = int(self.core[CORES]), 0 if self.work.turnaround else self.block
        rounds = math.ceil(Fraction(w.groups, cores * int(n // w.per_group)))
        return max(rounds * (j * self.served + block),
                   w.groups * w.per_group * j * self.d_max / cores)

    def chains(self, n, k):
        budget = n * self.d_max - sum(self.phase(p) for p in {q.phase for q in self.classes} if
                                      p != k.phase) - (self.block if self.work.turnaround else 0)
        if budget <= k.count * self.distance_of(k) or budget < self.phase(k.phase, without=k):
            return None
        need = k.count * self.latency_of(k) / budget
        return need if k.kind != LOAD or need <= self.core.get(K_WAVE, math.inf) else None


def random_core(pick):
    core, latency = {}, pick.uniform(20, 60)
    for r in PIPES:
        core[RATE + r] = pick.uniform(0.25, 6)
        core[LATENCY + r] = pick.uniform(2, 40)
        if pick.random() < 0.2:
            core[DISTANCE + r] = pick.uniform(1, 8)
    core[SHARED_RATE] = pick.uniform(30, 200)
    core[RATE + ISSUE], core[RATE + L1] = pick.uniform(1, 8), pick.uniform(30, 130)
    core[RATE + L2], core[RATE + DRAM] = pick.uniform(10, 60), pick.uniform(4, 20)
    for r in (L1, L2, DRAM):
        core[LATENCY + r] = latency
        latency += pick.uniform(50, 400)
    core[PARTITIONS], core[CORES] = 2 ** pick.randint(0, 2), pick.randint(1, 140)
    core[CLOCK], core[TURNAROUND] = pick.uniform(0.5, 3), pick.uniform(0, 600)
    if pick.random() < 0.3:
        core[DISTANCE + ISSUE] = pick.uniform(0.25, 3)
    if pick.random() < 0.3:
        core[K_CORE] = pick.uniform(20, 300)
    if pick.random() < 0.3:
        core[K_WAVE] = pick.randint(1, 6)
    return core


def random_work(pick):
    classes = []
    for phase in range(pick.randint(1, 4)):
        for _ in range(pick.randint(1, 3)):
            k = Class(size=c.sizeof(Class), phase=3 * phase % 5, kind=pick.randint(0, 2))
            k.count, k.chains = pick.randint(1, 40) / 2, pick.choice((0, 1, 2, 3.5))
            k.replay = pick.choice((0, 0, 1, 2.5))
            k.replay_cycles = pick.choice((0, 0, 7))
            k.latency = pick.choice((0, 0, 0, 55.5))
            k.distance = pick.choice((0, 0, 0, 2.25))
            if k.kind == PIPE:
                k.resource = pick.choice(PIPES)
                k.bytes = 64 if k.resource == SHARED and pick.random() < 0.5 else 0
            else:
                k.bytes, k.efficiency = 32 << pick.randint(0, 3), pick.choice((0, 1, 0.3))
                k.h1, k.h2 = pick.choice((0, 0.25, 0.9)), pick.choice((0, 0.5, 1))
            classes.append(k)
    work = Workload(size=c.sizeof(Workload), waves=pick.randint(1, 70), slots=64, wave_size=32)
    work.per_group, work.groups = 2 ** pick.randint(0, 2), pick.randint(1, 20000)
    work.iterations = pick.choice((0, 1, 17))
    work.turnaround = int(pick.random() < 0.3)
    work.latency = pick.choice((0, 0, 0, 777.7))
    return classes, work


def make(core, classes, work, device=None, occupancy=None):
    memory, error = (c.c_uint64 * 1024)(), Error(size=c.sizeof(Error))
    asked = Workload.from_buffer_copy(work)
    asked.class_count = len(classes)
    asked.give(core)
    status = gpuocc.gpuocc_latency_init(memory, device, occupancy, c.byref(asked),
                                        (Class * len(classes))(*classes), c.byref(error))
    return status, memory, memory, error


def ask(handle, waves, result, index=0):
    value = c.c_double()
    status = gpuocc.gpuocc_latency_at(handle, c.c_double(waves), result, index, c.byref(value))
    return (value.value if status == OK else None), status


def expected(model, n):
    """Yields result, index and value by the formulas (None: not possible)."""
    whole, resident = math.floor(n), n // model.work.per_group >= 1
    exact, near = model.needed()
    yield 1, 0, model.alone
    yield 2, 0, model.served
    for r, d in model.demands.items():
        yield 3, r, d
        yield 12, r, d * model.upper(n)
    yield 5, 0, model.d_sum
    for curve, x in enumerate((model.upper(n), model.mva(n), model.lower(n))):
        yield 6, curve, x
    yield 6, 3, model.spread(whole) + (n - whole) * (model.spread(whole + 1) - model.spread(whole))
    yield 9, 0, exact
    if near is None:
        yield 10, 0, math.ceil(exact)
        yield 11, 0, math.ceil(exact) / 64 if math.ceil(exact) <= 64 else None
    loads = [k for k in model.classes if k.kind == LOAD]
    if loads:
        yield 18, 0, model.upper(n) * sum(k.count * model.latency_of(k) for k in loads)
        yield 19, 0, model.upper(n) * sum(k.count * model.latency_of(k) * k.bytes for k in loads)
    for i, k in enumerate(model.classes):
        yield 28, i, model.latency_of(k)
        if k.kind != STORE and not model.work.latency:
            yield 20, i, model.chains(n, k)
    for curve in (0, 1):
        yield 26, curve, model.time(n, curve) if resident else None
    yield 27, 0, model.least(n) if resident else None


def differences(handle, model, n):
    for result, index, want in expected(model, n):
        got, status = ask(handle, n, result, index)
        if want is None and status != NOT_POSSIBLE or want is not None and got is None:
            yield f"result {result} of {index} at {n}: {got} ({status}), not {want}"
        elif want is not None and abs(got - want) > 1e-12 * abs(want):
            yield f"result {result} of {index} at {n}: {got!r}, not {want!r}"


def random_cases(runs):
    pick, wrong, checks = random.Random(99), [], 0
    for _ in range(runs):
        core, (classes, work) = random_core(pick), random_work(pick)
        status, memory, handle, error = make(core, classes, work)
        if status != OK:
            wrong.append(f"status {status}, scope {error.scope}, field {error.field}")
            continue
        model = Model(core, classes, work)
        for n in (work.waves, pick.uniform(1, 90), 1):
            checks += sum(1 for _ in expected(model, n))
            wrong += differences(handle, model, n)
    ok(not wrong, f"{runs} random workloads, {checks} results: {len(wrong)} differ by more than "
       "1e-12", *wrong[:5])


def table_of(device, wave_size):
    """Returns the constants of a device in the tables."""
    core, value = {}, c.c_double()
    for number in range(64):
        if gpuocc.gpuocc_device_constant(device, number, wave_size, c.byref(value), None,
                                         None) == OK:
            core[number] = value.value
    return core


def devices():
    """Tests a workload on each device, with the device's constants as far as they are known."""
    pick, wrong, seen, given = random.Random(5), [], 0, 0
    for index in range(gpuocc.gpuocc_device_count()):
        device = c.c_void_p()
        gpuocc.gpuocc_device_at(index, c.byref(device))
        classes, work = random_work(pick)
        work.latency, more = 0, {}
        status, memory, handle, error = make(more, classes, work, device)
        while status == NOT_KNOWN and error.scope == 8 and len(more) < 30:
            more[error.field] = pick.uniform(4, 20)
            status, memory, handle, error = make(more, classes, work, device)
        if status != OK:
            wrong.append(f"device {index}: status {status}, field {error.field}")
            continue
        more = {**{n: value for n, value in table_of(device, 32).items()
                   if n in (BANDWIDTH, TURNAROUND) or LATENCY <= n < RATE}, **more}
        status, memory, handle, error = make(more, classes, work, device)
        left_out = gpuocc.gpuocc_latency_left_out(handle)
        more.update({n: pick.uniform(4, 20) for n in range(64) if left_out >> n & 1})
        core = {**table_of(device, 32), **more}
        if BANDWIDTH in core and CLOCK in core and CORES in core and RATE + DRAM not in more:
            core[RATE + DRAM] = core[BANDWIDTH] / (core[CORES] * core[CLOCK])
        for number in (CORES, TURNAROUND):
            if number not in core:  # a device without them still has curves
                more[number] = core[number] = pick.randint(1, 90)
        for latency in (LATENCY + L1, LATENCY + L2, LATENCY + DRAM):
            core.setdefault(latency, 0)  # has no share, otherwise the call would have named it
        status, memory, handle, error = make(more, classes, work, device)
        seen, given = seen + 1, given + len(more)
        wrong += [f"device {index}: {text}" for text in
                  differences(handle, Model(core, classes, work), work.waves)]
    ok(not wrong and seen > 0, f"{seen} devices, {given} constants given: {len(wrong)} results "
       "differ by more than 1e-12", *wrong[:5])


random_cases(2000)
devices()
done()
