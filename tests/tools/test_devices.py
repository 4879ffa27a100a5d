#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests gpuocc devices, device, help and --version."""
import re
from decimal import Decimal

from command import knows, run
from tap import done, ok

answer = run("devices", "rtx 40")
names = [line[:26].strip() for line in answer.text.splitlines()[1:]]
ok(answer.code == 0 and "GeForce RTX 4090" in names and len(names) > 5 and
   all("RTX 40" in name for name in names), "a part of the name", answer)
ok(re.search(r"^GeForce RTX 4090 +sm_89 +Ada +nvidia +128 +2520 MHz +10\d\d(\.\d+)? GB/s$",
             answer.text, re.M) is not None, "the figures of a product", answer)
ok(run("devices", "RTX", "4090").text == run("devices", "4090", "rtx").text, "every word matters")
for query in ("4090 nvidia", "nvidia  4090", " RTX Ada 4090 "):
    ok(run("devices", query).text == run("devices", "rtx", "4090").text,
       f'devices "{query}": words in any order')
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
# pci.ids: 10de:2684 is "AD102 [GeForce RTX 4090]".
for query, name in (("10de:2684", "GeForce RTX 4090"), ("rtx4090", "GeForce RTX 4090"),
                    ("AD102", "sm_89"), ("Ryzen 7 7840U", "Radeon 780M")):
    answer = run("devices", query)
    ok(answer.code == 0 and len(answer.text.splitlines()) == 2 and
       answer.text.splitlines()[1].startswith(name + " "), f"devices {query}: by name", answer)
# What a name resolves to is listed, not the names of others of which it is a part by chance
# (BC-250 has "PS5" in its name); lspci's names of laptops' GPUs are those of pci.ids.
for query, name in (("PS5", "PlayStation 5"), ("Ryzen 5 220", "Radeon 740M"),
                    ("RTX 4060 mobile", "GeForce RTX 4060 Laptop GPU"),
                    ("GeForce RTX 3070 Mobile / Max-Q", "GeForce RTX 3070 Laptop GPU"),
                    ("01:00.0 VGA compatible controller: NVIDIA Corporation AD107M [GeForce RTX "
                     "4060 Max-Q / Mobile] (rev a1)", "GeForce RTX 4060 Laptop GPU")):
    listed, answer = (run(command, query, "--json").json()["devices"]
                      for command in ("devices", "device"))
    ok([device["name"] for device in listed] == [device["name"] for device in answer] == [name],
       f"devices {query}: the device that it resolves to", listed)
answer = run("devices", "AMD Radeon Graphics", "--json").json()["devices"]
ok({device["name"] for device in run("device", "AMD Radeon Graphics", "--json").json()["devices"]}
   <= {device["name"] for device in answer}, "devices: all that a name of several has", answer)
for query in ("Ryzen 7 5700", "EPYC 9654", "Core i5-12400F"):
    answer = run("devices", query)
    ok(answer.code == 1 and answer.text == "" and "it is a processor: if it has a GPU" in
       answer.errors, f"devices {query}: a processor, not one with a longer name", answer)
answer = run("devices", "rtx 40", "laptop nvidia")
ok(answer.code == 0 and "GeForce RTX 4090 Laptop GPU" in answer.text and
   "GeForce GTX" not in answer.text and
   all(re.match("(GeForce )?RTX 40.* Laptop", line) for line in answer.text.splitlines()[1:]),
   "the words of each argument count alone only where no device has the whole text", answer)
for query in ("Ryzen 9 7900X with RTX 4090", "GeForce RTX 4090 with Ryzen 9 7900X"):
    answer = run("occupancy", query, "-t", "256", "-r", "64")
    ok(answer.code == 1 and "gfx1036 (amd architecture), GeForce RTX 4090 (sm_89)" in
       answer.errors, f"{query}: two GPUs", answer)
for query in ("AMD Ryzen 9 7900X 12-Core Processor", "AMD Ryzen 9 7900X with Radeon Graphics",
              "Ryzen 5 240"):
    answer = run("occupancy", query, "-t", "256", "-r", "64")
    ok(answer.code == 0, f"{query}: one GPU", answer)
answer = run("devices", "nosuchthing")
ok(answer.code == 1 and answer.text == "" and
   answer.errors == 'gpuocc: no device matches "nosuchthing"; gpuocc devices without a name '
   'lists all\n',
   "no device matches", answer)
