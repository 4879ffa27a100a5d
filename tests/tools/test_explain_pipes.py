#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that gpuocc explain does not say what binds a loop with a pipe whose rate is not known: in
every compiled file of the tree, on every device for which a rate of memory is known.
Usage: test_explain_pipes.py SOURCE_ROOT GPUOCC"""
import glob
import html
import json
import os
import re
import sys

from command import run
from tap import done, ok, skip

ROOT, TOOL = sys.argv[1:3]
DATA = os.path.join(ROOT, "tests", "data")
# The constant that is the rate of a class of instructions; None: there is no such constant. The
# other classes only take an issue slot, or are bytes that memory and both caches move.
RATE = {"fp32": "fp32_rate", "fp64": "fp64_rate", "fp16": "fp16_rate", "int": "int32_rate",
        "special": "special_rate", "matrix": "matrix_rate", "load_shared": "shared_rate",
        "store_shared": "shared_rate", "unknown": None, "convert": None, "warp": None,
        "load_generic": None, "store_generic": None, "load_tensor": None, "store_tensor": None,
        "atomic": None, "texture": None}
# On AMD the vector unit executes these at the rate of FP32.
VECTOR = {"fp32", "fp16", "int", "convert", "warp"}
LIMIT = r" is limited by | would be limited by | What limits it is "
# No GPU executes less than a lane of these per cycle: a few cannot bind, and are not named then.
FEW = {"convert", "warp"}
SLOT = {"move", "uniform", "control", "barrier", "load_constant", "async_sync", "other"}
BYTES = {"load_global", "store_global", "load_local", "store_local", "async_copy"}
# For each architecture two products, or one.
PRODUCTS = {"sm_70": ["Tesla V100 SXM2 16 GB"], "sm_75": ["Tesla T4"], 
            "sm_80": ["A100 PCIe 40 GB", "GeForce RTX 3090"],
            "sm_90": ["H100 PCIe 80 GB"], "sm_100": ["B200"], "sm_120": ["GeForce RTX 5090"],
            "gfx90a": ["Instinct MI210"], "gfx942": ["Instinct MI300X"],
            "gfx1030": ["Radeon RX 6900 XT"], "gfx1100": ["Radeon RX 7900 XTX"],
            "gfx1201": ["Radeon RX 9070 XT"]}


def rates(product):
    found = [device for device in json.loads(run("devices", "--json", product).text)["devices"]
             if device["name"] == product]
    known = {constant["name"] for constant in found[0]["constants"]}
    # Shared memory may have a rate in bytes. Matrix instructions have one by type and shape, which
    # is known of all in the files here but on B200 (mma.sync).
    if "shared_bytes_per_cycle" in known:
        known.add("shared_rate")
    known |= {"amd"} if found[0]["architecture"].startswith("gfx") else set()
    return known | ({"matrix_rate"} if product != "B200" else set())


def wrong_loop(loop, known):
    """Says what is wrong with a loop and its verdict; None: nothing."""
    verdict, rate = loop["verdict"], dict(RATE)
    if "amd" in known:
        rate.update((kind, "fp32_rate") for kind in VECTOR)
    lacks = {kind for kind in loop["counts"] if kind in rate and rate[kind] not in known}
    if not set(loop["counts"]) <= RATE.keys() | SLOT | BYTES:
        return "a class of which this test knows nothing"
    if verdict is None:
        return "a verdict in words" if "imited by" in (loop["paragraph"] or "") else None
    lacks |= {"issue"} - {name[:-5] for name in known}
    lacks -= FEW - set(verdict["pipes_without_rate"])
    if not lacks:
        if not verdict["binding_alone"] or verdict["pipes_without_rate"] or \
                " What limits it is not known" in loop["paragraph"]:
            return "nothing binds"
        # A loop in a loop: what binds it alone may not be what binds the two.
        inner = loop["depth"] > 1
        return None if inner != bool(verdict["binding"]) and inner != (
            " is limited by " in loop["paragraph"]) else "what binds an inner loop"
    if verdict["binding"] or verdict["binding_alone"] or verdict["changes"] or \
            not verdict["pipes_without_rate"]:
        return f"what binds is said without the rates of {lacks}"
    if any(verdict[name] is not None for name in ("share_of_peak_upper", "share_of_peak_expected",
                                                  "gb_per_s_expected")) or \
            verdict["hidden"] == "no":
        return f"a share of the peak without the rates of {lacks}"
    said = re.findall(r"What limits it is (.*)", loop["paragraph"])
    return None if len(said) == 1 and said[0].startswith("not known, because ") else "no words"


def test_file(path, product, *options):
    """Checks each loop of a file on a product, and that text and page say the same as the JSON."""
    name, known = os.path.relpath(path, DATA), rates(product)
    answer = run("explain", "--json", path, "--device", product, *options)
    loops = [(kernel["name"], loop) for kernel in answer.json()["kernels"]
             for loop in kernel["loops"]]
    wrong = [(kernel, loop["first"], wrong_loop(loop, known)) for kernel, loop in loops
             if wrong_loop(loop, known)]
    judged = sum(loop["verdict"] is not None for _, loop in loops)
    ok(not wrong, f"{name} on {product}: {judged} verdicts of {len(loops)} loops", *wrong[:5])
    said = [loop["paragraph"] for _, loop in loops if loop["paragraph"]]
    text = run("explain", path, "--device", product, *options).text
    page = run("explain", path, "--device", product, "--html", *options).text
    for kind, content in (("text", text), ("page", html.unescape(page))):
        found = len(re.findall(LIMIT, content))
        ok(found == sum(len(re.findall(LIMIT, words)) for words in said) and
           all(words in content for words in said), f"{name} on {product}: the {kind} agrees",
           found, len(said))
    return judged


def files():
    """Yields the compiled files, each with the products of its targets."""
    for path in sorted(glob.glob(os.path.join(DATA, "**", "*"), recursive=True)):
        if not path.endswith((".cubin", ".co", ".fatbin", ".hipfb")):
            continue
        kernels = run("explain", "--json", path).json()["kernels"]
        targets = {kernel["target"].split(":")[0] for kernel in kernels
                   if kernel["code"] == "ok"}
        for target in sorted(targets & PRODUCTS.keys()):
            for product in PRODUCTS[target]:
                yield path, product


def test_all():
    judged, read = 0, 0
    for path, product in files():
        read += 1
        judged += test_file(path, product)
    ok(read >= 20 and judged >= 100, f"{judged} verdicts in {read} files", read)


def test_pipes():
    """The names of the pipes, by a kernel that uses each."""
    # By hand, on an A100: an iteration of "convert" moves 32 x 12 bytes at 10.2 bytes per cycle, 38
    # cycles, in which its conversion takes at most 32; one of "shuffle" moves 32 x 4, 13 cycles. On
    # an H100 PCIe these are 32 x 12 / 10.2 and 32 x 4 / 10.2 as well.
    wanted = {"tensor": [], "shuffle": ["warp"], "convert": [], "special": [],
              "doubles": [], "atomics": ["atomic"], "textures": ["texture"], "local": [],
              "weights": []}
    for target, product in (("80", "A100 PCIe 40 GB"), ("90", "H100 PCIe 80 GB")):
        path = os.path.join(DATA, "machine_code", f"pipes_sm_{target}.cubin")
        for kernel in run("explain", "--json", path, "-d", product).json()["kernels"]:
            if kernel["name"] in wanted:
                found = {name for loop in kernel["loops"] if loop["verdict"]
                         for name in loop["verdict"]["pipes_without_rate"]}
                ok(found == set(wanted[kernel["name"]]), f"sm_{target} {kernel['name']}: pipes",
                   found)
            if kernel["name"] == "convert":
                loop, = [loop for loop in kernel["loops"] if loop["extent"] == "loop"]
                words = loop["paragraph"]
                ok(loop["verdict"]["binding"] == ["dram"] and not loop["verdict"]["changes"] and
                   "cycles for an iteration. The loop is limited by memory bandwidth" in words and
                   "whose latency is not known are left out" in words,
                   f"sm_{target}: a conversion that cannot bind", loop)
    path = os.path.join(DATA, "machine_code", "pipes_sm_80.cubin")
    doubles = run("explain", path, "doubles", "-d", "GeForce RTX 3090").text
    ok("because this pipe of the loop has no known rate: fp64.\n" in doubles,
       "sm_86 has no known rate of fp64", doubles)
    # A cache serves more than the memory only with hits.
    path = os.path.join(DATA, "machine_code", "six_sm_75.cubin")
    for hits, words in (((), " is limited by memory bandwidth"),
                        (("--l1-hit", "0.5"), "no known rate: l1.")):
        answer = run("explain", path, "chase", "-d", "Tesla T4", *hits)
        ok(words in answer.text, f"a Tesla T4 with {' '.join(hits) or 'no hits'}: {words}", answer)


def test_agreement():
    """Where the time of a kernel is that of its only loop, or of all code without one, the verdict
    lacks the same rates and binds at the same pipe, except what is outside the loop."""
    compared, bound, local = 0, 0, 0
    for path, product in files():
        name = os.path.relpath(path, DATA)
        for kernel in run("explain", "--json", path, "-d", product, "--grid-groups", "65536",
                          "--trips", "1000000").json()["kernels"]:
            parts = [loop for loop in kernel["loops"] if loop["extent"] == "loop"] or \
                kernel["loops"]
            if len(parts) != 1 or not parts[0]["verdict"] or not kernel["prediction"]:
                continue
            verdict, time = parts[0]["verdict"], kernel["prediction"]
            lacks = set(verdict["pipes_without_rate"])
            outside = {"convert", "warp", "atomic"} & set(time["pipes_without_rate"]) - lacks
            if "int" not in parts[0]["counts"]: # sm_120 has no known rate of int32
                outside |= {"int32"} & set(time["pipes_without_rate"])
            compared += 1
            ok(lacks == set(time["pipes_without_rate"]) - outside and
               ("rates" in time["unknown"]) == bool(time["pipes_without_rate"]),
               f"{name} {kernel['name']} on {product}: the same rates are unknown", verdict, time)
            if verdict["binding"] and time["binding"] and verdict["hidden"] == "yes":
                bound += 1
                local += bool({"load_local", "store_local"} & parts[0]["counts"].keys())
                ok(verdict["binding"] == time["binding"][:1],
                   f"{name} {kernel['name']} on {product}: the same pipe binds", verdict, time)
    ok(compared >= 20 and bound >= 15 and local >= 2,
       f"{compared} kernels, in {bound} of which a pipe binds, {local} of them with local memory",
       compared, bound, local)


def test_volta():
    """By hand: the loops of volta.ptx have 4 or 16 times m8n8k4 for each 8 lanes, 1024 products of
    a wave, of which an SM of a V100 adds up 512 per cycle (NVIDIA's whitepaper)."""
    path = os.path.join(DATA, "machine_code", "volta_sm_70.cubin")
    kernels = run("explain", "--json", path, "-d", "Tesla V100 SXM2 16 GB", "--grid-groups",
                  "1024", "--trips", "100").json()["kernels"]
    steps_of = {"tensor": 4, "tensor16": 2}
    ok({kernel["name"] for kernel in kernels} == steps_of.keys(), "kernels of Volta", kernels)
    for kernel in kernels:
        steps = steps_of[kernel["name"]]
        loops = [loop for loop in kernel["loops"] if loop["extent"] == "loop"]
        for loop in loops:
            cycles = loop["counts"]["matrix"] / steps * 1024 / 512
            alone = loop["verdict"]["wave_latency_cycles"]
            ok(loop["verdict"]["binding"] == ["matrix"] and "warp" not in loop["counts"] and
               loop["verdict"]["waves_needed"] == -(-alone // cycles),
               f"{kernel['name']}: {cycles:g} cycles of the matrix pipe", loop["verdict"])
        ok(len(loops) == 2 and kernel["prediction"]["binding"] == ["matrix"] and
           kernel["prediction"]["matrix_type"] == ("small_fp16" if steps == 4 else
                                                   "small_fp16_fp16"),
           f"{kernel['name']}: the time", kernel["prediction"])
    for kernel in run("explain", "--json", path, "-d", "Jetson AGX Xavier", "--grid-groups",
                      "1024", "--trips", "100").json()["kernels"]:
        time = kernel["prediction"]
        ok(time["pipes_without_rate"] == ["matrix"] and time["binding"] == [] and
           time["best_change"] is None and
           all(row["saved_us"] is None for row in kernel["changes"]),
           f"{kernel['name']}: sm_72 has no known rate, and no change is said to save time", time)


def test_confidence():
    """A verdict and a time that rest on a rate which is not confirmed say so, with its source."""
    for target, product, wanted in (("80", "A100 PCIe 40 GB", "two_sources"),
                                    ("90", "H100 PCIe 80 GB", "unverified")):
        path = os.path.join(DATA, "machine_code", f"pipes_sm_{target}.cubin")
        asked = ("explain", path, "tensor", "-d", product, "--grid-groups", "64", "--trips", "9")
        kernel, = run(*asked, "--json").json()["kernels"]
        loop, = [loop for loop in kernel["loops"] if loop["counts"].get("matrix") and
                 loop["verdict"]]
        said = "The rate of the fp16 matrix instructions is not confirmed ({})."
        for found, words in ((loop["verdict"], loop["paragraph"]),
                             (kernel["prediction"], kernel["prediction_paragraph"])):
            sentence = said.format(found["matrix_source"])
            ok((found["matrix_confidence"], found["matrix_type"]) == (wanted, "fp16") and
               found["matrix_source"] and (sentence in words) == (wanted == "unverified") and
               ("confirmed" in words) == (wanted == "unverified"), f"sm_{target}: {wanted}", found)
        ok(("unconfirmed_rates" in kernel["prediction"]["unknown"]) == (wanted == "unverified"),
           f"sm_{target}: what the time lacks", kernel["prediction"])
        text = run(*asked).text
        ok(text.count("is not confirmed") == 2 * (wanted == "unverified"), f"sm_{target}: the text",
           text)
        rows = [other for other in kernel["loops"] if other is not loop and other["verdict"]]
        ok(all(other["verdict"]["matrix_confidence"] is None for other in rows),
           "null without matrix instructions", rows)


def test_nests():
    """A loop inside another one is not said to be bound by memory: how often the copy loops of a
    matrix product run is not known, nor for how long what is between them."""
    for target, product in (("80", "A100 PCIe 40 GB"), ("90", "H100 PCIe 80 GB")):
        path = os.path.join(DATA, "machine_code", f"pipes_sm_{target}.cubin")
        kernels = {kernel["name"]: [loop for loop in kernel["loops"] if loop["extent"] == "loop"]
                   for kernel in run("explain", "--json", path, "-d", product).json()["kernels"]}
        copies, main = kernels["gemm"][:2], kernels["gemm"][2]
        ok([loop["depth"] for loop in kernels["gemm"]] == [2, 2, 1] and main["loops_inside"] == 2
           and all(not loop["verdict"]["binding"] for loop in copies) and
           main["verdict"] is None and main["counts"]["fp32"] == 32 and
           "how often they run in one of its iterations is not known" in main["paragraph"],
           f"sm_{target}: the copy loops of a product are not called bound by memory", kernels)
        row = kernels["rows"][0]
        ok(row["verdict"]["binding"] == [] and row["verdict"]["binding_alone"] == ["dram"] and
           "what limits the two is not known" in row["paragraph"],
           f"sm_{target}: what an inner loop alone is bound by", row)


test_all()
test_nests()
test_pipes()
test_agreement()
test_volta()
test_confidence()
if "LLVM 22 was not found" in run("explain", os.path.join(DATA, "machine_code",
                                                          "amd_gfx942.co")).text:
    skip("code of AMD", "LLVM 22 not found")
done()
