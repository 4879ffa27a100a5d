#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests gpuocc eval: CSV in and out, columns, options, ranges, --require, --json, --table."""
import csv
import io

from command import RESULTS, evaluate, knows, run
from tap import done, ok, skip


def header_of(answer):
    return next(csv.reader(io.StringIO(answer.text, newline="")), [])


def groups(given, *arguments):
    """Returns the column `groups` of all rows, separated by blanks."""
    return " ".join(row["groups"] for row in evaluate(given, *arguments).rows())


# The example: 72 registers x 256 threads allow 3 groups, 25600 bytes of shared memory allow 4.
answer = evaluate("device,threads_per_group,registers_per_thread,shared_bytes,grid_groups\n"
                  "RTX 4090,256,72,24K,1000\n")
ok(answer.text.splitlines()[0] == "device,threads_per_group,registers_per_thread,shared_bytes,"
   "grid_groups," + ",".join(RESULTS), "the columns, in order", answer)
ok(answer.code == 0 and answer.errors == "" and answer.text.splitlines()[1] ==
   "RTX 4090,256,72,24K,1000,0,,3,24,48,registers,6,24,3,,4,,,,6,18432,25600,896,,,,384,3,,50",
   "a row", answer)

# CSV: the input, and the rows that are read (None: usage error)
FORMS = [
    ("CRLF", "device,threads_per_group\r\nsm_90,256\r\nsm_90,512\r\n", "8 4"),
    ("no newline at the end", "device,threads_per_group\nsm_90,256", "8"),
    ("CR at the end", "device,threads_per_group\r\nsm_90,256\r", "8"),
    ("a byte order mark", "\ufeffdevice,threads_per_group\nsm_90,256\n", "8"),
    ("a byte order mark and quotes", "\ufeff\"device\",threads_per_group\nsm_90,256\n", "8"),
    ("quotes", '"device","threads_per_group"\n"sm_90","256"\n', "8"),
    ("quotes and a CR at the end", '"device","threads_per_group"\r\n"sm_90","256"\r', "8"),
    ("quotes and CRLF", '"device","threads_per_group"\r\n"sm_90","256"\r\n', "8"),
    ("blanks", " device , threads_per_group \n sm_90 ,\t256 \n", "8"),
    ("any order", "threads_per_group,device\n256,sm_90\n", "8"),
    ("empty lines", "\n\ndevice,threads_per_group\n\nsm_90,256\n\r\n\nsm_90,512\n\n",
     "8 4"),
    ("one column", "threads_per_group\n256\n512\n", "8 4"),
    ("no rows", "device,threads_per_group\n", ""),
    ("no rows and no newline", "device,threads_per_group", ""),
]
for name, given, expected in FORMS:
    answer = evaluate(given, "-d", "sm_90")
    ok(answer.code == 0 and " ".join(row["groups"] for row in answer.rows()) == expected and
       "\r" not in answer.text, name, answer)
ok(evaluate("device,threads_per_group\n").text.count("\n") == 1, "no rows: the header only")
# All kinds of cells at the end of a read (64 KiB) and around it.
AT_ONCE = 65536
CELLS = {"abc": "abc", '"a""b"': 'a"b', '"x\ny"': "x\ny", '"a,b"': "a,b", "\rz": "\rz",
         "z\r": "z\r", "\u00fc": "\u00fc", "": "", '""': "", 'a"b': 'a"b'}
wrong = []
for end in ("\n", "\r\n", "\n\n\r\n"):
    for written, cell in CELLS.items():
        for before in range(-2, len(written) + len(end) + 3):
            head = f"kernel,device,threads_per_group{end}"
            pad = "p" * (AT_ONCE - before - len(head) - len(f",sm_90,256{end}"))
            given = f"{head}{pad},sm_90,256{end}{written},sm_90,512{end}{written},sm_90,1024{end}"
            answer = evaluate(given)
            if [(row["kernel"], row["groups"]) for row in answer.rows()] != \
                    [(pad, "8"), (cell, "4"), (cell, "2")]:
                wrong.append((end, written, before, answer.errors))
ok(not wrong, "cells at the end of what is read at once", *wrong)

# Only a complete byte order mark before the first cell is removed.
for first in ("\ufe00device", "\ufeff\ufeffdevice", "\ufeff\0device"):
    answer = evaluate(first + ",threads_per_group\nsm_90,256\n", "-d", "sm_90")
    ok(answer.bytes.startswith(first.replace("\ufeff", "", 1).encode() + b",threads"),
       f"the first cell is {first!a}", answer)