answer = run("devices", "--json", "nosuchthing")
ok(answer.code == 1 and answer.json()["devices"] == [], "which is an empty list in JSON", answer)

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
# shared memory 21 (PPT) and 23 (gpu-arch-microbenchmark). dram_ns.csv: DRAM 321.2 ns on an RTX 2080
# Ti, 355.5 on a T1000, whose median is that of the architecture; 221 to 389 of GDDR.
answer = run("device", "rtx 2080")
for pattern in (r"^fp32_rate +2 +/cycle ", r"^clock_ghz +1\.71 +GHz ",
                r"^shared_latency +\S+ +21 to 23 +cycles .+\[\d+\]$",
                r"^dram_latency_ns +338\.4 +221 to 389 +ns +sibling .+\[\d+\]$",
                r"^dram_latency +578\.664 +377\.91 to 665\.19 +cycles +sibling .+\[\d+\]$"):
    ok(re.search(pattern, answer.text, re.M) is not None, f"device: {pattern}", answer)
ok("pipe_a_latency" not in answer.text and "loads_per_wave" not in answer.text,
   "a constant without a source is left out", answer)
constants = {constant["name"]: constant for constant in
             run("device", "rtx 2080", "--json").json()["devices"][0]["constants"]}
memory, rate = constants["dram_latency"], constants["fp32_rate"]
ok([round(memory[name], 9) for name in ("value", "low", "high")] == [578.664, 377.91, 665.19] and
   (memory["unit"], memory["basis"], memory["confidence"]) ==
   ("cycles", "sibling", "one_source") and "mt4g" in memory["document"] and
   memory["remark"] != "", "a constant with its spread and source in JSON", memory)
ok((rate["value"], rate["low"], rate["high"], rate["unit"]) == (2, 2, 2, "/cycle") and
   "pipe_a_latency" not in constants, "a constant without spread in JSON", rate)
for arguments, error in [(("device", "RTX 9999"), "the nearest names are"),
                         (("device",), "device is not given"),
                         (("device", "generic"), "generic has no figures"),
                         (("devices", "-t", "5"), 'devices has no option "-t"'),
                         (("frobnicate",), 'there is no command "frobnicate"'),
                         (("--frob",), 'there is no option "--frob"'),
                         (("help", "frob"), 'there is no command "frob"'),
                         ((), "a command is needed")]:
    answer = run(*arguments)
    ok(answer.code == 1 and answer.text == "" and error in answer.errors,
       "gpuocc " + " ".join(arguments), answer)

ok(re.fullmatch(r"gpuocc \d+\.\d+\.\d+, device data \d+\n",
                run("--version").text) is not None, "--version")
overview = run("--help")
ok(overview.code == 0 and overview.text == run("help").text == run("-h").text, "--help")
commands = list(dict.fromkeys(re.findall(r"^  gpuocc ([a-z]+) ", overview.text, re.M)))
commands.remove("help")
ok(len(commands) == 18 and {"occupancy", "eval", "devices", "device"} <= set(commands),
   "--help names the commands", commands)
for command in commands:
    answers = [run("help", command), run(command, "--help"), run(command, "-h")]
    ok(all(answer.code == 0 and answer.errors == "" and answer.text == answers[0].text
           for answer in answers) and answers[0].text != overview.text and
       f"gpuocc {command} " in answers[0].text, f"help {command}", *answers)
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
# A card with 8 and with 16 GB has one set of numbers, and a name that applies to both.
for card in ("RTX 4060 Ti", "RTX 5060 Ti"):
    for name in (card, card + " 8 GB", card + " 8GB", card + " 16GB", f"NVIDIA {card} 16 GB"):
        answer = run("device", name)
        ok(answer.code == 0 and answer.text.startswith(f"GeForce {card}\n"), name, answer)

# The text of gpuocc device has the figures of its JSON, except for numbers that are 0.
ABOUT = {}


def rows_of(lines, head):
    at = next(i for i, line in enumerate(lines) if line.startswith(head))
    starts = [match.start() for match in re.finditer(r"(?<!\S)\S", lines[at])]
    rows = []
    for line in lines[at + 1:]:
        found = re.match(r"(\w+) +(.*?)  (.*?)(?:  +(\[\d+\]))?$", line)
        if not found or len(starts) < 5:
            break
        rows.append(line)
    return rows


