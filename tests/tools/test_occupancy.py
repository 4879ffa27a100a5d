#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests gpuocc occupancy, and the options that it shares with the other commands."""
from command import knows, run
from tap import done, ok, skip

EXAMPLE = ("occupancy", "RTX 4090", "--threads", "256", "--registers", "72", "--shared", "24K")

# arguments, exit code, first line of the output, a part of standard error
LINES = [
    # 256 threads with 72 registers need 18432 of 65536 registers; 24 KiB and the 1 KiB reserved per
    # block are 25600 of 102400 bytes (cuda_occupancy.h 12.1: 3 and 4 blocks).
    (EXAMPLE[1:], 0, "3 blocks, 24 of 48 warps (50 %), limited by registers", ""),
    (("RTX", "4090", "-t256", "-r72", "-s24K"), 0,
     "3 blocks, 24 of 48 warps (50 %), limited by registers", ""),
    (("-d", "10de:2684", "-t", "0x100", "-r", "72"), 0,
     "3 blocks, 24 of 48 warps (50 %), limited by registers", ""),
    (("sm_90", "--threads-per-group=1024", "--registers_per_thread=64"), 0,
     "1 block, 32 of 64 warps (50 %), limited by registers", ""),
    (("sm_80", "-t", "1024", "-r", "32"), 0,
     "2 blocks, 64 of 64 warps (100 %), limited by warps and registers", ""),
    (("sm_80", "-t", "96", "-r", "64"), 0,
     "10 blocks, 30 of 64 warps (46.88 %), limited by registers", ""),
    (("sm_90", "-t", "1024", "-r", "255"), 0,
     "0 blocks, 0 of 64 warps (0 %), limited by registers", ""),
    (("sm_90", "-t", "256", "-r", "unknown"), 0,
     "1 to 8 blocks, 8 to 64 of 64 warps (12.5 to 100 %), perhaps limited by "
     "warps or registers", ""),
    (("sm_90", "-t", "256", "-r", "255"), 0, "1 block, 8 of 64 warps (12.5 %), limited by "
     "registers", ""),
    (("sm_90", "-t", "256", "-r", "256"), 2, "",
     "gpuocc: registers_per_thread is 256, sm_90 allows 255"),
    (("sm_90", "-t", "1025"), 2, "", "threads_per_group is 1025, sm_90 allows 1024"),
    (("sm_90", "-t", "32", "-g", "0"), 2, "",
     "grid_groups is 0, a whole number from 1 is needed"),
    (("sm_90", "-t", "32", "-g", "33", "--cluster", "16"), 2, "",
     "grid_groups is 33, a multiple of groups_per_cluster, which is 16, is needed"),
    (("sm_90", "-t", "32", "-g", "32", "--cluster", "8"), 0,
     "32 blocks, 32 of 64 warps (50 %), limited by blocks", ""),
    (("sm_90",), 2, "", "threads_per_group is required"),
    (("sm_90", "-t", "0"), 2, "", "threads_per_group is required"),
    (("sm_90", "-t", "32", "--accumulators", "4"), 2, "", "accumulators_per_thread is 4, sm_90 "
     "has no such resource"),
    (("sm_90", "-t", "32", "-c", "llvm"), 2, "", "convention llvm does not belong to sm_90"),
    (("sm_90", "-t", "32", "-c", "lvm"), 1, "", 'convention is "lvm", valid values are default'),
    (("sm_90", "-t", "32x"), 1, "", '-t: threads_per_group is "32x", a whole number is needed'),
    (("sm_90", "-t", "-5"), 1, "", "a number that is not negative is needed"),
    (("sm_90", "-t", "4294967294"), 1, "", "the maximum is 4294967293"),
    (("sm_90", "-t", "4294967297x1"), 1, "", "the maximum is 4294967293"),
    (("sm_90", "-t", "65536x65536"), 1, "", '"65536x65536", the maximum is 4294967293'),
    (("sm_90", "-t", "16x0"), 1, "", 'threads_per_group is "16x0", every dimension is at least 1'),
    (("sm_90", "-t", "0,16"), 1, "", '"0,16", every dimension is at least 1'),
    (("sm_90", "-t", "1x2x3x4"), 1, "", '"1x2x3x4", at most 3 dimensions are possible'),
    (("sm_90", "-t", "16xx16"), 1, "", '"16xx16", a whole number is needed'),
    (("sm_90", "-t", "16xunknown"), 1, "", '"16xunknown", a whole number is needed'),
    (("sm_90", "-t", "32", "-r", "8x8"), 1, "", 'registers_per_thread is "8x8", a whole number'),
    (("sm_90", "-t", "32", "-g", "4294967296x4294967296"), 1, "",
     "the maximum is 18446744073709551614"),
    (("sm_90", "-t", "32", "-s", "48Ki"), 1, "", 'shared_bytes is "48Ki", a whole number'),
    (("sm_90", "-t", "32", "-s", "4GB"), 1, "", '"4GB", the maximum is 4294967293'),
    (("sm_90", "-t", "32", "-r", "48KB"), 1, "", '"48KB", a whole number is needed'),
    (("sm_90", "-t"), 1, "", "option -t needs a value"),
    (("sm_90", "-t", ""), 1, "", "option -t needs a value"),
    (("sm_90", "--thread", "5"), 1, "",
     'gpuocc: occupancy has no option "--thread"; did you mean --threads?\n'),
    (("sm_90", "--regster=5"), 1, "", '"--regster"; did you mean --registers?\n'),
    (("sm_90", "--treads", "5"), 1, "", '"--treads"; did you mean --threads?\n'),
    (("sm_90", "--wavesize", "5"), 1, "", '"--wavesize"; did you mean --wave-size?\n'),
    (("sm_90", "--core-cont", "5"), 1, "", '"--core-cont"; did you mean --core-count?\n'),
    (("sm_90", "--gird", "5"), 1, "", '"--gird"; see gpuocc occupancy --help\n'),
    (("sm_90", "-t", "32", "--cores-per-gpc", "unknown"), 1, "",
     '--cores-per-gpc: cores_per_gpc is "unknown", a list needs whole numbers\n'),
    (("sm_90", "-t", "32", "--cores-per-gpc", "9,unknown"), 1, "",
     'cores_per_gpc is "unknown", a whole number is needed\n'),
    (("sm_90", "-t", "32", "--set", "shared_pool_sizes_kib=unknown"), 1, "",
     '--set: shared_pool_sizes_kib is "unknown", a list needs whole numbers\n'),
    (("sm_90", "--set", "core_cont=5"), 1, "", '"core_cont"; did you mean core_count?\n'),
    (("sm_90", "--set", "max_thread_per_group=5"), 1, "",
     '"max_thread_per_group"; did you mean max_threads_per_group?\n'),
    (("sm_90", "--set", "threads=5"), 1, "", '"threads"; see gpuocc help fields\n'),
    (("sm_90", "--table"), 1, "", 'has no option "--table"'),
    (("sm_90", "-x"), 1, "", 'has no option "-x"'),
    (("sm_90", "-d", "sm_80", "-t", "1"), 1, "", "the device is given twice"),
    (("-t", "32"), 1, "", "device is not given"),
    (("RTX 9999", "-t", "32"), 1, "", 'no device is named "RTX 9999"; the nearest names are '),
    (("sm_90", "-t", "32", "--set", "core_count"), 1, "", "--set needs FIELD=VALUE"),
    (("sm_90", "-t", "32", "--set", "cores=3"), 1, "", '--set: no field of a device is named '
     '"cores"'),
    (("sm_90", "-t", "32", "--set", "register_unit=0"), 1, "", "register_unit is 0"),
    (("sm_90", "-t", "2048", "--set", "max_threads_per_group=2048"), 0,
     "1 block, 64 of 64 warps (100 %), limited by warps", ""),
    (("sm_90", "-t", "1024", "--device-max-threads-per-group", "512"), 2, "",
     "threads_per_group is 1024, sm_90 allows 512"),
    (("sm_90", "-t", "512", "--max-threads-per-group", "256"), 0,
     "0 blocks, 0 of 64 warps (0 %), limited by launch bounds", ""),
    (("sm_90", "-t", "32", "--require", "groups>=2", "--require", "percent<1"), 3,
     "32 blocks, 32 of 64 warps (50 %), limited by blocks", "percent is 50, required is percent<1"),
    (("sm_90", "-t", "32", "--require", "groups>=1K"), 1, "",
     '"groups>=1K", but groups is not a number of bytes'),
    (("sm_90", "-t", "32", "--require", "groups>=1K.5"), 1, "", '--require is "groups>=1K.5"'),
    (("sm_90", "-t", "32", "--require", "blocks>1"), 1, "", "--require is \"blocks>1\""),
    (("sm_90", "-t", "300", "-r", "300", "--require", "groups>=2"), 2, "", "allows 255"),
    (("generic", "-t", "256", "-r", "32", "--partitions-per-core", "4",
      "--max-waves-per-partition", "16", "--registers-per-partition", "16K"), 1, "",
     'registers_per_partition is "16K", a whole number is needed'),
    (("generic", "-t", "256", "-r", "32", "--partitions-per-core", "4",
      "--max-waves-per-partition", "16", "--registers-per-partition", "16384",
      "--max-registers-per-thread", "255", "--device-max-threads-per-group", "1024"), 0,
     "8 groups, 64 of 64 waves (100 %), limited by waves and registers", ""),
]