answer = evaluate("threads_per_group,kernel\n256,a\n\ufeff256,b\n", "-d", "sm_90")
ok([row["status"] for row in answer.rows()] == ["0", "-19"], "a mark in the second row", answer)

# Cells are passed through unchanged, and quoted again if necessary.
CELLS = ['plain', 'a,b', 'say "x"', 'two\nlines', 'two\r\nlines', '', ' blanks ', 'ünïcode', '"',
         '""', ',', "'", 'x' * 100000]
stream = io.StringIO()
writer = csv.writer(stream)
writer.writerow(["kernel name", "threads_per_group", "a,b"])
for cell in CELLS:
    writer.writerow([cell, "256", cell])
answer = evaluate(stream.getvalue(), "-d", "sm_90")
rows = answer.rows()
ok([row["kernel name"] for row in rows] == CELLS and [row["a,b"] for row in rows] == CELLS and
   all(row["groups"] == "8" for row in rows), "cells come back as they were")
answer = evaluate(b"kernel,threads_per_group\n\xff\xfe\x00x,256\n", "-d", "sm_90")
ok(b"\n\xff\xfe\x00x,256,0,," in answer.bytes, "bytes that are no text come back too", answer)
answer = evaluate(b'kernel,threads_per_group\n"a\0b",256\n"\0",256\n', "-d", "sm_90")
ok(b"\na\0b,256,0,," in answer.bytes and b"\n\0,256,0,," in answer.bytes, "NULs in quotes as well",
   answer)
for end in ("", "\r", "\n", "\r\n"):  # after the last cell, whose CR does not end a row
    answer = evaluate('threads_per_group,kernel\n256,"x\r"' + end, "-d", "sm_90")
    ok(answer.code == 0 and answer.rows()[0]["kernel"] == "x\r",
       f"a quoted last cell that ends in CR, then {end!r} and the end of the file", answer)
wide = ",".join(f"c{i}" for i in range(5000))
answer = evaluate(f"threads_per_group,{wide}\n256,{wide}\n", "-d", "sm_90")
ok(answer.code == 0 and answer.rows()[0]["c4999"] == "c4999" and answer.rows()[0]["groups"] == "8",
   "five thousand columns")
ok(groups('threads_per_group,kernel\n256,5" gun\n', "-d", "sm_90") == "8",
   "a quote within a cell is a character")

# Names of devices are looked up once and kept, far fewer than these: each row has its own answer.
NAMES = [name for i in range(600) for name in (f"no{i}", ("sm_90", "sm_75", "RTX 4090")[i % 3])]
KNOWN = {"sm_90": "8", "sm_75": "4", "RTX 4090": "6"}
rows = evaluate("device,threads_per_group\n" +
                "".join(f"{name},256\n" for name in NAMES * 2)).rows()
wrong = [(name, row) for name, row in zip(NAMES * 2, rows)
         if row["groups"] != KNOWN.get(name, "") or
         name not in KNOWN and not row["message"].startswith(f'no device is named "{name}"')]
ok(not wrong and len(rows) == 2400, "thousands of names", *wrong[:3])

# The header
for name, given, error in [
        ("an empty file", "", "standard input is empty"),
        ("blank lines alone", "\n\r\n\n", "standard input is empty"),
        ("a result as column", "device,groups\n", "column groups has the name of a result"),
        ("status as column", "status,device\n", "column status has the name of a result"),
        ("limit_shared as column", '"limit_shared"\n', "column limit_shared has the name"),
        ("a field twice", "device,wave_size,device\n",
         'columns 1, "device", and 3, "device", are both device'),
        ("a field and its other name", "threads_per_partition,max_waves_per_partition\n",
         'columns 1, "threads_per_partition", and 2, "max_waves_per_partition", are both '
         "max_waves_per_partition"),
        ("an open quote", '"device,threads\n', "first row: a quoted cell does not end"),
        ("text behind a quote", '"device"x,y\n', "first row: a quoted cell has text")]:
    answer = evaluate(given)
    ok(answer.code == 1 and answer.text == "" and error in answer.errors, name, answer)
