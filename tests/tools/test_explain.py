#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests gpuocc explain on six kernels (docs/examples/explain.cu, compiled by nvcc 13.0): compares
loads in flight with the source and a second decoder in Python, and each verdict with a calculation
by hand from the published figures of an RTX 3090. Usage: test_explain.py SOURCE_ROOT GPUOCC"""
import glob
import html.parser
import json
import math
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

from command import run
from tap import done, ok, skip

ROOT, TOOL = sys.argv[1:3]
DATA = os.path.join(ROOT, "tests", "data", "machine_code")
BOARD = "GeForce RTX 3090"
# 1695 MHz, 82 cores, 936.2 GB/s; memory of its kind answers after 221 to 389 ns (docs/latency.md);
# shared memory after 23 cycles, four instructions issue per cycle.
CLOCK, CORES, RATE, NS, SHARED, ISSUE = 1.695, 82, 936.2, (221, 389), 23, 4
# The loads of a kernel's main loop, loads in flight at the first wait, bytes loaded and stored, as
# in the source. The matrices of hmma are halves, two per load; a gather waits for the index.
SOURCE = {"saxpy": (2, 2, 8, 4), "reduce": (1, 1, 4, 0), "matmul": (2, 2, 8, 0),
          "hmma": (8, 8, 32, 0), "gather": (2, 1, 8, 4), "chase": (1, 1, 4, 0)}
TARGETS = ("75", "80", "90", "120")
NO_LLVM = "LLVM 22 was not found" in run("explain", os.path.join(DATA, "amd_gfx942.co")).text


def check_boards():
    """Boards of one name are judged one by one. By NVIDIA's data sheets the memory of an H100 has
    3,350 GB/s (SXM5), 2,000 (PCIe) or 3,900 (NVL), and that of an A100 of 80 GB 2,039 (SXM4) or
    1,935 (PCIe); an A100 of 40 GB has 1,555 as either."""
    for target, name, boards in (
            ("90", "H100", ["H100 SXM5 80 GB", "H100 PCIe 80 GB", "H100 NVL 94 GB"]),
            ("90", "H100 SXM5", ["H100 SXM5 80 GB"]),
            ("80", "A100 80GB", ["A100 SXM4 80 GB", "A100 PCIe 80 GB"]),
            ("80", "A100 40GB", ["A100 40GB"])):
        asked = "explain", cubin(target), "saxpy", "--device", name
        answer = run(*asked)
        heads = [line.split(" on ")[1] for line in answer.text.splitlines() if ", sm_" in line and
                 " on " in line and line.startswith("saxpy")]
        ok(answer.code == 0 and heads == boards and "name one of them" not in answer.text and
           "they differ" not in answer.text, f"{name}: each board is judged", answer)
        alone = [kernel for board in boards for kernel in run(
            *asked[:-1], board, "--json").json()["kernels"]]
        each = run(*asked, "--json").json()["kernels"]
        verdicts = [[loop["verdict"] for loop in kernel["loops"]] for kernel in each]
        ok(verdicts == [[loop["verdict"] for loop in kernel["loops"]] for kernel in alone],
           f"{name}: as it is when it is named", each)
        ok(("is taken for H100 SXM5 80 GB: other GPUs of this name (sm_90) have no figures" in
            answer.text) == (name == "H100 SXM5"),
           f"{name}: what the name is taken for", answer)
        ok(len(boards) == 1 or len({json.dumps(verdict) for verdict in verdicts}) == len(boards),
           f"{name}: they differ", verdicts)


def cubin(target):
    return os.path.join(DATA, f"six_sm_{target}.cubin")


def sections(path):
    """Returns {kernel: its words} of a cubin."""
    with open(path, "rb") as file:
        content = file.read()
    table, = struct.unpack_from("<Q", content, 40)
    count, names = struct.unpack_from("<HH", content, 60)
    heads = [struct.unpack_from("<IIQQQQ", content, table + 64 * i) for i in range(count)]
    found = {}
    for head in heads:
        start = heads[names][4] + head[0]
        name = content[start:content.index(b"\0", start)].decode()
        if name.startswith(".text."):
            code = content[head[4]:head[4] + head[5]]
            found[name[6:]] = [int.from_bytes(code[i:i + 16], "little")
                               for i in range(0, len(code), 16)]
    return found


def replay(words, passes):
    """Returns the stalls, the loads, and the loads in flight at the first wait, from the bits of a
    loop's body."""
    loads = {0x381, 0x981}
    waiting, first = dict.fromkeys(range(6), 0), None
    for _ in range(passes):
        first = None
        for word in words:
            held = [c for c in range(6) if word >> (116 + c) & 1 and waiting[c]]
            if held and first is None:
                first = sum(waiting.values())
            waiting.update(dict.fromkeys(held, 0))
            if word & 0xfff in loads:
                waiting[word >> 110 & 7] += 1
    return (sum(word >> 105 & 15 for word in words), sum(word & 0xfff in loads for word in words),
            first)


def explain(*arguments):
    return run("explain", "--json", *arguments)


def main_loop(kernel):
    """Returns the loop with loads, or all code if there is none."""
    loops = [loop for loop in kernel["loops"] if loop["extent"] == "loop"]
    for loop in loops or kernel["loops"]:
        if loop["load_bytes"]:
            return loop
    return None


def ends(value):
    return (value["low"], value["high"]) if isinstance(value, dict) else (value, value)


def near(a, b):
    return abs(a - b) <= 1e-4 * abs(b)


def by_hand(loop, kernel, turnaround):
    """Returns (cycles of a wave alone, cycles of the busiest resource) at both bounds of the
    latency."""
    loads, in_flight, load_bytes, store_bytes = SOURCE[kernel]
    shared, answers = loop["counts"].get("load_shared", 0), loop["shared_in_flight"]
    alone = [loads / in_flight * ns * CLOCK + loop["stall_cycles"] + one_pass +
             (shared / answers * SHARED if shared else 0) for ns, one_pass in zip(NS, turnaround)]
    return alone, max(32 * (load_bytes + store_bytes) / (RATE / CLOCK / CORES),
                      loop["instructions"] / ISSUE)


def test_kernels(target):
    """Checks what is read from each kernel."""
    answer = explain(cubin(target), "--device", BOARD)
    words = sections(cubin(target))
    kernels = {kernel["name"]: kernel for kernel in answer.json()["kernels"]}
    ok(answer.code == 0 and kernels.keys() == SOURCE.keys() == words.keys(),
       f"sm_{target}: all kernels are explained", answer)
    for name, (loads, in_flight, load_bytes, store_bytes) in SOURCE.items():
        loop = main_loop(kernels[name])
        first, last = loop["first"] // 16, loop["last"] // 16
        body = words[name][first:last + 1]
        read = [loop["counts"].get("load_global"), loop["loads_in_flight"], loop["load_bytes"],
                loop["store_bytes"]]
        ok(read == [loads, in_flight, load_bytes, store_bytes],
           f"sm_{target} {name}: loads, in flight, and bytes as in the source", read)
        if loop["extent"] == "loop":
            second = replay(body, 3)
            ok(second == (loop["stall_cycles"], loads, in_flight),
               f"sm_{target} {name}: a second decoder says the same", second, loop["stall_cycles"])
        ok("unknown" not in loop["counts"] and not loop["partial"] and
           loop["instructions"] <= len(body), f"sm_{target} {name}: every operation is known")


