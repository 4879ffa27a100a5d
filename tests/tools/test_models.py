#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests gpuocc scale and gpuocc tile: the reference's examples, rows, formats, refusals."""
import csv
import os
import re
import sys

from command import run
from tap import done, ok

DATA = os.path.join(sys.argv[1], "tests", "data", "schedule")

# whole-gpu.md, sections 3 to 10. Arguments, outputs of the first row.
EXAMPLES = [
    ("scale serial --cpu-time 1 --gpu-time 1 --core-scale 2",
     {"time": 1.5, "speedup": 4 / 3, "saved_percent": 25, "gpu_busy_percent": 100 / 3}),
    ("scale serial --cpu-time 1 --gpu-time 1 --core-scale 4",
     {"speedup": 1.6, "saved_percent": 37.5, "limit": 2, "overlapped": 1}),
    ("scale fit --core-scale 4 --speedup 1.6", {"cpu_time": 0.5, "gpu_time": 0.5}),
    ("scale fit --core-scale 2 --speedup 1 --time 0", {"gpu_time": 0, "gpu_percent": 0}),
    ("scale chains --chains 3 --interleaved 3 --dispatches 10 --gap 2 --work 8 --fill 0.6",
     {"serial_time": 300, "least_time": 144, "most_speedup": 300 / 144}),
    # 1 - 1 / S by hand: 3 / 13 and 7 / 17.
    ("scale recoverable --speedup 1.3", {"recoverable_percent": 300 / 13}),
    ("scale recoverable --speedup 1.7", {"recoverable_percent": 700 / 17}),
    ("scale recoverable --speedup 1", {"recoverable_percent": 0}),
    # A Kepler core: 192 lanes are 6 instructions per cycle, for 9 cycles each.
    ("scale little --latency-cycles 9 --rate 6", {"in_flight": 54, "carriers": 54}),
    ("scale little --latency-cycles 9 --rate 6 --each 2.5", {"in_flight": 54, "carriers": 22}),
    # 900 GB/s at 1.5 GHz on 60 cores are 10 bytes per cycle and core: 5 lines in 64 cycles.
    ("scale memory --latency-cycles 64 --gb-per-s 900 --clock-ghz 1.5 --cores 60 --each 2",
     {"requests_per_cycle": 10 / 128, "in_flight": 5, "carriers_per_core": 3}),
    ("scale ramp --groups 960 --slots 96 --launch-interval 0.05 --group-time 10 --fixed-time 2",
     {"time": 106.75, "launch_bound": 0}),
    ("scale ramp --groups 960 --slots 96 --launch-interval 0.2 --group-time 10 --fixed-time 2",
     {"time": 203.8, "launch_bound": 1}),
    ("scale work --work 1048575 --span 20 --processors 8192",
     {"least_steps": 1048575 / 8192, "most_steps": 20 + 1048555 / 8192}),
    ("scale flight --latency-ns 311 --gb-per-s 68.25 --cores 8",
     {"bytes_per_core": 2653.21875, "waves_per_core": 21, "threads_per_core": 672}),
    ("tile halo --x 4 --y 4 --z 4", {"border_percent_of_payload": 237.5, "all": 216,
                                     "unstaged_loads_per_output": 27, "shared_bytes": 864}),
    ("tile lines --group-x 8 --group-y 8 --pitch-bytes 16384",
     {"lines_of_first_wave": 4, "efficiency": 0.25, "lines_of_all_waves": 8}),
    ("tile lines --group-x 8 --group-y 8", {"lines_of_first_wave": 1, "efficiency": 1}),
    ("tile lines --group-x 20 --group-y 5 --pitch-bytes 4000 --origin-x 20 --origin-y 3",
     {"lines_of_first_wave": 2, "lines_of_all_waves": 9, "lines_of_group": 7}),
    ("tile atomics --values 1000003 --threads 256",
     {"wave_only": 31251, "per_group": 3907, "shared_most": 8}),
    ("tile balance --grid-threads 100000 --threads 1024 --cores 10",
     {"groups": 98, "most_groups": 10, "percent": 97.65625}),
]
# The rule of thumb of Apple's talk, for the cores of its table.
with open(os.path.join(DATA, "wwdc22_10159.csv"), encoding="utf-8") as file:
    talk = {row["id"]: row for row in csv.DictReader(line for line in file if line[0] != "#")}
