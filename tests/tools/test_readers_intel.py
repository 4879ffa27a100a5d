#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares gpuocc kernels on Intel's files with the figures of .ze_info in expected.csv.
Usage: test_readers_intel.py SOURCE_ROOT PATH_OF_GPUOCC"""
import csv
import os
import struct
import sys
import tempfile

from command import run
from tap import done, ok

ROOT = sys.argv[1]
INTEL = os.path.join(ROOT, "tests", "data", "kernels", "intel")
TARGETS = {"xe_hpg_g10": "acm-g10", "xe_hpc": "pvc", "gen9": "skl", "xe_lp": "tgllp"}


def read(name):
    with open(os.path.join(INTEL, name), "rb") as opened:
        return opened.read()


def kernels(content, *arguments, suffix=""):
    """Returns the rows of gpuocc for a content, and the whole answer."""
    with tempfile.NamedTemporaryFile(suffix=suffix) as file:
        file.write(content)
        file.flush()
        answer = run("kernels", "--csv", file.name, *arguments)
    return answer, answer.rows() if answer.text.startswith("file,") else []


def differences(row, expected):
    group = expected["required_work_group_size"]
    threads = "unknown"
    if group:
        x, y, z = map(int, group.split("x"))
        threads = str(x * y * z)
    scratch = (int(expected["scratch_bytes_per_thread"]) +
               int(expected["private_bytes_per_work_item"]))
    slm_arguments = int(expected["slm_argument_count"])
    notes = {name for name, holds in (("scratch", scratch), ("required_group", group),
                                      ("dynamic_shared", slm_arguments)) if holds}
    wanted = {"grf_count": expected["grf_count"], "wave_size": expected["simd_size"],
              "shared_bytes": expected["slm_size"],
              "barriers_per_group": expected["barrier_count"], "threads_per_group": threads,
              "dynamic_shared_bytes": "unknown" if slm_arguments else "0",
              "stack_bytes": str(int(expected["scratch_bytes_per_thread"]) + int(
                  expected["private_bytes_per_work_item"]) * int(expected["simd_size"])),
              "target": TARGETS[expected["family"]], "format": "zebin"}
    found = [f"{column}: {row[column]}, not {value}" for column, value in wanted.items()
             if (row[column] or "0") != value]
    if set(filter(None, row["file_notes"].split("|"))) != notes:
        found.append(f"notes: {row['file_notes']}, not {notes}")
    return found


def compare(artifact, expected):
    answer, rows = kernels(read(artifact))
    found = {row["kernel"]: row for row in rows}
    wrong = [f"{name}: missing" for name in expected if name not in found]
    wrong += [f"{name}: not expected" for name in found if name not in expected]
    for name in set(found) & set(expected):
        wrong += [f"{name}: {text}" for text in differences(found[name], expected[name])]
    ok(not wrong and len(rows) == len(expected) and not answer.errors,
       f"{artifact}: {len(rows)} kernels", *wrong[:5], answer.errors)


with open(os.path.join(INTEL, "expected.csv"), newline="", encoding="utf-8") as file:
    file.readline()
    EXPECTED = list(csv.DictReader(file))
artifacts = {}
for line in EXPECTED:
    artifacts.setdefault(line["artifact"], {})[line["kernel"]] = line
for name, lines in artifacts.items():
    compare(name, lines)
ok(sum(len(lines) for lines in artifacts.values()) == 54, "all 54 rows were compared")

# .ze_info in forms that other versions may write.
INFO = b"""---
version:         '1.73'
future_list:
  - name: not_a_kernel
kernels:
  - name:            'quoted name'
    future_map:
      grf_count: 64
      deeper:
        - simd_size: 8
    execution_env:   # a remark
      eu_thread_count: 6
      grf_count:       160
      simd_size:       16
      slm_size:        70000
      barrier_count:   3
      required_work_group_size:
        - 8
        - 8
        - 4
      has_stack_calls: true
      spill_size:      64
    payload_arguments:
      - arg_type:        arg_byvalue
        addrmode:        slm
      - arg_type:        arg_bypointer
        addrmode:        stateless
        addrspace:       global
  - name:            slm_by_mode
    execution_env:
      grf_count:       128
      simd_size:       32
    payload_arguments:
      - arg_type:        arg_bypointer
        addrmode:        slm
    per_thread_memory_buffers:
      - type:            slm
        usage:           private_space
        size:            64
  - name:            user_group
    user_attributes:
      reqd_work_group_size: [ 32, 4, 2 ]
    execution_env:
      grf_count:       128
      simd_size:       32
    payload_arguments:
      - arg_type:        arg_bypointer
        addrspace:       local
functions:
  - name:            callee
    execution_env:
      grf_count:       128
      simd_size:       8
