#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the time that gpuocc explain --grid-groups predicts: against the bytes that the source of a
kernel moves and the published bandwidth of the device, against itself with other trip counts, and
that text, page and JSON say the same. Usage: test_predict.py SOURCE_ROOT GPUOCC"""
import html
import json
import os
import re
import sys

from command import run
from tap import done, ok

ROOT = sys.argv[1]
FILE = os.path.join(ROOT, "tests", "data", "machine_code", "six_sm_80.cubin")
BOARD = "GeForce RTX 3090"
GB_PER_S = 936.2  # NVIDIA's whitepaper of GA102


def explain(kernel, *options):
    return run("explain", FILE, kernel, "--device", BOARD, *options)


def predict(kernel, *options):
    """Returns the prediction and its paragraph."""
    found = explain(kernel, "--json", *options).json()["kernels"][0]
    return found["prediction"], found["prediction_paragraph"]


def check_bandwidth():
    """A saxpy loads 8 bytes per thread and stores 4; its time is that of memory, or of the loads
    alone if what is stored stays in L2."""
    groups, threads = 10000, 256
    found, words = predict("saxpy", "--grid", str(groups), "--threads", str(threads), "--l1-hit",
                           "0", "--l2-hit", "0")
    us = 12 * groups * threads / GB_PER_S / 1e3
    time = found["time_us"]
    ok(abs(time["low"] / (us * 8 / 12) - 1) < 0.01 and us <= time["expected"] <= 1.3 * us and
       time["high"] > time["expected"] and found["binding"] == ["dram"] and
       " The kernel is limited by memory bandwidth." in words,
       "a saxpy takes the time of its bytes at the published bandwidth, or a little more",
       us, time, words)


def check_loops():
    """A loop without a count has a cost per iteration that is never too low."""
    once, words = predict("gather", "--grid", "4096")
    loop = once["loops_without_count"]
    ok(len(loop) == 1 and once["time_us"]["high"] is None and once["binding"] == [] and
       "trips" in once["unknown"] and "if each loop without a count is executed once" in words and
       f"in the loop at {hex(loop[0]['first'])} (--trips)." in words and
       " What limits the kernel is not known." in words, "a loop without a count is said", words)
    for trips in (1, 2, 50, 5000):
        found, _ = predict("gather", "--grid", "4096",
                           "--trips", f"{hex(loop[0]['first'])}={trips}")
        bound = once["time_us"]["expected"] + (trips - 1) * loop[0]["us"]
        ok(found["loops_without_count"] == [] and "trips" not in found["unknown"] and
           0.9 * bound <= found["time_us"]["expected"] <= bound * 1.000001 and
           found["time_us"]["low"] <= found["time_us"]["expected"] <= found["time_us"]["high"],
           f"{trips} iterations take a + b n", bound, found["time_us"])
    same, _ = predict("gather", "--grid", "4096", "--trips", "50")
    named, _ = predict("gather", "--grid", "4096", "--trips", f"{loop[0]['first']}=50")
    ok(same == named, "a count for all loops, and an address of base 10")
    cycles, words = predict("gather", "--trips", "50")
    ok(cycles["time_us"]["expected"] is None and cycles["rounds"] == 0 and
       words.startswith("Time: a round of full cores takes ") and " cycles" in words,
       "without a grid there are the cycles of a round", words)


def check_copies():
    """Nothing shows whether the lanes of an asynchronous copy have adjacent addresses."""
    path = os.path.join(ROOT, "tests", "data", "machine_code", "copies_sm_90.cubin")
    asked = ("explain", path, "cpasync", "--device", "H100 PCIe", "--grid", "100", "--json")
    found, given = (run(*asked, *more).json()["kernels"][0]["prediction"]["unknown"]
                    for more in ((), ("--efficiency", "1")))
    ok("addresses" in found and "addresses" not in given,
       "the addresses of a copy are not known unless the efficiency is given", found, given)


def check_forms():
    """Text and page have the paragraph of the JSON; without a grid there is none."""
    for kernel in ("saxpy", "gather", "matmul", "hmma"):
        _, words = predict(kernel, "--grid", "100")
        text = explain(kernel, "--grid", "100").text
        page = html.unescape(explain(kernel, "--grid", "100", "--html").text)
        ok(words is not None and f"\n{words}\n" in text and words in page,
           f"{kernel}: text, page and JSON say the same", words)
    found, words = predict("gather")
    ok(found is None and words is None and "Time:" not in explain("gather").text,
       "there is no time unless a grid or trips are given")
    slow, words = predict("matmul", "--grid", "100", "--trips", "10", "--conflicts", "32")
    fast, other = predict("matmul", "--grid", "100", "--trips", "10")
    ok(slow["demand_cycles"].get("shared", 0) == 32 * fast["demand_cycles"].get("shared", 0) and
       "conflicts" not in slow["unknown"] and "conflicts" in fast["unknown"] and
       "no bank conflicts" in other and "no bank conflicts" not in words,
       "bank conflicts multiply the demand of shared memory", words)


def check_matrix():
    """An HMMA of 16 by 8 by 16 has 2,048 products. A GeForce RTX 3090 adds up 256 of them per cycle
    and core in FP32: 142 TFLOPS in FP16 with sums in FP16 and half of it in FP32, by 82 cores at
    1,695 MHz (NVIDIA's whitepaper of GA102)."""
    kernel = explain("hmma", "--json").json()["kernels"][0]
    loop = [loop for loop in kernel["loops"] if loop["extent"] == "loop"][0]
    found, words = predict("hmma", "--grid", "1000", "--trips", "100")
    ok(loop["counts"]["matrix"] > 0 and found["demand_cycles"]["matrix"] ==
       100 * loop["counts"]["matrix"] * 2048 / 256 and found["pipes_without_rate"] == [] and
       (" is limited by " in words or " What limits the kernel is " in words),
       "matrix instructions are in the time", found, loop["counts"])


def check_refusals():
    answer = explain("gather", "--grid", "10", "--trips", "0x20=3")
    ok(answer.code == 2 and "No time: no loop begins at 0x20\n" in answer.text and
       "1 of 1 kernels have no time" in answer.errors, "an address without a loop", answer)
    for trips, why in ((("0x70=3", "112=4"), "the loop at 0x70 has two trip counts"),
                       (("3", "3"), "two trip counts have no address")):
        answer = explain("gather", "--grid", "10", *(f"--trips={one}" for one in trips))
        ok(answer.code == 2 and f"No time: {why}\n" in answer.text, why, answer)
    answer = run("explain", FILE, "gather", "--grid", "10")
    ok(answer.code == 2 and re.search("No time: .*; name a product", answer.text) is not None and
       json.loads(run("explain", FILE, "gather", "--grid", "10", "--json").text)["kernels"][0]
       ["prediction"] is None, "an architecture has no time", answer)
    for wrong in ("", "x", "0x=1", "0x7g=1", "0x70=", "0x70=-1", "=3", "0x123456789=1", "0x70=1.5",
                  "0x70=1000000000001"):
        answer = explain("gather", "--grid", "10", f"--trips={wrong}")
        ok(answer.code == 1 and "ADDRESS=N or N is needed" in answer.errors and answer.text == "",
           f"--trips '{wrong}' is refused", answer)


check_bandwidth()
check_loops()
check_copies()
check_forms()
check_matrix()
check_refusals()
done()