for arguments, code, line, error in LINES:
    answer = run("occupancy", *arguments)
    ok(answer.code == code and answer.text.split("\n")[0] == line and
       (error in answer.errors if error else answer.errors == ""),
       f"occupancy {' '.join(arguments)}", f"expected {code} {line} {error}", answer)

# --require: requirement, and whether 3 groups with 24 of 48 waves meet it
DEMANDS = [("groups>=3", True), ("groups>=4", False), ("groups<=3", True), ("groups<=2", False),
           ("groups>2", True), ("groups>3", False), ("groups<4", True), ("groups<3", False),
           ("groups==3", True), ("groups==2", False), ("groups!=2", True), ("groups!=3", False),
           ("waves>=24", True), ("max_waves==48", True), ("percent>=50", True),
           ("percent>=50.0001", False), ("percent<=49.9999", False), (" percent > 49.5 ", True),
           ("max_threads_launchable==896", True), ("groups_per_device==384", True)]
for demand, met in DEMANDS:
    answer = run(*EXAMPLE, "--require", demand)
    ok(answer.code == (0 if met else 3) and (not met) == ("required is" in answer.errors),
       f"--require '{demand}' {'holds' if met else 'falls short'}", answer)
for demand in ("", "groups", "groups>=", ">=2", "groups=2", "groups>=2x", "groups=>2",
               "groups>=1.", "groups>=-1", "groups>=99999999999", "percent>1.00001"):
    answer = run(*EXAMPLE, "--require", demand)
    ok(answer.code == 1 and answer.text == "" and "--require" in answer.errors,
       f"--require '{demand}' is no demand", answer)
