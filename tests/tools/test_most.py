#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares gpuocc most with the staircases of AMD's registers and with numbers from documents."""
import csv
import os
import sys

from command import knows, run
from tap import done, ok, skip

STAIRCASES = os.path.join(sys.argv[1], "tests", "data", "amd", "staircases.csv")

# The devices of a class of staircases.csv
CLASSES = {
    "gcn1_to_gcn5_cdna1": "gfx600 gfx701 gfx801 gfx900 gfx906 gfx908",
    "gcn4_polaris": "Radeon RX 580",
    "gcn1_gcn2": "gfx600 gfx701",
    "gcn3_to_gcn5_cdna1": "gfx801 gfx810 gfx900 gfx906 gfx908",
    "cdna2_3_4": "gfx90a gfx942 gfx950",
    "cdna2_3_4_unified": "gfx90a gfx942 gfx950",
    "rdna1": "gfx1010 gfx1012",
    "rdna_1024": "gfx1030 gfx1036 gfx1102 gfx1103 gfx1150",
    "rdna_1536": "gfx1100 gfx1101 gfx1151 gfx1200 gfx1201",
    "gfx125x": "gfx1250 gfx1251"}
FIELDS = {"vgpr": "registers_per_thread", "sgpr": "scalar_registers_per_wave"}


def amounts(*arguments):
    """Returns {field: (status, value)} of an answer."""
    return {row["field"]: (row["status"], row["value"])
            for row in run("most", *arguments, "--json").json()["most"]}


def staircase(row):
    """Returns the values of a row's devices that differ from the row."""
    found = CLASSES[row["class"]]
    for device in [found] if found.startswith("Radeon") else found.split():
        field = FIELDS[row["register_kind"]]
        got = amounts(device, "--waves-per-partition", row["waves_per_simd"], "--field", field,
                      "--wave-size", row["wave_size_lanes"],
                      "--trap-registers", row["trap_reserve_regs"] or "0")
        want = int(row["max_registers_per_wave"])
        # The rows end at the SGPRs that an instruction can address; from gfx8 on our field also
        # accepts what is allocated for them (llc refuses 105 on gfx701: "scalar registers exceeds
        # limit (104)").
        if field.startswith("scalar") and want == 102:
            want = 112
        if got.get(field) != (0, want):
            yield device, got, row