def test_verdicts():
    constants = json.loads(run("devices", "--json", BOARD).text)["devices"][0]["constants"]
    start = [c for c in constants if c["name"] == "turnaround_cycles"][0]
    for kernel in explain(cubin("80"), "--device", BOARD).json()["kernels"]:
        name, loop = kernel["name"], main_loop(kernel)
        one_pass = (start["low"], start["high"]) if loop["extent"] == "all" else (0, 0)
        alone, demand = by_hand(loop, name, one_pass)
        verdict = loop["verdict"]
        cycles, needed = ends(verdict["wave_latency_cycles"]), ends(verdict["waves_needed"])
        ok(all(near(a, b) for a, b in zip(cycles, alone)),
           f"{name}: the cycles of a wave alone, by hand", cycles, alone)
        wanted = [math.ceil(a / demand) for a in alone]
        ok(list(needed) == ([1, wanted[1]] if verdict["pipes_without_rate"] else wanted),
           f"{name}: waves needed, by hand", needed, [a / demand for a in alone])
        ok(verdict["waves"] == 48 and verdict["pipes_without_rate"] == [] and
           verdict["binding"] == ["dram"], f"{name}: 48 waves, and memory binds", verdict)
    loop = explain(cubin("80"), "reduce", "--device", BOARD).json()["kernels"][0]["loops"][1]
    ok(loop["counts"]["barrier"] == 1 and loop["shared_in_flight"] == 2 and
       loop["verdict"]["pipes_without_rate"] == [] and loop["verdict"]["binding"] == ["shared"],
       "the second loop of the reduction has a barrier, and shared memory binds it")


def test_changes():
    few = explain(cubin("80"), "chase", "--device", BOARD, "--threads", "32").json()
    loop = main_loop(few["kernels"][0])
    gains = {change["change"]: change for change in loop["verdict"]["changes"]}
    ok(loop["verdict"]["waves"] == 16 and loop["verdict"]["binding"] == ["latency"],
       "groups of one wave leave too few waves", loop["verdict"])
    ok(gains["loads_in_flight"]["gain"] > 1.2 and gains["wider_loads"]["gain"] > 1.2 and
       gains["occupancy"]["field"] == "threads_per_group" and gains["occupancy"]["gain"] > 1.2,
       "more loads, wider loads and larger groups help", gains)
    half = main_loop(explain(cubin("80"), "chase", "--device", BOARD, "--l2-hit",
                             "0.5").json()["kernels"][0])
    whole = main_loop(explain(cubin("80"), "chase", "--device", BOARD).json()["kernels"][0])
    ok(ends(half["verdict"]["wave_latency_cycles"])[0] <
       ends(whole["verdict"]["wave_latency_cycles"])[0], "hits in L2 shorten the latency")
    low = main_loop(explain(cubin("80"), "chase", "--device", BOARD, "--efficiency",
                            "0.125").json()["kernels"][0])
    ok(near(low["verdict"]["gb_per_s_expected"] * 8, whole["verdict"]["gb_per_s_expected"]),
       "an efficiency of an eighth is an eighth of the bandwidth")


def test_text():
    answer = run("explain", cubin("80"), "gather", "--device", BOARD)
    ok(answer.code == 0 and "Loop 0x" in answer.text and "Verdict: " in answer.text and
       "Not modelled:" in answer.text and "assumed: no load hits" in answer.text,
       "a paragraph for people", answer)
    answer = run("explain", cubin("80"), "gather", "--annotate", "--device", BOARD)
    ok("LDG            load_global    4 bytes, stride 4: 4 sectors, sets SB2" in answer.text and
       "IMAD           int            waits for SB2: 1 of 1 loads in flight" in answer.text,
       "--annotate says what an instruction waits for", answer)
    ok("code compiled for sm_86 loads, computes and waits" in answer.text,
       "a device of another architecture is an assumption", answer)
    answer = run("explain", cubin("80"), "--device", "A100")
    ok(answer.errors.count("is the name of") == 1 and '"A100" is the name of ' in answer.errors and
       "A100 PCIe 40 GB" in answer.errors and "--device names one" in answer.errors,
       "a name of several devices whose answers differ is said once", answer.errors)
    answer = run("explain", cubin("80"), "gather", "--device", "A100 PCIe 40 GB")
    ok("is the name of" not in answer.errors, "not a name of one", answer.errors)
    ok(answer.code == 0 and "code compiled for" not in answer.text, "and none of its own", answer)
    with open(cubin("90"), "rb") as file:
        answer = run("explain", "-", "saxpy", given=file.read())
    ok(answer.code == 0 and "No loop: " in answer.text and "name a product" in answer.text,
       "an architecture has no bandwidth, and all else is said", answer)
    check_boards()
    answer = run("explain", cubin("120"), "saxpy", "--device", "GeForce RTX 5090")
    ok("rests on fewer kernels" in answer.text, "sm_120 is known less well, and says so", answer)
    answer = run("explain", cubin("80"), "saxpy", "--threads", "2048", "--device", BOARD)
    ok(answer.code == 2 and "No verdict" in answer.text, "a group that is too large", answer)