answer = evaluate("registers_per_tread,thrads,threads_per_group\n1,2,256\n", "-d", "sm_90")
ok(answer.code == 0 and answer.errors.splitlines() == [
    'gpuocc: column "registers_per_tread" is not a field and is only passed through; did you mean '
    "registers_per_thread?",
    'gpuocc: column "thrads" is not a field and is only passed through; did you mean '
    "threads_per_group?"], "names that are nearly fields", answer)
NEAR = {"Registers Per Tread": "registers_per_thread", "shaxxd": "shared_bytes",
        "thread": "threads_per_group", "regsters": "registers_per_thread", "gxid": "grid_groups",
        "grfs": "grf_count", "cluxxer": "groups_per_cluster", "regixxers_per_thread":
        "registers_per_thread", "gisters_per_thread": "registers_per_thread",
        "registers_per_threadxx": "registers_per_thread"}
answer = evaluate(",".join(NEAR) + ",threads_per_group\n" + "1," * len(NEAR) + "256\n", "-d",
                  "sm_90")
ok(answer.code == 0 and answer.errors.splitlines() == [
    f'gpuocc: column "{name}" is not a field and is only passed through; did you mean {field}?'
    for name, field in NEAR.items()], "fields but for a few letters", answer)
# The name differs only in case and separators: 2 waves of a partition allow one group of 8.
for name in ("Threads per partition", "MAX_WAVES_PER_PARTITION", "deviceMaxWavesPerPartition",
             "max-waves per partition".ljust(47, "_")):
    answer = evaluate(f"{name},threads_per_group\n2,256\n", "-d", "sm_90")
    ok(answer.errors == "" and answer.rows()[0]["groups"] == "1", f"{name} is a field", answer)
FAR = ("device_id", "_", "x y", "A-B", "r_" * 30, "threads_per_group".ljust(48, "_"), "grx", "gxxd",
       "regixxxrs_per_thread", "isters_per_thread", "registers_per_threadxxx", "device")
ok(evaluate(",".join(FAR) + ",threads_per_group\n" + "," * (len(FAR) - 1) + "sm_90,1\n").errors ==
   "", "and names that are far from all")
ok(evaluate("kernel,name,id,file,line,grid_x,card,threads_per_group\n,,,,,,,1\n", "-d",
            "sm_90").errors == "",
   "names that are not")
# Clusters of two on GPCs of 9 and 7 SMs with 8 groups each: floor(9 * 8 / 2) + floor(7 * 8 / 2).
rows = evaluate('groups_per_cluster,core_count,cores_per_gpc\n2,16,9|7\n2,16,"9,7"\n,16,9|7\n'
                "2,16,\n1,16,\nunknown,16,9|7\n", "-d", "sm_90", "-t", "256").rows()
ok([row["clusters_per_device"] for row in rows] == ["64", "64", "", "", "128", ""] and
   all(row["status"] == "0" for row in rows), "clusters of the device; lists with | or commas",
   rows)
ok("(the elements of a list separated by | or commas; a cell with commas in quotes)" in
   " ".join(run("help", "eval").text.split()), "as help says")
for option in (("--groups", "3"), ("--frob",), ("-x",), ("--json", "--table")):
    ok(evaluate("device\n", *option).code == 1, f"no option {' '.join(option)}")

# The share of the wave slots: 3 groups of 8 waves of 48, 10 of 3 of 64, none; a range leaves the
# cell empty.
rows = evaluate("device,threads_per_group,registers_per_thread\nRTX 4090,256,72\nsm_80,96,64\n"
                "sm_90,1024,255\nsm_90,256,unknown\nsm_90,2048,\n").rows()
ok([row["percent"] for row in rows] == ["50", "46.88", "0", "", ""], "percent", rows)
found = evaluate("threads_per_group\n256\n", "-d", "RTX 4090", "-r", "72", "--json").json()
ok(found["rows"][0]["percent"] == 50, "percent in JSON", found)

