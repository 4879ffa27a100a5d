#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what silicon.cu measured on a GPU with the answers of the library.

Usage: compare.py CSV GPUOCC ANSWERS
GPUOCC is the command, ANSWERS the program made of answers.c. Each check ends with a line that
begins with pass, difference or not measured. Exit status: 0 no difference, 3 a difference, 1 the
file or a program is not usable."""
import collections
import concurrent.futures
import csv
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts"))
sys.dont_write_bytecode = True
from arguments import arguments  # noqa: E402

SHOWN = 5            # rows of each kind of difference that are printed
ABOVE = 1.03         # a measurement this much above the upper bound contradicts it
TOLERANCE = 0.10     # of a constant whose sources have no spread
ROUND_ERROR = 0.15   # mean error of the time of a grid


class Row:
    def __init__(self, cells, number):
        if len(cells) != 4:
            raise ValueError(f"line {number}: {len(cells)} cells instead of 4")
        self.part, self.what = cells[:2]
        self.given, self.measured = pairs(cells[2], number), pairs(cells[3], number)

    def number(self, name):
        return float(self.given[name] if name in self.given else self.measured[name])

    def figures(self, name):
        """The figures of all repetitions."""
        return [float(cell) for cell in self.measured.get(name, "").split("|") if cell]

    def best(self, name):
        return min(self.figures(name), default=0.0)


def pairs(cell, number):
    found = {}
    for pair in filter(None, cell.split(";")):
        name, separator, value = pair.partition("=")
        if not separator:
            raise ValueError(f"line {number}: {pair!r} is no name=value")
        found[name] = value
    return found


def read(path):
    """The rows; of a part that was ended the last line may be broken off, and is left out."""
    rows, broken = [], None
    with open(path, newline="", encoding="utf-8") as file:
        for number, cells in enumerate(csv.reader(file), 1):
            if not cells or cells == ["part", "what", "given", "measured"]:
                continue
            try:
                row = Row(cells, number)
            except ValueError as error:
                if broken:
                    raise broken
                broken = error
                continue
            if broken and row.what != "ended":
                raise broken
            broken = None
            rows.append(row)
    if broken:
        raise broken
    return rows


class Report:
    def __init__(self):
        self.counts = collections.Counter()

    def say(self, text):
        print("  " + text)

    def verdict(self, holds, text):
        word = {True: "pass", False: "difference", None: "not measured"}[holds]
        self.counts[word] += 1
        print(f"{word}: {text}")

    def end(self):
        print(f"{self.counts['pass']} pass, {self.counts['difference']} differ, "
              f"{self.counts['not measured']} not measured")
        return 3 if self.counts["difference"] else 0


class Library:
    """The command and the program of answers.c."""

    def __init__(self, command, answers):
        self.command, self.answers, self.opening = command, answers, []

    def ask(self, lines):
        """The answer of each line, as pairs, after the lines that describe the device."""
        text = "".join(line + "\n" for line in self.opening + lines)
        run = subprocess.run([self.answers], input=text, capture_output=True, text=True)
        if run.returncode != 0:
            raise OSError(f"{self.answers}: {run.stderr.strip()}")
        found = [pairs(line, 0) for line in run.stdout.splitlines()]
        return found[len(self.opening):]

    def run(self, *arguments):
        run = subprocess.run([self.command, *arguments, "--json"], capture_output=True, text=True)
        if not run.stdout:
            raise OSError(f"{self.command} {' '.join(arguments)}: {run.stderr.strip()}")
        return json.loads(run.stdout)


def line_of(word, *mappings):
    """A line for answers.c."""
    merged = {}
    for mapping in mappings:
        merged.update(mapping)
    return word + "".join(f" {name}={value}" for name, value in merged.items())


class Run:
    """One CSV and what is asked about it."""

    def __init__(self, rows, library):
        self.rows, self.library, self.report = rows, library, Report()
        self.device = next((row.measured for row in rows if row.what == "properties"), None)
        if self.device is None:
            raise ValueError("no row device,properties")
        self.kernels = {row.given["kernel"]: row for row in self.of("occupancy", "kernel")
                        if "numRegs" in row.measured}
        self.name = None
        self.hip = self.device.get("api") == "hip"

    def of(self, part, what=None):
        return [row for row in self.rows if row.part == part and what in (None, row.what)]

    # ---- the device ----
    def find(self):
        numbers = {name: value for name, value in self.device.items()
                   if name not in ("name", "api")}
        opening = line_of("device", numbers) + " name=" + self.device["name"]
        found = self.library.ask([opening])[0]
        self.library.opening = [opening]
        self.name = found.get("name") or None
        cores = int(self.device["multiProcessorCount"])
        self.report.verdict(found["status"] == "0" and found["edited"] == "0",
                            f"the device: \"{self.device['name']}\" of {cores} cores is "
                            f"{self.name or 'not known'} ({found.get('architecture') or '-'}), "
                            f"quality {found['quality']}")
        if self.name is None:
            return False
        shown = next(device for device in self.library.run("device", self.name)["devices"])
        ours = {number["name"]: number.get("value") for number in shown["numbers"]}
        compared = {"max_threads_per_group": int(self.device["maxThreadsPerBlock"]),
                    "l2_kib": int(self.device["l2CacheSize"]) // 1024}
        if not self.hip:  # HIP's numbers of the others are none of a core
            compared.update(self.numbers_of_cuda(cores))
        wrong = [f"{name} {ours[name]}, driver {value}" for name, value in compared.items()
                 if name in ours and ours[name] is not None and ours[name] != value]
        self.report.verdict(not wrong, f"numbers of the device: {len(compared)} of the driver"
                            + "".join("; " + text for text in wrong))
        self.constants = {constant["name"]: constant for constant in shown["constants"]}
        return True

    def numbers_of_cuda(self, cores):
        return {"core_count": cores,
                "shared_pool_bytes": int(self.device["sharedMemPerMultiprocessor"]),
                "max_shared_bytes_per_group": int(self.device["sharedMemPerBlockOptin"]),
                "default_shared_bytes_per_group": int(self.device["sharedMemPerBlock"]),
                "shared_reserved_bytes": int(self.device["reservedSharedMemPerBlock"]),
                "max_groups_per_core": int(self.device["maxBlocksPerMultiProcessor"]),
                "max_registers_per_group": int(self.device["regsPerBlock"])}

    # ---- occupancy ----
    def kernel_line(self, word, row, **more):
        kernel = self.kernels[row.given["kernel"]]
        return line_of(word, {"barriers": kernel.given["barriers"],
                              "cluster": kernel.given["cluster"]}, kernel.measured,
                       {name: value for name, value in row.given.items() if name != "kernel"}, more)

    def blocks(self):
        rows = [row for row in self.of("occupancy", "blocks") if row.given["kernel"] in
                self.kernels]
        if not rows:
            return self.report.verdict(None, "resident blocks by the driver")
        answers = self.library.ask([self.kernel_line("blocks", row, cluster=0) for row in rows])
        kinds, tool, within = collections.defaultdict(list), 0, 0
        for row, ours in zip(rows, answers):
            theirs = int(row.measured.get("blocks", 0))
            bound = float(self.kernels[row.given["kernel"]].measured["maxThreadsPerBlock"])
            if row.number("threads") <= bound:
                within += 1
                tool += ours["tool"] == str(theirs)
            for who in ("tool",) if self.hip else ("ours", "described"):
                mine = 0 if ours[who].startswith("refused") else int(ours[who])
                if mine != theirs:
                    kind = (who, "more" if mine > theirs else "fewer",
                            "the driver refuses" if "error" in row.measured else
                            "beyond the kernel's bound" if row.number("threads") > bound
                            else "other")
                    kinds[kind].append((row, ours))
        for kind, found in sorted(kinds.items()):
            self.report.say(f"{len(found)} answers, {': '.join(kind)}, for example")
            for row, ours in found[:SHOWN]:
                self.report.say(f"  {row.given}: driver {row.measured}, library {ours}")
        self.report.say(f"convention {'hip' if self.hip else 'header'}, within the kernel's "
                        f"bound: {tool} of {within} equal")
        self.report.verdict(not kinds, f"resident blocks by the driver: {len(rows)} answers for "
                            f"{len(self.kernels)} kernels, "
                            f"{sum(map(len, kinds.values()))} differ")

    def best(self):
        rows = [row for row in self.of("occupancy", "best") if "threads" in row.measured and
                row.given["kernel"] in self.kernels]
        if not rows or self.hip:  # HIP's own rule for the best size is no convention
            return self.report.verdict(None, "best group size by the driver")
        answers = self.library.ask([self.kernel_line("best", row, cluster=0) for row in rows])
        cores = int(self.device["multiProcessorCount"])
        wrong = [(row, ours) for row, ours in zip(rows, answers)
                 if int(row.measured["threads"]) != int(ours["threads"]) or
                 int(row.measured["grid"]) != int(ours["groups"]) * cores]
        for row, ours in wrong[:SHOWN]:
            self.report.say(f"{row.given}: driver {row.measured}, library {ours}")
        self.report.verdict(not wrong, f"best group size by the driver: {len(rows)} answers, "
                            f"{len(wrong)} differ")

    # ---- clusters ----
    def gpcs(self):
        """Cores of each GPC: those that clusters have used together."""
        leader = {}

        def find(core):
            while leader.setdefault(core, core) != core:
                core = leader[core]
            return core

        for row in self.of("clusters", "span"):
            size, cores = int(row.given["size"]), row.measured.get("cores", "").split("|")
            for at in range(0, len(cores) - size + 1, size):
                for core in cores[at + 1:at + size]:
                    leader[find(core)] = find(cores[at])
        sizes = collections.Counter(find(core) for core in list(leader))
        return sorted(sizes.values(), reverse=True)

    def clusters(self):
        gpcs = self.gpcs()
        fits = {int(row.given["size"]): int(row.measured["clusters"])
                for row in self.of("clusters", "fit") if "clusters" in row.measured}
        if not gpcs:
            for row in self.of("clusters", "cannot"):
                self.report.say(row.measured.get("reason", ""))
            return self.report.verdict(None, "clusters")
        self.report.say(f"cores of each GPC, by the clusters that ran: {gpcs}, "
                        f"together {sum(gpcs)}")
        wrong = {size: (fit, sum(cores // size for cores in gpcs)) for size, fit in fits.items()
                 if fit != sum(cores // size for cores in gpcs)}
        self.report.verdict(not wrong, f"clusters of 1 to 16 groups, one group on a core: "
                            f"{len(fits)} sizes, differ (driver, ours): {wrong or 'none'}")
        rows = [row for row in self.of("occupancy", "clusters") if "clusters" in row.measured and
                row.given["kernel"] in self.kernels]
        if not rows:
            return None
        self.library.opening.append("gpcs cores=" + "|".join(map(str, gpcs)))
        answers = self.library.ask([self.kernel_line("blocks", row) for row in rows])
        self.library.opening.pop()
        wrong = [(row, ours) for row, ours in zip(rows, answers)
                 if row.measured["clusters"] != ours["clusters"].replace("none -22", "0")]
        for row, ours in wrong[:SHOWN]:
            self.report.say(f"{row.given}: driver {row.measured}, library {ours}")
        return self.report.verdict(not wrong, f"clusters of the generated kernels, with these "
                                   f"GPCs: {len(rows)} answers, {len(wrong)} differ")

    # ---- residency ----
    def residency(self):
        rows = [row for row in self.of("residency", "groups") if "most" in row.measured and
                row.given["kernel"] in self.kernels]
        if not rows:
            return self.report.verdict(None, "groups that were on a core at once")
        answers = self.library.ask([self.kernel_line(
            "blocks", row, maxDynamicSharedSizeBytes=row.given["dynamic"], cluster=0)
            for row in rows])
        wrong, clustered = [], 0
        for row, ours in zip(rows, answers):
            seen = {row.measured["least"], row.measured["most"]}
            if self.kernels[row.given["kernel"]].given["cluster"] != "0":
                # Clusters leave cores of a GPC empty, and have a limit of their own.
                clustered += 1
                if int(row.measured["most"]) > int(ours["ours"]):
                    wrong.append((row, ours))
            elif seen != {ours["ours"]}:
                wrong.append((row, ours))
        for row, ours in wrong[:SHOWN]:
            self.report.say(f"{row.given}: measured {row.measured}, library {ours}")
        return self.report.verdict(not wrong, "groups that were on a core at once: "
                                   f"{len(rows)} launches, {len(wrong)} differ; of {clustered} "
                                   "with clusters only that there are not more")

    # ---- constants ----
    def clock(self):
        """GHz while the longest chase ran: cycles of a core over the time of the events."""
        rows = [row for row in self.of("latency", "chase") if row.best("cycles") > 0]
        if not rows:
            return None
        row = max(rows, key=lambda one: one.best("cycles"))
        return row.best("cycles") / (row.best("ms") * 1e6)

    def chase(self, cache, fits):
        """Cycles of a load at the largest footprint that fits."""
        rows = [row for row in self.of("latency", "chase") if row.given["cache"] in
                (cache, "default") and row.best("cycles") > 0 and fits(row.number("bytes"))]
        if not rows:
            return None
        row = max(rows, key=lambda one: one.number("bytes"))
        return row.best("cycles") / row.number("steps")

    def chain(self, op, chains=1):
        rows = [row for row in self.of("latency", "chain") if row.given["op"] == op and
                row.given["waves"] == "1" and row.number("chains") == chains]
        return rows[0].best("cycles") / rows[0].number("instructions") \
            if rows and rows[0].best("cycles") else None

    def rate(self, op):
        """Wave instructions of a core per cycle, at best."""
        rows = [row for row in self.of("latency", "chain") if row.given["op"] == op and
                row.best("cycles") > 0]
        return max((row.number("instructions") * row.number("waves") / row.best("cycles")
                    for row in rows), default=None)

    def gap(self):
        found = sorted(row.number("median") for row in self.of("latency", "gap")
                       if row.measured.get("median", "0") != "0")
        return found[len(found) // 2] if found else None

    def gb_per_s(self, row):
        """By the events; of L2, which runs with the cores, by cycles at the chase's clock."""
        cycles, ghz = row.best("cycles"), self.clock()
        if row.given.get("level") == "l2" and cycles and ghz:
            return row.number("moved") * ghz / cycles
        return row.number("moved") / (row.best("ms") * 1e6) if row.best("ms") else 0.0

    def streams(self, what, level=None):
        if self.clock() is None:
            return []
        return [row for row in self.of("bandwidth", what) if "ms" in row.measured and
                level in (None, row.given.get("level")) and self.gb_per_s(row) > 0]

    def store_turnaround(self):
        """Cycles of a wave of the kernel that only stores, in groups of 64 threads."""
        ghz, cores = self.clock(), int(self.device["multiProcessorCount"])
        for row in self.of("bandwidth", "store"):
            if row.given["threads"] == "64" and ghz and row.best("ms"):
                gb = row.number("moved") / (row.best("ms") * 1e6)
                wave = row.number("bytes") * int(self.device["warpSize"])
                return row.number("waves") * wave * cores * ghz / gb
        return None

    def measured_constants(self):
        l2, ghz = int(self.device["l2CacheSize"]), self.clock()
        cores = int(self.device["multiProcessorCount"])
        dram = self.chase("l2", lambda size: 4 * l2 <= size <= max(8 * l2, 2 ** 28))
        found = {
            "clock_ghz": ghz,
            "l1_latency": self.chase("l1", lambda size: size <= 2 ** 14),
            "l2_latency": self.chase("l2", lambda size: 2 ** 19 <= size <= max(2 ** 19, l2 / 4)),
            "dram_latency": dram,
            "dram_latency_ns": dram / ghz if dram and ghz else None,
            "turnaround_cycles": self.store_turnaround(),
            "dram_gb_per_s": max((self.gb_per_s(row) for row in self.streams("loop", "dram") +
                                  self.streams("pass")), default=None),
            "l2_rate": max((self.gb_per_s(row) / (cores * ghz)
                            for row in self.streams("loop", "l2")), default=None),
            "issue_rate": self.rate("pair"), "issue_distance": self.chain("pair", 8)}
        for name, op in (("fp32", "fp32"), ("fp64", "fp64"), ("int32", "int32_add"),
                         ("special", "special"), ("shared", "shared")):
            found[name + "_latency"] = self.chain(op)
            found[name + "_rate"] = self.rate(op)
            found[name + "_distance"] = self.chain(op, 8)
        return {name: value for name, value in found.items() if value}

    def compare_constants(self):
        found = self.measured_constants()
        if not found:
            return self.report.verdict(None, "constants of the latency model")
        wrong = []
        self.report.say(f"{'constant':20} {'measured':>10} {'ours':>10}  spread of the sources")
        for name, value in found.items():
            ours = self.constants.get(name)
            if ours is None or ours.get("value") is None:
                self.report.say(f"{name:20} {value:10.5g} {'-':>10}")
                continue
            low, high = ours["low"], ours["high"]
            inside = low * (1 - TOLERANCE) <= value <= high * (1 + TOLERANCE)
            wrong += [] if inside else [name]
            self.report.say(f"{name:20} {value:10.5g} {ours['value']:10.5g}  {low:.5g} to "
                            f"{high:.5g}, {ours['basis']}{'' if inside else '  <- differs'}")
        for op in ("int32_mad",):
            if self.chain(op):
                self.report.say(f"{op}: latency {self.chain(op):.4g}, rate {self.rate(op):.4g}")
        if self.gap():
            self.report.say(f"between two groups of one slot: {self.gap():.0f} cycles (median)")
        return self.report.verdict(not wrong, f"constants of the latency model: {len(found)} "
                                   f"measured, outside the sources: {', '.join(wrong) or 'none'}")

    # ---- bandwidth ----
    def model(self, row, constants):
        """GB/s by the upper, expected and lower curve."""
        arguments = ["latency", self.name, "--threads", row.given["threads"], "--registers", "32",
                     "--waves", row.given["waves"]]
        loads, size = row.given.get("loads", "1"), row.given.get("bytes", "4")
        arguments += ["--loads", loads, "--in-flight", loads, "--load-bytes", size]
        if row.given.get("fp32", "0") != "0":
            arguments += ["--fp32", row.given["fp32"]]
        if row.given.get("level") == "l2":
            arguments += ["--l2-hit", "1"]
        if row.what == "pass":
            arguments += ["--one-pass"]
        for name, value in constants.items():
            arguments += ["--constant", f"{name}={value:.9g}"]
        answer = self.library.run(*arguments)
        if answer["status"] != 0:
            raise ValueError(answer["message"])
        moved = answer["gb_per_s"]
        if row.given.get("level") == "l2":  # moved from L2, not from memory
            wave = int(loads) * int(size) * int(self.device["warpSize"])
            scale = wave * self.clock() * int(self.device["multiProcessorCount"])
            moved = {curve: None if x is None else x * scale
                     for curve, x in answer["throughput"].items()}
        return moved

    def curves(self, text, rows, constants):
        """Errors of the curves over the rows; whether the upper one holds."""
        with concurrent.futures.ThreadPoolExecutor() as pool:
            answers = list(pool.map(lambda row: self.model(row, constants(row)), rows))
        errors = {"upper": [], "expected": []}
        inside, above = 0, []
        for row, curve in zip(rows, answers):
            seen = self.gb_per_s(row)
            for name, error in errors.items():
                if curve[name] is not None:
                    error.append(curve[name] / seen - 1)
            below = curve["lower"] is not None and seen < curve["lower"] / ABOVE
            over = seen > ABOVE * curve["upper"]
            inside += not below and not over
            above += [(row, seen, curve["upper"])] if over else []

        def mean(values):
            return 100 * sum(map(abs, values)) / len(values) if values else float("nan")
        self.report.say(f"{text}: {len(rows)} points, mean error of the upper bound "
                        f"{mean(errors['upper']):.1f} %, expected "
                        f"{mean(errors['expected']):.1f} %, inside the bounds "
                        f"{100 * inside / len(rows):.0f} %, above them {len(above)}")
        for row, seen, upper in above[:SHOWN]:
            self.report.say(f"  above: {row.given}: {seen:.0f} GB/s, bound {upper:.0f}")
        return not above

    def calibrated(self, family):
        """Constants of this run; the bandwidth is that of the other kinds of row."""
        found = self.measured_constants()
        kept = {name: found[name] for name in ("clock_ghz", "dram_latency_ns", "l2_latency",
                                               "turnaround_cycles", "l2_rate") if name in found}

        def of(row):
            others = [self.gb_per_s(other) for other in self.streams("loop", "dram") +
                      self.streams("pass") if family(other) != family(row)]
            return dict(kept, dram_gb_per_s=max(others)) if others else kept
        return of

    def bandwidth(self):
        def family(row):
            return (row.what, row.given.get("loads"), row.given.get("bytes"))
        sets = [("loops over memory", self.streams("loop", "dram")),
                ("loops over L2", self.streams("loop", "l2")),
                ("one pass", self.streams("pass")), ("load and arithmetic", self.streams("mix"))]
        for text, rows in sets:
            if not rows:
                self.report.verdict(None, f"bandwidth, {text}")
                continue
            try:
                holds = self.curves("with the tables", rows, lambda row: {})
                self.curves("with the constants of this run, bandwidth of other kinds of rows",
                            rows, self.calibrated(family))
            except ValueError as error:
                self.report.say(str(error))
                self.report.verdict(None, f"bandwidth, {text}")
                continue
            self.report.verdict(holds, f"bandwidth, {text}: the upper bound of the tables")

    # ---- rounds ----
    def rounds(self):
        rows = [row for row in self.of("rounds", "time") if row.best("ms") > 0]
        full = {(row.given["groups"], row.given["threads"]): row.best("ms") for row in rows
                if row.given["grid"] == row.given["slots"]}
        errors, wrong = collections.defaultdict(list), 0
        for row in rows:
            key = (row.given["groups"], row.given["threads"])
            if key not in full:
                continue
            answer = self.library.run("schedule", self.name, "--threads", row.given["threads"],
                                      "--registers", "32", "--dynamic-shared",
                                      row.given["dynamic"], "--grid-groups", row.given["grid"],
                                      "--core-count", self.device["multiProcessorCount"])
            wrong += answer["groups"] != int(row.given["groups"])
            errors[key].append(answer["rounds"] * full[key] / row.best("ms") - 1)
        if not errors:
            return self.report.verdict(None, "time of a grid over its rounds")
        bad = wrong > 0
        for (groups, threads), found in sorted(errors.items()):
            mean = sum(map(abs, found)) / len(found)
            # As many waves as keep the pipes busy: the last round is shorter then.
            bound = int(groups) * int(threads) <= 512
            bad = bad or (bound and mean > ROUND_ERROR)
            self.report.say(f"{groups} groups of {threads} threads on a core: {len(found)} sizes, "
                            f"rounds times the time of one: mean error {100 * mean:.1f} %"
                            f"{'' if bound else ' (not judged: bound by a pipe)'}")
        return self.report.verdict(not bad, "time of a grid over its rounds")

    def places(self):
        rows = [row for row in self.of("rounds", "place") if "cores" in row.measured]
        if not rows:
            return self.report.verdict(None, "placement of groups")
        cores, bad = int(self.device["multiProcessorCount"]), 0
        for row in rows:
            found = row.measured["cores"].split("|")
            first = found[:min(len(found), cores)]
            slots = found[:min(len(found), cores * int(row.given["groups"]))]
            fullest = max(collections.Counter(slots).values())
            emptiest = len(set(first)) == len(first)
            bad += not emptiest
            self.report.say(f"{row.given}: the first {len(first)} groups are on {len(set(first))} "
                            f"cores; of the first {len(slots)} at most {fullest} on one")
        return self.report.verdict(not bad, "placement: a group goes to an empty core while there "
                                   "is one")

    def all(self):
        for row in self.rows:
            if row.what in ("late", "dead", "cannot", "ended"):
                self.report.say(f"{row.part}: {row.what} {row.given or row.measured}")
        errors = [row for row in self.rows if "error" in row.measured]
        if errors:
            self.report.say(f"{len(errors)} rows have an error of the driver, the first: "
                            f"{errors[0].part} {errors[0].what} {errors[0].given} "
                            f"{errors[0].measured['error']}")
        if self.find():
            self.blocks()
            self.best()
            self.clusters()
            self.residency()
            self.compare_constants()
            self.bandwidth()
            self.rounds()
            self.places()
        return self.report.end()


def main():
    _, (measured, *programs) = arguments(__doc__, 3, 3)
    try:
        sys.exit(Run(read(measured), Library(*programs)).all())
    except (OSError, ValueError, KeyError) as error:
        print(f"compare.py: {measured}: {type(error).__name__}: {error}", file=sys.stderr)
        sys.exit(1)


main()
