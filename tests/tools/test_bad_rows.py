#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests rows that eval refuses: the status and the sentence of each, and that the run continues."""
from command import RESULTS, evaluate
from tap import done, ok

COLUMNS = ("device", "convention", "threads_per_group", "wave_size", "registers_per_thread",
           "shared_bytes", "dynamic_shared_bytes", "shared_limit", "carveout_percent",
           "groups_per_cluster", "virtual_resources", "core_mode", "grf_count",
           "accumulators_per_thread", "half_registers_per_thread", "core_count",
           "shared_pool_sizes_kib", "register_unit", "threads_per_partition", "grid_groups")

NEED = "a whole number is needed"
NEED_BYTES = NEED + ", with KiB, MiB or GiB behind it or nothing"
NOT_NEGATIVE = "a number that is not negative is needed"
LARGEST = "the maximum is 4294967293"
CONVENTIONS = ("valid values are default, header, llvm, hip, hip-lds-pool, hip-2024-10, "
               "intel-calculator, neo-22.43, neo, rf208, rf384, llvm-main, hip-2026-08, "
               "mesa-25.0, mesa-2025-10, mesa-2026, mesa-2026-fp16")

# A query that is answered, and the changes of each row: cells, status, message.
GOOD = {"device": "sm_90", "threads_per_group": "256", "registers_per_thread": "32"}
ROWS = [
    # threads
    ({"threads_per_group": ""}, -14, "threads_per_group is required: 1 to 1024 on sm_90"),
    ({"threads_per_group": "0"}, -14, "threads_per_group is required: 1 to 1024 on sm_90"),
    ({"threads_per_group": "zero"}, -14,
     "threads_per_group is required: 1 to 1024 on sm_90"),
    ({"threads_per_group": "1025"}, -15, "threads_per_group is 1025, sm_90 allows 1024"),
    ({"threads_per_group": "4294967293"}, -15,
     "threads_per_group is 4294967293, sm_90 allows 1024"),
    ({"threads_per_group": "4294967294"}, -18, f'threads_per_group is "4294967294", {LARGEST}'),
    ({"threads_per_group": "4294967295"}, -18, f'threads_per_group is "4294967295", {LARGEST}'),
    ({"threads_per_group": "4294967296"}, -18, f'threads_per_group is "4294967296", {LARGEST}'),
    ({"threads_per_group": "18446744073709551872"}, -18,
     f'threads_per_group is "18446744073709551872", {LARGEST}'),
    ({"threads_per_group": "9" * 70}, -18, f'threads_per_group is "{"9" * 60}...", {LARGEST}'),
    ({"threads_per_group": "-1"}, -19, f'threads_per_group is "-1", {NOT_NEGATIVE}'),
    ({"threads_per_group": "-0"}, -19, f'threads_per_group is "-0", {NOT_NEGATIVE}'),
    ({"threads_per_group": "+256"}, -19, f'threads_per_group is "+256", {NEED}'),
    ({"threads_per_group": "256.5"}, -19, f'threads_per_group is "256.5", {NEED}'),
    ({"threads_per_group": "1e2"}, -19, f'threads_per_group is "1e2", {NEED}'),
    ({"threads_per_group": "2 56"}, -19, f'threads_per_group is "2 56", {NEED}'),
    ({"threads_per_group": "1K"}, -19, f'threads_per_group is "1K", {NEED}'),
    ({"threads_per_group": "0x"}, -19, f'threads_per_group is "0x", {NEED}'),
    ({"threads_per_group": "0xg"}, -19, f'threads_per_group is "0xg", {NEED}'),
    ({"threads_per_group": "0x100000000"}, -18, f'threads_per_group is "0x100000000", {LARGEST}'),
    ({"threads_per_group": "ff"}, -19, f'threads_per_group is "ff", {NEED}'),
    ({"threads_per_group": "Unknown"}, -19, f'threads_per_group is "Unknown", {NEED}'),
    ({"threads_per_group": "many"}, -19, f'threads_per_group is "many", {NEED}'),
    ({"threads_per_group": "2\x007"}, -19, rf'threads_per_group is "2\x007", {NEED}'),
    ({"threads_per_group": "8|8"}, -19, f'threads_per_group is "8|8", {NEED}'),
    ({"threads_per_group": "8\n8"}, -19, rf'threads_per_group is "8\x0a8", {NEED}'),
    ({"threads_per_group": '"8"'}, -19, f'threads_per_group is ""8"", {NEED}'),
    # other amounts
    ({"registers_per_thread": "256"}, -16, "registers_per_thread is 256, sm_90 allows 255"),
    ({"registers_per_thread": "-8"}, -19, f'registers_per_thread is "-8", {NOT_NEGATIVE}'),
    ({"registers_per_thread": "32K"}, -19, f'registers_per_thread is "32K", {NEED}'),
    ({"shared_bytes": "232449"}, -17, "shared_bytes is 232449, sm_90 allows 232448"),
    ({"shared_bytes": "1M"}, -17, "shared_bytes is 1048576, sm_90 allows 232448"),
    ({"shared_bytes": "200K", "dynamic_shared_bytes": "28K"}, -17,
     "dynamic_shared_bytes is 28672, sm_90 allows 27648"),
    ({"shared_bytes": "4G"}, -18, f'shared_bytes is "4G", {LARGEST}'),
    ({"shared_bytes": "4194304K"}, -18, f'shared_bytes is "4194304K", {LARGEST}'),
    ({"shared_bytes": "K"}, -19, f'shared_bytes is "K", {NEED_BYTES}'),
    ({"shared_bytes": "24KK"}, -19, f'shared_bytes is "24KK", {NEED_BYTES}'),
    ({"shared_bytes": "24KX"}, -19, f'shared_bytes is "24KX", {NEED_BYTES}'),
    ({"shared_bytes": "1.5K"}, -19, f'shared_bytes is "1.5K", {NEED_BYTES}'),
    ({"shared_bytes": "2 4K"}, -19, f'shared_bytes is "2 4K", {NEED_BYTES}'),
    ({"dynamic_shared_bytes": "-24K"}, -19, f'dynamic_shared_bytes is "-24K", {NOT_NEGATIVE}'),
    ({"carveout_percent": "101"}, -18, "carveout_percent is 101, sm_90 allows 100"),
    ({"carveout_percent": "50%"}, -19, f'carveout_percent is "50%", {NEED}'),
    ({"wave_size": "64"}, -19, "wave_size is 64, sm_90 allows 32"),
    ({"wave_size": "33"}, -19, "wave_size is 33, sm_90 allows 32"),
    # choices
    ({"shared_limit": "opt-in"}, -19,
     'shared_limit is "opt-in", valid values are default, optin, oversized'),
    ({"shared_limit": "2"}, -19, 'shared_limit is "2", valid values are default, optin, oversized'),
    ({"core_mode": "WGP"}, -19, 'core_mode is "WGP", valid values are cu, wgp'),
    # resources that the device lacks
    ({"core_mode": "wgp"}, -20, "core_mode is wgp, sm_90 has no such resource"),
    ({"grf_count": "128"}, -20, "grf_count is 128, sm_90 has no such resource"),
    ({"accumulators_per_thread": "4"}, -20,
     "accumulators_per_thread is 4, sm_90 has no such resource"),
    ({"half_registers_per_thread": "unknown"}, -20,
     "half_registers_per_thread is unknown, sm_90 has no such resource"),
    ({"virtual_resources": "128"}, -20, "virtual_resources is 128, sm_90 has no such resource"),
    # devices and conventions
    ({"device": ""}, -14, "device is not given; gpuocc devices lists them"),
    ({"device": "RTX 4O90"}, -6, 'no device is named "RTX 4O90"; the nearest names are ' + "*"),
    ({"device": "10de:ffff"}, -6,
     'no device is named "10de:ffff"; no device of nvidia has this PCI id in the tables: give the '
     "name of the GPU or its architecture"),
    ({"device": "!"}, -6,
     'no device is named "!"; a name is that of a GPU, an architecture or a chip, or a PCI id such '
     "as 10de:2684: gpuocc devices lists them"),
    ({"device": "sm_90 sm_80"}, -6, 'no device is named "sm_90 sm_80"' + "*"),
    ({"convention": "Header"}, -10, f'convention is "Header", {CONVENTIONS}'),
    ({"convention": "1"}, -10, f'convention is "1", {CONVENTIONS}'),
    ({"convention": "neo"}, -11,
     "convention neo does not belong to sm_90, a device of vendor nvidia"),
    # edits of the device
    ({"core_count": "-1"}, -19, f'core_count is "-1", {NOT_NEGATIVE}'),
    ({"core_count": "4294967294"}, -18, f'core_count is "4294967294", {LARGEST}'),
    ({"register_unit": "0"}, -9, "sm_90: register_unit is 0, a valid value is 1"),
    ({"threads_per_partition": "5000"}, -9,
     "sm_90: max_waves_per_partition is 5000, a valid value is 4096"),
    ({"threads_per_partition": "x"}, -19,
     f'max_waves_per_partition is "x", {NEED} (column threads_per_partition)'),
    ({"shared_pool_sizes_kib": "8|x|16"}, -19, f'shared_pool_sizes_kib is "x", {NEED}'),
    ({"shared_pool_sizes_kib": "8||16"}, -19, f'shared_pool_sizes_kib is "", {NEED}'),
    ({"shared_pool_sizes_kib": "|"}, -19, f'shared_pool_sizes_kib is "", {NEED}'),
    ({"shared_pool_sizes_kib": "16|8"}, -9,
     "sm_90: shared_pool_sizes_kib is 8, a valid value is 17"),
    ({"shared_pool_sizes_kib": "|".join(["1"] * 65)}, -18,
     "shared_pool_sizes_kib has more than 64 elements"),
    ({"shared_pool_sizes_kib": "|".join(map(str, range(1, 60)))}, -18, "*"),
    ({"grid_groups": "-1"}, -19, f'grid_groups is "-1", {NOT_NEGATIVE}'),
    ({"grid_groups": "18446744073709551615"}, -18,
     'grid_groups is "18446744073709551615", the maximum is 18446744073709551614'),
    ({"grid_groups": "1K"}, -19, f'grid_groups is "1K", {NEED}'),
]