# Values: how a cell is read, shown by groups on sm_90 (64 waves, 65536 registers, 227 KiB)
for column, cell, expected in [
        ("threads_per_group", "256", "8"), ("threads_per_group", "0x100", "8"),
        ("threads_per_group", "0X0100", "8"), ("threads_per_group", "00256", "8"),
        ("registers_per_thread", "", "8"), ("registers_per_thread", "0", "8"),
        ("registers_per_thread", "zero", "8"), ("registers_per_thread", "64", "4"),
        ("shared_bytes", "100K", "2"), ("shared_bytes", "100k", "2"),
        ("shared_bytes", "0x19000", "2"), ("shared_bytes", "102400", "2"),
        ("dynamic_shared_bytes", "112K", "2"), ("dynamic_shared_bytes", "113K", "2"),
        ("dynamic_shared_bytes", "115713", "1"),
        ("shared_limit", "optin", "8"), ("shared_limit", "default", "8"),
        ("shared_limit", "0", "8"), ("cache_preference", "l1", "8"),
        ("max_threads_per_group", "", "8"), ("max_threads_per_group", "0", "0"),
        ("max_threads_per_group", "zero", "0"), ("max_threads_per_group", "255", "0"),
        ("max_groups_per_core", "3", "3"), ("threads_per_partition", "4", "2"),
        ("max_waves_per_partition", "4", "2"), ("register_unit", "512", "8"),
        ("device_max_threads_per_group", "256", "8"), ("vendor", "nvidia", "8"),
        ("convention", "header", "8"), ("convention", "", "8"), ("device", "sm_80", "8"),
        ("device", "sm_75", "4"), ("device", "8.9", "6"), ("device", "10de:2684", "6")]:
    given = f"{column}\n{cell}\n" if column == "threads_per_group" else \
        f"threads_per_group,{column}\n256,{cell}\n"
    ok(groups(given, "-d", "sm_90") == expected, f"{column} {cell!r}: {expected} groups",
       evaluate(given, "-d", "sm_90"))
row = evaluate("threads_per_group,core_count,grid_groups\n256,10,81\n256,10,80\n256,unknown,9\n"
               "256,10,\n256,10,0\n256,10,unknown\n256,10,18446744073709551614\n",
               "-d", "sm_90").rows()
ok([(r["groups_per_device"], r["rounds"]) for r in row] ==
   [("80", "2"), ("80", "1"), ("", ""), ("80", ""), ("", ""), ("80", ""),
    ("80", "230584300921369396")], "rounds of a grid", row)
answer = evaluate("threads_per_group,shared_bytes,shared_pool_sizes_kib\n256,40K,0|64|128\n"
                  "256,40K,64\n256,40K,\n", "-d", "sm_90")
ok([r["status"] for r in answer.rows()] == ["0", "0", "0"] and
   answer.rows()[2]["limit_shared"] == "5", "lists", answer)

# Options apply only where a cell is empty.
ok(groups("threads_per_group,registers_per_thread,device\n256,,\n256,64,\n256,,sm_75\n,,\n",
          "-d", "sm_90", "--registers", "128", "-t", "512") == "2 4 2 1", "options as defaults")
ok(groups("threads_per_group,max_groups_per_core\n256,\n256,3\n", "-d", "sm_90", "--set",
          "max_groups_per_core=5") == "5 3", "edits as defaults")
ok(groups("threads_per_group,registers_per_thread\n256,0\n", "-d", "sm_90", "-r", "128") == "8",
   "0 in a cell is a zero")

# Ranges
rows = evaluate("threads_per_group,registers_per_thread,shared_bytes\n256,unknown,\n256,,unknown\n"
                "unknown,255,\n", "-d", "sm_90").rows()
ok([(r["groups"], r["groups_low"], r["groups_high"]) for r in rows] ==
   [("", "1", "8"), ("", "1", "8"), ("", "0", "8")], "unknown inputs give ranges", rows)
ok(rows[0]["limiters"] == "waves|registers" and rows[0]["limit_waves"] == "8" and
   rows[0]["limit_registers"] == "" and rows[0]["waves"] == "" and rows[0]["max_waves"] == "64",
   "of a range, what is certain is given", rows[0])
rows = evaluate("threads_per_group,registers_per_thread\n256,32\n", "-d", "sm_90").rows()
ok((rows[0]["groups_low"], rows[0]["groups_high"]) == ("", ""), "no ends without a range")

# Exit codes
GOOD, BAD, FEW = "256,32\n", "256,300\n", "256,255\n"
for name, given, code in [("answered", GOOD + GOOD, 0), ("refused", GOOD + BAD, 2),
                          ("short", GOOD + FEW, 3), ("refused and short", FEW + BAD, 2)]:
    answer = evaluate("threads_per_group,registers_per_thread\n" + given, "-d", "sm_90",
                      "--require", "groups>=2")
    ok(answer.code == code and len(answer.rows()) == 2, f"exit code {code}: {name}", answer)