for number, cores in (("8", 1), ("10", 8), ("11", 16), ("12", 32), ("13", 64)):
    EXAMPLES.append((f"tile recommended --cores {cores}",
                     {"least_threads": float(talk[number]["model_value_low"]),
                      "most_threads": float(talk["9" if cores == 1 else number]
                                            ["model_value_high"])}))
for line, outputs in EXAMPLES:
    row = run(*line.split(), "--json").json()["rows"][0]
    wrong = {name: row.get(name) for name, value in outputs.items()
             if abs(row.get(name, -1) - value) > 1e-8 * value}
    ok(not wrong, line, wrong)

# Every column of one query, by its definition (whole-gpu.md, the public headers), with all defaults
# written out.
touched = [(64 + (3 + t // 20) * 4000 + (20 + t % 20) * 4) // 128 for t in range(100)]
waves = [len(set(touched[w:w + 32])) for w in range(0, 100, 32)]
COLUMNS = [
    ("scale serial --cpu-time 3 --gpu-time 5",
     {"core_scale": 1, "time": 8, "speedup": 1, "limit": 8 / 3, "saved_percent": 0,
      "gpu_busy_percent": 62.5, "overlapped": 5}),
    ("scale fit --core-scale 4 --speedup 1.6",
     {"time": 1, "cpu_time": 0.5, "gpu_time": 0.5, "gpu_percent": 50}),
    ("scale fit --core-scale 4 --speedup 1.6 --time 0",
     {"cpu_time": 0, "gpu_time": 0, "gpu_percent": 0}),
    ("scale chains --chains 2 --interleaved 1 --gap 3 --work 5",
     {"dispatches": 1, "fill": 1, "serial_time": 16, "most_speedup": 1}),
    ("scale little --latency-cycles 9 --rate 6", {"each": 1}),
    ("scale memory --latency-cycles 64 --gb-per-s 900 --clock-ghz 1.5 --cores 60",
     {"line_bytes": 128, "each": 1, "requests_per_cycle": 10 / 128, "in_flight": 5,
      "carriers_per_core": 5}),
    ("scale ramp --groups 960 --slots 96 --launch-interval 0.05 --group-time 10",
     {"fixed_time": 0, "time": 104.75, "concurrency": 9600 / 104.75, "launch_bound": 0}),
    ("scale work --work 100 --span 20 --processors 8",
     {"least_steps": 20, "most_steps": 30, "parallelism": 5}),
    ("scale flight --latency-ns 100 --gb-per-s 256 --cores 2",
     {"line_bytes": 128, "wave_size": 32, "bytes_per_core": 12800, "waves_per_core": 100,
      "threads_per_core": 3200}),
    ("tile halo --x 5 --y 3 --radius 2",
     {"z": 0, "element_bytes": 4, "payload": 15, "border": 48, "all": 63,
      "border_percent_of_payload": 320, "border_percent_of_all": 4800 / 63,
      "loads_per_output": 4.2, "unstaged_loads_per_output": 25, "shared_bytes": 252}),
    ("tile halo --x 5", {"y": 0, "z": 0, "radius": 1, "all": 7, "shared_bytes": 28}),
    ("tile lines --group-x 20 --group-y 5 --pitch-bytes 4000 --origin-x 20 --origin-y 3 "
     "--base-bytes 64",
     {"wave_size": 32, "element_bytes": 4, "line_bytes": 128, "lines_of_first_wave": waves[0],
      "efficiency_of_first_wave": 1 / waves[0], "lines_of_all_waves": sum(waves),
      "lines_of_group": len(set(touched)), "efficiency": 400 / 128 / sum(waves),
      "efficiency_of_group": 400 / 128 / len(set(touched))}),
    ("tile lines --group-x 8",
     {"group_y": 1, "pitch_bytes": 0, "base_bytes": 0, "origin_x": 0, "origin_y": 0,
      "lines_of_group": 1, "efficiency": 0.25}),
    ("tile atomics --values 1000003 --threads 256",
     {"wave_size": 32, "naive": 1000003, "wave_only": 31251, "per_group": 3907, "shared": 31251,
      "shared_most": 8, "reduction_factor": 1000003 / 3907}),
    ("tile balance --grid-threads 3000 --threads 1024 --cores 10",
     {"groups": 3, "most_groups": 1, "least_groups": 0, "busy_cores": 3,
      "percent": 3000 / 102.4}),
    ("tile recommended --cores 1", {"least_threads": 1024, "most_threads": 2048}),
]
for line, outputs in COLUMNS:
    row = run(*line.split(), "--csv").rows()[0]
    wrong = {name: row.get(name) for name, value in outputs.items()
             if abs(float(row.get(name, -1)) - value) > 1e-8 * value}
    ok(not wrong, f"every column of {line}", wrong)

# The bounds of every input: the largest and smallest number, and the first beyond each.
TIME, POSITIVE = "a number from 0 up to 1000000000000000", "a number above 0 up to 1000000000000000"
FROM_ONE, SHARE = "a number from 1 up to 1000000000000000", "a number above 0 up to 1"
COUNT, ANY = ("a whole number from 1 up to 4294967295", "a whole number from 0 up to 4294967295")
GREAT, OFFSET = ("a whole number from 1 up to 9007199254740992",
                 "a whole number from 0 up to 9007199254740992")
INPUTS = {
    "scale serial": "cpu-time=TIME gpu-time=TIME core-scale=POSITIVE",
    "scale fit": "core-scale=POSITIVE time=TIME speedup=POSITIVE",
    "scale chains": "chains=COUNT interleaved=COUNT dispatches=COUNT gap=TIME work=POSITIVE "
                    "fill=SHARE",
    "scale recoverable": "speedup=FROM_ONE",
    "scale little": "latency-cycles=TIME rate=TIME each=POSITIVE",
    "scale memory": "latency-cycles=TIME gb-per-s=TIME clock-ghz=POSITIVE cores=FROM_ONE "
                    "line-bytes=COUNT each=POSITIVE",
    "scale ramp": "groups=GREAT slots=GREAT launch-interval=TIME group-time=POSITIVE "
                  "fixed-time=TIME",
    "scale work": "work=POSITIVE span=POSITIVE processors=FROM_ONE",
    "scale flight": "latency-ns=TIME gb-per-s=TIME cores=COUNT line-bytes=COUNT wave-size=COUNT",
    "tile halo": "x=COUNT y=ANY z=ANY radius=ANY element-bytes=ANY",
    "tile lines": "group-x=COUNT group-y=COUNT wave-size=COUNT element-bytes=BYTES "
                  "pitch-bytes=OFFSET line-bytes=COUNT base-bytes=OFFSET origin-x=OFFSET "
                  "origin-y=OFFSET",
    "tile atomics": "values=GREAT threads=COUNT wave-size=COUNT",
    "tile balance": "grid-threads=GREAT threads=COUNT cores=COUNT",
    "tile recommended": "cores=COUNT",
}
KINDS = {"TIME": TIME, "POSITIVE": POSITIVE, "FROM_ONE": FROM_ONE, "SHARE": SHARE, "COUNT": COUNT,
         "ANY": ANY, "GREAT": GREAT, "OFFSET": OFFSET,
         "BYTES": "a whole number from 1 up to 65536"}
for model, inputs in INPUTS.items():
    pairs = [pair.split("=") for pair in inputs.split()]
    wrong = []
    for name, kind in pairs:
        low, high = re.search(r" (\d+) up to (\d+)$", KINDS[kind]).groups()
        tries = {low: "above" not in KINDS[kind], high: True, f"{int(high) + 1}": False,
                 f"-{1 - int(low)}" if int(low) else "-1e-9": False,
                 "0.5": "whole" not in KINDS[kind] and low != "1"}
        for text, taken in tries.items():
            others = [word for other, _ in pairs if other != name for word in (f"--{other}", "1")]
            answer = run(*model.split(), *others, f"--{name}={text}")
            if high == "9007199254740992" and text == str(int(high) + 1):
                continue  # equal as a double
            if (f"--{name} is " not in answer.errors) != taken or \
                    (not taken and f"{KINDS[kind]} is needed" not in answer.errors):
                wrong.append((name, text, answer.errors))
        if kind in ("BYTES",) or name.endswith("bytes"):
            answer = run(*model.split(), *others, f"--{name}=0.25K")
            wrong += [] if f"--{name} is" in answer.errors else [(name, "0.25K", answer.errors)]
            answer = run(*model.split(), *others, f"--{name}=1K", "--csv").rows()
            wrong += [] if answer and answer[0][name.replace("-", "_")] == "1024" or \
                model == "tile lines" else [(name, "1K", answer)]
    ok(not wrong, f"{model}: the bounds of {len(pairs)} inputs", *wrong)

listed = ("scale", "serial", "--cpu-time", "1", "--gpu-time=1", "--core-scale", "1,2,4,8")
rows = run(*listed, "--csv").rows()
ok([float(row["speedup"]) for row in rows] == [1, 1.33333333, 1.6, 1.77777778] and
   [row["core_scale"] for row in rows] == ["1", "2", "4", "8"], "a list makes rows of CSV", rows)
text = run(*listed).text.splitlines()
ok(len(text) == 5 and text[0].split()[:3] == ["core_scale", "time", "speedup"] and
   text[3].split()[:3] == ["4", "1.25", "1.6"], "and lines of text", text)
found = run(*listed, "--json").json()
ok(len(found["rows"]) == 4 and found["model"] == "serial" and found["status"] == 0 and
   found["command"] == "scale", "and objects of JSON", found)
refused = run("scale", "work", "--work", "10,100", "--span", "50", "--processors", "2", "--json")
ok(refused.code == 2 and refused.json()["status"] == -26 and refused.json()["rows"] == [],
   "a row out of range", refused)
# A value of 54 and the three bounds around it.
for sign, wanted in (("<", [3, 3, 0]), ("<=", [3, 0, 0]), ("==", [3, 0, 3]), ("!=", [0, 3, 0]),
                     (">=", [0, 0, 3]), (">", [0, 3, 3])):
    codes = [run("scale", "little", "--latency-cycles", "9", "--rate", "6", "--require",
                 f"in_flight{sign}{bound}").code for bound in (53, 54, 55)]
    ok(codes == wanted, f"--require in_flight {sign} 53, 54 and 55", codes)
ok(run(*listed, "--require", " speedup >= 1 ").code == 0, "--require with blanks")
ok(run(*listed, "--require", "speedup>=1").code == 0 and
   run(*listed, "--require", "speedup>=1.5").code == 3, "--require asks every row")
shown = run("tile", "halo", "--x", "8", "--y", "8").text
ok("border_percent_of_payload  56.25\n" in shown, "one row is a line for each output", shown)

# halo.csv through the command.
with open(os.path.join(DATA, "halo.csv"), encoding="utf-8") as file:
    tiles = list(csv.DictReader(line for line in file if line[0] != "#"))
wrong = []
for tile in tiles[::3]:
    size = [value for name in "xyz"[:int(tile["dimensions"])]
            for value in ("--" + name, tile["tile_" + name])]
    row = run("tile", "halo", *size, "--radius", tile["radius"], "--json").json()["rows"][0]
    if str(row["border"]) != tile["border_loads"] or abs(
            row["border_percent_of_all"] - float(tile["border_over_all_loads_percent"])) > 5e-5:
        wrong.append(tile["case"])
ok(len(tiles) == 30 and not wrong, "halo.csv, a third of its rows", wrong)

# arguments, exit code, a part of standard error
for line, code, error in [
        ("scale", 1, "scale needs the name of a model first; valid values are serial, fit, chains"),
        ("tile cube", 1, "tile needs the name of a model first, not \"cube\"; valid values "
         "are halo"),
        ("tile --x 4 halo", 1, "needs the name of a model first, not \"--x\""),
        ("tile lines", 1, "tile lines needs --group-x"),
        ("tile halo --x 1.5", 1, "\"1.5\", a whole number from 1 up to 4294967295 is needed"),
        ("tile halo --x 4294967296", 1, "--x is \"4294967296\", a whole number from 1"),
        ("tile halo --x -1", 1, "--x is \"-1\", a whole number from 1"),
        ("tile halo --x nan", 1, "--x is \"nan\", a whole number from 1"),
        ("tile halo --x 1,,2", 1, "--x is \"\", a whole number from 1"),
        ("tile lines --group-x 8 --pitch-bytes 8", 2,
         "tile lines: pitch_bytes is 8, the minimum is 32; group_x is 8, group_y is 1 "
         "(default), wave_size is 32 (default), element_bytes is 4 (default), pitch_bytes is 8, "
         "line_bytes is 128 (default)\n"),
        ("tile lines --group-x 8 --element-bytes 1M", 1, "\"1M\", a whole number from"),
        ("tile lines --group-x 300 --group-y 300", 2,
         "tile lines: group_y is 300, the maximum is 218; group_x is 300, "
         "group_y is 300, wave_size is 32 (default), element_bytes is 4 (default), line_bytes is "
         "128 (default)\n"),
        ("tile halo --x 9 --y 4294967295 --radius 4294967295 --z 1", 2,
         "y: a result that depends on it would be too large; x is 9, y is 4294967295"),
        ("tile balance --grid-threads 9 --threads 0 --cores 1", 1, "--threads is \"0\""),
        ("scale serial --cpu-time 0 --gpu-time 0", 2, "cpu_time and gpu_time may not both be 0"),
        ("scale serial --cpu-time 1 --gpu-time 1 --core-scale 0", 1, "\"0\", a number above 0"),
        ("scale chains --chains 2 --interleaved 3 --gap 1 --work 1", 2,
         "interleaved is 3, the maximum is 2; chains is 2, interleaved is 3"),
        ("scale work --work 1 --span 2 --processors 1", 2, "span is 2, the maximum is 1"),
        # 1e-9 GB/s at 1e9 GHz on 60 cores: less than 1e-12 requests in a cycle.
        ("scale memory --latency-cycles 64 --gb-per-s 1e-9 --clock-ghz 1e9 --cores 60 --each 2", 2,
         "rate_per_cycle is 1.302083333e-22, the minimum is 1e-12; latency_cycles is 64"),
        ("scale serial --chains 2", 1, "scale serial has no option \"--chains\""),
        ("tile halo --x 1,2 --y 3,4", 1, "only one option may be a list, --y"),
        ("tile halo --x 0", 1, "--x is \"0\""),
        ("tile halo --x 4 --z 4", 2,
         "a tile with z needs y as well; x is 4, z is 4, radius is 1 (default)"),
        ("tile halo --x 4 --depth 4", 1, "has no option \"--depth\""),
        ("tile halo --x 4 5", 1, "takes options only"),
        ("tile halo --x 4 --csv --json", 1, "exclude each other"),
        ("tile halo --x 4 --require size>=3", 1, "it needs one of payload, border, all"),
        ("tile halo --x 4 --require all", 1, "it needs one of payload, border, all"),
        ("scale fit --core-scale 2 --speedup 0", 1, "--speedup is \"0\", a number above 0"),
        ("scale fit --core-scale 1 --speedup 1", 2, "scale fit: core_scale may not be 1")]:
    answer = run(*line.split())
    ok(answer.code == code and error in answer.errors and answer.text == "", line, answer)
ok(run("scale", "serial", "--help").text == run("help", "scale").text, "help of a model")
done()