for demand, met in [("groups>=1", True), ("groups>=2", False), ("groups<=8", True),
                    ("groups<8", False), ("groups!=9", True), ("groups!=5", False),
                    ("groups_per_device>=1", False)]:
    answer = run("occupancy", "sm_90", "-t", "256", "-r", "unknown", "--require", demand)
    ok(answer.code == (0 if met else 3), f"1 to 8 groups, --require '{demand}'", answer)

text = run(*EXAMPLE, "--grid-groups", "1000").text
ok("registers  registers          18432      18432     65536       3  registers  <- limits" in text,
   "the row of a resource", text)
ok("The device has 128 SMs and can run 384 blocks at once.\n"
   "A grid of 1000 blocks is 3 rounds.\n" in text,
   "the whole device", text)
# 48 WGPs of two CUs (RX 7900 XTX: 96 CUs), each with 8 groups of 256 threads with 96 VGPRs, or 4 on
# each half; CDNA has only CUs, whose SIMDs have 512 VGPRs for 5 waves with 96.
if knows("RX 7900 XTX"):
    for arguments, line in [
            (("RX 7900 XTX",), "The device has 48 WGPs (96 CUs) and can run 384 work-groups"),
            (("RX 7900 XTX", "--core-mode", "cu"), "The device has 96 CUs and can run 384 "
             "work-groups"),
            (("MI300X",), "The device has 304 CUs and can run 1520 work-groups"),
            (("RTX 4090",), "The device has 128 SMs and can run 256 blocks")]:
        answer = run("occupancy", *arguments, "-t", "256", "-r", "96")
        ok(line + " at once.\n" in answer.text, f"cores of {' '.join(arguments)}", answer)
    found = run("occupancy", "RX 7900 XTX", "-t", "256", "--json").json()
    ok(found["core_count"] == 48 and found["wgp_count"] == 48 and found["cu_count"] == 96,
       "JSON has both counts", found)
    found = run("occupancy", "RTX 4090", "-t", "256", "--json").json()
    ok(found["wgp_count"] is None and found["cu_count"] is None, "other vendors have neither")
