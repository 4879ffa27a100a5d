# SPDX-License-Identifier: MIT
"""The wheel with the command and libgpuocc-kernels: what it reads in files, against the command of
the build, libgpuocc and libgpuocc-kernels. Usage: files.py SOURCE_ROOT COMMAND FOLDER, where the
wheel is installed."""
import glob
import inspect
import json
import os
import re
import subprocess
import sys
import types
import xml.etree.ElementTree

root, command, folder = sys.argv[1:]
sys.path.insert(0, os.path.join(root, "tests"))
sys.dont_write_bytecode = True
import gpuocc  # noqa: E402
from gpuocc import _command  # noqa: E402
from tap import done, ok  # noqa: E402

DATA = os.path.join(root, "tests", "data")
SIX = os.path.join(DATA, "machine_code", "six_sm_80.cubin")
with open(SIX, "rb") as file:
    CUBIN = file.read()


def told(*words):
    run = subprocess.run([command, *words, "--json"], capture_output=True, text=True, check=False)
    return json.loads(run.stdout)


def refuses(ask, kind, words):
    try:
        ok(False, f"refused: {words}", ask())
    except kind as error:
        ok(words in str(error), f"refused: {error}", error)


def parses(what, words):
    """Whether a view for notebooks is well-formed and has words."""
    text = f"<div>{what._repr_html_()}</div>"
    return words in "".join(xml.etree.ElementTree.fromstring(text).itertext())


def check_command():
    question = ["occupancy", "RTX 4090", "--threads", "256", "--registers", "72"]
    expected = subprocess.run([command, *question], capture_output=True, check=True).stdout
    for name, words in (("python -m gpuocc", [sys.executable, "-m", "gpuocc"]),
                        ("the entry point", [os.path.join(folder, "bin", "gpuocc")])):
        run = subprocess.run([*words, *question], capture_output=True, check=False)
        ok(run.returncode == 0 and run.stdout == expected, f"{name} is the command", run)
        for wrong in (["occupancy", "none"], ["none"], ["kernels", "none"]):
            own, its = (subprocess.run([*which, *wrong], capture_output=True, check=False)
                        for which in ([command], words))
            ok(its.returncode == own.returncode != 0 and its.stderr == own.stderr,
               f"{name} {' '.join(wrong)}: exit code {own.returncode}", its)
    ok(_command.find() == _command.INSIDE and gpuocc._low.KERNELS.startswith(folder),
       "the package uses what is in it", _command.find(), gpuocc._low.KERNELS)


def check_kernels():
    """The occupancy that the command prints is what the library answers for the same resources."""
    files = sorted(glob.glob(os.path.join(DATA, "kernels", "*", "*.c*")) +
                   glob.glob(os.path.join(DATA, "kernels", "intel", "*.zebin")))
    found = gpuocc.kernels(*files, threads=128)
    rows = [row for path in files for row in told("kernels", path, "--threads", "128")["rows"]]
    ok(len(found) == len(rows) > 100 and [row.told["input"]["kernel"] for row in found] ==
       [row["input"]["kernel"] for row in rows], f"{len(rows)} kernels of {len(files)} files")
    wrong = []
    for mine, row in zip(found, rows):
        low, high = (row["groups"][end] for end in ("low", "high")) \
            if isinstance(row["groups"], dict) else (row["groups"], row["groups"])
        if row["status"] == 0 and (mine.answer.range("groups") != (low, high) or
                                   mine.groups != (low if low == high else None)):
            wrong.append((mine, row["groups"]))
    ok(not wrong, "each has the groups that the library computes", *wrong)
    some = [row for row in found if row.occupancy is not None]
    ok(len(some) > 90 and all(abs(100 * row.occupancy - row.told["percent"]) < 0.01
                              for row in some), "and the share of the wave slots", len(some))
    ok(parses(found, "spill_bytes") and "k_spill" in repr(found) and
       found._columns()["name"] == [row.name for row in found] and
       some[0]._repr_svg_().startswith("<svg"), "in a notebook")
    several = gpuocc.kernels(SIX, device=["sm_90", gpuocc.Device("MI300X")], part="gather",
                             threads=128)
    ok([row.device for row in several] == ["sm_90", "Instinct MI300X"], "on several devices",
       several)
    both = gpuocc.kernels(SIX, b"nothing", os.path.join(folder, "none"), threads=64)
    ok(len(both) == 6 and len(both.warnings) == 2 and "none" in both.warnings[1],
       "a file that cannot be read does not stop the others", both.warnings)


class Inside:
    """An object with a cubin: of cuda.core (code), of Numba (get_cubin) or of others (cubin)."""

    def __init__(self, **members):
        self.__dict__.update(members)


