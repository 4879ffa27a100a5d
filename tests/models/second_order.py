#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the library with a second implementation of the order of instructions (reference,
latency.md 5.1), by sets and by simulation of many bodies, on random bodies.
Usage: second_order.py SOURCE_ROOT LIBRARY [LIBGPUOCC]"""
import ctypes as c
import os
import random
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(sys.argv[1], "tests"))
from tap import done, ok  # noqa: E402

gpuocc = c.CDLL(sys.argv[2])
COMPUTE, LOAD, STORE, BARRIER = range(4)
RUNS, BODIES = 500, 260


class Operation(c.Structure):
    _fields_ = [("size", c.c_uint32), ("kind", c.c_uint32), ("result", c.c_uint32),
                ("sources", c.c_uint32 * 4), ("array", c.c_uint32), ("space", c.c_uint32),
                ("access", c.c_uint32), ("offset", c.c_int64), ("stride", c.c_int64),
                ("latency", c.c_uint32), ("issue", c.c_uint32)]


class Body(c.Structure):
    _fields_ = [(name, c.c_uint32) for name in
                ("size", "count", "unroll", "order", "no_alias", "most_loads")]


class Loads(c.Structure):
    _fields_ = [("size", c.c_uint32), ("unused", c.c_uint32), ("loads", c.c_uint32),
                ("first", c.c_uint32), ("most", c.c_uint64), ("bodies", c.c_uint64),
                ("cycles", c.c_uint64), ("load_cycles", c.c_uint64)]


def random_body(pick):
    count = pick.randint(1, 9)
    operations = []
    for _ in range(count):
        o = Operation(size=c.sizeof(Operation), kind=pick.choice((0, 0, 1, 1, 1, 2, 2, 3)))
        o.issue = pick.choice((0, 1, 1, 2, 5))
        o.latency = pick.choice((1, 3, 4, 10, 33, 200))
        if o.kind != BARRIER:
            for i in range(pick.randint(0, 3)):
                o.sources[i] = pick.randint(0, 6)
            if o.kind != STORE:
                o.result = pick.randint(0, 6)
        o.array, o.space = pick.randint(0, 2), int(pick.random() < 0.2)
        o.access, o.offset = pick.choice((0, 1, 4, 4, 8)), pick.randint(-8, 8)
        o.stride = pick.choice((-4, 0, 4, 64))
        operations.append(o)
    same = pick.random() < 0.5  # one latency for all loads
    for o in operations:
        o.latency = 200 if o.kind == LOAD and same else o.latency
    return operations, Body(size=c.sizeof(Body), count=count, unroll=pick.choice((0, 1, 2, 3)),
                            order=pick.randint(0, 1), no_alias=pick.randint(0, 1),
                            most_loads=pick.choice((0, 0, 1, 2, 3, 5)))


def edges(copies, no_alias):
    """Returns which instruction reads from which, and which must stay after which."""
    reads, behind = {}, {}
    for j, (copy, b) in enumerate(copies):
        reads[j] = {max((i for i in range(j) if copies[i][0] == copy and
                         copies[i][1].result == s), default=None)
                    for s in b.sources if s != 0} - {None}
        behind[j] = set(reads[j])
        for i in range(j):
            a, start = copies[i][1], [o.offset + k * o.stride for k, o in (copies[i], copies[j])]
            memory = {a.kind, b.kind} <= {LOAD, STORE} and STORE in (a.kind, b.kind)
            if a.array != b.array:
                shares = not no_alias
            elif 0 in (a.access, b.access):
                shares = True
            else:
                shares = bool(set(range(start[0], start[0] + a.access)) &
                              set(range(start[1], start[1] + b.access)))
            if BARRIER in (a.kind, b.kind) or memory and shares and a.space == b.space:
                behind[j].add(i)
    return reads, behind


def cone_of(copies, reads):
    cone = {i for i, (_, o) in enumerate(copies) if o.kind == LOAD}
    while True:
        more = cone | {i for j in cone for i in reads[j]}
        if more == cone:
            return cone
        cone = more


def ordered(copies, reads, behind, hoist):
    order, cone = [], cone_of(copies, reads)
    if not hoist:
        return list(range(len(copies)))
    while len(order) < len(copies):
        free = [i for i in range(len(copies)) if i not in order and behind[i] <= set(order)]
        order.append(min([i for i in free if i in cone] or free))
    return order


def simulate(copies, order, reads, most):
    """Returns the start of every body, and issue and end of every load."""
    now, bodies, loads = 0, [], []
    for _ in range(BODIES):
        start = {}
        for i in order:
            o = copies[i][1]
            now = max([now] + [start[r] + copies[r][1].latency for r in reads[i]])
            if o.kind == LOAD:
                while most and sum(end > now for _, end in loads[-400:]) >= most:
                    now = min(end for _, end in loads[-400:] if end > now)
                loads.append((now, now + o.latency))
            start[i] = now
            if i == order[0]:
                bodies.append(now)
            now += o.issue or 1
    return bodies, loads


def first_loads(copies, order, reads):
    count = 0
    for i in order:
        if any(copies[r][1].kind == LOAD for r in reads[i]):
            break
        count += copies[i][1].kind == LOAD
    return count


def agrees(operations, body):
    copies = [(copy, o) for copy in range(body.unroll or 1) for o in operations]
    got, at = Loads(size=c.sizeof(Loads)), (c.c_uint32 * len(copies))()
    starts = (c.c_uint64 * len(copies))()
    status = gpuocc.gpuocc_order_loads(c.byref(body), (Operation * body.count)(*operations),
                                       at, starts, c.byref(got), None)
    if status != 0:
        return f"status {status}"
    reads, behind = edges(copies, body.no_alias)
    order = ordered(copies, reads, behind, body.order)
    if list(at) != order:
        return f"order {order}"
    bodies, loads = simulate(copies, order, reads, body.most_loads)
    if any(bodies[k] - bodies[k - got.bodies] != got.cycles for k in range(-5, 0)):
        return f"{got.cycles} cycles of {got.bodies} bodies: {bodies[-5:]}"
    of_body = [o.latency for _, o in copies if o.kind == LOAD]
    if got.loads != len(of_body) or got.load_cycles != got.bodies * sum(of_body):
        return "loads of a body"
    if got.first != first_loads(copies, order, reads):
        return f"first {first_loads(copies, order, reads)}"
    late = [at for at, _ in loads if at > bodies[-1] - 3 * got.cycles]
    most = max((sum(start <= at < end for start, end in loads) for at in late), default=0)
    return "" if most == got.most else f"most {most}, not {got.most}"


def main():
    pick, wrong, limited = random.Random(9), [], 0
    for _ in range(RUNS):
        operations, body = random_body(pick)
        why = agrees(operations, body)
        limited += body.most_loads != 0
        if why:
            wrong.append(why)
    ok(not wrong, f"{RUNS} random bodies, {limited} with a limit of loads: {len(wrong)} differ",
       *wrong[:5])


main()
done()