class Page(html.parser.HTMLParser):
    """The rows of the tables of a page, the texts of its elements by tag, and its bars."""
    def __init__(self, text):
        super().__init__()
        self.open, self.texts, self.rows, self.bars, self.wrong = [], [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        if tag in ("meta", "rect"):
            self.bars += [int(dict(attributes)["width"])] if tag == "rect" else []
            return
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        self.texts.append([tag, ""])

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag("rect" if tag == "rect" else "?" + tag, attributes)

    def handle_endtag(self, tag):
        self.wrong += [tag] if not self.open or self.open.pop() != tag else []

    def handle_data(self, data):
        if self.open and self.open[-1] in ("td", "th"):
            self.rows[-1][-1] += data
        if self.texts:
            self.texts[-1][1] += data

    def all(self, tag):
        return [text.strip() for name, text in self.texts if name == tag]


def test_html():
    answer = run("explain", cubin("80"), "hmma", "--device", BOARD, "--annotate", "--html")
    page = Page(answer.text)
    ok(answer.code == 0 and not page.wrong and not page.open, "--html is a whole page", page.wrong)
    ok(page.all("h2")[0] == "hmma, sm_80 on " + BOARD and
       page.all("h3") == ["Loop 0x1d0 to 0x330, depth 1"], "its headings", page.all("h2"))
    text = run("explain", cubin("80"), "hmma", "--device", BOARD, "--annotate").text
    verdict = [line.strip() for line in text.splitlines() if "Verdict: " in line]
    ok(verdict and verdict[0] in page.all("p"), "the paragraph is that of the text", verdict)
    rows = [row for row in page.rows if len(row) == 6][1:]
    lines = [line.split() for line in text.splitlines() if line.startswith("    0x")]
    ok([" ".join(" ".join(row).split()) for row in rows] == [" ".join(line) for line in lines] and
       len(rows) == 23, "and so are the instructions", rows)
    # Eight loads are in flight at the first multiplication, which waits for six of them.
    at = [row[0] for row in rows].index("0x00310")
    ok(rows[at][5] == "waits for SB2: 6 of 8 loads in flight" and
       page.bars[-4:] == [96, 72, 24, 24], "bars of the loads in flight", page.bars)
    short = Page(run("explain", cubin("80"), "hmma", "--device", BOARD, "--html").text)
    ok(not [row for row in short.rows if len(row) == 6] and short.all("h3") == page.all("h3"),
       "without --annotate there are no instructions")
    ok(not re.search(r"<script|<link|src=|href=|https?:", answer.text), "nothing from elsewhere")
    with open(cubin("80"), "rb") as file:
        content = file.read().replace(b"chase", b"<b>&x")
    answer = run("explain", "-", "b>", "--device", BOARD, "--html", given=content)
    ok(answer.code == 0 and Page(answer.text).all("h2")[0].startswith("<b>&x, ") and
       "<b>" not in answer.text, "no name is markup", answer.text[-900:])
    with open(cubin("80"), "rb") as file:
        content = bytearray(file.read())
    content[49] = 60  # the target in the header's flags
    answer = run("explain", "-", "saxpy", given=bytes(content))
    others = "" if NO_LLVM else " and AMD's gfx900 to gfx1201"
    ok(answer.code == 2 and "  the machine code of sm_60 is not read; that of NVIDIA's sm_70 to "
       f"sm_121{others} is\n" in answer.text, "a target that is not read", answer)
    answer = run("explain", os.path.join(ROOT, "tests", "data", "kernels", "intel", "pvc.zebin"),
                 "slm_arg", "--html")
    ok(answer.code == 2 and "Intel machine code is not read" in answer.text and
       not Page(answer.text).wrong, "a page of what is not read", answer)


def test_json():
    """--json has all that the text has."""
    # The column # of nvdisasm -plr for saxpy: 6 registers at 0xb0 to 0xd0 and nowhere more.
    kernel = explain(cubin("90"), "saxpy", "--device", "H100 SXM5 80 GB").json()["kernels"][0]
    ok(kernel["live_registers"] == {"most": 6, "first_address": 0xb0, "last_address": 0xd0,
                                    "instructions": 3, "carried": 0, "first_source": None,
                                    "last_source": None, "next_step": None}, "registers in use",
       kernel["live_registers"])
    kernel = explain(cubin("80"), "gather", "--device", BOARD, "--annotate").json()["kernels"][0]
    loop = kernel["loops"][0]
    text = run("explain", cubin("80"), "gather", "--device", BOARD, "--annotate").text
    ok("  " + loop["paragraph"] + "\n" in text and loop["verdict"]["hidden"] == "yes",
       "the paragraph", loop["paragraph"])
    rows = loop["annotated"]
    ok([f"0x{row['address']:05x}" for row in rows] ==
       re.findall(r"^    (0x[0-9a-f]+) ", text, re.M), "every instruction")
    store = rows[-2]
    ok([store[key] for key in ("mnemonic", "number", "class", "bytes_per_thread", "waits_for",
                               "loads_in_flight", "loads_waited_for", "guarded")] ==
       ["STG", 0x986, "store_global", 4, [{"counter": "SB2", "leaves": 0}], 1, 1, False] and
       rows[-1]["branches_to"] == rows[0]["address"] and rows[-1]["guarded"], "the store", store)
    ok(loop["doubts"] == [] and explain(cubin("80"), "gather").json()["kernels"][0]["loops"][0]
       ["annotated"] is None, "only where they are asked for")
    few = explain(cubin("80"), "chase", "--device", BOARD, "--threads", "32").json()
    ok(main_loop(few["kernels"][0])["verdict"]["hidden"] == "no", "exposed")
    few = explain(cubin("80"), "chase", "--device", BOARD, "--threads", "64").json()
    ok(main_loop(few["kernels"][0])["verdict"]["hidden"] == "perhaps", "and what may be hidden")


def test_assumptions():
    """Each assumption is said where it is made, and only there."""
    hits = "no load hits in L1 or L2 (--l1-hit, --l2-hit)"
    groups = "groups of 256 threads (--threads)"
    lanes = "where the code does not show how the addresses of the lanes differ, each lane " \
        "accesses the bytes next to those of the lane before it (--efficiency)"
    row = "a wave is threads of one row: the kernel reads their index in x only"
    nvidia = os.path.join(ROOT, "tests", "data", "kernels", "nvidia")
    for path, kernel, options, wanted in (
            (cubin("80"), "saxpy", ("--device", BOARD), [
                hits, lanes, row, groups,
                "code compiled for sm_86 loads, computes and waits as this code does"]),
            (cubin("80"), "saxpy", (), [hits, lanes, row, groups]),
            (cubin("120"), "saxpy", (), [
                hits, lanes, row, groups, "operations of sm_100 and later, whose table rests on "
                "fewer kernels, are right"]),
            (cubin("90"), "saxpy", ("--cluster", "9"), [
                hits, lanes, row, groups,
                "the kernel has the attribute NonPortableClusterSizeAllowed, "
                "without which clusters of this size do not launch"]),
            (cubin("90"), "saxpy", ("--cluster", "8"), [hits, lanes, row, groups]),
            (cubin("80"), "saxpy", ("--l1-hit", "0.5"), [
                "0.5 of the loads hit in L1, and 0 of the others in L2", lanes, row, groups]),
            (cubin("80"), "saxpy", ("--l2-hit", "0.25", "-t", "64"), [
                "0 of the loads hit in L1, and 0.25 of the others in L2", lanes, row]),
            (cubin("80"), "saxpy", ("--l1-hit", "0", "--l2-hit", "0"), [lanes, row, groups]),
            (cubin("80"), "saxpy", ("--efficiency", "1"), [hits, row, groups]),
            (os.path.join(nvidia, "d_sm_80.cubin"), "p_maxntid3", (), [
                hits, lanes, "groups as large as the launch bound (--threads)"]),
            (os.path.join(nvidia, "d_sm_80.cubin"), "p_reqntid", (), [hits, lanes]),
            (os.path.join(nvidia, "rdc_sm_80.cubin"), "dyn", (), [
                hits, lanes, row, groups, "no dynamic shared memory (--dynamic-shared)"]),
            (os.path.join(nvidia, "rdc_sm_80.cubin"), "dyn", ("--dynamic-shared", "4"), [
                hits, lanes, row, groups])):
        answer = explain(path, kernel, *options)
        found = answer.json()["kernels"][0]["assumptions"]
        text = run("explain", path, kernel, *options).text
        ok(found == wanted and "\n  assumed: " + "; ".join(wanted) + "\n" in text,
           f"what is assumed of {kernel} {' '.join(options)}", found)


    for bytes_, groups in (((), 8), (("--dynamic-shared", "48K"), 3)):
        found = explain(os.path.join(nvidia, "rdc_sm_80.cubin"), "dyn", *bytes_).json()["kernels"]
        ok(found[0]["groups"] == groups, f"{groups} groups with {' '.join(bytes_) or 'no bytes'}",
           found[0]["groups"])


def test_unknown():
    """Operations that are in no table: with one of 11 the loop says so."""
    with open(cubin("80"), "rb") as file:
        content = file.read()
    word = [word for word in sections(cubin("80"))["gather"]
            if word & 0xfff in (0xa0c, 0xc0c)][-1].to_bytes(16, "little")
    content = content.replace(word, b"\xfb" + bytes([word[1] & 0xf0 | 1]) + word[2:])
    answer = run("explain", "-", "gather", "--annotate", "--device", BOARD, given=content)
    ok(answer.code == 0 and "1 unknown" in answer.text and
       "? 0x1fb" in answer.text and "1 of 11 operations, more than 5 %, are unknown" in answer.text,
       "an unknown operation is counted and shown", answer)


def test_refused():
    co = os.path.join(ROOT, "tests", "data", "kernels", "amd", "gfx90a.co")
    answer = run("explain", co)
    ok((answer.code == 2 and "none of 7 kernels was read" in answer.errors) if NO_LLVM else
       answer.code == 0, "code of AMD needs LLVM", answer)
    for target in ("gfx942", "gfx1201"):
        answer = explain(os.path.join(DATA, f"amd_{target}.co"))
        ok([kernel["code"] for kernel in answer.json()["kernels"]] ==
           ["not_read" if NO_LLVM else "ok"] * 5, f"five kernels of {target}", answer)
    answer = explain(os.path.join(ROOT, "tests", "data", "kernels", "intel", "pvc.zebin"))
    ok(answer.code == 2 and {kernel["code"] for kernel in answer.json()["kernels"]} ==
       {"not_read"} and all("Intel machine code is not read" in kernel["code_message"]
                            for kernel in answer.json()["kernels"]), "nor that of Intel", answer)
    for device in (["MI300X"], ["Arc B580"], ["M1"], ["1002:74a1"], [BOARD, "--vendor", "apple"]):
        answer = run("explain", cubin("80"), "gather", "--device", *device)
        ok(answer.code == 2 and "machine code of sm_80 does not run on " in answer.text and
           "No verdict: " in answer.text and "waves (" not in answer.text,
           f"code of NVIDIA on {' '.join(device)}", answer)
    log = os.path.join(ROOT, "tests", "data", "kernels", "nvidia", "small.ptxas.txt")
    answer = run("explain", log)
    ok(answer.code == 2 and "the file has no machine code" in answer.text, "a log has none", answer)
    for arguments, code, words in (
            ((), 1, "explain needs a file"),
            (("no-such-file",), 1, "no-such-file: "),
            ((cubin("80"), "saxpy", "-g", "0"), 2, "1 of 1 kernels were refused"),
            ((ROOT,), 1, ROOT + ": "),
            ((cubin("80"), "a", "b"), 1, 'not also "b"'),
            ((cubin("80"), "nothing"), 2, 'none of 6 kernels has "nothing" in its name'),
            ((cubin("80"), "--l1-hit", "2"), 1, "--l1-hit is"),
            ((cubin("80"), "--efficiency", "0"), 1, "--efficiency is"),
            ((cubin("80"), "--html", "--json"), 1, "--html excludes --json"),
            ((os.path.join(DATA, "loops.csv"),), 2, "contains no compiled kernels"),
            ((os.devnull,), 1, "is empty")):
        answer = run("explain", *arguments)
        ok(answer.code == code and words in answer.errors, f"explain: {words}", answer)
    for option, texts in (("--l1-hit", ("0", "1", "-0.01", "1.01")),
                          ("--l2-hit", ("0", "1", "-0.01", "1.01")),
                          ("--efficiency", ("0.001", "1", "0.0009", "1.01"))):
        least = texts[0]
        for text, fine in zip(texts, (True, True, False, False)):
            answer = run("explain", cubin("80"), "saxpy", option, text)
            needed = f'{option} is "{text}", a number from {least} up to 1 is needed\n'
            ok(answer.code == (0 if fine else 1) and (needed in answer.errors) != fine,
               f"explain {option} {text}", answer)
    for size in (65535, 65536, 65537, 131072): # of what is read at once
        with open(cubin("80"), "rb") as file:
            padded = file.read().ljust(size, b"\0")
        answer = run("explain", "-", "saxpy", given=padded)
        ok(answer.code == 0 and "No loop" in answer.text, f"{size} bytes on standard input", answer)
    with open(cubin("80"), "rb") as file:
        content = file.read()
    codes = {run("explain", "-", given=content[:cut]).code for cut in range(1, len(content), 997)}
    ok(codes <= {0, 1, 2}, "a file that is cut anywhere", codes)


def test_nvcc():
    """Checks all targets of the installed nvcc: the same loads in flight, and no unknown
    operation."""
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    if not os.path.exists(nvcc):
        skip("what nvcc makes here", "no nvcc")
        return
    targets = subprocess.run([nvcc, "--list-gpu-code"], capture_output=True, text=True).stdout
    source = os.path.join(ROOT, "docs", "examples", "explain.cu")
    with tempfile.TemporaryDirectory() as folder:
        for target in targets.split():
            made = os.path.join(folder, target + ".cubin")
            if subprocess.run([nvcc, "-cubin", "-arch=" + target, source, "-o", made],
                              capture_output=True).returncode != 0:
                continue
            kernels = explain(made).json()["kernels"]
            read = {kernel["name"]: main_loop(kernel)["loads_in_flight"] for kernel in kernels}
            unknown = [kernel["name"] for kernel in kernels for loop in kernel["loops"]
                       if "unknown" in loop["counts"]]
            ok(read == {name: numbers[1] for name, numbers in SOURCE.items()} and not unknown,
               f"{target} by the nvcc of this machine", read, unknown)


ADD = ("load x{0} a offset={1}; load y{0} b offset={1}; compute z{0} x{0} y{0}; "
       "store s z{0} offset={1}")
BOTH = ADD.format(0, 0) + "; " + ADD.format(1, 64)
FIRST = ("load x0 a; load y0 b; load x1 a offset=64; load y1 b offset=64; compute z0 x0 y0; "
         "store s z0; compute z1 x1 y1; store s z1 offset=64")
# The five variants of aliasing.cu for the order model.
VARIANTS = {"v1": (ADD.format(0, 0), "--order", "hoist"),
            "v2": (ADD.format(0, 0), "--order", "hoist", "--unroll", "2", "--restrict"),
            "v3": (BOTH, "--order", "hoist"), "v4": (FIRST, "--order", "source"),
            "v5": (BOTH, "--order", "hoist", "--restrict")}


def read_variants(path):
    """Loads in flight in the loop of each variant that loads most: one may have a rest."""
    found = {}
    for kernel in explain(path).json()["kernels"]:
        loops = [loop for loop in kernel["loops"] if loop["extent"] == "loop"]
        most = max(loops, key=lambda loop: loop["counts"].get("load_global", 0), default=None)
        found[kernel["name"]] = most and most["loads_in_flight"]
    return found


def dumped_variants(path):
    """The same in the text of llvm-objdump: loads of the block that has most, before its wait."""
    text = subprocess.run(["llvm-objdump-22", "-d", path], capture_output=True, text=True).stdout
    found = {}
    for name, body in re.findall(r"<(v\d)>:\n(.*?)(?=\n\n|\Z)", text, re.S):
        blocks = re.split(r"\n\s+s_c?branch.*", body)
        block = max(blocks, key=lambda block: block.count("global_load"))
        found[name] = re.split(r"vmcnt\(|s_wait_loadcnt", block)[0].count("global_load")
    return found


def test_aliasing():
    """Five ways to add arrays, compiled now: loads in flight in the machine code are those of the
    order model, and of AMD those that llvm-objdump shows."""
    model = {name: run("order", "--load-latency", "400", "--compute-latency", "4", "--json",
                       "--body", body, *options).json()["loads_before_wait"]
             for name, (body, *options) in VARIANTS.items()}
    ok(model == {"v1": 2, "v2": 4, "v3": 2, "v4": 4, "v5": 4}, "the order model", model)
    source = os.path.join(DATA, "aliasing.cu")
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    with tempfile.TemporaryDirectory() as folder:
        made = os.path.join(folder, "made")
        for target in ("75", "80", "86", "89", "90", "100", "120"):
            if not os.path.exists(nvcc):
                skip(f"five variants of sm_{target}", "no nvcc")
                continue
            subprocess.run([nvcc, "-cubin", "-arch=sm_" + target, source, "-o", made], check=True)
            read = read_variants(made)
            ok(read == model, f"five variants by nvcc for sm_{target}", read)
        for target in ("gfx90a", "gfx942", "gfx1100", "gfx1201"):
            if NO_LLVM:
                skip(f"five variants of {target}", "LLVM 22 not found")
                continue
            subprocess.run(["clang-22", "-x", "cl", "-cl-std=CL2.0", "-O3", "-target",
                            "amdgcn-amd-amdhsa", "-mcpu=" + target, "-nogpulib", source, "-o",
                            made], check=True)
            read, dumped = read_variants(made), dumped_variants(made)
            ok(read == model == dumped, f"five variants by clang for {target}", read, dumped)


def test_copies():
    """Checks an asynchronous copy, and one of a tile with its loop that waits (sm_90)."""
    copies = os.path.join(DATA, "copies_sm_90.cubin")
    kernels = {kernel["name"]: kernel for kernel in explain(
        copies, "--device", "H100 SXM5 80 GB", "--threads", "128").json()["kernels"]}
    loop = kernels["cpasync"]["loops"][0]
    ok(loop["copy_bytes"] == 16 and loop["counts"]["async_copy"] == 1 and
       ends(loop["verdict"]["wave_latency_cycles"])[0] > 700, "a copy of 16 bytes is traffic", loop)
    extents = [loop["extent"] for loop in kernels["tma"]["loops"]]
    loop = kernels["tma"]["loops"][2]
    ok(extents == ["waiting_loop", "waiting_loop", "loop", "all"] and loop["loops_inside"] == 0 and
       loop["verdict"] is None and "size of the copies" in loop["message"],
       "loops that wait are no loops inside", extents)
    answer = run("explain", copies, "tma", "--device", "H100 SXM5 80 GB")
    ok("Waiting loop 0x" in answer.text and "copies of unknown size" in answer.text and
       "No verdict: the size of the copies" in answer.text,
       "the size of a tile is not in the code, and that is said", answer)


def span(low, high):
    return f"{low:.0f} to {high:.0f}" if high >= low + 0.5 else f"{low:.0f}"


def facts_of(loop):
    """The facts about a loop as the text shows them, from the members of the JSON."""
    counts = loop["counts"]

    def amount(kinds, size):
        number = sum(counts.get(kind, 0) for kind in kinds)
        return number and (f"{number}, {size} bytes per thread" if size else
                           f"{number}, of unknown width")

    loads = amount(("load_global", "load_generic"), loop["load_bytes"])
    wait, most = loop["wait_address"], loop["most_in_flight"]
    flight = "nothing here waits for a load" if wait is None else \
        f"{loop['loads_in_flight']}, {loop['bytes_in_flight']} bytes per thread, at 0x{wait:x}" + \
        (f"; {most} at most" if most > loop["loads_in_flight"] else "")
    local = counts.get("load_local", 0) + counts.get("store_local", 0)
    return [(name, value) for name, value in (
        ("loads of global memory", loads), ("in flight at the first wait", loads and flight),
        ("loads not in every iteration", loop["conditional_loads"]),
        ("loads of one address in all lanes", loop["uniform_loads"] and
         f"{loop['uniform_loads']}, a sector of 32 bytes each"),
        ("shared loads at their first wait", loop["shared_in_flight"]),
        ("stores to global memory", amount(("store_global", "store_generic"), loop["store_bytes"])),
        ("asynchronous copies", amount(("async_copy",), loop["copy_bytes"])),
        ("local memory", local and f"{local} loads and stores (spills, or arrays of a thread)"),
        ("issue, with the compiler's stalls", f"{loop['stall_cycles']} cycles")) if value]


def note_of(row):
    """What the last column says about an instruction."""
    parts = [f"{row['bytes_per_thread']} bytes"] if row["bytes_per_thread"] else []
    if row["pattern"] != "unknown":
        words = {"uniform": "one address", "linear": f"stride {row['stride_bytes']}",
                 "other": "known addresses"}[row["pattern"]]
        counts = [f": {row[name]} {name[:-1] if name == 'sectors' else 'pass'}" +
                  ("" if row[name] == 1 else "s" if name == "sectors" else "es")
                  for name in ("sectors", "passes") if row[name]][:1]
        parts.append(words + "".join(counts))
    parts += [f"sets {row['sets']}"] if row["sets"] else []
    if row["waits_for"]:
        waits = " and ".join(wait["counter"] + (f"({wait['leaves']})" if wait["leaves"] else "")
                             for wait in row["waits_for"])
        back = [f"{row[of]} of {row[have]} {words}" for of, have, words in (
            ("loads_waited_for", "loads_in_flight", "loads in flight"),
            ("shared_loads_waited_for", "shared_loads_in_flight", "shared loads")) if row[of]]
        parts.append(f"waits for {waits}" + (": " + " and ".join(back) if back else ""))
    parts += [f"to 0x{row['branches_to']:x}"] if row["branches_to"] is not None else []
    return ", ".join(parts)


def doubts_of(loop):
    counts, words = loop["counts"], []
    unknown, all_ = counts.get("unknown", 0), loop["instructions"]
    if 100 * unknown > 5 * all_:
        words.append(f"{unknown} of {all_} operations, more than 5 %, are unknown: the figures of "
                     "the loop are doubtful")
    if counts.get("async_copy") and not loop["copy_bytes"]:
        words.append("copies of unknown size: neither their traffic nor the wait for them is "
                     "counted")
    if loop["partial"]:
        words.append("branches with targets that are not in the code: loops may be missing")
    return words


# Pipes whose latency is not in the verdict either.
OPEN = {"convert", "warp", "tensor", "atomic", "texture", "unknown"}
LIMITS = {"dram": "memory bandwidth", "shared": "shared memory bandwidth", "latency": "latency",
          "fp32": "FP32 throughput", "issue": "instruction issue"}


def verdict_of(loop):
    """The paragraph of a verdict, from its members."""
    verdict, extent = loop["verdict"], loop["extent"]
    if verdict is None:
        inside = loop["loops_inside"]
        words = f"No verdict: {loop['message']}" if loop["message"] else \
            "No verdict of its own: " + ("1 loop is inside it, and how often it runs" if inside == 1
            else f"{inside} loops are inside it, and how often they run") + \
            " in one of its iterations is not known; the counts are for one iteration of each"
        return None if not loop["message"] and extent != "loop" else words
    cycles, pipes = ends(verdict["wave_latency_cycles"]), verdict["pipes_without_rate"]
    least = "at least " if OPEN & set(pipes) else ""
    words = f"Verdict: a wave alone takes {least}{span(*cycles)} cycles for " + \
        ("one pass." if extent == "all" else "an iteration.")
    hidden = None
    if verdict["waves_needed"] is not None:
        need, has = ends(verdict["waves_needed"]), ends(verdict["waves"])
        hidden = "yes" if has[0] >= need[1] else "no" if has[1] < need[0] else "perhaps"
        words += f" {'At most ' if pipes else ''}{span(need[1] if pipes else need[0], need[1])}" + \
            f" wave{' hides' if need == (1, 1) else 's hide'} that, and {span(*has)} " + \
            "are resident: the latency " + {"yes": "is hidden", "no": "is exposed",
                                            "perhaps": "may be hidden"}[hidden] + "."
    if pipes:
        memories = [f"{name} memory" if name in ("shared", "local", "tensor") else name
                    for name in pipes]
        some, have = ("this pipe", "has") if len(pipes) == 1 else ("these pipes", "have")
        words += f" What limits it is not known, because {some} of the " + \
            f"{'code' if extent == 'all' else 'loop'} {have} no known rate: {', '.join(memories)}."
        bounds = [verdict[name] for name in ("share_of_peak_upper", "share_of_peak_expected",
                                             "gb_per_s_expected")]
        return words if (verdict["hidden"], verdict["binding"], verdict["changes"], bounds) == \
            (hidden, [], [], [None] * 3) else str(verdict)
    inner = loop["depth"] > 1
    words += (" The loop is inside another one, and how often each of them runs is not known, so "
              "that what limits the two is not known either. With all waves in this loop it would "
              "be limited by " if inner else
              f" The {'code' if extent == 'all' else 'loop'} is limited by ") + \
        f"{' or '.join(LIMITS[name] for name in verdict['binding_alone'])}: at most " + \
        f"{100 * ends(verdict['share_of_peak_upper'])[1]:.3g} % of the peak"
    if verdict["share_of_peak_expected"] is not None:
        words += f", expected {100 * ends(verdict['share_of_peak_expected'])[0]:.3g} %"
    counts, rate = loop["counts"], ends(verdict["gb_per_s_expected"] or 0)[0]
    if rate > 0 and (counts.get("load_global") or counts.get("load_generic") or
                     loop["copy_bytes"]):
        # test_explain_troubles.py has when which of these is said.
        form = re.search(r"(?: \(|, with )[\d.e+]+( GB/s[^,.]*)\. ", loop["paragraph"] or "")
        words += (f", with {rate:.4g} GB/s of global memory" if form and "of global" in form[1] else
                  f" ({rate:.4g}{form[1] if form else ' GB/s)'}")
    words += "."
    for change in verdict["changes"]:
        if change["change"] == "occupancy":
            words += f" {change['field']} {change['then']} instead of {change['now']} would " + \
                f"admit {change['waves']} waves and"
        elif change["change"] == "wider_loads":
            words += " Loads of 16 bytes, as many in flight, would"
        else:
            words += " Twice the loads in flight would"
        words += f" make it {change['gain']:.3g} times as fast."
    if not verdict["changes"]:
        # test_explain_troubles.py has when this is said.
        more = re.search(r", but fewer [a-z ]+ may \(listed below\)", loop["paragraph"] or "")
        words += " Neither more or wider loads in flight nor more waves would make it faster" + \
            (more[0] if more else "") + "."
    if verdict["matrix_confidence"] == "unverified":
        words += f" The rate of the {verdict['matrix_type']} matrix instructions is not " \
            f"confirmed ({verdict['matrix_source']})."
    return words if (verdict["hidden"], verdict["binding"]) == \
        (hidden, [] if inner else verdict["binding_alone"]) else str(verdict)


def loop_in_words(loop):
    kind = {"loop": "Loop", "waiting_loop": "Waiting loop"}.get(loop["extent"])
    head = "No loop" if kind is None else \
        f"{kind} 0x{loop['first']:x} to 0x{loop['last']:x}, depth {loop['depth']}"
    counts = ", ".join(f"{number} {name}" for name, number in loop["counts"].items())
    lines = [f"{head}: {loop['instructions']} instructions: {counts}"]
    if loop["extent"] != "waiting_loop":
        lines += [f"  {name:<34} {value}" for name, value in facts_of(loop)]
        lines += [f"  {words}" for words in loop["doubts"]]
    for row in loop["annotated"] or ():
        kinds = f"{row['class']:<14}" + (f" and {row['second_class']}" if row["second_class"]
                                         else "")
        operation = row["mnemonic"] or f"? 0x{row['number']:x}"
        note = note_of(row)
        lines.append(f"    0x{row['address']:05x} {'@' if row['guarded'] else ' '} "
                     f"{operation:<14} {kinds}" + (f" {note}" if note else ""))
    return lines + ([f"  {loop['paragraph']}"] if loop["paragraph"] else [])


def lives_in_words(kernel):
    lives, given = kernel["live_registers"], kernel["kernel"].get("registers_per_thread", 0)
    first, last = hex(lives["first_address"]), hex(lives["last_address"])
    target, compared = kernel["target"], ""
    if re.match("sm_1[0-9][0-9]", target):
        compared = f" This was not compared with nvdisasm for {target}."
    elif target == "sm_90a":
        compared = " For sm_90a, 84 % of these numbers are within one of nvdisasm's."
    return "Registers: {}{} are in use at {}, and fewer at all others.{}{}".format(
        lives["most"], f" of {given}" if given >= lives["most"] else "",
        f"{lives['instructions']} instructions from {first} to {last}"
        if lives["instructions"] > 1 else first, compared,
        f" The loop around {first} neither reads nor writes {lives['carried']} of them."
        if lives["carried"] else "") + step_in_words(lives["next_step"])


def step_in_words(step):
    if step is None:
        return ""
    count, groups = step["instructions_above"], step["groups"]
    words = f" With at most {step['registers_per_thread']}, {groups} " + \
        f"group{'' if groups == 1 else 's'} would be resident: "
    if count == 0:
        return words + "no instruction has more in use."
    first, last = hex(step["first_address"]), hex(step["last_address"])
    return words + "more are in use at " + \
        (f"{count} instructions from {first} to {last}." if count > 1 else f"{first}.")


def accesses_in_words(rows):
    sums = [sum(row[name] for row in rows) for name in ("stores", "store_bytes", "loads",
                                                         "load_bytes")]
    return ", ".join(f"{count} {word}{'' if count == 1 else 's'} of {size} bytes"
                     for word, count, size in (("store", *sums[:2]), ("load", *sums[2:])) if count)


CAUSES = {"loaded": "the value loaded at {}",
          "operation": "the operation at {}, which is not followed",
          "factor": "the product at {}, whose factor is not in the code",
          "division": "the division at {}, whose divisor is not in the code",
          "thread": "the thread's index read at {}, and the shape of the group is not known "
                    "(--threads 16x16)",
          "other_lane": "the value of another lane at {}", "call": "what the call at {} returns",
          "paths": "which path a lane took to {}"}


def global_in_words(found):
    if found is None or not found["scattered"] + found["unknown"]:
        return []
    words = []
    if found["scattered"]:
        words.append(f"{found['scattered']} of {found['accesses']} accesses move more sectors than "
                     "their bytes need")
    if found["unknown"]:
        words.append(f"the addresses of {found['unknown']} of {found['accesses']} accesses are not "
                     "known")
    lines, rows = ["", "Global memory: " + "; ".join(words)], []
    for row in found["rows"]:
        head = f"  {hex(row['address']):<34} {row['class'].split('_')[0]}" + (
            f" of {row['bytes_per_thread']} bytes: " if row["bytes_per_thread"] else ": ")
        if row["sectors"] is not None and row["sectors"] > row["least_sectors"]:
            stride = row["stride_bytes"]
            rows.append(head + (f"stride {stride}, " if stride is not None else "") +
                        f"{row['sectors']} sectors instead of {row['least_sectors']}, "
                        f"{row['used_percent']:.4g} % of their bytes are used")
        elif row["sectors"] is None:
            rows.append(head + "not known" + (
                "; the address depends on " +
                CAUSES[row["cause"]].format(hex(row["cause_address"]))
                if row["cause"] is not None else ""))
    more = [f"  and {len(rows) - 12} further ones (--json)"] if len(rows) > 12 else []
    return lines + rows[:12] + more


def conflicts_in_words(found):
    if found is None or not found["conflicts"] and not found["unknown"]:
        return []
    words = f"Bank conflicts: {len(found['conflicts'])} of {found['accesses']} accesses to " + \
        "shared memory"
    if not found["conflicts"]:
        words = (f"Shared memory: the addresses of {found['unknown']} of {found['accesses']} "
                 "accesses are not known")
    elif found["unknown"]:
        words += f"; the addresses of {found['unknown']} are not known"
    lines = ["", words]
    for row in found["conflicts"]:
        stride, better = row["stride_bytes"], row["better_stride_bytes"]
        lines.append(f"  {hex(row['address']):<34} {row['class'].split('_')[0]} of "
                     f"{row['bytes_per_thread']} bytes: " +
                     (f"stride {stride}, " if stride is not None else "") +
                     f"{row['passes']} passes instead of {row['least_passes']}" +
                     (f"; with rows of {better} bytes no access has a conflict" if better else ""))
    unknown = {}
    for row in found["unknown_accesses"]:
        unknown.setdefault((row["cause"], row["cause_address"]), []).append(row["address"])
    for (cause, at), places in list(unknown.items())[:4]:
        more = f" and {len(places) - 1} more" if len(places) > 1 else ""
        words = f"  {hex(places[0]) + more:<34} not known"
        if cause not in (None, "not_looked_for"):
            words += "; the address depends on " + CAUSES[cause].format(hex(at))
        lines.append(words)
    for layout in found["layouts"]:
        if layout["padding_bytes"]:
            row = layout["row_bytes"]
            words = f"  longer rows: {row + layout['padding_bytes']} bytes instead of {row}"
            if layout["more_shared_bytes"]:
                words += (f", which takes {layout['more_shared_bytes']} bytes of shared memory "
                          f"more; {layout['groups']} groups would be resident")
            lines.append(words)
        if layout["swizzle"]:
            lines.append(f"  swizzled rows: {layout['swizzle']['code']}, columns of "
                         f"{layout['swizzle']['column_bytes']} bytes, in CUTLASS Swizzle<" +
                         ", ".join(map(str, layout["swizzle"]["cutlass"])) + ">")
    return lines


def local_in_words(rows):
    titles = {"unknown": "Spills or variables in local memory", "spill": "Spills to local memory",
              "variable": "Variables in local memory"}
    lines = []
    for i, row in enumerate(rows):
        if i == 0 or rows[i - 1]["sort"] != row["sort"]:
            lines.append(f"{titles[row['sort']]}, per thread: " + accesses_in_words(
                [other for other in rows if other["sort"] == row["sort"]]))
        others = " and others" if row["stores"] + row["loads"] > 1 else ""
        place = f"{hex(row['first_address'])}{others}, depth {row['depth']}"
        lines.append(f"  {place:<34} {accesses_in_words([row])}")
    return ["", *lines] if lines else []


def in_words(document):
    """The text output that says what the JSON says."""
    lines = []
    for kernel in document["kernels"]:
        lines += [""] if lines else []
        lines.append(f"{kernel['name']}, {kernel['target']}" + (
            f" on {kernel['device']['name']}" if kernel["device"] else ""))
        share = f"{100 * kernel['waves'] / kernel['max_waves']:.2f}".rstrip("0").rstrip(".")
        limits = " and ".join(kernel["limiters"])
        lines += [f"  {kernel['groups']} groups, {kernel['waves']} of {kernel['max_waves']} waves "
                  f"({share} %), limited by {limits}",
                  "  assumed: " + "; ".join(kernel["assumptions"])]
        for loop in kernel["loops"]:
            if loop["extent"] != "all" or not any(other["extent"] != "all"
                                                  for other in kernel["loops"]):
                lines += ["", *loop_in_words(loop)]
        lines += global_in_words(kernel["global_memory"])
        lines += conflicts_in_words(kernel["bank_conflicts"])
        lines += local_in_words(kernel["local_memory"])
        lines += ["", lives_in_words(kernel)] if kernel["live_registers"] else []
    return lines + ["", "Not modelled:", *[f"  {words}" for words in document["not_modelled"]]]


def patched(kernel, *changes):
    """The code of sm_80 with other operations: each change is an instruction of a kernel, the bits
    that are taken out of it and those that are put in."""
    with open(cubin("80"), "rb") as file:
        content = file.read()
    words = sections(cubin("80"))[kernel]
    start = content.index(b"".join(word.to_bytes(16, "little") for word in words))
    for at, out, put in changes:
        new = (words[at // 16] & ~out | put).to_bytes(16, "little")
        content = content[:start + at] + new + content[start + at + 16:]
    return content


OPERATION, WAITS, WHOLE = 0xfff, 0x3f << 116, (1 << 128) - 1
RETURN = 0x000fea0003c3fffffffffe8006007950 # RET.REL.NODEC
# Line by line: what the text says of the files as they are, and of code that compilers seldom
# write: local and generic loads, waits that are missing, a call and an indirect branch in place of
# the branch back, an operation that is in no table.
PATCHES = [("local", "gather", [(0xb0, OPERATION, 0x983)], "1 loads and stores (spills, or arrays"),
           ("generic", "gather", [(0xb0, OPERATION, 0x980)], "2, 8 bytes per thread"),
           ("no wait", "gather", [(0x70, WAITS, 0), (0xa0, WAITS, 0), (0x100, WAITS, 0)],
            "nothing here waits for a load"),
           ("a call", "gather", [(0x110, OPERATION, 0x944), (0x120, WHOLE, RETURN)],
            "\n  calls: what the called code loads and computes is not counted\n"),
           # Without a return, the same call is a jump back: a loop.
           ("a jump", "gather", [(0x110, OPERATION, 0x944)], "\nLoop 0x70 to 0x110, depth 1: "),
           ("an indirect branch", "gather", [(0x110, OPERATION, 0x949)],
            "\n  branches with targets that are not in the code: loops may be missing\n"),
           ("unknown", "gather", [(0xd0, OPERATION, 0x1fb)],
            "\n  1 of 11 operations, more than 5 %, are unknown: "),
           ("a copy of unknown size", "gather", [(0xd0, OPERATION, 0x3b4)], "async"),
           # A second branch back, behind the first one: a loop in the loop.
           ("a nested loop", "gather", [(0x120, WHOLE, sections(cubin("80"))["gather"][0x11])],
            "No verdict of its own: 1 loop is inside it, and how often it runs in one of its ")]


def test_lines():
    """The text has, line by line, what the JSON has; and the paragraphs what the verdicts have."""
    files = [(f"six_sm_{target}", (cubin(target), "--device", BOARD), b"") for target in TARGETS]
    files += [("groups of a wave", (cubin("80"), "--device", BOARD, "--threads", "32"), b""),
              ("few registers left", (cubin("90"), "--device", "H100 PCIe", "--registers", "128"),
               b""), ("no product", (cubin("75"),), b""),
              ("hits", (cubin("80"), "--device", BOARD, "--l1-hit", "0.25", "--l2-hit", "0.5",
                        "--efficiency", "0.5"), b""),
              ("copies", (os.path.join(DATA, "copies_sm_90.cubin"), "--device", "H100 PCIe"), b"")]
    files += [(name, ("-", kernel, "--device", BOARD), patched(kernel, *changes))
              for name, kernel, changes, _ in PATCHES]
    for name, arguments, given in files:
        document = run("explain", *arguments, "--annotate", "--json", given=given).json()
        text = run("explain", *arguments, "--annotate", given=given).text
        lines = in_words(document)
        wrong = [pair for pair in zip(lines, text.splitlines()) if pair[0].rstrip() !=
                 pair[1].rstrip()]
        ok(not wrong and len(lines) == len(text.splitlines()), f"{name}: text and JSON",
           *[line for pair in wrong[:3] for line in pair], len(lines), len(text.splitlines()))
        loops = [loop for kernel in document["kernels"] for loop in kernel["loops"]]
        wrong = [(loop["paragraph"], verdict_of(loop)) for loop in loops
                 if loop["paragraph"] != verdict_of(loop)]
        ok(not wrong, f"{name}: paragraphs and verdicts", *wrong)
        wrong = [(loop["doubts"], doubts_of(loop)) for loop in loops if name != "a call" and
                 loop["doubts"] != doubts_of(loop)]
        ok(not wrong, f"{name}: doubts", *wrong)
        wrong = []
        for loop in loops: # the instructions that wait for loads
            numbers = ("address", "mnemonic", "loads_in_flight", "loads_waited_for",
                       "shared_loads_in_flight", "shared_loads_waited_for")
            waits = [{number: row[number] for number in numbers} for row in loop["annotated"]
                     if row["loads_waited_for"] or row["shared_loads_waited_for"]]
            wrong += [] if waits == loop["waits"] else [(waits, loop["waits"])]
        ok(not wrong, f"{name}: waits", *wrong)
        page = Page(run("explain", *arguments, "--annotate", "--html", given=given).text)
        seen = [[cell.strip() for cell in row] for row in page.rows if row[0] != "address"]
        wanted = []
        for kernel in document["kernels"]:
            for loop in kernel["loops"]:
                if loop["extent"] == "all" and len(kernel["loops"]) > 1:
                    continue
                if loop["extent"] != "waiting_loop":
                    wanted += [[name, str(value)] for name, value in facts_of(loop)]
                wanted += [[f"0x{row['address']:05x}", "@" if row["guarded"] else "",
                            row["mnemonic"] or f"? 0x{row['number']:x}", row["class"] + (
                                f" and {row['second_class']}" if row["second_class"] else ""), "",
                            note_of(row)] for row in loop["annotated"]]
        ok(page.all("li")[-len(document["not_modelled"]):] == document["not_modelled"],
           f"{name}: the page's list of what is not modelled", page.all("li"))
        ok(seen == wanted, f"{name}: the page's tables and JSON",
           *[pair for pair in zip(seen, wanted) if pair[0] != pair[1]][:3])
    for name, kernel, changes, words in PATCHES:
        answer = run("explain", "-", kernel, "--device", BOARD, given=patched(kernel, *changes))
        ok(answer.code == 0 and words in answer.text, f"{name}: {words.strip()}", answer)


ok(len(glob.glob(os.path.join(DATA, "six_sm_*.cubin"))) == len(TARGETS), "a file for each target")
for sm in TARGETS:
    test_kernels(sm)
test_verdicts()
test_changes()
test_text()
test_html()
test_json()
test_unknown()
test_copies()
test_assumptions()
test_lines()
test_refused()
test_nvcc()
test_aliasing()
done()