def check_objects():
    """Stand-ins for the documented interfaces of Triton, Numba and cuda.core."""
    triton = Inside(asm={"cubin": CUBIN, "ptx": ""}, metadata=types.SimpleNamespace(
        num_warps=4, shared=1024, name="gather", target=types.SimpleNamespace(warp_size=32)))
    numba = Inside(overloads={1: Inside(_codelibrary=Inside(get_cubin=lambda: CUBIN))})
    plain = gpuocc.kernels(SIX, threads=128)
    for name, source in (("bytes", CUBIN), ("a view of bytes", memoryview(CUBIN)),
                         ("Numba's function", numba), ("an ObjectCode", Inside(code=CUBIN)),
                         ("an ObjectCode of a file", Inside(code=SIX)),
                         ("an object with a cubin", Inside(cubin=bytearray(CUBIN)))):
        found = gpuocc.kernels(source, threads=128)
        ok([(row.name, row.groups, row.kernel) for row in found] ==
           [(row.name, row.groups, row.kernel) for row in plain], name, found)
    build = gpuocc.kernels(triton, part="gather")
    ok([(row.kernel.threads, row.kernel.dynamic_shared) for row in build] == [(128, 1024)],
       "a build of Triton has its group and shared memory", build)
    more = gpuocc.kernels(triton, part="gather", threads=64, regs=None)
    ok([(row.kernel.threads, row.kernel.dynamic_shared) for row in more] == [(64, 1024)],
       "what the caller gives counts more", more)
    for value in (None, 3, Inside(code="", cubin=None), Inside(overloads={1: 2}), {}):
        refuses(lambda v=value: gpuocc.kernels(v), gpuocc.GpuoccError, "no object with a cubin")
    refuses(gpuocc.kernels, gpuocc.GpuoccError, "there are no kernels")
    refuses(lambda: gpuocc.kernels(b"x"), gpuocc.GpuoccError, "no compiled kernels")
    refuses(lambda: gpuocc.kernels(SIX, threads=1.5), gpuocc.GpuoccError, "whole number")
    refuses(lambda: gpuocc.kernels(SIX, treads=1), gpuocc.GpuoccError, "did you mean threads")
    refuses(lambda: gpuocc.kernels(SIX, device=89), gpuocc.GpuoccError, "device is 89")
    refuses(lambda: gpuocc.kernels(SIX, device=gpuocc.Device("L4").edit("mine", core_count=3)),
            gpuocc.GpuoccError, "mine is a custom device")
    refuses(lambda: gpuocc.kernels(SIX, device="none"), gpuocc.DeviceUnknown, "none")
    refuses(lambda: gpuocc.kernels(SIX, command="/nowhere/gpuocc"), FileNotFoundError, "/nowhere")


def check_explain():
    """The time that explain() has is that of rank(), which asks libgpuocc-kernels."""
    found = gpuocc.explain(SIX, device="RTX 3090", threads=128, trips=9, grid_groups=4096)
    ranked = [gpuocc.rank([CUBIN], "RTX 3090", kernel=row.name, threads=128, trips=9, grid=4096,
                          )[0].prediction for row in found]
    ok(len(found) == 6 and all(
        abs(row.prediction.us / other.us - 1) < 1e-4 and row.prediction.binds == other.binds and
        row.prediction.unknown == other.unknown and
        row.prediction.assumptions == other.assumptions and row.prediction.assumptions and
        row.prediction.waves == other.waves
        for row, other in zip(found, ranked)), "explain() predicts what rank() predicts",
       [row.prediction for row in found], ranked)
    text = subprocess.run([command, "explain", SIX, "gather", "-d", "RTX 3090", "-t", "128"],
                          capture_output=True, text=True, check=True).stdout
    row, = gpuocc.explain(CUBIN, "gather", device="RTX 3090", threads=128)
    loop = row.loops[0]
    first, last = re.search(r"Loop 0x(\w+) to 0x(\w+), depth 1", text).groups()
    needed = re.search(r"(\d+) to (\d+) waves hide that, and (\d+) are resident", text).groups()
    ok((loop.first, loop.last, loop.depth) == (int(first, 16), int(last, 16), 1) and
       (*loop.waves_needed, row.waves) == tuple(map(int, needed)) and loop.hidden == "yes" and
       loop.paragraph in text and loop.counts["load_global"] == 2, "a loop is as in the text", row)
    ok(row.prediction is None and parses(row, "0x70") and parses(found, loop.paragraph[:20]) and
       "0x70: yes" in repr(row) and set(found._columns()["name"]) == {one.name for one in found},
       "in a notebook", row)
    by_address, = gpuocc.explain(SIX, "gather", device="RTX 3090", threads=128, trips={0x70: 9},
                                 grid_groups=4096)
    ok(by_address.prediction == [one for one in found if one.name == "gather"][0].prediction,
       "trip counts by address", by_address.prediction)
    refuses(lambda: gpuocc.explain(SIX, "none"), gpuocc.GpuoccError, "none of 6 kernels")
    ok(parses(gpuocc.rank([CUBIN, b""], "RTX 3090", kernel="gather", threads=128, trips=9),
              "build 0"), "a ranking in a notebook")


def check_devices():
    for query in ("", "rtx 4090", "CDNA amd", "sm_89 laptop", "nothing like it"):
        names = [device["name"] for device in told("devices", *query.split())["devices"]]
        found = gpuocc.devices(query)
        ok([device.name for device in found] == names, f"devices({query!r}): {len(names)}")
    one = told("devices", "rtx", "4090")["devices"]
    columns = gpuocc.devices("RTX 4090")._columns()
    ok([columns[name] for name in ("core_count", "clock_mhz", "memory_mb_per_s")] ==
       [[device[name] for device in one]
        for name in ("core_count", "clock_mhz", "memory_mb_per_s")] and
       gpuocc.devices("sm_89")._columns()["core_count"].count(None) == 1 and
       parses(gpuocc.devices("4090"), "GeForce RTX 4090"), "their figures as a table", columns)
    refuses(lambda: gpuocc.devices(89), gpuocc.GpuoccError, "query is 89")


def check_profile():
    made = subprocess.run([sys.executable, os.path.join(root, "tests", "runs", "make_kineto.py"),
                           "--kernels", "300"], capture_output=True, check=True).stdout
    found = gpuocc.profile(made)
    ok(len(found) > 50 and parses(found, found.columns["name"][0]), "a profile in a notebook")


ok(inspect.isfunction(gpuocc.kernels) and os.path.dirname(gpuocc.__file__).startswith(folder),
   "the wheel is that of the folder", gpuocc.__file__)
check_command()
check_kernels()
check_objects()
check_explain()
check_devices()
check_profile()
done()