if knows("gfx1100"):
    with open(STAIRCASES, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    for name in CLASSES:
        mine = [r for r in rows if r["class"] == name and
                (r["convention"].startswith(("hardware", "closed_form")))]
        wrong = [bad for row in mine for bad in staircase(row)]
        ok(mine and not wrong, f"staircase of {name}: {len(mine)} steps", *wrong[:5])

    answer = run("most", "gfx1100", "--waves-per-partition", "12")
    ok(answer.code == 0 and
       "registers_per_thread              120  registers  VGPRs\n" in answer.text and
       "No --threads: a work-group is one wave of 32 work-items and no LDS.\n" in answer.text,
       "gfx1100: 120 VGPRs for 12 waves of a SIMD", answer)
    # The large-thread-group article, check 5: two groups of 1024 threads on gfx900.
    answer = run("most", "gfx900", "--groups", "2", "-t", "1024", "--field", "registers")
    ok(answer.code == 0 and "registers_per_thread    32  registers  VGPRs" in answer.text and
       "No --threads" not in answer.text and "Each value" not in answer.text,
       "gfx900: 32 VGPRs for two groups of 1024 threads", answer)
    answer = run("most", "gfx900", "--groups", "2", "-t", "1024", "--field", "half-registers")
    ok(answer.code == 2 and answer.text == "" and "gfx900 has no such resource" in answer.errors,
       "a resource of another vendor", answer)
    # docs/model.md: a group of several waves has one barrier, whatever is given.
    answer = run("most", "gfx1100", "--groups", "4", "-t", "256", "--field", "barriers", "--json")
    ok(answer.code == 2 and answer.json()["status"] == -22 and
       answer.errors == "gpuocc: barriers_per_group changes nothing on gfx1100, so there is "
                        "no largest value\n",
       "a field that is ignored is no missing resource", answer)
    answer = run("most", "gfx1100", "--groups", "4", "-t", "256", "--require", "barriers>=1")
    ok(answer.code == 2 and "barriers_per_group changes nothing on gfx1100" in answer.errors,
       "a demand about a field that is ignored", answer)
    answer = run("most", "gfx90a", "-c", "llvm", "--waves", "8", "-t", "64", "--field",
                 "dynamic-shared")
    ok(answer.code == 2 and "dynamic_shared_bytes changes nothing on gfx90a in the convention llvm"
       in answer.errors, "nor is one that the convention ignores", answer)
    answer = run("most", "gfx1100", "-c", "llvm", "-t", "256", "--groups", "8", "--json")
    ok(answer.code == 2 and answer.json()["most"] == [] and answer.json()["status"] == -22 and
       "the convention llvm has no answer about the groups of a core" in answer.errors,
       "a convention without groups", answer)
    ok(amounts("gfx1100", "-c", "llvm", "-t", "256", "--waves", "8")["registers_per_thread"] ==
       (0, 256), "but with waves")
else:
    skip("AMD", "left out of this build")

# nvidia.md section 4, row 2: the header ignores the reserve of every block.
LAUNCH = ("sm_80", "-t", "256", "-r", "32", "--groups", "2", "--field", "dynamic-shared")
ok(amounts(*LAUNCH)["dynamic_shared_bytes"] == (0, 82944), "sm_80: 82944 bytes for two groups")
ok(amounts(*LAUNCH, "-c", "header", "--max-dynamic-shared-bytes", "164K", "--shared-limit",
           "optin")["dynamic_shared_bytes"] == (0, 83968), "83968 in the convention of the header")
# cuda_occupancy.h: 65536 registers, 1024 threads of 64.
got = amounts("sm_90", "-t", "1024", "--groups", "1")
ok(got["registers_per_thread"] == (0, 64) and got["threads_per_group"] == (0, 1024) and
   "scalar_registers_per_wave" not in got and "grf_count" not in got, "all that apply", got)
# 228 KiB have room for two blocks of 113 KiB and their reserves of 1 KiB; an SM has 128 virtual
# resources.
got = amounts("sm_100", "-t", "256", "--groups", "2")
ok(got["dynamic_shared_bytes_per_thread"] == (0, (228 // 2 - 1) * 1024 // 256) and
   got["virtual_resources"] == (0, 128 // 2), "bytes of each thread, virtual resources", got)
got = amounts("sm_90", "-t", "1024", "--groups", "3")
ok(all(value == (-24, None) for field, value in got.items() if field != "threads_per_group") and
   got["threads_per_group"] == (0, 672), "not possible is an answer", got)
answer = run("most", "sm_90", "-t", "1024", "--groups", "3", "--field", "registers_per_thread")
ok(answer.code == 0 and "registers_per_thread  not possible" in answer.text, "in words", answer)
ok(amounts("sm_90", "-t", "unknown", "--waves", "64", "-r", "32", "--field", "threads")
   ["threads_per_group"] == (0, 1024), "the field itself may be unknown")
if knows("apple9"):
    answer = run("most", "apple9", "--groups", "3", "-t", "64", "--field", "half-registers")
    ok(answer.code == 0 and "half_registers_per_thread  not known" in answer.text,
       "not known is an answer", answer)
else:
    skip("Apple", "left out of this build")
if knows("tgl"):
    answer = run("most", "tgl", "--groups", "7", "-w", "8", "--field", "threads")
    ok(answer.code == 0 and "threads_per_group   128  threads" in answer.text,
       "tgl at SIMD8: 7 groups of 128 items (the guide's R = 1)", answer)
    for target, words in [("--groups", "groups of a core"), ("--waves", "waves of a core"),
                          ("--waves-per-partition", "waves of a partition")]:
        answer = run("most", "tgl", "-c", "neo", "-w", "8", target, "7", "-t", "64")
        ok(answer.code == 2 and answer.text == "" and
           f"the convention neo has no answer about the {words}" in answer.errors,
           f"{target} in a convention of the whole device", answer)
else:
    skip("Intel", "left out of this build")

ok(run("most", "sm_90", "--groups", " 5 ").text == run("most", "sm_90", "--groups", "5").text,
   "blanks around a number")

# arguments, exit code, a part of standard error
BAD = [
    (("sm_90",), 1, "most needs one of --groups, --waves and --waves-per-partition\n"),
    (("sm_90", "--groups", "2", "--waves", "4"), 1, "--waves-per-partition, not several"),
    (("sm_90", "--groups", "0"), 1, '--groups is "0", a whole number from 1 to 4294967293'),
    (("sm_90", "--groups", "-1"), 1, '--groups is "-1", a whole number from 1'),
    (("sm_90", "--groups", "4294967295"), 1, "a whole number from 1 to 4294967293 is needed"),
    (("sm_90", "--groups"), 1, "option --groups needs a value"),
    (("sm_90", "--groups", "2", "--field", "speed"), 1, '--field is "speed", valid values are '
     "registers_per_thread, "),
    (("sm_90", "--groups", "2", "--field", "core_count"), 1, '--field is "core_count"'),
    (("sm_90", "--groups", "2", "--field", ""), 1, "option --field needs a value"),
    (("sm_90", "--groups", "2", "-t", "2000"), 2, "threads_per_group is 2000, sm_90 allows 1024"),
    (("sm_90", "--groups", "2", "-t", "64", "-r", "unknown", "--field", "shared"), 2,
     "registers_per_thread is unknown"),
    (("--groups", "2"), 1, "device is not given"),
    (("sm_9999", "--groups", "2"), 1, 'no device is named "sm_9999"'),
    (("sm_90", "--groups", "2", "--require", "groups>1"), 1,
     '--require is "groups>1", it needs one of registers_per_thread, '),
    (("sm_90", "--groups", "2", "--require", "registers>=-1"), 1, '--require is "registers>=-1"'),
    (("sm_90", "--groups", "2", "--require", "registers>=1K"), 1,
     '--require is "registers>=1K", but registers_per_thread is not a number of bytes; K, M '
     "and G are only for bytes; write 1024"),
    (("sm_90", "--groups", "2", "--require", "shared>=1.5K"), 1,
     "four decimals; whole numbers of bytes also as 24K or 1M"),
    (("sm_90", "--groups", "2", "--require", "registers"), 1, "then >=, <=, >, <, == or !="),
    (("sm_90", "--groups", "2", "--require"), 1, "option --require needs a value"),
    (("sm_90", "--groups", "2", "--field", "registers", "--require", "shared>=1"), 1,
     '--require is "shared>=1", but --field is registers'),
    (("sm_90", "--groups", "2", "--require", "grf>=1"), 2, "sm_90 has no such resource"),
    (("sm_90", "-d", "sm_80", "--groups", "2"), 1, "the device is given twice"),
]
for arguments, code, error in BAD:
    answer = run("most", *arguments)
    ok(answer.code == code and answer.text == "" and error in answer.errors,
       f"most {' '.join(arguments)}", answer)
# --require: 8 groups of 256 threads have 32 registers (65536 / 2048) and 29,184 bytes minus 1024 of
# shared memory; 9 are not possible.
for groups, demand, error in (
        ("8", "registers>=32", ""), ("8", "registers_per_thread==32", ""),
        ("8", " dynamic-shared > 1000 ", ""), ("8", "threads<=256", ""),
        ("8", "registers>=33", "registers_per_thread is 32 at most, required is registers>=33"),
        ("8", "registers != 32", "registers_per_thread is 32 at most, required is registers != 32"),
        ("9", "registers<1", "registers_per_thread is not possible, required is registers<1")):
    for form in ((), ("--json",), ("--field", demand.strip().split(" ")[0].split("<")[0]
                                   .split(">")[0].split("=")[0])):
        answer = run("most", "sm_90", "-t", "256", "--groups", groups, "--require", demand, *form)
        ok(answer.code == (3 if error else 0) and error in answer.errors and
           bool(answer.errors) == bool(error) and
           (answer.text[:1] == "{" if form == ("--json",) else
            "The largest values for" in answer.text),
           f"{groups} groups, --require '{demand}' {' '.join(form)}", answer)
# cudaOccupancyAvailableDynamicSMemPerBlock on an RTX 5050 for a kernel with 256 bytes of static
# shared memory: 48896; with opt-in 99 KiB (Programming Guide, technical specifications).
for given, most, without in (((), 101120, 48896), (("--shared-limit", "optin"), 101120, 48896),
                             (("--shared-limit", "default"), 48896, None),
                             (("--dynamic-shared-bytes-per-thread", "1"), 100864, 48640)):
    given = ("RTX 5050", "-t", "256", "--shared", "256", *given, "--groups", "1",
             "--field", "dynamic-shared")
    answer = run("most", *given)
    found = run("most", *given, "--json").json()["most"][0]
    ok([found[name] for name in ("value", "opt_in", "without_opt_in")] ==
       [most, without is not None, without] and
       ("\n\nWith opt-in (the attribute MaxDynamicSharedMemorySize); without it: "
        f"dynamic_shared_bytes {without}.\n" in answer.text) == (without is not None) and
       "opt-in" in answer.text + "opt-in" * (without is None),
       f"dynamic shared memory without opt-in: {without}", answer, found)
given = ("RTX 5050", "-t", "256", "-s", "50000", "--groups", "1", "--field", "dynamic-shared")
answer = run("most", *given)
found = run("most", *given, "--json")
ok("without it: dynamic_shared_bytes not possible.\n" in answer.text and
   found.json()["most"][0]["without_opt_in"] is None and found.json()["most"][0]["opt_in"],
   "none without it", answer, found)
if knows("gfx1100"):
    found = run("most", "gfx1100", "--groups", "1", "--json").json()["most"]
    ok(not any(row["opt_in"] for row in found), "AMD needs none", found)
for groups, needed in (("1", True), ("3", False)):
    answer = run("pad", "RTX 5050", "-t", "256", "--groups", groups)
    found = run("pad", "RTX 5050", "-t", "256", "--groups", groups, "--json").json()["opt_in"]
    ok(found == needed == ("\nThe padding needs opt-in" in answer.text),
       f"padding for {groups} groups", answer)
answer = run("sweep", "RTX 5050", "-t", "256", "--over", "dynamic-shared")
ok("accepts dynamic_shared_bytes up to 101376 here (49152 without opt-in).\n" in answer.text,
   "the end of a curve", answer)
both = ("--require", "registers>=1", "--require", "shared>=100000")
answer = run("most", "sm_90", "-t", "256", "--groups", "8", *both)
ok(answer.code == 3 and "shared_bytes is 28160 at most" in answer.errors,
   "the second does not hold", answer)
answer = run("most", "sm_90", "--groups", "2", "--require", "grf>=1", "--json")
ok(answer.code == 2 and answer.json()["status"] == -20 and answer.json()["most"] == [],
   "JSON where the amount is none of the device's", answer)
if knows("apple9"):
    answer = run("most", "apple9", "--groups", "3", "-t", "64", "--require", "half-registers>=0")
    ok(answer.code == 3 and "half_registers_per_thread is not known, required" in answer.errors,
       "what is not known does not meet a demand", answer)
refused = set(run("most", "sm_90", "--groups", "2", "--json").json())
for name, code in (("hawaii", -6), ("sm_9999", -6)):  # devices that differ; no device
    if name == "hawaii" and not knows("gfx701"):
        continue
    answer = run("most", name, "--groups", "1", "--json")
    ok(answer.code == 1 and answer.json()["status"] == code and answer.json()["most"] == [] and
       answer.json()["message"] in answer.errors and set(answer.json()) == refused,
       f"JSON of {name}", answer)
answer = run("most", "sm_90", "--groups", "2", "--field", "registers", "--require", "shared>=1",
             "--json")
ok(answer.code == 1 and answer.text == "", "none where the options are wrong", answer)
answer = run("most", "sm_90", "--groups", "2", "-t", "2000", "--json")
ok(answer.code == 2 and answer.json()["status"] == -15 and answer.json()["most"] == [],
   "JSON of a refusal", answer)

done()
