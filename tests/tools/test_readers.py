#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares gpuocc kernels with the figures that the compilers printed.
Usage: test_readers.py SOURCE_ROOT PATH_OF_GPUOCC"""
import csv
import os
import struct
import sys
import tempfile

from command import run
from codecs_of_build import lacking
from tap import done, ok, skip
from fatbins import compress_lz4, fatbin

ROOT = sys.argv[1]
NVIDIA = os.path.join(ROOT, "tests", "data", "kernels", "nvidia")


def kernels(*arguments, **keywords):
    answer = run("kernels", "--csv", *arguments, **keywords)
    return answer, answer.rows()


def product(row, name):
    cells = [row[f"{name}_{axis}"] for axis in "xyz"]
    if not all(cells):
        return ""
    return str(int(cells[0]) * int(cells[1]) * int(cells[2]))


def same(row, expected, column, wanted):
    """Whether a cell has a number; one that was not given may be zero there."""
    return (row[column] or "0") == (wanted or "0")


def differences(row, expected, is_log):
    wanted = {"registers_per_thread": expected["registers"],
              "shared_bytes": expected["static_shared_bytes"],
              "barriers_per_group": expected["barriers"]}
    if not is_log:
        wanted["virtual_resources"] = expected["virtual_resources"]
        wanted["groups_per_cluster"] = product(expected, "cluster")
        wanted["max_threads_per_group"] = product(expected, "max_threads")
        required = product(expected, "required_threads")
        if required:
            wanted["threads_per_group"] = required
        elif wanted["max_threads_per_group"]:
            wanted["threads_per_group"] = wanted["max_threads_per_group"]  # assumed
        else:
            wanted["threads_per_group"] = "unknown"
    stack = int(expected["cumulative_stack_bytes"]) or int(expected["stack_frame_bytes"])
    found = [f"{column}: {row[column]}, not {value}" for column, value in wanted.items()
             if not same(row, expected, column, value)]
    if row["stack_bytes"] != str(stack):
        found.append(f"stack_bytes: {row['stack_bytes']}, not {stack}")
    spills = (expected["spill_store_bytes"] or "unknown") if is_log else "unknown"
    if row["spill_bytes"] != spills:
        found.append(f"spill_bytes: {row['spill_bytes']}, not {spills}")
    if ("scratch" in row["file_notes"].split("|")) != (stack != 0):
        found.append(f"scratch: {row['file_notes']}, stack {stack}")
    return found


def compare(path, expected, is_log):
    answer, rows = kernels(path)
    reason = lacking(answer.errors)
    if reason:
        skip(os.path.basename(path), reason)
        return
    found = {(row["target"], row["kernel"]): row for row in rows}
    wrong = [f"{key}: missing" for key in expected if key not in found]
    wrong += [f"{key}: not expected" for key in found if key not in expected]
    for key in set(found) & set(expected):
        wrong += [f"{key}: {text}" for text in differences(found[key], expected[key], is_log)]
        if found[key]["status"] != "0" or not found[key]["limiters"]:
            wrong.append(f"{key}: not answered")
    ok(answer.code == 0 and not wrong and len(rows) == len(expected),
       f"{os.path.basename(path)}: {len(rows)} kernels", *wrong[:5], answer.errors)


with open(os.path.join(NVIDIA, "expected.csv"), newline="", encoding="utf-8") as file:
    EXPECTED = list(csv.DictReader(file))
artifacts = {}
for row in EXPECTED:
    artifacts.setdefault(row["artifact"], {})[row["target"], row["kernel"]] = row
for artifact, rows in artifacts.items():
    compare(os.path.join(NVIDIA, artifact), rows, False)
    log = os.path.join(NVIDIA, artifact.replace(".cubin", ".ptxas.txt"))
    if artifact.endswith(".cubin"):
        compare(log, rows, True)
compare(os.path.join(NVIDIA, "small.ptxas.txt"), artifacts["small_default.fatbin"], True)
ok(sum(len(rows) for rows in artifacts.values()) == 117, "all 117 rows were compared")


def read(name):
    with open(os.path.join(NVIDIA, name), "rb") as opened:
        return opened.read()


def sections(data):
    headers, = struct.unpack_from("<Q", data, 40)
    count, names = struct.unpack_from("<HH", data, 60)
    base, = struct.unpack_from("<Q", data, headers + 64 * names + 24)
    for i in range(count):
        at = headers + 64 * i
        start = base + struct.unpack_from("<I", data, at)[0]
        yield data[start:data.index(b"\0", start)].decode(), at


def old_abi(data, sm, version=122):
    """Returns the cubin in the layout of CUDA 11 and 12, by reference/nvidia.md, section 8.1: no
    compiler that writes it can be installed here."""
    data = bytearray(data)
    data[7:9] = b"\x33\x07"
    struct.pack_into("<I", data, 20, version)
    struct.pack_into("<I", data, 48, 0x050500 | sm | sm << 16)
    places = dict(sections(data))
    for name, at in places.items():
        if name.startswith(".nv.info."):
            start, size = struct.unpack_from("<QQ", data, at + 24)
            text, = struct.unpack_from("<I", data, at + 44)
            while size > 0:
                form, code, number = struct.unpack_from("<BBH", data, start)
                if (form, code) == (2, 0x4c):
                    data[start + 1] = 0xfe
                    flags_at = [a for a in places.values()][text] + 8
                    flags, = struct.unpack_from("<Q", data, flags_at)
                    struct.pack_into("<Q", data, flags_at, flags | number << 20)
                step = 4 + (number if form == 4 else 0)
                start, size = start + step, size - step
    return bytes(data)


def tells(name, data, expected, **changes):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, name)
        with open(path, "wb") as opened:
            opened.write(data)
        compare(path, {key: {**row, **changes} for key, row in expected.items()}, False)


def without_reserve(data):
    """Changes shared memory to the form of CUDA 11.8 for sm_90; seen in libcufft 12."""
    data = bytearray(data)
    for section, at in sections(data):
        if section.startswith(".nv.shared.") and "reserved" not in section:
            size, = struct.unpack_from("<Q", data, at + 32)
            struct.pack_into("<Q", data, at + 32, size - 1024)
    return bytes(data)


for sm in (75, 80, 90):
    tells(f"k_sm_{sm}.abi7.cubin", old_abi(read(f"k_sm_{sm}.cubin"), sm),
          artifacts[f"k_sm_{sm}.cubin"])
for version in (118, 120):
    tells(f"k_sm_90.cuda{version}.cubin",
          old_abi(without_reserve(read("k_sm_90.cubin")), 90, version), artifacts["k_sm_90.cubin"])

# Cubins that are not linked: registers from ptxas -v, shared memory as declared in rdc.cu.
UNLINKED = {"_Z9recursivePi": ("24", "0", "0"), "_Z3dynPf": ("12", "0", "1"),
            "_Z4statILi3000EEvPf": ("10", "12000", "1"), "_Z4statILi7EEvPf": ("10", "28", "1")}
for name in ("rdc_sm_80.cubin", "rdc_sm_90.cubin", "linked_sm_90.cubin"):
    answer, rows = kernels("-t", "32", os.path.join(NVIDIA, name))
    found = {row["kernel"]: (row["registers_per_thread"], row["shared_bytes"] or "0",
                             row["barriers_per_group"] or "0") for row in rows}
    marked = {row["kernel"] for row in rows if "dynamic_stack" in row["file_notes"]}
    ok(answer.code == 0 and found == UNLINKED and
       marked == ({"_Z9recursivePi"} if "linked" in name else set(UNLINKED)), name, answer)

# Tensor Memory, by reference/nvidia.md 8.4: 128 virtual resources, one group per core.
tensor = read("k_sm_100.cubin").replace(b"\x02\x4a\x00\x00", b"\x02\x4a\x80\x00")
tells("tensor.cubin", tensor, artifacts["k_sm_100.cubin"], virtual_resources="128")
answer, rows = kernels("-", "-t", "32", given=tensor)
ok({row["groups"] for row in rows if row["threads_per_group"] == "32"} == {"1"} and
   {row["limiters"] for row in rows if row["threads_per_group"] == "32"} == {"virtual"},
   "Tensor Memory: one group on a core", answer)

# Fatbins compressed with LZ4, as CUDA up to 12 does, and one after another.
small = read("align_sm_80.cubin")
packed = compress_lz4(small)
if packed is None:
    skip("a fatbin compressed with LZ4", "no liblz4.so.1")
else:
    tells("lz4.fatbin", fatbin((2, 80, small, packed, 0x2011)), artifacts["align_sm_80.cubin"])
tells("two.fatbin", fatbin((2, 80, small, None, 0x11)) + fatbin(
    (1, 90, b".version 9.0\n.target sm_90\n", None, 0x11),
    (2, 90, read("d_sm_90.cubin"), None, 0x11)),
      {**artifacts["align_sm_80.cubin"], **artifacts["d_sm_90.cubin"]})
answer = run("kernels", "-", given=fatbin((1, 90, b".version 9.0\n.target sm_90\n", None, 0x11)))
ok(answer.code == 2 and "holds PTX for sm_90 but no machine code" in answer.errors,
   "a fatbin of PTX alone", answer)
several = fatbin(*((kind, target, b"text", None, 0x11)
                   for kind, target in ((8, 80), (1, 90), (1, 75), (8, 80), (1, 90))),
                 (2, 80, small, None, 0x11))
answer = run("kernels", "-", given=several)
ok(answer.code == 0 and "Without machine code: PTX for sm_75 (1 part), sm_90 (2 parts); link-time "
   "IR for sm_80 (2 parts).\n" in answer.text, "what has no machine code", answer)
found = run("kernels", "--json", "-", given=several).json()["uncompiled"]
ok(found == [{"kind": "PTX", "target": "sm_75", "parts": 1},
             {"kind": "PTX", "target": "sm_90", "parts": 2},
             {"kind": "link-time IR", "target": "sm_80", "parts": 2}],
   "what has no machine code, in JSON", found)

answer = run("kernels", "-", given=fatbin())
ok("PTX" not in answer.errors, "a fatbin of nothing has no PTX", answer)

# Archives, and host objects in them.
members = [("a.o/", read("d_sm_75.cubin")), ("b.o/", read("small_default.fatbin"))]
archive = b"!<arch>\n" + b"".join(
    f"{name:<16}{0:<12}{0:<6}{0:<6}{0o644:<8}{len(data):<10}`\n".encode() + data +
    b"\n" * (len(data) % 2) for name, data in members)
tells("lib.a", archive, {**artifacts["d_sm_75.cubin"], **artifacts["small_default.fatbin"]})

cut = archive[:archive.index(b"b.o/") + 30]  # in the middle of the second header
answer, rows = kernels("-", given=cut)
ok(answer.code == 2 and len(rows) == len(artifacts["d_sm_75.cubin"]) and
   "the archive is cut off or damaged" in answer.errors, "an archive cut off in a header", answer)


def host_object(parts, size=None):
    """Returns a host object with its sections of device code, in the order of the table."""
    names = b"\0.shstrtab\0.nv_fatbin\0"
    body, places = b"", []
    for data in reversed(parts):  # the last one of the table is first in the file
        body += b"\0" * (-(64 + len(names) + len(body)) % 16)
        places.insert(0, (64 + len(names) + len(body), len(data)))
        body += data
    body += b"\0" * (-(64 + len(names) + len(body)) % 8)
    table = struct.pack("<IIQQQQIIQQ", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    table += struct.pack("<IIQQQQIIQQ", 1, 3, 0, 0, 64, len(names), 0, 0, 1, 0)
    for at, length in places:
        table += struct.pack("<IIQQQQIIQQ", 11, 1, 0, 0, at, size or length, 0, 0, 8, 0)
    head = b"\x7fELF\2\1\1" + bytes(9) + struct.pack(
        "<HHIQQQIHHHHHH", 1, 62, 1, 0, 0, 64 + len(names) + len(body), 0, 64, 0, 0, 64,
        2 + len(parts), 1)
    return head + names + body + table


parts = [fatbin((2, sm, read(f"d_sm_{sm}.cubin"), None, 0x11)) for sm in (75, 90)]
tells("sections.o", host_object(parts),
      {**artifacts["d_sm_75.cubin"], **artifacts["d_sm_90.cubin"]})
both = host_object(parts)
answer = run("kernels", "-", given=host_object(parts, size=len(both) * 2 // 3))
ok(answer.code == 2 and ("its sections overlap" in answer.errors or
                         "the file ends before" in answer.errors), "sections that overlap", answer)

# A hundred sections that are all the same 3/4 of the file. Each of them alone would be read.
whole = fatbin((2, 75, read("d_sm_75.cubin"), None, 0x11))
again = bytearray(host_object([whole] + [b""] * 99))
table, = struct.unpack_from("<Q", again, 40)
for number in range(3, 102):
    again[table + 64 * number:table + 64 * (number + 1)] = again[table + 128:table + 192]
answer, rows = kernels("-", given=bytes(again))
ok(answer.code == 2 and len(rows) == len(artifacts["d_sm_75.cubin"]) and
   answer.errors.count("its sections overlap") == 1, "sections that are the same section", answer)

# Compressed parts of 80 bytes, each with a claimed size of 16 MiB. Five of them are more than a
# file of this size may unpack (docs/kernels.md).
claims = bytearray(fatbin(*[(2, 80, bytes(64), b"no stream", 0x2011)] * 40))
for at in range(16, len(claims), 80):
    struct.pack_into("<Q", claims, at + 56, 16 << 20)
answer = run("kernels", "-", given=bytes(claims))
ok(answer.code == 2 and answer.errors.count("too many for this file") == 8 - 4,
   "compressed parts that together say that they hold too much", answer)

# A table with more sections than its header can count, cut off in the table.
data = bytearray(read("k_sm_90.cubin"))
table, = struct.unpack_from("<Q", data, 40)
count, = struct.unpack_from("<H", data, 60)
headers = bytearray(data[table:table + 64 * count])
struct.pack_into("<Q", data, 40, len(data))
struct.pack_into("<H", data, 60, 0)
struct.pack_into("<Q", headers, 32, count)
tells("large.cubin", bytes(data + headers), artifacts["k_sm_90.cubin"])
answer = run("kernels", "-", given=bytes(data + headers[:-64]))
ok(answer.code == 2 and "its table of sections is not there" in answer.errors,
   "a large table that is cut off is told", answer)

# A log in the middle of a build's output, with Windows line ends.
log = read("d_sm_90.ptxas.txt").replace(b"\n", b"\r\n")
answer, rows = kernels("-", given=b"[1/2] nvcc -c d.cu\r\n" + log + b"[2/2] link\r\n")
ok(len(rows) == 6 and answer.code == 0, "a log between other lines", answer)
answer, rows = kernels("-", given=b"ptxas info    : Compiling entry function 'old' for 'sm_70'\n"
                       b"ptxas info    : Used 64 registers, 16 bytes smem, 336 bytes cmem[0]\n")
ok([(row["registers_per_thread"], row["shared_bytes"]) for row in rows] == [("64", "16")],
   "a log of CUDA 11", answer)
answer, rows = kernels("-", given=b"ptxas info : Compiling entry function 'a' for 'sm_90'\n"
                       b"ptxas info : Compiling entry function 'b' for 'sm_90'\n"
                       b"ptxas info : Used 10 registers, used 1 barriers\n")
ok([row["kernel"] for row in rows] == ["b"] and answer.code == 2 and
   "no figures follow for kernel a" in answer.errors, "a kernel without figures is told", answer)

# setmaxnreg: the source gives 24 and 240 registers (README.md).
for sm in ("90a", "120a"):
    code = read(f"setmaxnreg_sm_{sm}.cubin")
    for name, change, wanted in (("as compiled", None, [24, 240]), ("25", 25, [240, 240]),
                                 ("16", 16, [240, 240]), ("256", 256, [240, 256]),
                                 ("264", 264, [240, 240]), ("248", 248, [240, 248])):
        given = code
        if change is not None:
            at = code.index(b"\xc8\x79\0\0\x18\0\0\0")
            given = code[:at + 4] + struct.pack("<I", change) + code[at + 8:]
        answer = run("kernels", "--json", "-", given=given)
        row = answer.json()["rows"][0]["input"]
        ok(row["setmaxnreg"] == wanted and "setmaxnreg" in row["file_notes"],
           f"sm_{sm}, budgets {name}: {wanted}", row, answer.errors)
for form in ((), ("--csv",), ("--json",), ("--html",)):
    answer = run("kernels", *form, os.path.join(NVIDIA, "setmaxnreg_sm_90a.cubin"))
    ok("168 -" not in answer.text and "__launch_bounds__" not in answer.text and
       '"then"' not in answer.text and (form or "setmaxnreg 24 to 240" in answer.text),
       f"no fewer registers at the launch than its warp groups share {form}", answer)
for threads in ("128", "384"):
    asked = os.path.join(NVIDIA, "setmaxnreg_sm_90a.cubin"), "-t", threads, "-d", "H100 SXM5 80 GB"
    answer, row = run("explain", *asked), run("explain", "--json", *asked).json()["kernels"][0]
    ok("limited by registers" in answer.text and "are in use at" in answer.text and
       "With at most" not in answer.text and row["live_registers"]["next_step"] is None and
       row["changes"] == [], f"explain advises no fewer either, {threads} threads", answer, row)
row = run("kernels", "--json", os.path.join(NVIDIA, "d_sm_90.cubin")).json()["rows"][0]["input"]
ok("setmaxnreg" not in row and "setmaxnreg" not in row["file_notes"], "a cubin without it", row)
# What a device does not run: NVIDIA's guide to binary compatibility, and LLVM's targets.
AMD = os.path.join(ROOT, "tests", "data", "kernels", "amd")
for path, device, foreign in ((os.path.join(NVIDIA, "d_sm_90.cubin"), "sm_80", True),
                              (os.path.join(NVIDIA, "d_sm_80.cubin"), "sm_86", False),
                              (os.path.join(NVIDIA, "d_sm_80.cubin"), "sm_90", True),
                              (os.path.join(NVIDIA, "setmaxnreg_sm_120a.cubin"), "sm_121", True),
                              (os.path.join(NVIDIA, "d_sm_120.cubin"), "sm_121", False),
                              (os.path.join(NVIDIA, "d_sm_90.cubin"), "gfx942", True),
                              (os.path.join(AMD, "gfx90a.co"), "sm_90", True),
                              (os.path.join(AMD, "gfx90a.co"), "gfx1100", True),
                              (os.path.join(AMD, "gfx90a.co"), "MI250X", False)):
    answer = run("kernels", "-t", "64", "-d", device, path)
    ok(("does not run on" in answer.text) == foreign,
       f"{os.path.basename(path)} on {device}: {'foreign' if foreign else 'no'} code", answer)
for form in ((), ("--html",), ("--csv",), ("--json",)):
    answer = run("kernels", os.path.join(AMD, "gfx90a.co"), "-d", "RTX 4090", *form)
    ok("sm_89 has no such resource; code for gfx90a does not run there" in answer.text or
       "sm_89 allows 32; code for gfx90a does not run there" in answer.text,
       f"a refused row says that the code is for another GPU {form}", answer)
for form in ((), ("--csv",), ("--json",)):
    answer = run("kernels", os.path.join(AMD, "gfx90a.co"), "-d", "gfx1100", *form)
    ok(answer.text.count("gfx1100 has no such resource; code for gfx90a does not run there") == 1,
       f"and for another GPU of the vendor {form}", answer)
# Two files with the same kernel: the sentence is added once to each.
FOSSILIZE = os.path.join(AMD, "..", "mesa", "fossilize.csv")
rows = run("kernels", "--csv", "-t", "64", "-d", "Mali-G610", FOSSILIZE, FOSSILIZE).rows()
ok([row["message"].count('; code that is read as "Mesa AMD" does not run there') for row in rows] ==
   [1] * 4, "a row of another vendor's statistics says so", rows)
# The format of statistics tells the vendor, though not the target.
for name, device, foreign in (("mesa/agx.txt", "Adreno 750", True), ("mesa/agx.txt", "M2", False),
                              ("pasted/igc_warnings.txt", "sm_80", True),
                              ("pasted/igc_warnings.txt", "Arc A770", False),
                              ("pasted/openmp_launch.txt", "sm_80", True),
                              ("pasted/amd_spills.txt", "Mali-G610", True),
                              ("pasted/kernel_info.s", "Arc A770", True),
                              ("pasted/unmarked_remarks.txt", "sm_80", True)):
    answer = run("kernels", os.path.join(AMD, "..", name), "-t", "64", "-d", device)
    ok(("which is of another vendor" in answer.text) == foreign, f"{name} on {device}", answer)
# Registers of a hardware thread of Intel (IGC's GRF) are not those of a lane.
for form in ((), ("--html",)):
    answer = run("kernels", os.path.join(AMD, "..", "intel", "acm-g10.grf256.zebin"), *form)
    unit = "GRF <b>256</b>" if form else "Intel's kernels are GRF of a hardware thread."
    ok(unit in answer.text, f"registers of Intel have their unit {form}", answer)
# Registers of another vendor are others: the answer has no advice, in any form.
for form in ((), ("--html",), ("--json",), ("--csv",)):
    own, other, both = (
        run("kernels", os.path.join(NVIDIA, "k_sm_75.cubin"), "--kernel", "k_stack", "-t", "128",
            *form, *devices)
        for devices in ((), ("-d", "MI300X"), ("-d", "sm_75", "-d", "MI300X")))
    advice = "per_thread 67 -&gt; 64" if "--html" in form else "per_thread 67 -> 64"
    advice = '"then":64' if "--json" in form else advice
    ok(own.text.count(advice) == 1 and both.text.count(advice) == 1 and advice not in other.text and
       "__launch_bounds__" not in other.text and
       all(("of another vendor, whose registers and waves differ" in answer.text) ==
           (answer is not own and "--csv" not in form) for answer in (own, other, both)),
       f"kernels of another vendor {' '.join(form)}", own, other, both)
REMARKS = os.path.join(AMD, "gfx90a.remarks.txt")
for device, options, said in (("gfx1100", (), True), ("gfx1100", ("--wave-size", "32"), False),
                              ("gfx90a", (), False)):
    answer = run("kernels", "-t", "64", "-d", device, *options, REMARKS)
    ok(("give --wave-size" in answer.text) == said,
       f"remarks on {device} {' '.join(options)}: {'the wave size is asked for' if said else ''}",
       answer)
done()
