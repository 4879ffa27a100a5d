#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares eval with the answers of the vendors' tools in tests/data: the same query for scripts,
and every column that a vendor has."""
import csv
import os
import sys

from command import evaluate, knows
from tap import done, ok, skip

DATA = os.path.join(sys.argv[1], "tests", "data")


def vectors(*path):
    with open(os.path.join(DATA, *path), newline="") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def answers(rows, *options):
    """Returns one answer for each row, from a single run; rows may have different columns."""
    columns = sorted({column for row in rows for column in row})
    text = ",".join(columns) + "\n"
    for row in rows:
        text += ",".join(row.get(column, "") for column in columns) + "\n"
    return evaluate(text, *options).rows()


def compare(title, given, wanted, *options):
    """Compares with `wanted`, which contains a dict of result columns for each row, or None if it
    is refused."""
    bad = []
    got = answers(given, *options)
    for question, want, answer in zip(given, wanted, got):
        same = int(answer["status"]) < 0 if want is None else \
            answer["status"] == "0" and all(answer[key] == value for key, value in want.items())
        if not same:
            bad.append(f"{question}: expected {want}, got {answer}")
    ok(len(got) == len(given) and not bad, f"{title}: {len(given)} rows, {len(bad)} differ",
       *bad[:3])


NVIDIA_LIMITS = {"limit_waves": "limit_warps_blocks", "limit_groups": "limit_block_slots_blocks",
                 "limit_registers": "limit_registers_blocks", "limit_shared": "limit_shared_blocks",
                 "limit_barriers": "limit_barriers_blocks", "limit_virtual": "limit_virtual_blocks"}
NVIDIA_BITS = {1: "waves", 8: "groups", 2: "registers", 4: "shared", 16: "barriers", 32: "virtual"}
ABSENT = "2147483647"


def nvidia(row):
    question = {
        "device": row["limits_from_cc"], "convention": "header",
        "threads_per_group": row["block_size_threads"],
        "registers_per_thread": row["registers_per_thread"],
        "shared_bytes": row["static_shared_bytes"],
        "dynamic_shared_bytes": row["dynamic_shared_bytes"],
        "barriers_per_group": row["block_barriers"],
        "max_dynamic_shared_bytes": row["max_dynamic_shared_bytes"],
        "virtual_resources": row["virtual_resources"],
        "max_threads_per_group": row["function_max_threads"],
        "carveout_percent": "" if row["carveout_percent"] == "-1" else row["carveout_percent"],
        "shared_limit": ["default", "optin"][int(row["shared_limit_optin"])],
        "cache_preference": ["none", "shared", "l1", "equal"][int(row["cache_config"])],
        "global_caching": ["off", "on", "strict"][int(row["partitioned_gc"])],
        "generation": str(10 * int(row["cc_major"]) + int(row["cc_minor"]))}
    if row["status"] != "0":
        return question, None
    bits = int(row["limiting_factors_hex"], 16)
    want = {ours: "" if row[theirs] == ABSENT else row[theirs]
            for ours, theirs in NVIDIA_LIMITS.items()}
    want.update(groups=row["active_blocks_per_sm"],
                limiters="|".join(name for bit, name in NVIDIA_BITS.items() if bits & bit),
                registers_allocated_per_group=row["allocated_registers_per_block"],
                shared_allocated_bytes=row["allocated_shared_bytes_per_block"])
    return question, want


def advice(row):
    """Returns the header's results for --best and --inverse, if it gives any."""
    want = {}
    if row["available_status"] == "0":
        want["dynamic_shared_bytes_for_groups"] = row["available_dynamic_shared_bytes"]
    if row["potential_status"] == "0":
        size = row["potential_block_size_threads"]
        want["best_threads_per_group"] = "" if size == "0" else size
    return want


for name in ("occupancy_sample.csv", "occupancy_edge.csv"):
    pairs, counts = [], {}
    for row in vectors("nvidia", name):
        if any(value.isdigit() and int(value) >= 0xfffffffe for value in row.values()):
            continue  # 32 bits cannot represent it
        pairs.append(nvidia(row))
        if row["status"] == "0":
            counts.setdefault(row["available_for_blocks"], []).append((pairs[-1][0], advice(row)))
    compare(f"header convention, {name}", [p[0] for p in pairs], [p[1] for p in pairs])
    for count, asked in counts.items():
        if count != "0":
            compare(f"{name}: best size, memory for {count} groups", [p[0] for p in asked],
                    [p[1] for p in asked], "--best", "--inverse", count)

if knows("gfx90a"):
    rows = vectors("amd", "occupancy_llvm_sample.csv")
    compare("llvm convention", [
        {"device": row["target"], "convention": "llvm", "wave_size": row["wave_size_lanes"],
         "core_mode": row["mode"] if row["mode"] == "cu" or row["target"] >= "gfx10" else "",
         "registers_per_thread": row["vgprs_arch"], "accumulators_per_thread": row["agprs"],
         "scalar_registers_per_wave": row["sgprs"], "shared_bytes": row["lds_bytes"],
         "threads_per_group": row["group_size_threads"]} for row in rows],
        [{"waves_per_partition": row["llvm_waves_per_simd"]} for row in rows])
else:
    skip("llvm convention", "AMD is left out of this build")

if knows("tgl"):
    rows = vectors("intel", "occupancy_calc.csv")
    compare("intel-calculator convention", [
        {"device": row["calc_device"], "convention": "intel-calculator",
         "threads_per_group": row["group_work_items"], "wave_size": row["simd_lanes"],
         "grf_count": "256" if row["large_grf"] == "1" else "",
         "shared_bytes": row["slm_kib_requested"] + "K" if row["slm_kib_requested"] != "0" else "0",
         "barriers_per_group": row["barrier"]} for row in rows],
        [{"groups": row["groups_per_core"],
          "shared_allocated_bytes": str(1024 * int(row["slm_kib_allocated"]))}
         if row["page_accepts"] == "1" else None for row in rows])
    rows = vectors("intel", "occupancy_neo2243.csv")
    compare("neo-22.43 convention", [
        {"device": row["driver_product"], "convention": "neo-22.43",
         "core_count": row["core_count"], "partitions_per_core": row["eu_per_core_count"],
         "threads_per_group": row["group_work_items"], "wave_size": row["simd_lanes"],
         "grf_count": row["grf_count"], "shared_bytes": row["slm_bytes"],
         "barriers_per_group": row["barrier_count"]} for row in rows],
        [{"groups_per_device": row["max_groups_total"]} if row["ze_result_code"] == "0x0" else None
         for row in rows])
else:
    skip("Intel's conventions", "left out of this build")

done()
