# SPDX-License-Identifier: MIT
"""The tables of docs/model.md that say which vendors use, ignore or refuse each kernel field,
checked by running the command. A cell contains parts separated by "; ":

    used | ignored | error | required | only VALUE | default VALUE   [on `DEVICE`, `DEVICE` ...]

A part without devices applies to every device of the column. `used`: accepted, and a result changes
in the probe below. `ignored`: accepted, and no result changes. `error`: refused because the device
lacks the resource. `required`: refused if it is not given. `only`: no other value of the probe is
accepted. `default`: without the field the answer is the same as with this value."""
import csv
import io
import re
import subprocess

# Devices that represent a column.
DEVICES = {
    "NVIDIA": ["sm_52", "sm_80", "sm_90", "sm_100"], "AMD": ["gfx900", "gfx90a", "gfx1201"],
    "Intel": ["acm-g10", "bmg-g21", "ptl-h"], "Apple": ["apple7", "apple9"],
    "Adreno": ["a7xx_gen3", "a8xx_gen1"], "Mali": ["Mali-G610", "Mali-G78"],
    "V3D": ["V3D 4.2", "V3D 7.1"],
    "generic": ["generic"],
    "header": ["sm_90"], "llvm": ["gfx90a"], "hip": ["gfx900"],
    "intel-calculator": ["Arc B580"], "neo": ["Arc B580"], "rf208": ["apple7"],
}
OF_DEVICE = {"wave_sizes": "32", "max_threads_per_group": "1024", "partitions_per_core": "4",
             "max_waves_per_partition": "16", "registers_per_partition": "16384",
             "register_unit": "256", "max_registers_per_thread": "255",
             "shared_pool_bytes": "65536", "max_shared_bytes_per_group": "65536",
             "barriers_per_core": "16"}
# What is tried: values of the field, and the rest of the kernel.
PROBES = {
    "threads_per_group": (["512"], {}),
    "wave_size": (["32", "16", "64", "8"], {}),
    "registers_per_thread": (["200"], {}),
    "shared_bytes": (["30000"], {}),
    "dynamic_shared_bytes": (["30000"], {"max_dynamic_shared_bytes": "30000"}),
    "dynamic_shared_bytes_per_thread": (["100"], {"max_dynamic_shared_bytes": "30000"}),
    "barriers_per_group": (["16"], {}),
    "max_threads_per_group": (["128"], {}),
    "shared_limit": (["default", "optin"], {"shared_bytes": "40000", "dynamic_shared_bytes":
                                            "20000", "max_dynamic_shared_bytes": "20000"}),
    "max_dynamic_shared_bytes": (["1000"], {"dynamic_shared_bytes": "8192"}),
    "carveout_percent": (["10", "100"], {"shared_bytes": "8192"}),
    "cache_preference": (["l1", "none"], {"shared_bytes": "8192"}),
    "global_caching": (["on", "off"], {"threads_per_group": "96"}),
    "virtual_resources": (["128"], {}),
    "groups_per_cluster": (["2", "1"], {}),
    "accumulators_per_thread": (["200"], {"registers_per_thread": "64"}),
    "scalar_registers_per_wave": (["100"], {"threads_per_group": "64"}),
    "core_mode": (["cu", "wgp"], {}),
    "dynamic_vgpr_block": (["16"], {"registers_per_thread": "100"}),
    "trap_registers": (["16", "0"], {"threads_per_group": "64",
                                     "scalar_registers_per_wave": "96"}),
    "scratch_wave_cap": (["8"], {"threads_per_group": "64"}),
    "grf_count": (["256", "128"], {}),
    "half_registers_per_thread": (["200"], {}),
    "occupancy_target_percent": (["50"], {"max_waves_per_partition": "24"}),
    "reported_max_threads": (["128"], {}),
}
# Other values if those show no difference: AMD has one barrier per group and waves of 64.
OTHERS = {("barriers_per_group", column): ["1"] for column in ("AMD", "llvm", "hip")}
OTHERS["trap_registers", "AMD"] = ["0", "16"]
OTHERS["wave_size", "AMD"] = ["64", "32", "16", "8"]
OTHERS["registers_per_thread", "Mali"] = ["40"]
OTHERS["registers_per_thread", "V3D"] = ["40"]
OTHERS["threads_per_group", "V3D"] = ["128"]
OTHERS["registers_per_thread", "Adreno"] = ["40"]
OTHERS["half_registers_per_thread", "Adreno"] = ["80"]
OTHERS["virtual_resources", "Adreno"] = ["64"]
REQUIRED, NO_RESOURCE = "-14", "-20"