def quote(cell):
    return '"' + cell.replace('"', '""') + '"' if set(cell) & set('",\r\n') else cell


def line(cells):
    return ",".join(quote(cells.get(column, "")) for column in COLUMNS) + "\n"


# There is a valid row between all invalid ones: nothing of one row affects the next.
given = ",".join(COLUMNS) + "\n"
for cells, _, _ in ROWS:
    given += line({**GOOD, **cells}) + line(GOOD)
answer = evaluate(given)
rows = answer.rows()
ok(answer.code == 2 and len(rows) == 2 * len(ROWS) and
   f"{len(ROWS)} of {2 * len(ROWS)} rows were refused" in answer.errors,
   f"{len(ROWS)} rows of {2 * len(ROWS)} are refused", answer.errors, answer.code, len(rows))
for at, (cells, status, message) in enumerate(ROWS):
    row = rows[2 * at]
    said = row["message"]
    same = said.startswith(message[:-1]) if message.endswith("*") else said == message
    rest = all(row[name] == "" for name in RESULTS[2:])
    ok(row["status"] == str(status) and same and rest,
       f"{ {k: v[:20] for k, v in cells.items()} }: {status}", f"expected {status} {message}", row)
good = {tuple(row[name] for name in RESULTS) for row in rows[1::2]}
ok(len(good) == 1 and next(iter(good))[2] == "8", "the rows between them are all answered alike",
   good)

