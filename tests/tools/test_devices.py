#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gpuocc devices, device, help and --version."""
import re

from command import knows, run
from tap import done, ok

answer = run("devices", "rtx 40")
names = [line[:26].strip() for line in answer.text.splitlines()[1:]]
ok(answer.code == 0 and "GeForce RTX 4090" in names and len(names) > 5 and
   all("RTX 40" in name for name in names), "a part of the name", answer)
ok(re.search(r"^GeForce RTX 4090 +sm_89 +Ada +nvidia +128 +2520 MHz +10\d\d(\.\d+)? GB/s$",
             answer.text, re.M) is not None, "the figures of a product", answer)
ok(run("devices", "RTX", "4090").text == run("devices", "4090", "rtx").text, "every word matters")
for query in ("SM_89", "ada", "NVIDIA"):
    ok("GeForce RTX 4090" in run("devices", query).text, f"devices {query}")
every = run("devices", "--json").json()["devices"]
ok(len(every) == len(run("devices").text.splitlines()) - 1 and
   len({device["name"] for device in every}) == len(every), "every device once")
one = next(device for device in every if device["name"] == "GeForce RTX 4090")
ok(one["architecture"] == "sm_89" and one["core_count"] == 128 and one["clock_mhz"] == 2520,
   "figures in JSON", one)
arch = next(device for device in every if device["name"] == "sm_89")
ok(arch["core_count"] is None and arch["clock_mhz"] is None, "an architecture has none", arch)
answer = run("devices", "nosuchthing")
ok(answer.code == 1 and answer.text == "" and
   answer.errors == 'gpuocc: no device matches "nosuchthing"\n',
   "no device matches", answer)

answer = run("device", "rtx", "4090")
for pattern in (r"^GeForce RTX 4090\narchitecture sm_89, family Ada\nfingerprint [0-9a-f]{16}\n"
                r"PCI ids 10de:2684\n",
                r"^max_waves_per_partition +12 +waves +.+\[\d+\]$",
                r"^shared_pool_sizes_kib +0, 8, 16, 32, 64, 100 +KiB ", r"^\[1\] \S+"):
    ok(re.search(pattern, answer.text, re.M) is not None, f"device: {pattern}", answer)
found = run("device", "10de:2684", "--json").json()["devices"]
numbers = {number["name"]: number for number in found[0]["numbers"]}
ok(len(found) == 1 and found[0]["pci_ids"][0] == {"vendor": 0x10de, "device": 0x2684,
                                                  "revision": None}, "PCI ids in JSON", found)
ok(numbers["shared_pool_sizes_kib"]["values"] == [0, 8, 16, 32, 64, 100] and
   numbers["core_count"]["value"] == 128 and numbers["core_count"]["unit"] == "cores" and
   all({"confidence", "document", "remark"} <= set(number) for number in numbers.values()),
   "numbers in JSON", numbers)
# 64 lanes are 2 warps of 32 per cycle, 1710 MHz are 1.71 GHz. tests/data/latency/constants.csv:
# shared memory 21 (PPT) and 23 (gpu-arch-microbenchmark), DRAM 424 (PPT) and 496.2 (mt4g) cycles.
answer = run("device", "rtx 2080")
for pattern in (r"^fp32_rate +2 +/cycle ", r"^clock_ghz +1\.71 +GHz ",
                r"^shared_latency +\S+ +21 to 23 +cycles .+\[\d+\]$",
                r"^dram_latency +424 +424 to 496\.2 +cycles .+\[\d+\]$"):
    ok(re.search(pattern, answer.text, re.M) is not None, f"device: {pattern}", answer)
ok("pipe_a_latency" not in answer.text and "turnaround_cycles" not in answer.text,
   "a constant without a source is left out", answer)
constants = {constant["name"]: constant for constant in
             run("device", "rtx 2080", "--json").json()["devices"][0]["constants"]}
memory, rate = constants["dram_latency"], constants["fp32_rate"]
ok((memory["value"], memory["low"], memory["high"], memory["unit"], memory["confidence"]) ==
   (424, 424, 496.2, "cycles", "two_sources") and "lanl/PPT" in memory["document"] and
   memory["remark"] != "", "a constant with its spread and source in JSON", memory)
ok((rate["value"], rate["low"], rate["high"], rate["unit"]) == (2, 2, 2, "/cycle") and
   "pipe_a_latency" not in constants, "a constant without spread in JSON", rate)