ok(run(*EXAMPLE, "-g", "385", "--core_count", "64").text.count(
    "can run 192 blocks at once.\nA grid of 385 blocks is 3 rounds.") == 1,
   "another number of cores")
text = run("occupancy", "sm_90", "-t", "1024", "-r", "72").text
ok("The block does not launch; the largest block with which this kernel launches has "
   "896 threads." in text,
   "the largest group that launches", text)
ok("Note: the last warp of a block has idle lanes." in
   run("occupancy", "sm_90", "-t", "33").text, "notes are sentences")

found = run(*EXAMPLE, "--grid-groups", "1000", "--json").json()
ok(found["schema"] == 1 and found["command"] == "occupancy" and found["status"] == 0 and
   found["groups"] == 3 and found["percent"] == 50 and found["limiters"] == ["registers"] and
   found["rounds"] == 3 and found["device"]["architecture"] == "sm_89" and
   found["kernel"] == {"threads_per_group": 256, "registers_per_thread": 72,
                       "shared_bytes": 24576} and
   [x["groups"] for x in found["limits"]] == [6, 24, 3, 4], "JSON of an answer", found)
# Clusters of two on GPCs of 9 and 7 SMs with 8 groups each; an H100 may be any of four.
for arguments, clusters in [
        (("sm_90", "--cluster", "2", "--core-count", "16", "--set", "cores_per_gpc=9|7"), 64),
        (("sm_90", "--cluster", "2"), None), (("sm_90",), None),
        (("sm_90", "--cluster", "2", "--core-count", "16", "--set", "cores_per_gpc=9,7"), 64),
        (("H100 PCIe", "--cluster", "1"), 912), (("H100", "--cluster", "1"), None)]:
    found = run("occupancy", *arguments, "-t", "256", "--json").json()
    ok(found["clusters_per_device"] == clusters and found["groups"] == 8,
       f"{' '.join(arguments)}: {clusters} clusters", found)
# The message names the option that would make them known if a single one does.
for arguments, words in [
        (("H100 SXM5 80 GB", "--cluster", "2"), " (--cores-per-gpc N,N,...; on a board of this "
         "name 15 clusters of 8 were counted, as many as with the assumed list "
         "18,18,18,16,16,16,16,14 (NVIDIA/cutlass#1921; accel-sim/gpu-app-collection#87))"),
        (("RTX 5090", "--cluster", "2"), " (--cores-per-gpc N,N,...)"),
        (("H100 SXM5 80 GB", "--cluster", "unknown"), ""), (("H100", "--cluster", "2"), ""),
        (("H100", "--cluster", "1"), " (--core-count N)"),
        (("B200", "--cluster", "unknown"), "")]:
    answer = run("occupancy", *arguments, "-t", "256")
    ok(f"\nClusters on the whole device, at most: not known{words}.\n" in answer.text,
       f"{' '.join(arguments)}: what gives the clusters", answer)
