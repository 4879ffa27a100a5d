#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the command while calls of the C library fail: memory, files, output, one call after
another (tests/tools/inject.c), until a run needs no more calls. It must not crash or lose anything
silently: it answers as if nothing had happened, or ends with status 1 or 2 and the reason.

Usage: test_failures.py SOURCE_ROOT PATH_OF_GPUOCC INJECT.SO [all]
  all   every call; without it the first 40 and a part of the rest, which takes seconds
"""
import collections
import concurrent.futures
import errno
import os
import signal
import struct
import subprocess
import sys
import tempfile
import zlib

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(sys.argv[1], "tests"))
from fatbins import compress_lz4, fatbin # noqa: E402
from tap import done, ok # noqa: E402

ROOT, TOOL, INJECT = (os.path.abspath(path) for path in sys.argv[1:4])
ALL = sys.argv[4:] == ["all"] or "GPUOCC_TEST_ALL" in os.environ
DATA = os.path.join(ROOT, "tests", "data", "kernels")
MEMORY = ("malloc", "calloc", "realloc")
FILES = ("open", "read", "fstat", "stat", "lstat", "mmap", "fdopendir", "readdir", "realpath",
         "poll", "fopen", "close", "write")
Outcome = collections.namedtuple("Outcome", "code output errors files calls struck")


def data(name):
    with open(os.path.join(DATA, name), "rb") as file:
        return file.read()


def place(folder, name, content):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content)


def member(name, content):
    """Returns one member of an ar archive."""
    head = f"{name + '/':<16}{0:<12}{0:<6}{0:<6}{'100644':<8}{len(content):<10}`\n"
    return head.encode() + content + b"\n" * (len(content) % 2)


def make_files(folder):
    """Writes files of each kind of container, which are small, and one that is large enough to be
    mapped."""
    cubin, plain = data("nvidia/d_sm_90.cubin"), data("amd/hip_plain.hipfb")
    place(folder, "tree/a/one.cubin", cubin)
    place(folder, "tree/b/rdc.cubin", data("nvidia/rdc_sm_90.cubin"))
    place(folder, "outside.cubin", cubin)
    os.symlink(os.path.join("..", "a", "one.cubin"), os.path.join(folder, "tree/b/inside.cubin"))
    os.symlink(os.path.join(folder, "outside.cubin"), os.path.join(folder, "tree/b/link.cubin"))
    place(folder, "mapped.cubin", cubin + bytes(1 << 20))
    packed = compress_lz4(cubin)
    if packed is not None:
        place(folder, "lz4.fatbin", fatbin((2, 90, cubin, packed, 0x2000)))
    place(folder, "zlib.hipfb", b"CCOB" + struct.pack("<HHIQ", 1, 0, len(plain), 0) +
          zlib.compress(plain))
    place(folder, "lib.a", b"!<arch>\n" + member("one.cubin", cubin) +
          member("two.co", data("amd/gfx1100.co")))
    place(folder, "rows.csv", b"device,threads_per_group,registers_per_thread,kernel\n" +
          b"RTX 4090,256,40,\"a \"\"name\"\", quoted\"\ngfx90a,256,unknown,b\nno such GPU,1,1,c\n" +
          b"sm_90,256,40,d\n" * 200)


def commands(folder):
    question = ("RTX 4090", "-t", "256", "-r", "72", "-s", "8K")
    rows = os.path.join(folder, "rows.csv")
    with open(rows, "rb") as file:
        given = file.read()
    yield from ((("occupancy", *question), b""), (("occupancy", *question, "--json"), b""),
                (("occupancy", "Arc B580", "-t", "256", "-r", "unknown"), b""),
                (("most", "sm_90", "--groups", "3", "-t", "256"), b""),
                (("best", "gfx1100", "-r", "64"), b""),
                (("pad", "sm_90", "--groups", "2", "-t", "256"), b""),
                (("sweep", "sm_90", "--over", "registers", "-t", "256"), b""),
                (("sweep", "sm_90", "--over", "registers", "-t", "256", "--svg", "out.svg"), b""),
                (("schedule", *question, "-g", "1000", "--svg", "out.svg"), b""),
                (("schedule", *question, "-g", "1000", "--json"), b""),
                (("latency", "H100 PCIe", "-t", "256", "--loads", "2", "--fp32", "40"), b""),
                (("latency", "H100 PCIe", "-t", "256", "--loads", "2", "--json"), b""),
                (("scale", "serial", "--cpu-time", "1", "--gpu-time", "1"), b""),
                (("devices",), b""), (("devices", "--json", "ada"), b""),
                (("device", "MI300X"), b""), (("--help",), b""), (("help", "fields"), b""),
                (("eval", "--json", "--best"), given), (("eval", rows), b""),
                (("eval", "--table", "--inverse", "3", "-"), given))
    for form in ((), ("--csv",), ("--json",)):
        yield ("kernels", os.path.join(folder, "tree"), *form), b""
    for name in ("mapped.cubin", "lz4.fatbin", "zlib.hipfb", "lib.a"):
        path = os.path.join(folder, name)
        if os.path.exists(path):
            yield ("kernels", "--csv", path), b""
    for name in ("nvidia/small_size.fatbin", "nvidia/linked_sm_90.cubin", "nvidia/rdc_sm_90.cubin",
                 "nvidia/small.ptxas.txt",
                 "amd/gfx90a.co", "amd/gfx1201.s", "amd/gfx90a.remarks.txt", "amd/hip_zstd.hipfb",
                 "intel/pvc.zebin", "intel/listing.asm", "malioc/compute.json",
                 "mesa/radv_navi21.txt", "mesa/fossilize.csv"):
        yield ("kernels", "--csv", os.path.join(DATA, name)), b""
    code = os.path.join(os.path.dirname(DATA), "machine_code", "six_sm_80.cubin")
    yield ("explain", code, "--device", "RTX 3090"), b""
    yield ("explain", code, "--json"), b""
    yield ("explain", os.path.join(folder, "mapped.cubin"), "--json"), b""
    yield ("kernels", "-"), data("nvidia/d_sm_80.cubin")
    trace = (b'{"deviceProperties":[{"id":0,"name":"H100 PCIe"}],"traceEvents":[{"ph":"X",'
             b'"cat":"kernel","name":"k","dur":5,"args":{"device":0,"grid":[9,1,1],'
             b'"block":[256,1,1],"registers per thread":72,"shared memory":0}}]}')
    for form in ((), ("--json",), ("--kernels", os.path.join(DATA, "nvidia/d_sm_90.cubin"))):
        yield ("profile", *form, "-"), trace


def run(arguments, given, calls, at=0, how="once", error=errno.EIO, comes=0):
    """Runs the command in a separate folder. Returns its output, errors and files."""
    with tempfile.TemporaryDirectory() as here, tempfile.TemporaryFile() as report:
        settings = {"LD_PRELOAD": INJECT, "INJECT_CALLS": "".join(call + "," for call in calls),
                    "INJECT_AT": str(at), "INJECT_HOW": how, "INJECT_ERROR": str(error),
                    "INJECT_SIGNAL": str(int(comes)),
                    "INJECT_REPORT": str(report.fileno())}
        process = subprocess.run([TOOL, *arguments], input=given, capture_output=True, cwd=here,
                                 timeout=60, pass_fds=[report.fileno()],
                                 env={**os.environ, **settings})
        files = {}
        for name in os.listdir(here):
            with open(os.path.join(here, name), "rb") as file:
                files[name] = file.read()
        report.seek(0)
        told = report.read().split()
    return Outcome(process.returncode, process.stdout, process.stderr, files,
                   int(told[0]) if told else None, told[1].decode() if told else "?")


def wrong(usual, outcome, silent):
    """Returns what is wrong with a run in which a call failed, or None. `silent`: it could not
    write a message."""
    if outcome.code < 0 or outcome.code > 3:
        return f"ended with {outcome.code}"
    if outcome.code == usual.code and outcome[1:4:2] == usual[1:4:2]:
        return None
    if outcome.code == 0:
        return "lost output without a word"
    if outcome.code not in (1, 2):
        return f"ended with {outcome.code} instead of {usual.code}"
    if not silent and not set(outcome.errors.split(b"\n")) - set(usual.errors.split(b"\n")):
        return f"ended with {outcome.code} and does not say why"
    return None


def numbers(count):
    """Returns which of `count` calls fail."""
    if ALL or count <= 40:
        return range(1, count + 1)
    return sorted({*range(1, 21), *range(21, count + 1, max((count - 20) // 20, 1)), count})


def tries_of(arguments, given):
    """Returns every (calls, number, how, errno) to try on a command, and its undisturbed run."""
    tries = []
    usual = run(arguments, given, ())
    for calls, error in ((MEMORY, errno.ENOMEM), (FILES, errno.EIO), (("stderr",), errno.ENOSPC)):
        count = run(arguments, given, calls).calls
        for at in numbers(count):
            tries.append((calls, at, "once", error))
        tries += [(calls, at, "on", error) for at in numbers(count)[::1 if ALL else 8]]
    return usual, tries


def sweep(pool, arguments, given):
    usual, tries = tries_of(arguments, given)
    outcomes = pool.map(lambda item: run(arguments, given, *item), tries)
    faults = [f"{outcome.struck}, {at} {how}: {fault}: {outcome.errors[-300:]}"
              for (calls, at, how, error), outcome in zip(tries, outcomes)
              for fault in [wrong(usual, outcome, calls == ("stderr",))] if fault]
    shown = " ".join(os.path.relpath(word, ROOT) if word.startswith(ROOT) else
                     os.path.basename(word) if os.path.isabs(word) else word
                     for word in arguments)
    ok(usual.code != 1 and len(tries) > 3 and not faults,
       f"{shown}: {len(tries)} runs in which calls fail", usual.errors, *faults)
    # Not failures: less than requested, a signal, no data yet.
    for error, calls, what in ((0, ("read", "write"), "one byte at a time"),
                               (errno.EINTR, ("read", "poll"), "interrupted"),
                               (errno.EAGAIN, ("read",), "nothing there yet")):
        outcome = run(arguments, given, calls, 1, "on" if error == 0 else "every", error)
        if outcome.calls:
            ok(outcome[:4] == usual[:4], f"{shown}: {what}", outcome.code, outcome.errors)
    return len(tries)


with tempfile.TemporaryDirectory() as folder:
    make_files(folder)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        total = sum(sweep(pool, *command) for command in commands(folder))
    # On a network disk only close reports that output was lost: it is the last call.
    for arguments in (("devices",), ("eval", os.path.join(folder, "rows.csv"))):
        last = run(arguments, b"", ("close",)).calls
        outcome = run(arguments, b"", ("close",), last)
        ok(outcome.code == 1 and b"cannot write the output: Input/output error" in outcome.errors,
           f"{arguments[0]}: the output cannot be closed", outcome)
    # A signal that comes just before a FIFO without a writer is opened is not missed.
    fifo = os.path.join(folder, "fifo")
    os.mkfifo(fifo)
    outcome = run(("profile", fifo), b"", ("open",), 1, "once", 0, signal.SIGTERM)
    ok(outcome.code == 128 + signal.SIGTERM and outcome.struck == "open" and
       b"stopped by SIGTERM" in outcome.errors, "a signal just before open()", outcome)
print(f"# {total} runs in which calls fail")
done()
