#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests names from other tools as options, dimensions, units of bytes, and misspelled options."""
import os
import sys

from command import evaluate, knows, run
from tap import done, ok

CUBIN = os.path.join(sys.argv[1], "tests", "data", "machine_code", "six_sm_80.cubin")

# Every name gives the same answer as the option of this command.
PLAIN = ("--threads", "256", "--registers", "72", "--shared", "24576", "--grid-groups", "1000")
expected = run("occupancy", "RTX 4090", *PLAIN)
ok(expected.code == 0, "the plain options", expected)
for words in [
        ("--block-size", "256", "--regs", "72", "--smem", "24K", "--grid-dim", "1000"),
        ("--block", "16x16", "--regs", "72", "--shared-memory", "24KB", "--num-blocks", "10,100"),
        ("--local-size=8,8,4", "--vgprs=72", "--lds=24KiB", "--num-groups=10x10x10"),
        ("--workgroup-size", "16, 16", "--regs", "0x48", "--slm", "24 KiB", "-g", "1000"),
        ("--threadgroup-size", "16X16", "-r72", "--threadgroup-memory", "24kb", "-g", "25x40"),
        ("--blockDim", "0x10x0x10", "-r", "72", "--smem", "24kib", "--warp-size", "32", "-g1000"),
        ("-t16,16", "-r72", "-s24KB", "-g", "1x1000x1")]:
    answer = run("occupancy", "RTX 4090", *words)
    ok(answer.code == 0 and answer.text == expected.text, " ".join(words), answer)
ok(run("occupancy", "--gpu", "RTX 4090", *PLAIN).text == expected.text, "--gpu")
if knows("gfx90a"):
    words = run("occupancy", "--arch", "gfx90a", "-t", "256", "--vgprs", "64", "--agprs", "64",
                "--sgprs", "40")
    ok(words.code == 0 and words.text == run(
        "occupancy", "gfx90a", "-t", "256", "-r", "64", "--accumulators", "64",
        "--scalar-registers", "40").text, "--arch, --vgprs, --agprs and --sgprs", words)
for size, bytes_ in [("1M", 1048576), ("1MB", 1048576), ("1MiB", 1048576), ("2gib", 2147483648),
                     ("0x10KiB", 16384), ("100", 100)]:
    found = run("occupancy", "sm_90", "-t", "32", "-s", size, "--json").json()
    ok(found["kernel"]["shared_bytes"] == bytes_, f"{size} is {bytes_} bytes", found)

# What has one value and is given twice, under any of its names: the last counts, which is said.
for arguments, name, same in (
        (("occupancy", "sm_90", "-t", "64", "-r", "32", "--regs=64"),
         "--regs: registers_per_thread", ("occupancy", "sm_90", "-t", "64", "-r", "64")),
        (("best", "sm_90", "--count", "3", "--count", "4"), "--count: count",
         ("best", "sm_90", "--count", "4")),
        (("occupancy", "sm_90", "-t", "64", "--set", "core_count=2", "--core-count", "3"),
         "--core-count: core_count", ("occupancy", "sm_90", "-t", "64", "--core-count", "3")),
        (("kernels", CUBIN, "-s", "64", "--smem", "128"), "--smem: shared_bytes",
         ("kernels", CUBIN, "-s", "128"))):
    answer, wanted = run(*arguments), run(*same)
    said = f"gpuocc: {name} is given twice, the last value counts\n"
    ok(answer.code == wanted.code and answer.text == wanted.text and
       answer.errors == said + wanted.errors, f"{name} is given twice", answer)
answer = run("occupancy", "sm_90", "-t", "64", "--json", "--json", "--require", "groups>0",
             "--require", "waves>0")
ok(answer.code == 0 and answer.errors == "", "a flag and what may be repeated", answer)

# In CSV the values are read in the same way (test_columns.py has the columns).
rows = evaluate('device,threads_per_group,shared_bytes,grid_groups\nsm_90,16x16,24KiB,8x8\n'
                'sm_90,"16,16",24KB,64\nsm_90,16x0,,\n').rows()
ok([(row["groups"], row["status"]) for row in rows] == [("8", "0"), ("8", "0"), ("", "-19")] and
   rows[2]["message"] == 'threads_per_group is "16x0", every dimension is at least 1',
   "dimensions and units in CSV", rows)

# Four lists of as many elements as a list may have, 256 in all.
LISTS = [word for name in ("shared_pool_sizes_kib", "shared_group_sizes_kib", "grf_counts",
                           "waves_at_grf_count")
         for word in ("--set", name + "=" + "|".join(map(str, range(1, 65))))]
