#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests gpuocc kernels: files of every kind, the output, exit codes.
Usage: test_kernel_files.py SOURCE_ROOT PATH_OF_GPUOCC"""
import os
import pty
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from xml.etree import ElementTree
import time

from command import RESULTS, run, until_the_end
from fatbins import fatbin
from tap import done, ok, skip

ROOT, TOOL = sys.argv[1:3]
NVIDIA = os.path.join(ROOT, "tests", "data", "kernels", "nvidia")
CUBIN = os.path.join(NVIDIA, "d_sm_90.cubin")
BAR16 = ("--kernel", "p_bar16", "-t", "128")


def kernels(*arguments, **keywords):
    return run("kernels", *arguments, **keywords)


def ends(answer, code, *words):
    """Checks the exit code, and that one sentence in the errors has all the words."""
    return ok(answer.code == code and any(all(word in line for word in words)
                                          for line in answer.errors.splitlines() or [""]),
              f"{code}: {' '.join(words)}", answer)


# The output.
answer = kernels(CUBIN)
lines = answer.text.splitlines()
ok(answer.code == 0 and not answer.errors and lines[0].endswith("d_sm_90.cubin (cubin ABI 8)") and
   len([line for line in lines if " sm_90 " in line]) == 6, "a table for people", answer)
ok(re.search(r"^  p_reqntid +sm_90 +192 +8 +0 +\d+ ", answer.text, re.M) and
   re.search(r"^  p_maxntid3 +sm_90 +<=512 ", answer.text, re.M) and
   re.search(r"^  p_empty +sm_90 +any ", answer.text, re.M), "groups: required, bound, any", answer)
ok("Assumed: blocks are as large as the kernel's launch bound" in answer.text and
   "Assumed: blocks may have any size" in answer.text and
   "Assumed: no dynamic shared memory" in answer.text, "assumptions are printed", answer)
rows = kernels("--csv", CUBIN).rows()
ok(list(rows[0])[:7] == ["file", "kernel", "format", "target", "file_notes", "assumed", "device"]
   and [c for c in rows[0] if c in RESULTS] == RESULTS and
   list(rows[0])[-6:] == ["next", "stack_bytes", "spill_bytes", "knob", "stage",
                          "local_memory_bytes"],
   "CSV: where it comes from, the fields, the columns of eval, the next step", list(rows[0]))
by_name = {row["kernel"]: row for row in rows}
ok({row["local_memory_bytes"] for row in rows} <= {"0", "unknown"},
   "no local memory without a product")
for device, stack, local in (
        ("A100 SXM4 40 GB", 1024, 216 << 20),  # github.com/arcs-skku/EMDC_llvm/issues/13
        ("Tesla T4", 131072, 5368709120),  # github.com/NVlabs/cuda-oxide/issues/697: 5.4 GB
        ("Instinct MI300X", 8192, 5100273664),  # github.com/ROCm/hip/pull/3651: 4.75 GiB
        ("Instinct MI300X", 0, 0), ("H100", 8, None), ("sm_90", 8, None)):
    text = f"num_regs: 32\nshared_size_bytes: 0\nlocal_size_bytes: {stack}\n"
    (row,) = run("kernels", "--csv", "-t", "256", "-d", device, "-", given=text).rows()
    ok(row["local_memory_bytes"] == ("unknown" if local is None else str(local)),
       f"{device}, {stack} bytes: local memory", row["local_memory_bytes"])
    document = run("kernels", "--json", "-t", "256", "-d", device, "-", given=text).json()
    ok(document["rows"][0]["input"]["local_memory_bytes"] == local, "the same in JSON", document)
    table = f"device,threads,registers,stack_bytes\n{device},256,32,{stack}\n"
    (row,) = run("eval", given=table).rows()
    ok(row["local_memory_bytes"] == ("" if local is None else str(local)), "the same from eval",
       row)
    text = run("kernels", "-t", "256", "-d", device, "-", given=text).text
    ok(("Local memory: " in text) == (local is not None and local >= 1 << 30), "gigabytes are said",
       text)
answer = run("eval", given="device,threads,stack_bytes\nTesla T4,256,x\nTesla T4,256,unknown\n")
ok(answer.code == 0 and answer.errors.count("\n") == 1 and
   'standard input, row 1: the stack is "x", a whole number up to ' in answer.errors and
   [(row["local_memory_bytes"], row["message"]) for row in answer.rows()] == [("", "")] * 2,
   "a stack that is no number is told, and the row is answered", answer)
answer = run("eval", given="device,threads,stack_bytes\n" +
             "".join(f"Tesla T4,256,{cell}\n" for cell in ("-", "n/a", "48 B", "zero", "0")))
ok(answer.code == 0 and answer.errors.count("\n") == 1 and
   [row["local_memory_bytes"] for row in answer.rows()] == ["", "", "", "0", "0"] and
   all(row["groups"] for row in answer.rows()), "that is told once", answer)
# cuda-oxide issue 697, as above: 131072 bytes of each thread are 5.4 GB.
for header in ("stack_bytes (KiB)", "stack [KiB]", "Stack_KiB"):
    answer = run("eval", given=f"device,threads,{header}\nTesla T4,256,128\n")
    ok(answer.rows()[0]["local_memory_bytes"] == "5368709120" and answer.errors == "", header,
       answer)
answer = run("eval", given="device,threads,stack\nTesla T4,256,131072\n")
ok(answer.rows()[0]["local_memory_bytes"] == "5368709120", "stack, as kernels prints it", answer)
answer = run("eval", given="device,threads,stack (KB)\nTesla T4,256,128\n")
ok(answer.rows()[0]["local_memory_bytes"] == "" and
   "column 3: KB is 1000 bytes to some and 1024 to others: local_memory_bytes is empty" in
   answer.errors, "a unit that is not clear", answer)
for header, error in (("stack,stack_bytes", "columns 3 and 4 are both stack_bytes"),
                      ("stack,local_memory_bytes",
                       "column local_memory_bytes has the name of a result")):
    answer = run("eval", given=f"device,threads,{header}\nTesla T4,256,8,7\n")
    ok(answer.code == 1 and answer.text == "" and error in answer.errors, header, answer)
answer = run("eval", given="device,threads,local_memory_bytes\nTesla T4,256,7\n")
ok(answer.code == 0 and answer.rows()[0]["local_memory_bytes"] == "7",
   "without a stack a column is passed through", answer)
text = "k.n_regs=64 k.n_spills=0 k.metadata.shared=0 k.metadata.num_warps=8\n"
(row,) = run("kernels", "--csv", "-d", "Instinct MI300X", "-", given=text).rows()
ok(row["groups"] == "" and row["message"] == "wave_size is 32, gfx942 allows 64",
   "warps of Triton are not answered for another size", row)
(row,) = run("kernels", "--csv", "-d", "H100", "-", given=text).rows()
ok(row["groups"] == "4", "warps of Triton on NVIDIA", row)
answer = run("kernels", "-t", "256", "-d", "Instinct MI300X", "-d", "A100 SXM4 80 GB", "-",
             given="x.symbol: big.kd\n.vgpr_count: 8\n.private_segment_fixed_size: 8192\n")
ok("Local memory: big may take 4.75 GiB of Instinct MI300X: 8192 bytes for each of the 622592 "
   "threads that can be resident.\n" in answer.text,
   "the kernel and the device that take most", answer)
ok(by_name["p_reqntid"]["assumed"] == "no_dynamic_shared" and
   by_name["p_maxntid3"]["assumed"] == "group_of_bound|no_dynamic_shared" and
   by_name["p_empty"]["assumed"] == "any_group|no_dynamic_shared" and
   "required_group" in by_name["p_reqntid"]["file_notes"].split("|"), "CSV: what was assumed", rows)
json = kernels("--json", CUBIN).json()
first = json["rows"][0]
ok(json["command"] == "kernels" and json["files"] == 1 and json["troubles"] == 0 and
   len(json["rows"]) == 6 and first["input"]["kernel"] == "p_empty" and
   first["input"]["target"] == "sm_90" and first["status"] == 0 and "limits" in first and
   "next" in first and first["kernel"]["registers_per_thread"] == 4, "JSON", json)

# The same query with eval: p_bar16 needs 16 of 64 barriers.
asked = dict(kernels("--csv", *BAR16, CUBIN).rows()[0])
told = run("eval", given="device,threads_per_group,registers_per_thread,barriers_per_group\n"
           "sm_90,128,%s,16\n" % asked["registers_per_thread"]).rows()[0]
ok(all(asked[name] == told[name] for name in RESULTS) and asked["groups"] == "4",
   "the answer of eval", asked, told)
ok(kernels("--csv", *BAR16, "-d", "H100 SXM", CUBIN).rows()[0]["device"] == "H100 SXM" and
   kernels("--csv", *BAR16, "-d", "sm_120", CUBIN).rows()[0]["groups"] == "1",
   "--device is another device")
empty = ("--csv", "--kernel", "p_empty", CUBIN)
ok(kernels(*empty, "-t", "256").rows()[0]["groups"] == "8" and
   kernels(*empty, "-t", "256", "--dynamic-shared", "48K").rows()[0]["groups"] == "4" and
   kernels(*empty, "-t", "256", "--dynamic-shared", "48K").rows()[0]["assumed"] == "",
   "options say what the file does not")
row = kernels("--csv", "-t", "64", "--kernel", "p_", CUBIN).rows()
ok([r["threads_per_group"] for r in row if r["kernel"] == "p_reqntid"] == ["192"] and
   {r["threads_per_group"] for r in row if r["kernel"] != "p_reqntid"} == {"64"},
   "a required group is not replaced", row)
row = kernels("--csv", "-t", "1024", "--kernel", "p_maxntid3", CUBIN).rows()[0]
ok(row["limiters"] == "launch" and row["groups"] == "0",
   "a group above the launch bound does not launch")
row = kernels("--csv", "-t", "96", "--kernel", "p_bar16", CUBIN).rows()[0]
ok(row["next"].startswith("barriers_per_group 16 -> ") and
   "barriers_per_group 16 -> " in kernels("-t", "96", "--kernel", "p_bar16", CUBIN).text and
   kernels("--csv", *empty[1:]).rows()[0]["next"].startswith("best threads_per_group "),
   "the next step; for a group of any size the best one", row)
LONG = "_Z" + "N7cutlass" * 40 + "EvT_"
log = (f"ptxas info : Compiling entry function '{LONG}' for 'sm_90'\n"
       "ptxas info : Used 10 registers, used 1 barriers\n").encode()
answer = kernels("-", given=log)
ok(f"  {LONG}  sm_90 " in answer.text and
   kernels("--csv", "-", given=log).rows()[0]["kernel"] == LONG, "a long name is whole", answer)

# Exit codes.
ends(kernels(), 1, "kernels needs a file, a directory, or -")
ends(kernels("--json", "--csv", CUBIN), 1, "--json and --csv exclude each other")
ends(kernels("--nonsense", CUBIN), 1, "kernels has no option")
ends(kernels("--kernel", "nothing", CUBIN), 2, "none of 6 kernels has \"nothing\" in its name")
ends(kernels("-d", "sm_10", CUBIN), 2, "6 of 6 kernels were refused")
ok(kernels("--require", "groups>=4", *BAR16, CUBIN).code == 0, "0: --require is met")
ends(kernels("--require", "groups>=5", *BAR16, CUBIN), 3, "1 of 1 kernels fall short", "p_bar16",
     "groups is 4")
ends(kernels("--require", "groups>=3", CUBIN), 3, "4 of 6 kernels fall short",
     "groups is 2 or more")


with tempfile.TemporaryDirectory() as folder:
    def place(name, content=b""):
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)
        return path

    # Files without kernels.
    ends(kernels(place("empty")), 2, "is empty")
    ends(kernels("-", given=b""), 2, "standard input: is empty")
    ends(kernels(place("text", b"to whom it may concern\n")), 2, "contains no compiled kernels")
    ends(kernels(TOOL), 2, "contains no compiled kernels")
    ends(kernels(os.path.join(folder, "missing")), 1, "No such file")
    os.symlink("nowhere", os.path.join(folder, "broken"))
    ends(kernels(os.path.join(folder, "broken")), 1, "No such file")
    ends(kernels("/dev/null"), 1, "is not a file, directory or pipe")
    with open(CUBIN, "rb") as file:
        content = file.read()
    ends(kernels(place("cut", content[:5000])), 2, "cut off")
    ends(kernels(place("other", content[:8] + b"\x09" + content[9:])), 2, "a cubin of ABI 9")

    # A sparse file of 4 GB is mapped, and not read completely.
    sparse = place("sparse")
    os.truncate(sparse, 4 << 30)

    start = time.monotonic()
    answer = kernels(sparse)
    took = time.monotonic() - start
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss  # KiB, of any so far
    ok(answer.code == 2 and "contains no compiled kernels" in answer.errors and took < 5 and
       most < 256 * 1024, f"a sparse file of 4 GB: {most} KiB", answer)

    # Pipes.
    fifo = os.path.join(folder, "fifo")
    os.mkfifo(fifo)
    ends(kernels(fifo), 1, "is a pipe without data: nothing was written into it within 2 seconds")
    with subprocess.Popen([TOOL, "kernels", "--csv", fifo], stdout=subprocess.PIPE) as process:
        with open(fifo, "wb") as file:
            file.write(content[:1000])
            file.flush()
            time.sleep(0.1)
            file.write(content[1000:])
        ok(len(process.stdout.read().splitlines()) == 7 and process.wait() == 0, "a pipe")
    with open(CUBIN, "rb") as file:
        process = subprocess.run([TOOL, "kernels", "--csv", "/dev/stdin"], stdin=file,
                                 capture_output=True)
    ok(process.returncode == 0 and len(process.stdout.splitlines()) == 7, "/dev/stdin")

    # A mapped file that becomes shorter while it is read. The command waits on the full pipe until
    # the file is truncated, and then accesses a page that no longer exists.
    one = fatbin((2, 90, content, None, 0x11))
    shrinking = place("shrinking.fatbin", one * ((32 << 20) // len(one)))
    with subprocess.Popen([TOOL, "kernels", "--csv", shrinking], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as process:
        process.stdout.read(1)
        os.truncate(shrinking, 4096)
        _, errors = process.communicate()
    ok(process.returncode == 1 and b"a file became shorter while it was read" in errors,
       "1: a file that becomes shorter while it is read", process.returncode, errors)

    # Directories: files without kernels are skipped, and links are not followed in circles.
    tree = os.path.join(folder, "tree")
    place("tree/a/one.cubin", content)
    place("tree/b/notes.txt", b"nothing here\n")
    place("tree/b/c/zero")
    os.symlink("..", os.path.join(tree, "a", "up"))
    os.symlink(os.path.join("..", "a", "one.cubin"), os.path.join(tree, "b", "again.cubin"))
    os.symlink(os.path.abspath(CUBIN), os.path.join(tree, "b", "link.cubin"))
    os.mkfifo(os.path.join(tree, "b", "fifo"))
    # A directory next to the tree whose name begins like the tree's: its files are not found below
    # it.
    beside = place("tree-beside/two.cubin", content)
    os.symlink(beside, os.path.join(tree, "b", "beside.cubin"))
    answer = kernels("--csv", tree)
    ok({row["file"] for row in answer.rows()} >= {os.path.join(tree, "b", "beside.cubin")},
       "a link to a file of a directory whose name begins like the tree's is followed", answer)
    os.unlink(os.path.join(tree, "b", "beside.cubin"))
    answer = kernels("--csv", tree)
    ok(answer.code == 0 and not answer.errors and len(answer.rows()) == 12 and
       sorted({row["file"] for row in answer.rows()}) ==
       [os.path.join(tree, "a", "one.cubin"), os.path.join(tree, "b", "link.cubin")],
       "a directory and all below it, each file once", answer)
    ok([row["file"] for row in kernels("--csv", tree + "/").rows()] ==
       [row["file"] for row in answer.rows()], "a directory whose name ends in a slash")
    ok("12 kernels in 2 of 4 files." in kernels(tree).text, "the sum for people", kernels(tree))
    ends(kernels(os.path.join(tree, "b", "c")), 2, "no kernels in 1 files")
    os.symlink("nowhere", os.path.join(tree, "broken"))
    place("tree/a/bad.cubin", content[:5000])
    answer = kernels("--csv", tree, CUBIN)
    ok(answer.code == 1 and len([r for r in answer.rows() if r["status"] == "0"]) >= 18 and
       "broken: No such file" in answer.errors and "bad.cubin: " in answer.errors,
       "what is bad does not stop the others", answer)

    closed = os.path.join(folder, "closed")
    os.mkdir(closed, 0)
    os.chmod(folder, 0o755)
    as_user = {"user": 65534, "group": 65534} if os.getuid() == 0 else {}
    try:
        process = subprocess.run([TOOL, "kernels", closed], capture_output=True, text=True,
                                 **as_user)
        if process.returncode == 127: # its libraries cannot be read there
            raise PermissionError
        ok(process.returncode == 1 and "closed: Permission denied" in process.stderr,
           "a directory without permission", process.stderr)
    except PermissionError:
        skip("a directory without permission", "the user nobody cannot run the command")
    os.rmdir(closed)

    # Many kernels: takes seconds, and shows progress only on a terminal.
    with open(os.path.join(NVIDIA, "k_sm_80.cubin"), "rb") as file:
        content = file.read()
    for i in range(80):
        os.makedirs(os.path.join(folder, "many", str(i)))
        place(f"many/{i}/0.cubin", content)
        for j in range(1, 40):
            os.link(os.path.join(folder, "many", str(i), "0.cubin"),
                    os.path.join(folder, "many", str(i), f"{j}.cubin"))
    many = os.path.join(folder, "many")
    master, terminal = pty.openpty()
    start = time.monotonic()
    with subprocess.Popen([TOOL, "kernels", "--csv", many], stdout=subprocess.PIPE,
                          stderr=terminal) as process:
        time.sleep(0.5) # the command waits for its reader long enough to show its progress
        count = sum(1 for _ in process.stdout)
    took = time.monotonic() - start
    shown = until_the_end(process, master, terminal)
    ok(process.returncode == 0 and count == 80 * 40 * 13 + 1 and took < 300,
       f"{count - 1} kernels in {took:.1f} s")
    ok(b" kernels" in shown and shown.endswith(b"\r\x1b[K"), "progress on a terminal", shown[-80:])
    ok(not kernels(many, "--csv").errors, "and nowhere else")
    shutil.rmtree(many)


# Several devices, rows that meet a requirement, and what to write for the compiler.
LOG = """ptxas info    : Compiling entry function '{0}' for 'sm_90'
ptxas info    : Used {1} registers, used 0 barriers
"""
TWO = LOG.format("a", 40) + LOG.format("b", 32) + LOG.format("c", 40)
answer = run("kernels", "-", "-t", "256", "-d", "sm_90", "-d", "RTX 4090", "--csv", given=TWO)
rows = [(row["kernel"], row["device"], row["waves"]) for row in answer.rows()]
ok(answer.code == 0 and rows == [("a", "sm_90", "48"), ("a", "RTX 4090", "48"),
                                 ("b", "sm_90", "64"), ("b", "RTX 4090", "48"),
                                 ("c", "sm_90", "48"), ("c", "RTX 4090", "48")],
   "each kernel on each device; answers that were given before", rows)
answer = run("kernels", "-", "-t", "256", "-d", "sm_90", "-d", "RTX 4090", given=TWO)
ok(re.search(r"^  kernel +device ", answer.text, re.M) and
   re.search(r"^  b +RTX 4090 +256 +32 ", answer.text, re.M), "as a table", answer)
json = run("kernels", "-", "-t", "256", "-d", "sm_90", "-d", "RTX 4090", "--json", given=TWO).json()
ok([row["row"] for row in json["rows"]] == [1, 2, 3, 4, 5, 6], "as JSON", json)
answer = run("kernels", "-", "-t", "256", "--filter", "percent<100", "--filter", "groups>=1",
             given=TWO)
ok(answer.code == 0 and "2 of 3 rows are shown" in answer.text and
   not re.search(r"^  b ", answer.text, re.M), "--filter", answer)
answer = run("kernels", "-", "-t", "256", "--filter", "percent<1", "--csv", given=TWO)
ok(answer.code == 0 and answer.rows() == [], "--filter that leaves none", answer)
answer = run("kernels", "-", "-t", "256", "--filter", "percent<1", "--require", "groups>=1",
             given=TWO)
ok(answer.code == 2 and answer.errors == "gpuocc: no row is left for --require\n",
   "a requirement that no row was compared with", answer)
answer = run("kernels", "-", "--filter", "registers>50", given=TWO)
ok(answer.code == 1 and answer.errors.startswith('gpuocc: --filter is "registers>50", it needs '),
   "a condition of --filter is not one of --require", answer)
for words in (("--filter", "x<1"), ("--filter", "waves<1", "--save", "never.csv"),
              ("--filter", "waves<1", "--baseline", "never.csv")):
    answer = run("kernels", "-", *words, given=TWO)
    ok(answer.code == 1 and "--filter" in answer.errors, " ".join(words), answer)
ok(run("kernels", "-", "-t", "256", "--csv", given=TWO).rows()[0]["knob"] ==
   "__launch_bounds__(256, 8) (may spill)", "a bound for ptxas")
ok("; __launch_bounds__(256, 8)" in run("kernels", "-", "-t", "256", given=TWO).text,
   "and in the table")
ok(run("kernels", "-", "-t", "256", "--json", given=LOG.format("k", 32)).json()["rows"][0]["knob"]
   is None, "none where nothing is to be gained")
INTEL = "//.kernel k\n//.thread_config numGRF={}, x\n//.spill size {}\nadd (16|M0) r2.0\n"
for grf, spills, wanted in ((128, 64, "against spills: -cl-intel-256-GRF-per-thread"),
                            (128, 0, "")):
    row = run("kernels", "-", "-t", "256", "-d", "acm-g10", "--shared", "0", "--barriers", "0",
              "--csv", given=INTEL.format(grf, spills)).rows()[0]
    ok(row["knob"] == wanted, f"{grf} GRFs, {spills} bytes of spills: {wanted}", row)
# The full occupancy of apple7 ends at 104 halves (tests/data/apple/tiers.csv).
AGX = "compute:\nInstructions: 210\nALU: 180\nFSCIB: 160\nIC: 40\nGPRs: {}\nUniforms: 24\n"
for halves, wanted in ((105, "104"), (104, "")):
    row = run("kernels", "-", "-t", "128", "-d", "apple7", "--shared", "0", "--csv",
              given=AGX.format(halves)).rows()[0]
    ok(row["half_registers_per_thread"] == str(halves) and row["knob"] == "" and
       wanted in row["next"], f"{halves} halves on Apple: a step, but nothing to write", row)
# 256 GRFs exist from DG2 on.
row = run("kernels", "-", "-t", "256", "-d", "tgl", "--shared", "0", "--barriers", "0", "--csv",
          given=INTEL.format(128, 64)).rows()[0]
ok(row["knob"] == "", "no setting of 256 GRFs for a device that has only 128", row)

# A page: complete, without external resources, and with the figures of the JSON.
ODD = LOG.format("a<b>&amp;\x1b[31m", 40) + LOG.format("wide", 32)
answer = run("kernels", "-", "-t", "256", "--html", given=ODD)
page = ElementTree.fromstring(answer.text.split("\n", 1)[1].replace(
    '<meta charset="utf-8">', "").replace("&middot;", "").replace(
        '<meta name="viewport" content="width=device-width, initial-scale=1">', ""))
articles = page.findall(".//article")
shown = [["".join(text.itertext()) for text in one.findall(".//text")] for one in articles]
ok(answer.code == 0 and [one.find(".//h3").text for one in articles] ==
   ["a<b>&amp;\\x1b[31m", "wide"] and "48 of 64 waves (75 %)" in answer.text and
   "64 of 64 waves (100 %)" in answer.text and
   shown[0][:6] == ["waves", "8", "groups", "32", "registers", "6"], "--html", shown)
ok(not re.search(r"<script|<link|src=|href=|https?:", answer.text) and
   "__launch_bounds__(256, 8)" in answer.text and "\x1b" not in answer.text,
   "it needs nothing from elsewhere, and no name is markup")
bars = [[(bar.get("class"), int(bar.get("width"))) for bar in one.findall(".//rect")]
        for one in articles]
ok(bars[0][1:3] == [("bar", 120), ("bar", 120)] and bars[1][2] == ("bar", 160) and
   [bar[0] for bar in bars[0][3:6]] == ["bar", "bar", "low"], "the bars", bars)
answer = run("kernels", "-", "--html", "--csv", given=ODD)
ok(answer.code == 1 and "--html excludes" in answer.errors, "--html alone", answer)

# Names as in the source, if the build supports it.
NAMED = LOG.format("_Z6k_tmplIfLi64EEvPT_", 40) + LOG.format("_Znot", 32) + LOG.format("main", 8)
answer = run("kernels", "-", "-t", "256", "--demangle", "--json", given=NAMED)
if "needs a build" in answer.errors:
    skip("--demangle", "this build has no demangler")
else:
    names = [(row["input"]["kernel"], row["input"]["demangled"]) for row in answer.json()["rows"]]
    ok(names == [("_Z6k_tmplIfLi64EEvPT_", "void k_tmpl<float, 64>(float*)"), ("_Znot", "_Znot"),
                 ("main", "main")], "--demangle", names)
    ok("  void k_tmpl<float, 64>(float*)  sm_90 " in
       run("kernels", "-", "-t", "256", "--demangle", given=NAMED).text, "--demangle in the table")
RUNS = os.path.join(ROOT, "tests", "data", "runs")
for name, what in (("ncu.txt", "ncu text"), ("nsys_bytes.csv", "nsys CSV"),
                   ("rocprofv3.json", "rocprofv3 JSON"), ("unitrace.txt", "unitrace")):
    ends(kernels(os.path.join(RUNS, name)), 2, f"is a profile ({what}), which gpuocc profile reads")
done()