ranged = run("occupancy", "sm_90", "-t", "256", "-r", "unknown", "--json").json()
ok(ranged["groups"] == {"low": 1, "high": 8} and ranged["core_count"] is None and
   ranged["percent"] == {"low": 12.5, "high": 100} and
   ranged["limiters"] == {"low": [], "high": ["waves", "registers"]} and
   ranged["kernel"]["registers_per_thread"] is None, "JSON of a range", ranged)
refused = run("occupancy", "sm_90", "-t", "256", "-r", "256", "--json")
ok(refused.code == 2 and refused.json()["status"] == -16 and
   refused.json()["message"] == "registers_per_thread is 256, sm_90 allows 255" and
   refused.json()["groups"] is None and refused.json()["limits"] == [], "JSON of a refusal")
ok(set(found) == set(ranged) == set(refused.json()), "JSON has the same members in any case")

if knows("gfx90a"):
    # The waves of gfx90a: 512 registers per lane and SIMD, 96 of them used: LLVM prints 5.
    for convention, line in [
            ("default", "5 work-groups, 20 of 32 waves (62.5 %), limited by VGPRs"),
            ("llvm", "5 waves per SIMD")]:
        answer = run("occupancy", "gfx90a", "-t", "256", "-r", "64", "--accumulators", "32", "-c",
                     convention)
        ok(answer.text.startswith(line), f"gfx90a in the convention {convention}", answer)
    answer = run("occupancy", "hawaii", "-t", "64")
    ok(answer.code == 0 and 'Note: "hawaii" is the name of several devices: gfx701 (amd '
       'architecture), gfx702 (amd architecture).' in answer.text,
       "a name of two architectures that answer alike", answer)
    answer = run("occupancy", "1002:15bf", "-t", "64", "--json").json()
    ok(answer["status"] == 0 and answer["core_count"] is None and
       "Radeon 780M" in answer["device"]["remark"], "a PCI id of several products", answer)
else:
    skip("AMD", "left out of this build")
if knows("acm-g10"):
    answer = run("occupancy", "acm-g10", "-t", "256")
    ok(answer.code == 2 and "wave_size is required: 8, 16 or 32 on acm-g10" in
       answer.errors, "Intel has to be told the wave size", answer)
    answer = run("occupancy", "acm-g10", "-t", "256", "-w", "16", "--grf", "256")
    ok("(100 %, 50 % of the 128 in the best mode)" in answer.text.split("\n")[0],
       "both percentages on Intel", answer)
    answer = run("occupancy", "iris xe", "-t", "256", "-w", "16", "--json").json()
    ok(answer["status"] == 0 and answer["core_count"] is None,
       "products of one name, of one of which the core count is not known", answer)
    answer = run("occupancy", "Arc", "-t", "256", "-w", "16")
    ok(answer.code == 1 and answer.text == "", "no likeness is enough", answer)
else:
    skip("Intel", "left out of this build")
if knows("apple7"):
    answer = run("occupancy", "apple7", "-t", "32", "--half-registers", "unknown")
    ok(answer.code == 0 and "of 32 SIMD-groups" in answer.text, "unknown registers of Apple",
       answer)
else:
    skip("Apple", "left out of this build")

# By hand: 7 warps of 72 x 32 registers fit a quarter of 65536, 28 are 7 blocks of 128 threads; the
# product has 6 SMs.
resident = run("occupancy", "GTX 1050 Ti", "-t", "128", "-r", "72")
ok("Resident threads: 896 per SM, 5376 on the device.\n" in resident.text, "resident threads",
   resident)
resident = run("occupancy", "GTX 1050 Ti", "-t", "128", "-r", "72", "--json").json()
ok(resident["threads"] == 896 and resident["threads_per_device"] == 5376, "and in JSON", resident)
resident = run("occupancy", "sm_61", "-t", "unknown", "-r", "72")
ok(resident.code == 0 and "Resident threads" not in resident.text, "none where the size is unknown",
   resident)