for name in ("sm_52", "MI300X", "RTX 4090", "Arc A770", "gfx1100", "M1", "gfx90a", "sm_100",
             "a702", "Mali-T760", "V3D 7.1", "Raspberry Pi 5"):
    found = run("device", name, "--json").json()["devices"][0]
    lines = run("device", name).text.splitlines()
    notes, number = {}, None
    for line in lines:
        note = re.match(r"\[(\d+)\] (.*)", line)
        if note:
            number = note[1]
            notes[number] = [note[2], ""]
        elif number is not None and line.startswith("    "):
            notes[number][1] = line.strip()
    wrong, left_out = [], 0
    for kind, head in (("numbers", "number "), ("constants", "constant ")):
        shown = rows_of(lines, head) if any(line.startswith(head) for line in lines) else []
        shown = {line.split(" ")[0]: line for line in shown}
        for entry in found[kind]:
            line = shown.pop(entry["name"], None)
            if line is None or entry.get("value") is None:
                left_out += entry.get("value") == 0
                continue
            value = entry.get("decoded") or entry["value"]
            value = f"{value:.6g}" if kind == "constants" else str(value)
            low, high = entry.get("low"), entry.get("high")
            spread = f"{low:.6g} to {high:.6g}" if low != high else ""
            source = re.search(r"\[(\d+)\]$", line)
            about = ABOUT.setdefault(entry["confidence"], re.sub(r" +\[\d+\]$", "", line)
                                     .split("  ")[-1].strip())
            unit = "" if entry["name"] == "core_count" else f"  {entry['unit']}"
            if not entry["value"] or not re.search(rf"  {re.escape(value)}(  |$)", line) or \
                    spread not in line or unit not in line or about not in line or \
                    (source is None) != (entry["document"] + entry["remark"] == "") or \
                    source and notes[source[1]][0] != entry["document"]:
                wrong.append((entry, line))
        wrong += list(shown)
    used = re.findall(r"  \[(\d+)\]$", "\n".join(lines), re.M)
    wrong += [] if sorted(notes, key=int) == sorted(set(used), key=int) == list(
        map(str, range(1, len(notes) + 1))) else [(list(notes), used)]
    identity = [f"architecture {found['architecture']}, family {found['family']}",
                f"fingerprint {found['fingerprint']}"]
    ids = ", ".join(f"{pci['vendor']:04x}:{pci['device']:04x}" +
                    (f":{pci['revision']:02x}" if pci["revision"] is not None else "")
                    for pci in found["pci_ids"])
    identity += [f"PCI ids {ids}"] if ids else []
    wrong += [line for line in identity if line not in lines]
    wrong += [] if lines[0] == found["name"] else [lines[0]]
    wrong += [] if ("Numbers of 0 are left out" in "\n".join(lines)) == (left_out > 0) else ["left"]
    ok(not wrong, f"device {name}: text and JSON", *wrong[:4])
ok(len(ABOUT) >= 3 and len(set(ABOUT.values())) == len(ABOUT), "each confidence has its words",
   ABOUT)

# gpuocc devices: cores, clock and bandwidth; unknown figures are empty.
found = run("devices", "--json").json()["devices"]
lines = run("devices").text.splitlines()
wrong = []
for entry, line in zip(found, lines[1:]):
    clock, width = entry["clock_mhz"], entry["memory_mb_per_s"]
    parts = [entry["name"], entry["architecture"], entry["family"], entry["vendor"]]
    parts += [f" {clock} MHz"] if clock else []
    parts += [f" {Decimal(width) / 1000:.2f}".rstrip("0").rstrip(".") + " GB/s"] if width else []
    at = 0
    for part in parts:
        at = line.find(part, at)
        if at < 0:
            wrong.append((parts, line))
            break
    wrong += [] if clock or "MHz" not in line else [line]
    wrong += [] if width or "GB/s" not in line else [line]
    cores = entry["core_count"]
    if cores is not None and entry["wgp_count"] is None and not re.search(rf" {cores}\b", line):
        wrong.append(line)
ok(not wrong and len(found) == len(lines) - 1 > 300, f"{len(found)} devices: text and JSON",
   *wrong[:5])
done()