# Options that do not exist: the message has the option that does it, or the most similar one.
for arguments, error in [
        (("best", "sm_90", "--grid-size", "5"), 'has no option "--grid-size": it counts groups in '
         "CUDA but threads in HIP's profilers and OpenCL: give the number of groups with "
         "--grid-groups\n"),
        (("best", "sm_90", "--global_work_size=5"),
         "the threads of the grid divided by --threads\n"),
        (("best", "sm_90", "--local-memory=5"), "OpenCL's local memory is --shared; CUDA's does "
         "not limit occupancy\n"),
        (("occupancy", "sm_90", "--requre", "x"), "; did you mean --require?\n"),
        (("best", "sm_90", "--prefer-smal"), "; did you mean --prefer-small?\n"),
        (("sweep", "sm_90", "--ovr", "x"), "; did you mean --over?\n"),
        (("sweep", "sm_90", "--multiple"), "; see gpuocc sweep --help\n"),
        (("devices", "--jsn"), 'devices has no option "--jsn"; did you mean --json?\n'),
        (("device", "--regs", "3"), 'device has no option "--regs"; see gpuocc device --help\n'),
        (("tile", "halo", "--radus", "3"), "; did you mean --radius?\n"),
        (("eval", "--tabel"), 'eval has no option "--tabel"; did you mean --table?\n'),
        (("ocupancy",), 'there is no command "ocupancy"; did you mean gpuocc occupancy?\n'),
        (("device-list",), 'there is no command "device-list"; see gpuocc --help\n'),
        (("devices", "--hlp"), 'devices has no option "--hlp"; did you mean --help?\n'),
        (("devices", "--colr"), 'devices has no option "--colr"; did you mean --color?\n'),
        (("littlexx",), 'there is no command "littlexx"; did you mean gpuocc little?\n'),
        (("evl",), 'there is no command "evl"; did you mean gpuocc eval?\n'),
        (("pa",), 'there is no command "pa"; did you mean gpuocc pad?\n'),
        (("exxl",), 'there is no command "exxl"; see gpuocc --help\n'),
        (("orxxr",), 'there is no command "orxxr"; see gpuocc --help\n'),
        (("sweep", "sm_90", "--over", "registers", "--csv=3"), "option --csv takes no value\n"),
        (("best", "sm_90", "--candidates", ",".join(map(str, range(1, 1026)))),
         "--candidates has more than 1024 numbers\n"),
        (("occupancy", "sm_90", "--cores-per-gpc", ",".join(["1"] * 65)),
         "--cores-per-gpc: cores_per_gpc has more than 64 elements\n"),
        (("occupancy", "sm_90", "-t", "32", *LISTS, "--cores-per-gpc", "1"),
         "--cores-per-gpc: more than 256 values are edited\n"),
        (("occupancy", "sm_90", "-t", "32", *LISTS, "--core-count", "1"),
         "--core-count: more than 256 values are edited\n")]:
    answer = run(*arguments)
    ok(answer.code == 1 and answer.errors.endswith(error), " ".join(arguments), answer)

answer = run("best", "sm_90", "-r", "32", "--count", "1", "--candidates",
             ",".join(map(str, range(1, 1025))))
ok(answer.code == 0 and answer.errors == "", "1024 candidates", answer)
for more in ((), LISTS[:2]):  # a list that is given again replaces the first
    answer = run("occupancy", "sm_90", "-t", "32", *LISTS, *more)
    ok("are edited" not in answer.errors, f"256 values are edited {len(more)}", answer)
version = run("version")
ok(run("-V").text == version.text, "gpuocc -V", run("-V"))
for arguments in (("occupancy", "sm_90", "-t", "32"), ("best", "sm_90"), ("devices",),
                  ("device", "sm_90"), ("most", "sm_90", "--groups", "2"),
                  ("sweep", "sm_90", "--over", "registers"),
                  ("pad", "sm_90", "-t", "32", "--groups", "2"),
                  ("schedule", "RTX 4090", "-t", "32", "-g", "5"), ("explain", CUBIN),
                  ("latency", "RTX 4090", "-t", "32", "--fp32", "1"), ("kernels", CUBIN)):
    found = run(*arguments, "--json")
    document = found.json()
    ok(found.text.endswith("}\n") and found.text[-2:] != "\n\n" and
       version.text.startswith(f"gpuocc {document['version']}, device data "
                               f"{document['data_version']}\n") and
       document["command"] == arguments[0] and document["schema"] == 1,
       f"the head and the end of the JSON of {arguments[0]}", found.text[:99])
ok(version.code == 0 and version.text == run("--version").text and
   version.text.startswith("gpuocc 0."), "gpuocc version", version)
fields = run("help", "fields").text
ok(all(f" {word}" in fields for word in ("block_size", "vgprs", "smem", "lds", "num_blocks")),
   "help fields lists the words", fields)
done()