def tables(page):
    """Yields the column names and rows of each table whose first column is called `field`."""
    head = None
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            head = None
        elif head is None:
            head, rows = cells, []
            if head[0] == "field":
                yield [cell.strip("`") for cell in head[1:]], rows
        elif not set(line) <= set("|-: "):
            rows.append((cells[0].strip("`"), cells[1:]))


def parts(cell, devices):
    """Yields the word, value and devices of each part of a cell."""
    for part in cell.split("; "):
        stated = re.fullmatch(r"(used|ignored|error|required|only|default)(?: (`?\w+`?))?"
                              r"(?: on (.*))?", part)
        if stated is None:
            raise ValueError(part)
        word, value, where = stated.groups()
        yield word, value, re.findall(r"`([^`]+)`", where) if where else devices


class Bench:
    """Kernels to evaluate in one run of eval."""

    def __init__(self, command):
        self.command, self.rows = command, []

    def ask(self, column, device, field, value, others):
        row = {"device": device, "threads_per_group": "256"}
        if column in ("Intel", "intel-calculator", "neo"):
            row["wave_size"] = "16"
        if column == column.lower() and column != "generic": # a vendor begins with a capital
            row["convention"] = column
        if device == "generic":
            row.update(OF_DEVICE)
            row["device_max_threads_per_group"] = row.pop("max_threads_per_group")
        row.update((key, extra) for key, extra in others.items()
                   if key != "max_dynamic_shared_bytes" or column in ("NVIDIA", "header"))
        row[field] = value
        self.rows.append(row)
        return len(self.rows) - 1

    def answers(self):
        columns = sorted({key for row in self.rows for key in row})
        text = ",".join(columns) + "\n" + "".join(
            ",".join(row.get(key, "") for key in columns) + "\n" for row in self.rows)
        run = subprocess.run([self.command, "eval"], input=text, capture_output=True, text=True,
                             timeout=60)
        return [{key: value for key, value in row.items() if key not in columns}
                for row in csv.DictReader(io.StringIO(run.stdout))]


def holds(field, word, value, given, plain):
    """Whether a part agrees with the answers to the probe's values and to no value."""
    first = next(iter(given.values()))
    if word == "error":
        return first["status"] == NO_RESOURCE and first["message"].startswith(field + " is ")
    if word == "required":
        return plain["status"] == REQUIRED
    if word == "only":
        return all((answer["status"] == "0") == (key == value) for key, answer in given.items())
    if word == "default":
        return given[value] == plain and plain["status"] == "0"
    return first["status"] == "0" and (first != plain) == (word == "used")


def check_table(columns, rows, command, ok):
    bench, asked = Bench(command), []
    for field, cells in rows:
        values, others = PROBES[field]
        for column, cell in zip(columns, cells):
            for word, value, devices in parts(cell, DEVICES[column]):
                tried = list(OTHERS.get((field, column), values))
                if value is not None and value not in tried:
                    tried.append(value)
                kernel = {} if word == "error" else others
                for device in devices:
                    asked.append((field, f"{column}: {word} {value or ''} on {device}", word, value,
                                  {key: bench.ask(column, device, field, key, kernel)
                                   for key in tried},
                                  bench.ask(column, device, field, "", kernel)))
    answers, bad = bench.answers(), []
    for field, what, word, value, given, plain in asked:
        given = {key: answers[index] for key, index in given.items()}
        if not holds(field, word, value, given, answers[plain]):
            bad.append(f"{field}, {what}: {[a['status'] + a['message'] for a in given.values()]}")
    ok(not bad, f"model.md: {len(asked)} statements about {len(rows)} fields, {len(bad)} wrong",
       *bad)


def check_fields(page, command, ok):
    found = list(tables(page))
    ok(bool(found) and {field for field, _ in found[0][1]} == set(PROBES),
       "model.md: the first table has every field of a kernel")
    for columns, rows in found:
        check_table(columns, rows, command, ok)