# Whole sentences of the text. 256 threads are 8 of 48 warps on an SM of an RTX 4090, which has 128.
# A core of sm_52 has 96 KiB, a group at most 48; a wave of 64 registers needs 2,048 of 1,024.
TINY = ("occupancy", "generic", "-t", "32", "-r", "64", "--partitions-per-core", "4",
        "--max-waves-per-partition", "16", "--registers-per-partition", "1024",
        "--max-registers-per-thread", "255", "--device-max-threads-per-group", "1024")
H100 = ("occupancy", "H100 SXM5 80 GB", "-t", "256")
for words, sentence, code in (
        (TINY, "\nThe group does not launch; no group of this kernel would.\n", 0),
        (("occupancy", "sm_90", "-t", "32", "-g", "5"),
         "\nHow many blocks fit on the whole device is not known.\nRounds: not known, because the "
         "number of SMs is not (--core-count N, or name a product).\n", 0),
        (("occupancy", "RTX 4090", "-t", "32", "-g", "unknown"),
         "\nRounds: not known, because the grid is not.\n", 0),
        (("occupancy", "H100 SXM5 80 GB", "-t", "32", "-g", "32", "--cluster", "8"),
         "\nRounds: not known, because the number of blocks on the whole device is not.\n", 0),
        (("occupancy", "RTX 4090", "-t", "256", "-g", "1"), "\nThe device has 128 SMs and can "
         "run 768 blocks at once.\nA grid of 1 block is 1 round.\nResident threads: 1536 per SM, "
         "196608 on the device.\n", 0),
        (("occupancy", "RTX 4090", "-t", "256", "-g", "769"),
         "\nA grid of 769 blocks is 2 rounds.\n", 0),
        (("occupancy", "sm_90", "-t", "256", "--set", "partitions_per_core=1"),
         "\nA warp has 32 threads, a block 8 warps.\n", 0),
        (("occupancy", "sm_90", "-t", "256", "--set", "partitions_per_core=2"), "\nA warp has 32 "
         "threads, a block 8 warps; the fullest of 2 sub-partitions holds 16 warps.\n", 0),
        (("occupancy", "sm_90", "-t", "unknown"),
         "\nNote (perhaps): the last warp of a block has idle lanes.\n", 0),
        (("occupancy", "sm_90", "-t", "33"),
         "\nNote: the last warp of a block has idle lanes.\n", 0),
        ((*H100, "--cluster", "4"), "\nClusters on the whole device, at most: not known "
         "(--cores-per-gpc N,N,...; on a board of this name 15 clusters of 8 were counted", 0),
        ((*H100, "--cluster", "1"), "\nClusters on the whole device, at most: 1056.\n", 0),
        (("occupancy", "sm_90", "-t", "256", "--cluster", "1"),
         "\nClusters on the whole device, at most: not known (--core-count N).\n", 0),
        (("pad", "sm_52", "-t", "256", "--groups", "1"), "not possible: 2 blocks are resident with "
         "up to 49152 bytes of dynamic shared memory, the most that a block may have\n", 0),
        (("most", "sm_90", "--waves-per-partition", "8"),
         "The largest values for 8 warps per sub-partition on sm_90 (sm_90, Hopper)\n", 0),
        (("most", "sm_90", "--waves", "1", "--field", "registers"), "The largest values for 1 warp "
         "on sm_90 (sm_90, Hopper)\n", 0),
        (("most", "sm_90", "--waves", "1", "--field", "registers"),
         "\nNo --threads: a block is one warp of 32 threads and no shared memory.\n", 0),
        (("most", "sm_90", "--waves", "1", "--field", "registers", "-s", "1"),
         "\nNo --threads: a block is one warp of 32 threads.\n", 0),
        (("most", "sm_90", "--waves", "1", "--field", "registers", "--dynamic-shared", "1"),
         "\nNo --threads: a block is one warp of 32 threads.\n", 0),
        (("most", "sm_90", "-t", "32", "--groups", "2"),
         "\n\nEach value applies alone, with everything else unchanged.\n", 0),
        (("most", "sm_90", "--groups", "2"), "no shared memory.\nEach value applies alone, with "
         "everything else unchanged.\n", 0),
        (("best", "H100 SXM5 80 GB", "--cluster", "4", "--grid-threads", "5000", "-r", "32"),
         "gpuocc: cores_per_gpc of H100 SXM5 80 GB is unknown: specify it (--cores-per-gpc "
         "N,N,...)\n", 2),
        (("best", "sm_90", "--grid-threads", "1000", "-r", "32"), "gpuocc: core_count of sm_90 is "
         "unknown: specify it (--core-count N), or name a product\n", 2)):
    answer = run(*words)
    ok(answer.code == code and sentence in "\n" + answer.text + answer.errors,
       f"{' '.join(words)[:60]}: {' '.join(sentence.split())}", answer)