# Rows of the wrong form
HEAD = "device,threads_per_group\n"
for name, bad, message, kept in [
        ("a cell too many", "sm_90,256,1\n", "the row has 3 cells, the first row has 2", "sm_90"),
        ("a comma too many", "sm_90,256,\n", "the row has 3 cells, the first row has 2", "sm_90"),
        ("text behind a quote", '"sm"_90,256\n', "a quoted cell has text behind its closing quote",
         "sm_90"),
        ("a blank behind a quote", '"sm_90" ,256\n',
         "a quoted cell has text behind its closing quote", "sm_90 "),
        ("CR within a row", "sm_90,256\rsm_90,256\n", "the row has 3 cells, the first row has 2",
         "sm_90"),
        ("an open quote at the end", 'sm_90,"256\nsm_90,256\n', "a quoted cell does not end",
         "sm_90")]:
    answer = evaluate(HEAD + "sm_90,256\n" + bad + ("sm_90,256\n" if "open" not in name else ""))
    rows = answer.rows()
    ok(answer.code == 2 and [row["status"] for row in rows] ==
       (["0", "-13"] if "open" in name else ["0", "-13", "0"]) and
       rows[1]["message"] == message and rows[1]["device"] == kept, name, answer)
answer = evaluate(HEAD + ",256\n,\n")
ok([row["status"] for row in answer.rows()] == ["-14"] * 2, "empty cells", answer)
# A row with fewer cells, as at the end of a file that is cut off, is not a complete one.
LONG = "device,threads,regs," + ",".join(f"note{i}" for i in range(9))
for name, given, number, message in (
        ("one", HEAD + "sm_90,256\nsm_90\n", 1,
         'row 2 has 1 cell, the first row has 2: "threads_per_group" is missing'),
        ("three", "threads,device,regs,shared\n256\n64,sm_90,0,0\n", 0,
         'row 1 has 1 cell, the first row has 4: "device", "regs", "shared" are missing'),
        ("eleven", LONG + "\nsm_90\n", 0,
         'row 1 has 1 cell, the first row has 12: "threads", "regs", "note0", "note1", "note2", '
         '"note3", "note4", "note5" and 3 more are missing')):
    answer = evaluate(given)
    rows = answer.rows()
    ok(answer.code == 2 and rows[number]["message"] == message and
       [row["status"] for row in rows].count("0") == len(rows) - 1, f"{name} of the cells missing",
       answer)

done()