...
trailing: rubbish
"""


def note(kind, data):
    data += bytes(-len(data) % 4)
    return struct.pack("<III", 8, len(data), kind) + b"IntelGT\0" + data


def zebin(info, notes):
    names = b"\0.ze_info\0.note.intelgt.compat\0.strtab\0"
    parts = [(1, 0xff000011, info), (10, 7, notes), (31, 3, names)]
    headers, body = [bytes(64)], b""
    for name, kind, data in parts:
        body += bytes(-len(body) % 4)
        headers.append(struct.pack("<IIQQQQIIQQ", name, kind, 0, 0, 64 + len(body), len(data),
                                   0, 0, 0, 0))
        body += data
    body += bytes(-len(body) % 4)
    return (b"\x7fELF\2\1\1\0\1" + bytes(7) + struct.pack("<HHI", 1, 205, 1) + bytes(16) +
            struct.pack("<QIHHHHHH", 64 + len(body), 0, 64, 0, 0, 64, 4, 3) + body +
            b"".join(headers))


def product(number, metadata=0):
    return note(1, struct.pack("<I", number)) + note(3, struct.pack("<I", metadata))


XE3 = note(6, struct.pack("<I", 30 << 22 | 0 << 14 | 4))
answer, rows = kernels(zebin(INFO, XE3))
first, mode, second = (rows + [{}, {}, {}])[:3]
ok(len(rows) == 3 and first["kernel"] == "quoted name" and first["grf_count"] == "160" and
   first["wave_size"] == "16" and first["shared_bytes"] == "70000" and
   first["barriers_per_group"] == "3" and first["target"] == "30.0.4" and
   set(first["file_notes"].split("|")) == {"dynamic_stack", "scratch"},
   "unknown keys, remarks and quotes in .ze_info; a target by IP version", first, answer.errors)
ok('required_work_group_size of kernel quoted name is "", [x, y, z] of' in answer.errors,
   "a required group in a style that is not read is told", answer.errors)
ok(mode.get("dynamic_shared_bytes") == "unknown" and mode["file_notes"] == "dynamic_shared",
   "an SLM argument by its mode", mode)
ok(second.get("threads_per_group") == "256" and
   second.get("dynamic_shared_bytes") == "unknown" and
   set(second["file_notes"].split("|")) == {"required_group", "dynamic_shared"},
   "a required group among the user's attributes; an SLM argument by its address space", second)

for size, good in ((b"[ 8, 8, 2 ]", True), (b"[8,8,2]", True), (b"[ 8, 8 ]", False),
                   (b"[ 8, 8, -1 ]", False), (b"[ 8, 8, 1abc ]", False), (b"[ 8 8 2 ]", False),
                   (b"8, 8, 2", False), (b"[ 65536, 1, 1 ]", False),
                   (b"[ 65535, 65535, 2 ]", False)):
    answer, rows = kernels(zebin(b"---\nversion: '1.0'\nkernels:\n- name: k\n  execution_env:\n"
                                 b"    grf_count: 128\n    simd_size: 16\n"
                                 b"    required_work_group_size: " + size + b"\n", XE3))
    told = f'work_group_size of kernel k is "{size.decode()}", [x, y, z] of' in answer.errors
    ok(len(rows) == 1 and told != good and
       (rows[0]["threads_per_group"] == "128") == good, f"a required group of {size.decode()}",
       answer.errors, rows)

SMALL = (b"---\nversion: '1.0'\nkernels:\n- name: k\n  execution_env:\n"
         b"    grf_count: %s\n    simd_size: %s\n")
# Bits 12..8 and 20..16 are the lowest and the highest revision, 23..21 the generator (1: IGC).
for number, metadata, target in ((1270, 0x00280800, "acm-g10"), (1270, 0x00250500, "acm-g11"),
                                 (1270, 0x00200000, "acm-g12"), (1270, 0x00280000, "dg2"),
                                 (1270, 0, "dg2"), (1272, 0, "mtl"), (1274, 0, "bmg"),
                                 (1275, 0, "lnl"), (26, 0, "icllp"), (9999, 0, "")):
    answer, rows = kernels(zebin(SMALL % (b"128", b"16"), product(number, metadata)))
    ok(len(rows) == 1 and rows[0]["target"] == target,
       f"product family {number}, metadata {metadata:#x}: {target or 'no target'}", rows,
       answer.errors)

for text, sentence in (
        (SMALL % (b"many", b"16"), "grf_count of kernel k is \"many\""),
        (SMALL % (b"128", b"1"), "SIMD1"),
        (b"kernels:\n", "names no kernel"),
        (SMALL.replace(b"1.0", b"2.0") % (b"128", b"16"), "version 2.0"),
        ((SMALL % (b"128", b"16")).replace(b"- name: k\n  exec", b"- exec"), "no name")):
    answer, rows = kernels(zebin(text, product(29)))
    ok(sentence in answer.errors, f"says: {sentence}", answer.errors, rows)


def ar(*members):
    out = b"!<arch>\n"
    for name, data in members:
        out += f"{name + '/':16}{0:<12}{0:<6}{0:<6}{644:<8}{len(data):<10}`\n".encode() + data
        out += b"\n" * (len(data) % 2)
    return out


# Every number of a family and every platform: igfxfmid.h and visa/common.cpp of IGC 98fff716. A
# target for several different chips is generic.
FAMILIES = {16: "bdw", 18: "skl", 19: "kbl", 20: "cfl", 22: "bxt", 23: "glk", 26: "icllp",
            28: "ehl", 29: "tgllp", 30: "rkl", 31: "adl-s", 32: "adl-p", 33: "adl-n", 1210: "dg1",
            1270: "dg2", 1271: "pvc", 1272: "mtl", 1273: "arl", 1274: "bmg", 1275: "lnl",
            1300: "ptl", 1340: "nvl-s", 1360: "nvl-p", 1380: "cri"}
PLATFORMS = {"BDW": "bdw", "SKL": "skl", "BXT": "bxt", "ICLLP": "icllp", "TGLLP": "tgl",
             "DG2": "dg2", "MTL": "mtl", "ARL": "arl", "PVC": "pvc", "PVCXT": "pvc",
             "PVCXT_A0": "pvc", "BMG": "bmg", "LNL": "lnl", "XE2": "xe2", "PTL": "ptl",
             "XE3": "xe3", "NVL": "nvl-p", "CRI": "cri", "XE3P_CRI": "cri", "XE9": "", "DG": ""}
MANY = {"dg2", "mtl", "arl", "bmg", "ptl", "nvl-s"}
answer, rows = kernels(ar(*[
    ("m.o", zebin(SMALL.replace(b"name: k", b"name: k%d" % number) % (b"128", b"16"),
                  product(number))) for number in range(1, 1400)]))
wrong = [(row["kernel"], row["target"], row["file_notes"]) for row in rows
         if row["target"] != FAMILIES.get(int(row["kernel"][1:]), "") or
         (row["file_notes"] == "generic_target") != (row["target"] in MANY)]
ok(len(rows) == 1399 and not wrong, "every number of a family", *wrong, len(rows))
wrong = []
for word, target in PLATFORMS.items():
    answer, rows = kernels(f"//.kernel k\n//.platform {word}\n//.thread_config numGRF=128, x\n"
                           "add (8|M0) r2\n".encode())
    generic = target not in ("", "bdw", "pvc", "lnl", "nvl-p", "cri")
    wrong += [] if [(row["target"], row["file_notes"] == "generic_target") for row in rows] == \
        [(target, generic)] else [(word, target, rows)]
ok(not wrong, "every platform of a listing", *wrong)
# The revisions of DG2, one lower and one higher: only those for which ocloc compiles identify the
# chip.
for low, high, target in ((8, 8, "acm-g10"), (5, 5, "acm-g11"), (7, 7, "dg2"), (9, 9, "dg2"),
                          (4, 4, "dg2"), (6, 6, "dg2"), (1, 1, "dg2"), (8, 9, "dg2"),
                          (0, 8, "dg2"), (31, 31, "dg2")):
    answer, rows = kernels(zebin(SMALL % (b"128", b"16"),
                                 product(1270, low << 8 | high << 16 | 0x00e000ff)))
    ok([row["target"] for row in rows] == [target], f"DG2, revisions {low} to {high}: {target}",
       rows)
for version, target in ((30 << 22 | 4, "30.0.4"), (12 << 22 | 255 << 14 | 16383, "12.255.16383"),
                        (1023 << 22 | 1 << 14 | 1, "1023.1.1")):
    answer, rows = kernels(zebin(SMALL % (b"128", b"16"), note(6, struct.pack("<I", version))))
    ok([row["target"] for row in rows] == [target], f"an IP version: {target}", rows)
# The owner of a note: 7 letters in upper or lower case; its word needs 4 bytes.
for owner, word, target in ((b"INTELGT\0", 4, "tgllp"), (b"intelgt\0", 4, "tgllp"),
                            (b"IntelGP\0", 4, ""), (b"IntelG\0\0", 4, ""), (b"IntelGT\0", 3, ""),
                            (b"XntelGT\0", 4, "")):
    answer, rows = kernels(zebin(SMALL % (b"128", b"16"), struct.pack("<III", 8, word, 1) + owner +
                                 struct.pack("<I", 29)))
    ok([row["target"] for row in rows] == [target], f"a note of {owner}, {word} bytes", rows)
# The name of a member gives the chip if the zebin does not.
for member, target in (("64.12.55.8", "12.55.8"), ("32.skl", "skl"), ("64.acm-g10.c0", "acm-g10"),
                       ("64.9abc.x", "9abc.x"), ("64.", ""), ("64.a b", ""), ("64.~", "~")):
    answer, rows = kernels(ar(("pad_0", b""), (member, zebin(SMALL % (b"128", b"16"), b""))))
    ok([row["target"] for row in rows] == [target], f"a member {member}: {target}", rows, answer)
for kind, taken in ((0xff11, True), (0xff12, True), (0xff13, True), (0xff10, False),
                    (0xff14, False)):
    data = bytearray(zebin(SMALL % (b"128", b"16"), product(29)))
    struct.pack_into("<HH", data, 16, kind, 0)
    ok((len(kernels(bytes(data))[1]) == 1) == taken, f"an ELF file of type {kind:#x}")

FAT = ar(("pad_0", bytes(8)), ("64.12.0.0", read("tgllp.zebin")),
         ("64.12.55.8", zebin(SMALL % (b"256", b"16"), product(1270))),
         ("generic_ir", b"\x03\x02\x23\x07"), ("64.12.60.7", b"CTNI and more"))
answer, rows = kernels(FAT)
ok(len(rows) == 12 and rows[-1]["target"] == "12.55.8" and "patch-token" in answer.errors,
   "a fat binary of ocloc; its member says the chip where the zebin does not", answer.errors)
answer, rows = kernels(FAT[:-10])
ok(len(rows) == 12 and "cut off" in answer.errors, "a fat binary that is cut off", answer.errors)

OLD = b"\x7fELF\2\1\1" + bytes(9) + struct.pack("<HHI", 0xff04, 0, 1) + bytes(40)
for content, sentence in ((OLD, "patch-token"), (b"CTNI" + bytes(40), "patch-token"),
                          (b"\x03\x02\x23\x07" + bytes(16), "SPIR-V is code for no chip")):
    answer, rows = kernels(content)
    ok(not rows and sentence in answer.errors and answer.code != 0, f"refused: {sentence}",
       answer.errors)

answer, rows = kernels(read("listing.asm"), "--device", "acm-g10")
figures = [(row["kernel"], row["grf_count"], row["wave_size"], row["file_notes"]) for row in rows]
ok(figures == [("pressure", "256", "16", "generic_target"),
               ("pressure_sg32", "256", "32", "scratch|generic_target"),
               ("pressure_sg32", "256", "32", "scratch|generic_target"),
               ("slm_4000", "128", "32", "generic_target"),
               ("vadd_sg8", "128", "8", "generic_target")],
   "listings: GRF, SIMD width and spills", figures)
ok(all(row["shared_bytes"] == row["barriers_per_group"] == "unknown" for row in rows),
   "listings do not say SLM and barriers")
# Release compilers leave the platform out; instructions that run on all lanes are ignored.
answer, rows = kernels(b"//.kernel k, numSWSB=16\n//.instCount 2\n"
                       b"(W)     mov (32|M0)  r1.0<1>:ud  0:ud\n        add (8|M8)  r2.0<1>:d\n",
                       "--device", "tgl")
ok(len(rows) == 1 and (rows[0]["kernel"], rows[0]["wave_size"], rows[0]["grf_count"]) ==
   ("k", "16", "unknown"), "a listing of a release compiler", rows, answer.errors)
# The lanes of an instruction: width and first lane, up to 32 together, with every digit.
for line, lanes in (("add (8|M0)  r2.0", 8), ("add (16|M16)  r2.0", 32), ("add (32|M0)  r2.0", 32),
                    ("add (16|M17) r2.0", None), ("add (33|M0)  r2.0", None), ("add (4|M4) r2", 8),
                    ("add (4|M3)  r2.0", None), ("add (19|M0) r2.0", 19), ("add (10|M0) r2.0", 10),
                    ("(W) mov (8|M0) r1", None), ("//  add (8|M0)  r2.0", None),
                    ("add 8|M0)  r2.0", None), ("8|M0)", None), ("add (|M0) r2", None),
                    ("add (8|M) r2", None), ("add [8|M0) r2", None), ("(8|M0) r2", 8)):
    text = f"//.kernel k\n//.thread_config numGRF=128, x\n{line}\n"
    answer, rows = kernels(text.encode(), "--device", "tgl")
    want = "unknown" if lanes is None else str(lanes)
    ok([row["wave_size"] for row in rows] == [want], f"{line}: {want} lanes", answer)
done()