for size in ("8", "16"):
    for words in (("occupancy",), ("most", "--groups", "1"), ("schedule", "--grid-groups", "992"),
                  ("sweep", "--over", "registers"), ("best",), ("pad", "--groups", "1"),
                  ("latency", "--loads", "1"), ("both",)):
        asked = (words[0], "B200", *words[1:], "-r", "32", "--cluster", size)
        if words == ("both",):
            asked = ("occupancy", "-d", "B200", "-d", "sm_90", "-r", "32", "--cluster", size)
        asked += ("-t", "256") if words[0] != "best" else ()
        answer, note = run(*asked), "NonPortableClusterSizeAllowed.\n"
        rows = run(*asked, "--json").json()
        rows = rows.get("devices", rows.get("answers", [rows]))
        ok(answer.code == 0 and (note in answer.text) == (size == "16") and
           all(("cluster_not_portable" in row["notes"]) == (size == "16") for row in rows),
           f"{words[0]} says whether a cluster of {size} is portable", answer, rows)
ok("Each value" not in run("most", "sm_90", "--waves", "1", "--field", "registers").text,
   "one value needs no such sentence")
refused = run("pad", "sm_90", "-t", "2000", "--groups", "1", "--json")
ok(refused.code == 2 and refused.json()["status"] == -15 and refused.json()["bytes"] is None and
   refused.json()["dynamic_shared_bytes"] is None and refused.json()["target"] == 1,
   "pad: a refused kernel in JSON", refused)
# Without registers 128 threads fill 64 warps with 16 groups; 64 x 256 registers allow 4 groups.
found = run("best", "sm_90", "--candidates", "128,256", "--candidate-registers", "0,64", "--json")
ok([(row["threads_per_group"], row["registers"], row["groups"], row["waves"], row["rounds"])
    for row in found.json()["best"]] == [(128, 0, 16, 64, None), (256, 64, 4, 32, None)],
   "best: a candidate without registers", found)
for given, wanted in (((), 0), (("--dynamic-shared", "zero"), 0),
                      (("--dynamic-shared", "100"), 100), (("--shared-per-thread", "zero"), 0),
                      (("--shared-per-thread", "4"), 4096)):
    found = run("best", "sm_90", *given, "--candidates", "1024", "--json").json()["best"][0]
    ok(found["dynamic_shared_bytes"] == wanted, f"best: bytes of {' '.join(given)}", found)
# 2,048 threads of an SM share 65,536 registers, 32 each: one more costs a group, one less is slack.
for registers, wanted in (("31", (31, 32, None)), ("32", None), ("33", (33, 64, 32))):
    steps = {step["field"]: (step["now"], step["slack"], step["then"]) for step in
             run("occupancy", "sm_90", "-t", "1024", "-r", registers, "--json").json()["next"]}
    ok(steps.get("registers_per_thread") == wanted, f"the next step from {registers} registers",
       steps)
# A warp of 96 registers takes 3,072 of the 16,384 that each quarter of an SM has: 5, on the SM 20,
# and blocks have 7 (CUDA C++ Programming Guide, Compute Capabilities: 65,536 registers of an SM).
asked = ("occupancy", "sm_86", "-t", "224", "-r", "96", "--why")
answer, found = run(*asked), run(*asked, "--json").json()["why"]
STEPS = ["96 registers x 32 threads = 3072 registers of a warp.",
         "Each of the 4 sub-partitions has 16384: 16384 / 3072 = 5 warps, so 20 on the SM.",
         "A block has 7 warps (224 threads / 32): 20 / 7 = 2 blocks."]