answer = evaluate("threads_per_group\n", "-d", "sm_90", "--require", "groups>=2")
ok(answer.code == 2 and answer.errors == "gpuocc: no row is left for --require\n" and
   evaluate("threads_per_group\n", "-d", "sm_90").code == 0,
   "a requirement that no row was compared with", answer)
answer = evaluate("threads_per_group,registers_per_thread\n" + GOOD + FEW + FEW, "-d", "sm_90",
                  "--require", "groups>=2")
ok(answer.errors == "gpuocc: standard input: 2 of 3 rows fall short, the first is row 2: "
   "groups is 1, required is groups>=2\n", "which row falls short", answer)

GIVEN = ('kernel,threads_per_group,registers_per_thread\n"a ""b""",256,64\nbad,256,300\n'
         "r,256,unknown")
answer = evaluate(GIVEN, "-d", "sm_90", "--json")
rows = answer.json()["rows"]
ok(answer.code == 2 and [row["row"] for row in rows] == [1, 2, 3] and
   rows[0]["input"] == {"kernel": 'a "b"', "threads_per_group": "256",
                        "registers_per_thread": "64"} and rows[0]["groups"] == 4 and
   rows[1]["status"] == -16 and rows[1]["groups"] is None and
   rows[2]["groups"] == {"low": 1, "high": 8}, "--json", answer)
one = run("occupancy", "sm_90", "-t", "256", "-r", "64", "--json").json()
HEAD = ("schema", "version", "data_version", "command", "unused", "next", "next_joint", "advice",
        "range_ends", "cu_count", "wgp_count", "threads", "threads_per_device",
        "sentences")
ok(all(one[key] == rows[0][key] for key in one if key not in HEAD),
   "rows have the members of occupancy")
ok(evaluate("device\n", "--json").json()["rows"] == [], "--json without rows")
answer = evaluate(b'kernel,threads_per_group\n"\xff\x01\\",1\n', "-d", "sm_90", "--json")
ok(answer.json()["rows"][0]["input"]["kernel"] == "\ufffd\x01\\", "strings in JSON", answer)

answer = evaluate(GIVEN, "-d", "sm_90", "--table")
lines = answer.text.splitlines()
ok(lines[0].split() == ["kernel", "groups", "waves", "limited", "by", "message"] and
   lines[1].split()[:4] == ["a", '"b"', "4", "32"] and
   lines[2].endswith("  registers_per_thread is 300, sm_90 allows 255") and
   lines[1].index("registers") == lines[0].index("limited by") == lines[3].index("waves, reg") and
   answer.code == 2, "--table", answer)
answer = evaluate("threads_per_group\n" + "256\n" * 2000, "-d", "sm_90", "--table")
ok(answer.text.count("limited by") == 1 and answer.text.count("\n") == 2001, "a long table")

if knows("gfx1100"):
    rows = evaluate("device,threads_per_group,core_mode,convention\ngfx1100,256,cu,\n"
                    "gfx1100,256,wgp,\ngfx1100,256,,llvm\n").rows()
    ok([r["max_waves"] for r in rows][:2] == ["32", "64"] and
       rows[2]["waves_per_partition"] == "16", "AMD's modes", rows)
else:
    skip("AMD's modes", "left out of this build")
if knows("acm-g10"):
    rows = evaluate("threads_per_group,wave_size,grf_count,threads_per_partition\n256,16,128,\n"
                    "256,16,256,\n256,16,128,4\n256,16,256,4\n256,16,128,2\n256,16,256,2\n"
                    "256,16,128,16\n256,16,256,16\n", "-d", "acm-g10").rows()
    ok([r["max_waves"] for r in rows] == ["128", "64", "64", "64", "32", "32", "256", "64"],
       "Intel's slots with more registers follow an edit", rows)
else:
    skip("Intel's slots", "left out of this build")

answer = run("eval", given="device,threads\nRTX 4090,256\nH100,256\nH100,512\n")
ok(answer.code == 0 and answer.errors.count("\n") == 1 and
   'standard input, row 2: "H100" is the name of several devices: H100 ' in answer.errors and
   [row["groups_per_device"] != "" for row in answer.rows()] == [True, False, False],
   "why there are no groups of the device is told once", answer)
done()