for arguments, error in [(("device", "RTX 9999"), "the nearest names are"),
                         (("device",), "device is not given"),
                         (("device", "generic"), "has no numbers of its own"),
                         (("devices", "-t", "5"), 'devices has no option "-t"'),
                         (("frobnicate",), 'there is no command "frobnicate"'),
                         (("--frob",), 'there is no option "--frob"'),
                         (("help", "frob"), 'there is no command "frob"'),
                         ((), "a command is needed")]:
    answer = run(*arguments)
    ok(answer.code == 1 and answer.text == "" and error in answer.errors,
       "gpuocc " + " ".join(arguments), answer)

ok(re.fullmatch(r"gpuocc \d+\.\d+\.\d+, device data of \d{4}-\d\d-\d\d\n",
                run("--version").text) is not None, "--version")
overview = run("--help")
ok(overview.code == 0 and overview.text == run("help").text == run("-h").text, "--help")
for command in ("occupancy", "eval", "devices", "device"):
    ok(f"gpuocc {command}" in overview.text, f"--help names {command}")
    ok(run("help", command).text == run(command, "--help").text == run(command, "-h").text !=
       overview.text and f"gpuocc {command} " in run("help", command).text, f"help {command}")
fields = run("help", "fields").text
ok("registers_per_thread (--registers)" in fields and "shared_pool_sizes_kib" in fields and
   "hip-2024-10" in fields, "help fields", fields)

if knows("RX 9070 XT"):  # 64 CUs, two in a WGP; LLVM's gfx1201 is 0x1201
    answer = run("devices", "9070 XT")
    ok("32 WGPs (64 CUs)" in answer.text, "devices: both counts", answer)
    found = run("devices", "9070 XT", "--json").json()["devices"][0]
    ok(found["core_count"] == 64 and found["wgp_count"] == 32 and found["cu_count"] == 64,
       "devices --json: both counts", found)
    answer = run("device", "RX 9070 XT")
    lines = [line.split() for line in answer.text.splitlines() if line]
    ok("cores 32 WGPs (64 CUs): a group is on a WGP, with --core-mode cu on a CU;\n" in answer.text
       and ["wave_sizes", "32", "and", "64", "threads"] == next(
           line[:5] for line in lines if line[0] == "wave_sizes") and
       ["generation", "gfx1201"] in [line[:2] for line in lines] and
       ["dynamic_vgpr", "yes"] in [line[:2] for line in lines] and
       ["core_count", "64", "CUs"] in [line[:3] for line in lines] and
       not {"grf_bytes", "max_groups_per_core", "max_accumulators_per_thread",
            "scalar_register_unit", "min_core_count"} & {line[0] for line in lines} and
       "Numbers of 0 are left out" in answer.text, "device: decoded values, none left at 0", answer)
    found = run("device", "RX 9070 XT", "--json").json()["devices"][0]
    numbers = {number["name"]: number for number in found["numbers"]}
    ok(numbers["wave_sizes"]["value"] == 96 and numbers["wave_sizes"]["decoded"] == "32 and 64" and
       numbers["generation"]["value"] == 0x1201 and
       numbers["generation"]["decoded"] == "gfx1201" and
       numbers["dynamic_vgpr"]["decoded"] == "yes" and numbers["grf_bytes"]["value"] == 0 and
       numbers["core_count"]["decoded"] is None and found["wgp_count"] == 32,
       "device --json: raw and decoded", numbers)
for device, decoded in [("RTX 4090", "sm_89"), ("tgl", "IP 12.00"), ("M3", "apple9")]:
    if knows(device):
        answer = run("device", device)
        ok(re.search(f"^generation +{re.escape(decoded)} ", answer.text, re.M),
           f"{device} {decoded}", answer)
if knows("tgl"):
    ok(re.search("^wave_sizes +8, 16 and 32 ", run("device", "tgl").text, re.M), "three wave sizes")
# A card with 8 and with 16 GB has one set of numbers, and a name that is true of both.
for card in ("RTX 4060 Ti", "RTX 5060 Ti"):
    for name in (card, card + " 8 GB", card + " 8GB", card + " 16GB", f"NVIDIA {card} 16 GB"):
        answer = run("device", name)
        ok(answer.code == 0 and answer.text.startswith(f"GeForce {card}\n"), name, answer)
done()