ok(answer.code == 0 and "\n  registers (limits)\n    " + "\n    ".join(STEPS) + "\n    Source: " in
   answer.text and "\n  waves\n" in answer.text, "--why: the steps of a limit", answer)
ok(found["registers"]["steps"] == STEPS and "arch_traits.h" in found["registers"]["sources"][0] and
   list(found) == ["waves", "groups", "registers", "shared"], "--why: the same in JSON", found)
ok("why" not in run(*asked[:-1], "--json").json() and "Why:" not in run(*asked[:-1]).text,
   "without --why there are no steps")
answer = run("occupancy", "-d", "sm_86", "-d", "sm_90", "-t", "224", "--why")
ok(answer.code == 1 and "--why is for one device" in answer.errors, "--why: one device", answer)
answer = run("occupancy", "sm_86", "-t", "224", "-r", "unknown", "--why")
ok("  registers (may limit)\n    A field of the kernel is unknown: at least 1 block.\n" in
   answer.text, "--why: an unknown field", answer)
# A launch of 384 threads with 168 registers has 3 warp groups of 128, and 3 * 168 = 504 registers
# for each lane of them: CUTLASS gives them 24 + 240 + 240 or 40 + 232 + 232.
for budgets, registers, total, fits, words in (
        ("24,240,240", 168, 504, True,
         "setmaxnreg can give them. Fewer than 161 per thread at the launch are too few for it."),
        ("40,232,232", 168, 504, True, "setmaxnreg can give them. Fewer than 161 "),
        ("40,232,240", 176, 528, True, "setmaxnreg can give them. Fewer than 169 "),
        ("24,240,240", 161, 504, True, "setmaxnreg can give them"),  # allocated in steps of 8
        ("24,240,240", 160, 480, False, "hangs. With 224 instead of the most they fit."),
        ("40,240,240", 168, 504, False, "hangs. With 232 instead of the most they fit."),
        ("256,256,256", 24, 72, False, "hangs. With 24 instead of the most they fit."),
        ("240,240,256", 24, 72, False, "waits forever, and the kernel hangs.\n")):
    asked = ("occupancy", "sm_90", "-t", "384", "-r", str(registers), "--warpgroup-registers",
             budgets)
    answer, found = run(*asked), run(*asked, "--json").json()["warpgroup_registers"]
    numbers = [int(number) for number in budgets.split(",")]
    ok(answer.code == 0 and words in answer.text and
       found == {"registers": numbers, "sum": sum(numbers), "allocated": total, "fits": fits},
       f"{registers} registers, {budgets}: {words.strip()}", answer, found)
for device, rest, sentence in (
        ("sm_90", ("-t", "384", "-r", "168", "--warpgroup-registers", "25,24,24"),
         "25 is not a multiple of 8"),
        ("sm_90", ("-t", "384", "-r", "168", "--warpgroup-registers", "16,24,24"), "24"),
        ("sm_90", ("-t", "256", "-r", "168", "--warpgroup-registers", "24,240,240"),
         "has 3 budgets, which are for 384 threads"),
        ("sm_90", ("-t", "384", "--warpgroup-registers", "24,240,240"), "needs --registers"),
        ("sm_86", ("-t", "384", "-r", "168", "--warpgroup-registers", "24,240,240"),
         "sm_86 has no setmaxnreg"),
        ("gfx1100", ("-t", "384", "-r", "64", "--warpgroup-registers", "24,64,64"),
         "gfx1100 has no setmaxnreg"),
        ("sm_90,sm_100", ("-t", "384", "-r", "168", "--warpgroup-registers", "24,240,240"),
         "is for one device")):
    answer = run("occupancy", device, *rest)
    ok(answer.code == 1 and sentence in answer.errors and not answer.text,
       f"{device}: {sentence}", answer)
done()
