#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests numbers in compiler logs that no compiler writes: with a sign, with letters after them,
above 32 bits. Each is reported with its name and unchanged, and never read as another number.
Usage: test_reader_numbers.py SOURCE_ROOT PATH_OF_GPUOCC"""
import os
import re
import sys

from command import run
from tap import done, ok

FILES = os.path.join(sys.argv[1], "tests", "data", "kernels")
VALUES = ("-8", "+8", "12abc", "4294967296", "4294967294", "99999999999999999999", "8.5")

# file; a text in it, with NUMBER in place of its number; its name in the message; whether the
# kernel is left out, or has `unknown` there
ROWS = [
    ("nvidia/k_sm_90.ptxas.txt", "Used NUMBER registers", 'in front of "registers"', True),
    ("nvidia/k_sm_90.ptxas.txt", "used NUMBER barriers", 'in front of "barriers"', True),
    ("nvidia/k_sm_90.ptxas.txt", ", NUMBER bytes smem", 'in front of "bytes smem"', True),
    ("nvidia/k_sm_90.ptxas.txt", ", NUMBER bytes cumulative stack",
     'in front of "bytes cumulative stack"', True),
    ("nvidia/k_sm_90.ptxas.txt", "NUMBER bytes stack frame", 'in front of "bytes stack', True),
    ("amd/gfx90a.remarks.txt", " SGPRs: NUMBER [", "SGPRs is", True),
    ("amd/gfx90a.remarks.txt", " VGPRs: NUMBER [", "VGPRs is", True),
    ("amd/gfx90a.remarks.txt", " AGPRs: NUMBER [", "AGPRs is", True),
    ("amd/gfx90a.remarks.txt", "ScratchSize [bytes/lane]: NUMBER [",
     "ScratchSize [bytes/lane] is", True),
    ("amd/gfx90a.remarks.txt", "LDS Size [bytes/block]: NUMBER [", "LDS Size [bytes/block] is",
     True),
    ("amd/gfx1201.s", ".amdhsa_group_segment_fixed_size NUMBER\n", "group_segment_fixed_size is",
     True),
    ("amd/gfx1201.s", ".amdhsa_next_free_vgpr NUMBER\n", "next_free_vgpr is", True),
    ("amd/gfx1201.s", ".amdhsa_wavefront_size32 NUMBER\n", "wavefront_size32 is", True),
    ("amd/gfx1201.s", "; NumVgprs: NUMBER\n", "NumVgprs is", True),
    ("amd/gfx1201.s", "; LDSByteSize: NUMBER bytes", "LDSByteSize is", True),
    ("amd/more/gfx942.notes.txt", ".vgpr_count:     NUMBER\n", ".vgpr_count is", True),
    ("amd/more/gfx942.notes.txt", ".agpr_count:     NUMBER\n", ".agpr_count is", True),
    ("amd/more/gfx942.notes.txt", ".group_segment_fixed_size: NUMBER\n",
     ".group_segment_fixed_size is", True),
    ("amd/more/gfx942.notes.txt", ".max_flat_workgroup_size: NUMBER\n",
     ".max_flat_workgroup_size is", True),
    ("amd/more/gfx942.notes.txt", "    .reqd_workgroup_size:\n      - NUMBER\n",
     ".reqd_workgroup_size is", True),
    ("intel/listing.asm", "numGRF=NUMBER,", "numGRF of kernel", "grf_count"),
    ("intel/listing.asm", "//.spill size NUMBER\n", "the spill size of kernel", "no_scratch"),
    ("mesa/radv_navi21.txt", "\nVGPRs: NUMBER\n", "VGPRs is", True),
    ("mesa/radv_navi21.txt", "\nLDS size: NUMBER\n", "LDS size is", True),
    ("mesa/nak.txt", "Local size: NUMBER\n", "Local size is", True),
    ("mesa/lines.txt", ", NUMBER gprs", "GPRs is", True),
    ("mesa/lines.txt", ", NUMBER grf registers", "GRF registers is", True),
    ("mesa/lines.txt", " SGPRS: NUMBER ", "SGPRs is", True),
    ("mesa/lines.txt", " LDS: NUMBER ", "LDS size is", True),
    ("mesa/panvk.txt", "Code size: 2560\nThreads: NUMBER\n", "Threads is", True),
    ("mesa/panvk.txt", "\nRegisters: NUMBER\n", "Registers is", True),
    ("mesa/panfrost_lines.txt", ", NUMBER registers used", "Registers used is", True),
    ("mesa/panfrost_lines.txt", ", NUMBER registers, 2 threads", "Registers is", True),
    ("mesa/panfrost_lines.txt", "9 clauses, NUMBER cycles", None, False),
    ("malioc/compute.json", '"Work registers used", "description": "", "value": NUMBER}',
     "work_registers_used is", True),
    ("malioc/compute.json", '"Stack spill bytes", "description": "", "value": NUMBER}',
     "stack_spill_bytes is", True),
    ("malioc/compute.json", '"Thread occupancy", "description": "", "value": NUMBER}', None, False),
    ("mesa/lines.txt", "CS SIMD32 shader: 412 instrs, NUMBER code size", None, False),
]
# The columns that contain the numbers unchanged.
COLUMN_OF = {
    "Used NUMBER registers": "registers_per_thread", "used NUMBER barriers": "barriers_per_group",
    ", NUMBER bytes smem": "shared_bytes", " SGPRs: NUMBER [": "scalar_registers_per_wave",
    " VGPRs: NUMBER [": "registers_per_thread", " AGPRs: NUMBER [": "accumulators_per_thread",
    "LDS Size [bytes/block]: NUMBER [": "shared_bytes",
    ".amdhsa_next_free_vgpr NUMBER\n": "registers_per_thread",
    "; NumVgprs: NUMBER\n": "registers_per_thread", "; LDSByteSize: NUMBER bytes": "shared_bytes",
    ".vgpr_count:     NUMBER\n": "registers_per_thread",
    ".agpr_count:     NUMBER\n": "accumulators_per_thread",
    ".group_segment_fixed_size: NUMBER\n": "shared_bytes",
    ".max_flat_workgroup_size: NUMBER\n": "max_threads_per_group",
    "    .reqd_workgroup_size:\n      - NUMBER\n": "threads_per_group",
}


def split(text, pattern):
    """Returns the text before and after the number at the first place that matches the pattern."""
    front, back = pattern.split("NUMBER")
    at = text.find(front) if front[:1] not in (",", "") else -1
    while at >= 0:
        start = at + len(front)
        end = start
        while text[end] in "0123456789x" or (text[end] == "." and text[end + 1].isdigit()):
            end += 1
        if end > start and text.startswith(back, end):
            return text[:start], text[end:]
        at = text.find(front, start)
    at = text.find(back)
    start = at
    while text[start - 1].isdigit():
        start -= 1
    assert at > start and text[:start].endswith(front), pattern
    return text[:start], text[at:]


def kernels(text):
    answer = run("kernels", "--csv", "--device", "sm_90", "-", given=text)
    return answer, answer.rows()


for name, pattern, called, then in ROWS:
    with open(os.path.join(FILES, name), encoding="utf-8") as file:
        content = file.read()
    before, behind = split(content, pattern)
    whole, rows = kernels(content)
    for value in VALUES:
        answer, left = kernels(before + value + behind)
        told = [line for line in answer.errors.splitlines() if f'"{value}"' in line]
        shown = f"{name}: {' '.join(pattern.split())}: {value}"
        if called is None:
            ok(not told and len(left) == len(rows), f"{shown}: what is not needed is not read",
               answer.errors)
            continue
        good = answer.code == 2 and len(told) == 1 and called in told[0]
        if then is True:
            good = good and len(left) == len(rows) - 1
        elif then == "grf_count":
            good = good and [row["grf_count"] for row in left].count("unknown") == 1
        ok(good and len(rows) > 0, shown, answer.errors, f"{len(left)} of {len(rows)} kernels")
    if then is not True:
        continue
    # A message has 100 bytes of a long name, and of a long value the first ones.
    told = kernels(before + "9" * 150 + behind)[0].errors
    found = re.search(r"(?:kernel|shader) (\S+?):", told)
    kernel, many = found[1] if found else "", "n" * 150
    if len(kernel) > 3:
        told = kernels(before.replace(kernel, many) + "9" * 150 +
                       behind.replace(kernel, many))[0].errors
        ok(" " + "n" * 100 + ": " in told, f"{name}: {called}: a long name", told)
    ok('"' + "9" * 40 in told and "9" * 101 not in told, f"{name}: {called}: a long value", told)
    # Every digit matters.
    column = COLUMN_OF.get(pattern)
    wrong = []
    for value in ("19", "20", "90", "109", "4294967293"):
        answer, left = kernels(before + value + behind)
        if f'"{value}"' in answer.errors or len(left) != len(rows) or \
                column is not None and value not in [row[column] for row in left]:
            wrong.append((value, answer.errors))
    ok(not wrong, f"{name}: {called}: numbers as they are", *wrong)
with open(os.path.join(FILES, "nvidia", "k_sm_90.ptxas.txt"), "rb") as file:
    LOG = file.read()
for size, good in ((b"%d" % len(LOG), True), (b"%dabc" % len(LOG), False), (b"-8", False),
                   (b"%d 1" % len(LOG), False), (b"9999999999", False)):
    member = b"%-16s%-12d%-6d%-6d%-8d%-10s`\n" % (b"log/", 0, 0, 0, 644, size)
    answer = run("kernels", "--csv", "-", given=b"!<arch>\n" + member + LOG)
    ok((len(answer.rows()) == 13) == good and
       ("the archive is cut off or damaged" in answer.errors) != good,
       f"an archive's member of {size.decode()} bytes", answer.errors)


def patched(name, found, change):
    """Returns the answer for a file with other bytes after the first occurrence of `found`."""
    with open(os.path.join(FILES, name), "rb") as file:
        data = file.read()
    whole = run("kernels", "--csv", "-t", "64", "-", given=data).rows()
    at = data.index(found) + len(found)
    changed = data[:at] + change + data[at + len(change):]
    answer = run("kernels", "--csv", "-t", "64", "-", given=changed)
    return answer, answer.rows(), whole


answer, left, whole = patched("amd/gfx1100.co", b"\xab.vgpr_count", b"\xff")
ok(answer.code == 2 and len(left) == len(whole) - 1 and
   '.vgpr_count is "negative"' in answer.errors, "metadata with -1 VGPRs", answer.errors)
answer, left, whole = patched("amd/gfx90a.co", b".reqd_workgroup_size\x93\xcd\x04\x00\x01",
                              b"\xff")
ok(answer.code == 2 and [row["threads_per_group"] for row in left if row["status"] != "0"] ==
   ["4294967293"], "a required size of -1 is too large", answer)
for line, scratch in (("10 bytes stack frame, 0 bytes spill stores", True),
                      ("0 bytes stack frame, 0 bytes spill stores", False),
                      ("\t10 bytes stack frame, 0 bytes spill stores", True),
                      ("    0 bytes stack frame, 0 bytes spill stores", False)):
    rows = run("kernels", "--csv", "-", given="ptxas info : Compiling entry function 'k' for "
               f"'sm_90'\nptxas info : Function properties for k\n{line}\n"
               "ptxas info : Used 10 registers\n").rows()
    ok([("scratch" in row["file_notes"]) for row in rows] == [scratch], repr(line), rows)
# Tensor Memory, which logs do not contain, exists on sm_100 to sm_119; barriers limit from sm_90
# on.
for sm, tensor, barriers in (("89", False, ""), ("90", False, "unknown"), ("99", False, "unknown"),
                             ("100", True, "unknown"), ("119", True, "unknown"),
                             ("120", False, "unknown")):
    rows = run("kernels", "--csv", "--device", "sm_90", "-", given="ptxas info : Compiling entry "
               f"function 'k' for 'sm_{sm}'\nptxas info : Used 10 registers\n").rows()
    ok([("tensor_unsaid" in row["file_notes"], row["barriers_per_group"]) for row in rows] ==
       [(tensor, barriers)], f"sm_{sm}: what a log leaves out", rows)
for number in (b"\xfe\xff\xff\xff", b"\xfd\xff\xff\xff"):
    start = b"\x04\x2f\x08\x00"  # the record of registers: a symbol's number, then the registers
    with open(os.path.join(FILES, "nvidia", "k_sm_90.cubin"), "rb") as file:
        data = file.read()
    symbol = data[data.index(start) + 4:][:4]
    answer, left, whole = patched("nvidia/k_sm_90.cubin", start + symbol, number)
    ok(answer.code == 2 and [row["status"] for row in left].count("-16") == 1,
       f"a cubin with {number} registers", answer.errors, [row["status"] for row in left])


def descriptor(target, xnack):
    """Returns a kernel of 59 SGPRs and VCC, as LLVM writes it for a target."""
    return (f'\t.amdgcn_target "amdgcn-amd-amdhsa--{target}"\n\t.amdhsa_kernel k\n'
            "\t\t.amdhsa_group_segment_fixed_size 8192\n\t\t.amdhsa_next_free_vgpr 29\n"
            f"\t\t.amdhsa_next_free_sgpr 59\n\t\t.amdhsa_reserve_vcc 1\n{xnack}"
            "\t\t.amdhsa_reserve_flat_scratch 0\n\t.end_amdhsa_kernel\n")


# What no directive mentions is on if the target has it and its name does not turn it off.
NO = "\t\t.amdhsa_reserve_xnack_mask 0\n"
for target, xnack, want in (
        ("gfx906", "", 63), ("gfx906", NO, 61), ("gfx906:xnack-", "", 61), ("gfx801", "", 63),
        ("gfx810", "", 63), ("gfx803", "", 61), ("gfx906:sramecc+:xnack+", "", 63)):
    rows = run("kernels", "--csv", "-", given=descriptor(target, xnack)).rows()
    ok([row["scalar_registers_per_wave"] for row in rows] == [str(want)],
       f"{target}, {'said' if xnack else 'not said'}: {want} SGPRs", rows)


def allotted(target):
    """Returns a kernel that counts 35 SGPRs and is allocated 48: the unit is 8 on gfx7, 16 from
    gfx8 on."""
    return (descriptor(target, NO).replace("sgpr 59", "sgpr 46") + "\t.amdgpu_metadata\n---\n"
            "amdhsa.kernels:\n  - .name: k\n    .symbol: k.kd\n    .sgpr_count: 35\n"
            "    .vgpr_count: 29\n...\n\t.end_amdgpu_metadata\n")


for target, want, note in (("gfx600", "48", True), ("gfx704", "48", True), ("gfx803", "35", False),
                           ("gfx906", "35", False)):
    rows = run("kernels", "--csv", "-", given=allotted(target)).rows()
    ok([(row["scalar_registers_per_wave"], "allocated" in row["file_notes"]) for row in rows] ==
       [(want, note)], f"{target}: of 35 SGPRs and 48 allotted, {want}", rows)

done()
