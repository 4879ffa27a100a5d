#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests gpuocc best and pad, the next step of gpuocc occupancy, and advice for rows of gpuocc
eval."""
from command import evaluate, knows, run
from tap import done, ok, skip

# best: the expected sizes come from a separate search over the answers of gpuocc eval.
for device, options, step, largest in [
        ("sm_90", ("-r", "72", "-s", "10K"), 32, 1024), ("sm_75", ("-r", "40"), 32, 1024),
        ("gfx1100", ("-r", "100", "-s", "5K"), 32, 1024), ("tgl", ("-w", "8"), 8, 512)]:
    if not knows(device):
        skip(device, "left out of this build")
        continue
    sizes = range(step, largest + 1, step)
    rows = evaluate("threads_per_group\n" + "".join(f"{n}\n" for n in sizes), "-d", device,
                    *options).rows()
    order = sorted(((-int(r["waves"]), -int(r["threads_per_group"])) for r in rows
                    if r["groups"] != "0"))
    found = run("best", device, *options, "--count", "2000", "--json").json()
    ok(found["status"] == 0 and [(-r["waves"], -r["threads_per_group"]) for r in found["best"]] ==
       order, f"{device}: all sizes in order", found["best"][:3], order[:3])
    text = run("best", device, *options, "--count", "3").text
    ok(text.count("\n") == 6 and f" {-order[0][1]} " in text.split("\n")[3], f"{device}: three",
       text)
    small = run("best", device, *options, "--prefer-small", "--count", "1", "--json").json()
    ok(small["best"][0]["threads_per_group"] == min(-n for w, n in order if w == order[0][0]),
       f"{device}: the smallest", small["best"])

found = run("best", "sm_90", "--min", "100", "--max", "300", "--multiple-of", "50", "--json").json()
ok(sorted(r["threads_per_group"] for r in found["best"]) == [100, 150, 200, 250, 300],
   "--min, --max, --multiple-of", found["best"])
found = run("best", "sm_90", "-r", "32", "--shared-per-thread", "1K", "--dynamic-shared", "512",
            "--count", "1", "--json").json()["best"][0]
ok(found["dynamic_shared_bytes"] == 512 + 1024 * found["threads_per_group"] and
   found["limiters"] == ["shared"], "memory of every thread", found)
answer = run("best", "sm_90", "-t", "77", "--require", "percent>=100")
ok(answer.code == 0 and "64 of 64 waves (100 %)" in answer.text, "--require", answer)
answer = run("best", "sm_90", "-r", "250", "--candidates", "1024", "--require", "groups>=1")
ok(answer.code == 2 and answer.errors == "gpuocc: no row is left for --require\n" and
   run("best", "sm_90", "-r", "250", "--candidates", "1024").code == 0,
   "a requirement without a size", answer)
answer = run("best", "sm_90", "-r", "72", "--require", "percent>=100")
ok(answer.code == 3 and "percent is 43.75" in answer.errors, "--require falls short", answer)
for wrong, written, right in (("percent=>25", "=>", ">="), ("groups =< 2", "=<", "<="),
                              ("groups=2", "=", "=="), ("groups=", "=", "==")):
    answer = run("best", "sm_90", "-r", "72", "--require", wrong)
    ok(answer.code == 1 and answer.errors == f'gpuocc: --require is "{wrong}", but {written} is '
       f"not a comparison: write {right}\n", f"--require {wrong}", answer)
answer = run("best", "sm_90", "--min", "1025")
ok(answer.code == 0 and "No block size that was asked about launches" in answer.text, "no size",
   answer)
if knows("apple9"):
    answer = run("best", "apple9", "--half-registers", "100")
    ok(answer.code == 0 and "is not known" in answer.text, "best is not known", answer)
else:
    skip("Apple", "left out of this build")

# best: candidates with separate registers, and a grid: rows of gpuocc eval, sorted here.
SIZES = {64: 40, 128: 40, 192: 48, 256: 64, 384: 64, 512: 72, 1000: 32, 1024: 300}
rows = evaluate("threads_per_group,registers_per_thread\n" +
                "".join(f"{n},{r}\n" for n, r in SIZES.items()), "-d", "RTX 4090").rows()
GRID = 1000000


def rounds(row):
    return -(--(-GRID // int(row["threads_per_group"])) // int(row["groups_per_device"]))


order = sorted((-int(r["waves"]), rounds(r), -int(r["threads_per_group"])) for r in rows
               if r["status"] == "0")
LISTED = ("best", "RTX 4090", "--candidates", ",".join(map(str, SIZES)), "--candidate-registers",
          ",".join(map(str, SIZES.values())), "--grid-threads", str(GRID))
found = run(*LISTED, "--json").json()["best"]
ok([(-r["waves"], r["rounds"], -r["threads_per_group"]) for r in found] == order and
   len(found) == 7 and all(r["registers"] == SIZES[r["threads_per_group"]] for r in found),
   "candidates, registers and a grid", found, order)
text = run(*LISTED).text.split("\n")
ok(text[2].split() == ["threads", "registers", "groups", "waves", "rounds", "limited", "by"] and
   text[3].split()[:3] == ["128", "40", "12"], "in a table", *text)
found = run("best", "sm_90", "-r", "32", "--candidates", "96", "--json").json()["best"]
ok([r["threads_per_group"] for r in found] == [96] and found[0]["rounds"] is None and
   found[0]["registers"] is None, "no grid, no registers", found)
answer = run("best", "sm_90", "--grid-threads", "1000")
ok(answer.code == 2 and "core_count of sm_90 is unknown: specify it" in answer.errors,
   "a grid needs a number of cores", answer)

# pad: exactly this number of groups, and with a byte less one more group, or another number.
for device, groups, options in [("sm_80", 2, ("-t", "256", "-r", "32")),
                                ("sm_90", 5, ("-t", "128", "-r", "32", "-s", "3000")),
                                ("gfx1100", 3, ("-t", "256", "--dynamic-shared", "4K")),
                                ("tgl", 4, ("-t", "64", "-w", "8"))]:
    if not knows(device):
        skip(device, "left out of this build")
        continue
    found = run("pad", device, "--groups", str(groups), *options, "--json").json()
    now = 4096 if "4K" in options else 0
    rows = evaluate(f"dynamic_shared_bytes\n{found['dynamic_shared_bytes']}\n"
                    f"{found['dynamic_shared_bytes'] - 1}\n", "-d", device,
                    *(o for o in options if o not in ("--dynamic-shared", "4K"))).rows()
    ok(found["status"] == 0 and found["bytes"] == found["dynamic_shared_bytes"] - now and
       rows[0]["groups"] == str(groups) and int(rows[1]["groups"]) > groups and
       found["groups"] == groups and found["limiters"] == ["shared"],
       f"{device}: padding to {groups} groups", found, rows)
    text = run("pad", device, "--groups", str(groups), "--neutral", *options).text
    ok(text.startswith(f"add {found['bytes']} bytes of dynamic shared memory ({now} -> "
                       f"{found['dynamic_shared_bytes']}) on {device} (") and
       f"\n{groups} groups, " in text, f"{device}: in words", text)
answer = run("pad", "sm_80", "-t", "256", "-r", "32", "--groups", "8")
ok(answer.code == 0 and answer.text.startswith("no padding is needed"), "nothing to add", answer)
answer = run("pad", "sm_80", "-t", "256", "-r", "32", "--groups", "9")
ok(answer.code == 0 and answer.text == "not possible: without padding there are 8 blocks, 64 of 64 "
   "warps (100 %), limited by warps and registers\n", "fewer reside already", answer)
answer = run("pad", "sm_80", "-t", "256", "--groups", "9", "--json").json()
ok(answer["status"] == -24 and answer["bytes"] is None and answer["groups"] == 8, "in JSON", answer)
if knows("tgl"):
    answer = run("pad", "tgl", "-w", "16", "-t", "64", "--groups", "15")
    ok(answer.text == "not possible: 16 work-groups are resident with up to 4096 bytes of "
       "dynamic SLM, 8 with more\n", "no size of shared memory gives so many", answer)
else:
    skip("Intel", "left out of this build")

# The next step, in the words of the vendor, in Chinese, and in the neutral words
text = run("occupancy", "RTX 4090", "-t", "256", "-r", "72", "-s", "24K")
ok("\nNext step:\n  Use 64 registers per thread instead of 72: 4 blocks instead of 3, 32 of 48 "
   "warps, then limited by registers and shared memory; up to 80 registers per thread lose no "
   "occupancy\n" in text.text, "the next step in NVIDIA's words", text)
text = run("occupancy", "RTX 4090", "-t", "257", "-r", "72", "-s", "24K", "--language", "zh")
ok(text.text.startswith("可驻留 3 个线程块，27 个线程束（上限 48，占用率 56.25 %），受限于寄存器\n") and
   "\n下一步：\n  " in text.text and "\n注意：线程块的最后一个线程束有空闲通道。\n" in text.text,
   "the answer in Chinese", text)
text = run("occupancy", "RTX 4090", "-t", "256", "-r", "72", "--language=fr")
ok(text.code == 1 and text.errors == 'gpuocc: --language is "fr", valid values are en, zh\n',
   "no such language", text)
said = run("occupancy", "RTX 4090", "-t", "256", "-r", "72", "--json").json()
ok(said["sentences"][0] == "3 blocks, 24 of 48 warps (50 %), limited by registers" and
   len(said["sentences"]) == 1 + len(said["advice"]), "JSON has the sentences", said["sentences"])
text = run("occupancy", "RTX 4090", "-t", "256", "-r", "72", "-s", "24K", "--neutral").text
ok("\nNext step:\n  cut 8 registers_per_thread (72 -> 64): 4 groups instead of 3, 32 of 48 waves, "
   "then limited by registers and shared; registers_per_thread may grow to 80 at no cost\n" in text
   and "\n  shared_bytes may grow to 33024 at no cost\n" in text, "the next step", text)
advice = run("occupancy", "RTX 4090", "-t", "256", "-r", "72", "-s", "24K", "--json").json()
ok(text.endswith("\nNext step:\n" + "".join(f"  {line}\n" for line in advice["advice"])) and
   len(advice["advice"]) == 3, "JSON has the same sentences", advice["advice"], text)
# 3 groups of 18432 registers and 25600 bytes; the step makes 4 groups of 16384 and 25600, and uses
# 32 of 48 wave slots.
ok("\nUnused: 24 of 48 wave slots (16 of them also after any one next step), 10240 of 65536 "
   "registers, 25600 of 102400 bytes of shared memory.\n" in text and
   [(u["name"], u["unused"], u["wasted"]) for u in advice["unused"]] ==
   [("waves", 24, 16), ("groups", 21, 20), ("registers", 10240, 0), ("shared", 25600, 0)],
   "what is unused and what is wasted", advice["unused"])
text = run("occupancy", "sm_80", "-t", "256", "-r", "unknown", "--neutral").text
ok(text.endswith("\nBounds of the range:\n"
                 "  up to 32 registers_per_thread: 8 groups, 64 of 64 waves\n"
                 "  from 129 registers_per_thread on: 1 group, 8 of 64 waves\n") and
   "  0 to 65280  0 to 65536     65536  at least 1  registers  <- may limit\n" in text,
   "the ends of a range", text)
if knows("gfx1100"):
    text = run("occupancy", "gfx1100", "-t", "256", "-r", "100", "-s", "20K", "--neutral").text
    ok("\n  cut 4 registers_per_thread (100 -> 96) and cut 2048 shared_bytes (20480 -> 18432): 7 "
       "groups instead of 6, 56 of 64 waves, then limited by shared\n" in text, "a joint step",
       text)
else:
    skip("AMD", "left out of this build")
if knows("acm-g10"):
    text = run("occupancy", "Arc A770", "-t", "256", "-w", "16", "-c", "neo").text
    ok("here called" not in text, "no heads without a row", text)
else:
    skip("Intel", "left out of this build")
if knows("apple9"):
    text = run("occupancy", "apple9", "-t", "64", "--neutral").text
    ok(text.startswith("at least 1 group, at least 2 waves,"), "at least one is singular", text)
else:
    skip("Apple", "left out of this build")
text = run("occupancy", "sm_90", "-t", "256", "-s", "76801", "--neutral").text
ok("\n  add 32 threads_per_group (256 -> 288): 18 of 64 waves instead of 16, 2 groups, then "
   "limited by shared\n" in text, "where there are no more groups it speaks of waves", text)
QUESTIONS = [("sm_90", ("-t", "256", "-r", "72")), ("sm_80", ("-t", "96", "-r", "72", "-s", "24K")),
             ("sm_90", ("-t", "1024", "-r", "72")), ("gfx90a", ("-t", "256", "-r", "64",
                                                               "--accumulators", "40")),
             ("tgl", ("-t", "512", "-w", "8")), ("acm-g10", ("-t", "256", "-w", "16", "--grf",
                                                            "256"))]
for device, options in QUESTIONS:
    if not knows(device):
        skip(device, "left out of this build")
        continue
    found = run("occupancy", device, *options, "--json").json()
    for step in found["next"]:
        def at(value):
            changed = dict(found["kernel"], **{step["field"]: value})
            names = ",".join(changed)
            return evaluate(f"device,{names}\n{device},{','.join(map(str, changed.values()))}\n",
                            ).rows()[0]
        more, slack = at(step["then"] or step["now"]), at(step["slack"])
        same = (str(found["groups"]), str(found["waves"]))
        ok((slack["groups"], slack["waves"]) == same and
           (step["then"] is None or (int(more["waves"]) > found["waves"] and
                                     int(more["groups"]) == step["groups"] and
                                     int(more["waves"]) == step["waves"] and
                                     more["limiters"].split("|") == step["limiters"])),
           f"{device} {' '.join(options)}: {step['field']}", step, more, slack)
    ok(found["next"], f"{device}: has a next step", found)
answer = run("occupancy", "sm_90", "-t", "256", "-r", "unknown", "--json").json()
ok(answer["next"] == [], "none for a range", answer["next"])
answer = run("occupancy", "sm_90", "-t", "256", "-r", "72", "-c", "header", "--json").json()
ok([step["field"] for step in answer["next"]] == ["registers_per_thread"],
   "of a tool's convention, not over its threads without end", answer["next"])
answer = run("occupancy", "sm_90", "-t", "64", "-r", "32")
ok("Next step" not in answer.text, "none where nothing is left", answer)

# Advice for rows; nvidia.md section 4, row 2: 82944 bytes.
GIVEN = ("device,threads_per_group,registers_per_thread,shared_bytes\nsm_80,256,32,\n"
         "sm_80,256,300,\nsm_80,256,unknown,\nsm_90,256,72,10K\n")
answer = evaluate(GIVEN, "--best", "--inverse", "2")
rows = answer.rows()
COLUMNS = ("best_threads_per_group", "best_groups", "dynamic_shared_bytes_for_groups")
ok([tuple(r[c] for c in COLUMNS) for r in rows][:3] == [("1024", "2", "82944"), ("",) * 3,
                                                       ("",) * 3], "--best --inverse", rows)
best = run("best", "sm_90", "-r", "72", "-s", "10K", "--count", "1", "--json").json()["best"][0]
ok((rows[3][COLUMNS[0]], rows[3][COLUMNS[1]]) == (str(best["threads_per_group"]),
                                                 str(best["groups"])), "as best says", rows[3])
ok(answer.text.split("\n")[0].endswith(",percent," + ",".join(COLUMNS)),
   "columns at the end")
ok(COLUMNS[0] not in evaluate(GIVEN).text and
   COLUMNS[2] not in evaluate(GIVEN, "--best").text.split("\n")[0], "only where asked for")
found = evaluate(GIVEN, "--best", "--inverse", "2", "--json").json()["rows"]
ok([found[0][c] for c in COLUMNS] == [1024, 2, 82944] and
   [found[1][c] for c in COLUMNS] == [None] * 3, "in JSON", found[0])
text = evaluate(GIVEN, "--best", "--table").text.split("\n")
ok(text[0].split()[-3:] == ["best_threads_per_group", "best_groups", "message"] and
   text[1].split()[-2:] == ["1024", "2"], "in a table", *text)
answer = evaluate("device,best_groups\nsm_80,1\n", "--best")
ok(answer.code == 1 and "has the name of a result" in answer.errors, "a column of that name",
   answer)
ok(evaluate("device,threads_per_group,best_groups\nsm_80,32,1\n").code == 0, "elsewhere it is one")

# Candidates have their own registers: the kernel's may be unknown.
lists = ("--candidates", "128,256", "--candidate-registers", "40,60")
same = [run("best", "sm_90", *registers, *lists, "--json").json()["best"]
        for registers in ((), ("-r", "unknown"), ("-r", "200"))]
ok(len(same[0]) == 2 and same[0] == same[1] == same[2], "registers of the candidates alone", same)
wide = run("best", "RTX 4090", "--grid-threads", "4294967296000", "--count", "1", "--json").json()
ok(wide["best"][0]["rounds"] == -(-4294967296000 // (768 * 256)), "a grid of 2^32 * 1000", wide)

# command, arguments, exit code, a part of standard error
BAD = [
    ("pad", ("sm_90", "-t", "256"), 1, "pad needs --groups"),
    ("pad", ("sm_90", "-t", "256", "--groups", "0"), 1, "a whole number from 1 to 4294967293"),
    ("pad", ("sm_90", "-t", "256", "--groups", "2x"), 1, '--groups is "2x", a whole number from 1'),
    ("pad", ("sm_90", "--groups", "2"), 2, "threads_per_group is required"),
    ("pad", ("sm_90", "--groups", "2", "-t", "256", "-r", "unknown"), 2, "is unknown"),
    ("pad", ("sm_90", "--waves", "2"), 1, 'pad has no option "--waves"'),
    ("best", ("sm_90", "--count", "0"), 1, "--count is"),
    ("best", ("sm_90", "--candidates", "3,x"), 1, '--candidates has "x", whole numbers from 1'),
    ("best", ("sm_90", "--candidates", "64", "--candidate-registers", "1,2"), 1,
     "--candidate-registers has 2 numbers, --candidates 1"),
    ("best", ("sm_90", "--candidates", "0,64"), 1, '--candidates has "0"'),
    ("best", ("sm_90", "--candidate-registers", "40"), 1, "has 1 numbers, --candidates 0"),
    ("best", ("sm_90", "--min", "300", "--max", "200"), 1, "--min is 300, more than --max"),
    ("best", ("sm_90", "--grid-threads", "5"), 2,
     "core_count of sm_90 is unknown: specify it (--core-count N), or name a product"),
    ("best", ("H100 SXM5 80 GB", "--cluster", "4", "--grid-threads", "9999"), 2,
     "cores_per_gpc of H100 SXM5 80 GB is unknown: specify it (--cores-per-gpc N,N,...)\n"),
    ("best", ("RTX 4090", "--grid-threads", "-1"), 1,
     '--grid-threads is "-1", a whole number from 1 to 18446744073709551615'),
    ("best", ("sm_90", "--prefer-small=1"), 1, "option --prefer-small takes no value"),
    ("best", ("sm_90", "-r", "300"), 2, "registers_per_thread is 300, sm_90 allows 255"),
    ("best", ("sm_90", "-r", "unknown"), 2, "registers_per_thread is unknown"),
    ("best", (), 1, "device is not given"),
    ("eval", ("--inverse", "0"), 1, "--inverse is"),
    ("eval", ("--groups", "2"), 1, "eval has no option"),
]
for command, arguments, code, error in BAD:
    answer = run(command, *arguments)
    ok(answer.code == code and answer.text == "" and error in answer.errors,
       f"{command} {' '.join(arguments)}", answer)
if knows("gfx90a"):
    for command in (("best",), ("pad", "--groups", "1", "-t", "64")):
        answer = run(command[0], "gfx90a", "-c", "llvm", *command[1:])
        ok(answer.code == 2 and "llvm has no answer about the groups of a core" in answer.errors,
           f"{command[0]} in a convention without groups", answer)
    answer = run("most", "hawaii", "--groups", "1")
    ok(answer.code == 1 and
       "gfx702 (amd architecture); they differ in generation: name one of them\n" in answer.errors,
       "a name of devices that differ", answer)
else:
    skip("AMD", "left out of this build")

# By hand: 256 threads with 64 registers need 16384 of 65536; 24 KiB and the 1 KiB that is reserved
# per block are 25600 of 102400 bytes: 4 groups by both. With 5 groups a sub-partition has 10 warps,
# each with 16384 / 10 = 1638 registers, 6 units of 256, 48 per thread; shared memory allows 102400
# / 5 - 1024 = 19456 bytes.
joint = run("occupancy", "RTX 4090", "-t", "256", "-r", "64", "-s", "24K", "--json").json()
ok(joint["next"] == [] and joint["next_joint"] == {
    "cuts": [{"field": "registers_per_thread", "now": 64, "then": 48},
             {"field": "shared_bytes", "now": 24576, "then": 19456}],
    "groups": 5, "waves": 40, "limiters": ["registers", "shared"]}, "the joint step in JSON", joint)
alone = run("occupancy", "RTX 4090", "-t", "256", "-r", "72", "-s", "24K", "--json").json()
ok(alone["next_joint"] is None, "no joint step where one amount alone helps", alone)

# By hand: 8 warps, 2 in each of 4 sub-partitions of 16384 registers, allocated in units of 256:
# with 64 warps each has 1024 registers, 32 per thread. Two groups are 4 warps of 4096, 128
# registers: from 129 on there is one group.
UNKNOWN = ("-t", "256", "-r", "unknown", "--json")
ends = run("occupancy", "sm_90", *UNKNOWN).json()["range_ends"]
ok(ends == [{"end": "high", "kernel": {"registers_per_thread": 32}, "groups": 8, "waves": 64},
            {"end": "low", "kernel": {"registers_per_thread": 129}, "groups": 1, "waves": 8}],
   "the ends of a range in JSON", ends)
both = run("occupancy", "sm_90,sm_80", *UNKNOWN).json()["answers"]
ok(both[0]["range_ends"] == ends and len(both[1]["range_ends"]) == 2, "and of several devices",
   both)
ok(alone["range_ends"] == [] and
   run("occupancy", "sm_90", "-t", "256", "--grid-groups", "unknown",
       "--json").json()["range_ends"] == [], "no range, no ends")
# The kernel of each bound of a range has that number of waves.
for device, options in (("gfx1100", ("-t", "256", "--core-mode", "unknown", "-r", "unknown")),
                        ("acm-g10", ("-t", "256", "-w", "16", "--grf", "unknown", "-s", "unknown")),
                        ("sm_75", ("-t", "unknown", "-r", "64", "-s", "unknown"))):
    if not knows(device):
        skip(device, "left out of this build")
        continue
    answer = run("occupancy", device, *options, "--json").json()
    given = dict(zip(options[::2], options[1::2]))
    names = {"-t": "threads_per_group", "-r": "registers_per_thread", "-s": "shared_bytes",
             "--grf": "grf_count", "--core-mode": "core_mode", "-w": "wave_size"}
    for end in answer["range_ends"]:
        point = [word for option, value in given.items() for word in
                 (option, str(end["kernel"].get(names[option], value)))]
        got = run("occupancy", device, *point, "--json").json()
        ok(got["waves"] == end["waves"] == answer["waves"][end["end"]] and
           got["groups"] == end["groups"] and "unknown" not in point,
           f"{device}: the {end['end']} end", end, got)
    ok(len(answer["range_ends"]) == 2, f"{device}: both ends", answer)
done()
