#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The Python package from its wheel, as a user has it: installed without a network into an empty
environment, checked by mypy, run by other versions of Python, with NumPy and pandas.
Usage: test_python.py SOURCE_ROOT LIBRARY COMMAND
       test_python.py --sdist SOURCE_ROOT"""
import base64
import glob
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

sdist = sys.argv[1] == "--sdist"
root = os.path.abspath(sys.argv[1 + sdist])
sys.path[:0] = [os.path.join(root, "tests"), os.path.join(root, "scripts")]
sys.dont_write_bytecode = True
import api as headers  # noqa: E402
from tap import done, ok, skip  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
BINDING = os.path.join(root, "bindings", "python")
BACKEND = os.path.join(BINDING, "backend.py")
# Functions that the package does not call, each with the reason.
NOT_CALLED = {
    "gpuocc_about": "it has docstrings", "gpuocc_number": "it asks for all names once",
    "gpuocc_best_group": "gpuocc_best_group_among answers the same and more",
    "gpuocc_device_constant_basis": "gpuocc_latency_constant tells what was used",
    "gpuocc_device_constant_source": "left to the command",
    "gpuocc_occupancy_compute": "its answers have all results",
    "gpuocc_occupancy_expand": "a result takes less time than the call that asks for it",
    "gpuocc_device_pci": "it gives PCI ids to gpuocc_device_for as text",
    "gpuocc_device_named": "it finds names with their length, and reports ambiguous ones",
    "gpuocc_kernel_field_info": "it refuses by the errors of an occupancy",
    "gpuocc_occupancy_limiters": "gpuocc_occupancy_get has ranges",
    "gpuocc_occupancy_device": "it keeps the device itself",
    "gpuocc_plan_device": "it keeps the device itself",
    "gpuocc_latency_group_time": "left to the command"}
# Left to the command.
LITTLE = "gpuocc_little_"


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=300, **more)


def environment(**more):
    """Without what would lead Python, or the package, to another library."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("PYTHON", "GPUOCC", "PIP_"))}
    return dict(kept, PYTHONDONTWRITEBYTECODE="1", PIP_DISABLE_PIP_VERSION_CHECK="1", **more)


def relay(name, answer):
    """The lines of a test that another Python ran."""
    lines = re.findall(r"^(not )?ok \d+ - (.*?)(?: # SKIP (.*))?$", answer.stdout, re.M)
    if not lines or answer.returncode not in (0, 1) or \
            f"1..{len(lines)}" not in answer.stdout.splitlines():
        ok(False, f"{name} runs to its end", answer.stdout[-2000:], answer.stderr[-2000:])
    for failed, text, reason in lines:
        if reason:
            skip(f"{name}: {text}", reason)
        else:
            remarks = re.findall(rf"^not ok \d+ - {re.escape(text)}\n((?:# .*\n)*)",
                                 answer.stdout, re.M)
            ok(not failed, f"{name}: {text}", *remarks)


def wheel(folder, epoch, *library):
    answer = run(sys.executable, BACKEND, "wheel", *library, folder,
                 env=environment(SOURCE_DATE_EPOCH=epoch))
    names = os.listdir(folder) if os.path.isdir(folder) else []
    ok(answer.returncode == 0 and len(names) == 1, "the wheel is built", answer.stdout,
       answer.stderr)
    return os.path.join(folder, names[0])


def check_record(path):
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    record = next(name for name in files if name.endswith("/RECORD"))
    listed, wrong = set(), []
    for line in files[record].decode().splitlines():
        name, digest, size = line.rsplit(",", 2)
        listed.add(name)
        if name != record:
            own = base64.urlsafe_b64encode(hashlib.sha256(files[name]).digest()).rstrip(b"=")
            if digest != "sha256=" + own.decode() or int(size) != len(files[name]):
                wrong.append(name)
    ok(not wrong and listed == set(files), "RECORD lists every file with its hash and size",
       *wrong, *sorted(listed ^ set(files)))
    ok({"gpuocc/py.typed", "gpuocc/_api.pyi", "gpuocc/libgpuocc.so"} <= set(files),
       "the wheel has the library, the stub and the mark of a typed package", *files)
    return files


def check_glibc(path, files, folder):
    """What the library asks of the C library, read by objdump."""
    tag = re.search(r"-py3-none-(\w+)\.whl$", path)
    ok(tag and f"Tag: py3-none-{tag[1]}\n" in
       next(text for name, text in files.items() if name.endswith("/WHEEL")).decode(),
       "the name of the wheel has its tag", path)
    if shutil.which("objdump") is None:
        skip("the library needs no glibc newer than 2.17", "no objdump")
        return
    library = os.path.join(folder, "libgpuocc.so")
    with open(library, "wb") as file:
        file.write(files["gpuocc/libgpuocc.so"])
    private = run("objdump", "-p", library).stdout
    needed = re.findall(r"\bGLIBC_(\S+)", private)
    new = [version for version in needed
           if not re.fullmatch(r"[\d.]+", version) or
           tuple(map(int, version.split("."))) > (2, 17)]
    ok(needed and not new, f"the library needs no glibc newer than 2.17 ({', '.join(needed)})",
       *new)
    libraries = re.findall(r"NEEDED\s+(\S+)", private)
    ok(set(libraries) <= {"libc.so.6"}, "and no other library", *libraries)
    ok("manylinux_2_17_" in path, "the wheel's tag says so", path)


def check_functions(api):
    """A new function of the library is in the declarations, and called or listed above."""
    with open(os.path.join(BINDING, "src", "gpuocc", "_low.py"), encoding="utf-8") as file:
        called = set(re.findall(r"\b_C\.(gpuocc_\w+)\b", file.read()))
    every = {f["name"] for f in api["functions"] if f["library"] == "gpuocc" and
             not f["name"].startswith(LITTLE)}
    wrong = sorted((every - called) ^ set(NOT_CALLED))
    ok(not wrong, "the package calls every function but those listed with a reason", *wrong)
    ok(not called - {f["name"] for f in api["functions"]}, "it calls none that there is not",
       *sorted(called - every))
    others = []
    for path in glob.glob(os.path.join(BINDING, "src", "gpuocc", "*.py")):
        with open(path, encoding="utf-8") as file:
            if os.path.basename(path) != "_low.py" and \
                    re.search(r"\bctypes\b|\b_api\b|\b_C\b", file.read()):
                others.append(os.path.basename(path))
    ok(not others, "one module alone knows C", *others)


def check_mypy(python, folder):
    if shutil.which("mypy") is None:
        skip("mypy --strict accepts the package", "no mypy")
        return
    cache = os.path.join(folder, "mypy")
    program = os.path.join(HERE, "typed.py")
    for name, what in (("the package", ["-p", "gpuocc"]), ("a program that uses it", [program])):
        answer = run("mypy", "--strict", "--python-executable", python, "--cache-dir", cache,
                     *what, cwd=folder, env=environment())
        ok(answer.returncode == 0, f"mypy --strict accepts {name}", answer.stdout, answer.stderr)
    wrong = os.path.join(folder, "wrong.py")
    with open(program, encoding="utf-8") as file, open(wrong, "w", encoding="utf-8") as out:
        out.write(file.read() + '\ngpuocc.occupancy("RTX 4090", threads=[256])\n'
                  'text: str = gpuocc.occupancy("RTX 4090", threads=256).groups\n')
    answer = run("mypy", "--strict", "--python-executable", python, "--cache-dir", cache, wrong,
                 cwd=folder, env=environment())
    ok("Found 2 errors" in answer.stdout, "and refuses wrong types", answer.stdout, answer.stderr)


def old_python():
    """Python 3.8, the oldest that the package promises."""
    for path in [shutil.which("python3.8") or "",
                 *glob.glob(os.path.expanduser("~/.pyenv/versions/3.8.*/bin/python3"))]:
        if path and run(path, "-c", "").returncode == 0:
            return path
    return None


def check_whole(library, command, python, folder):
    """The wheel with the command and libgpuocc-kernels inside."""
    kernels = os.path.join(os.path.dirname(library), "kernels", "libgpuocc-kernels.so")
    whole = wheel(os.path.join(folder, "whole"), "1700000000", "--library", library, "--kernels",
                  kernels, "--command", command)
    files = check_record(whole)
    ok({"gpuocc/bin/gpuocc", "gpuocc/libgpuocc-kernels.so.0"} <= set(files) and
       ("manylinux" in whole) == (b"liblz4.so" not in b"".join(files.values())),
       "the whole wheel has the command, and is only for systems with its libraries", whole)
    place = os.path.join(folder, "place")
    answer = run(python, "-m", "pip", "install", "--no-index", "--target", place, whole,
                 env=environment())
    ok(answer.returncode == 0, "pip installs it", answer.stdout, answer.stderr)
    relay("the whole wheel", run(python, os.path.join(HERE, "files.py"), root, command, place,
                                 cwd=folder, env=environment(PYTHONPATH=place)))


def check_wheel(library, command):
    api = headers.read(root, with_settings=True)
    check_functions(api)
    with tempfile.TemporaryDirectory() as folder:
        first = wheel(os.path.join(folder, "first"), "1700000000", "--library", library)
        again = wheel(os.path.join(folder, "again"), "1700000000", "--library", library)
        with open(first, "rb") as one, open(again, "rb") as other:
            ok(one.read() == other.read(), "built again it has the same bytes")
        files = check_record(first)
        check_glibc(first, files, folder)
        clean = os.path.join(folder, "clean")
        made = run(sys.executable, "-m", "venv", clean, env=environment())
        python = os.path.join(clean, "bin", "python")
        answer = run(python, "-m", "pip", "install", "--no-index", first, env=environment())
        ok(made.returncode == 0 and answer.returncode == 0, "pip installs it without a network",
           made.stdout, made.stderr, answer.stdout, answer.stderr)
        description = os.path.join(folder, "api.json")
        with open(description, "w", encoding="utf-8") as file:
            json.dump(api, file)
        test = [os.path.join(HERE, "package.py"), root, command, description]
        # tests/kernels/settings.c says why: 32 registers admit 8 groups.
        said = run(python, "-c", "import gpuocc; print(gpuocc.occupancy('sm_80', threads=256, "
                   "registers=40).settings(8))", cwd=folder, env=environment(
                       LD_LIBRARY_PATH=os.path.join(os.path.dirname(library), "kernels")))
        ok(said.stdout == "__launch_bounds__(256, 8) (adds to the spills)\n",
           "settings of a compiler by the system's libgpuocc-kernels", said.stdout, said.stderr)
        # 72 registers: 65536 / (72 * 256) = 3 blocks of 8 warps, of 48.
        said = run(python, "-c", "import gpuocc\n"
                   "answer = gpuocc.occupancy('RTX 4090', threads=256, registers=72)\n"
                   "print(answer.sentences()[0])\nprint(answer.sentences('zh')[0])\n"
                   "print(answer.sentences(neutral=True)[1] == answer.advice[0])\n"
                   "answer.sentences('fr')", cwd=folder, env=environment(
                       PYTHONIOENCODING="utf-8",
                       LD_LIBRARY_PATH=os.path.join(os.path.dirname(library), "kernels")))
        ok(said.stdout == "3 blocks, 24 of 48 warps (50 %), limited by registers\n"
           "可驻留 3 个线程块，24 个线程束（上限 48，占用率 50 %），受限于寄存器\nTrue\n" and
           "there is no language 'fr'" in said.stderr, "sentences in the words of the vendor",
           said.stdout, said.stderr)
        relay("rank", run(python, os.path.join(HERE, "ranks.py"), root, command, cwd=folder,
                          env=environment(LD_LIBRARY_PATH=os.path.join(os.path.dirname(library),
                                                                       "kernels"))))
        kernels = os.path.join(os.path.dirname(library), "kernels")
        relay("clean environment", run(python, *test, cwd=folder,
                                       env=environment(LD_LIBRARY_PATH=kernels)))
        said = run(python, "-c", "import gpuocc; print(gpuocc.occupancy('sm_80', threads=256, "
                   "registers='unknown'))", cwd=folder, env=environment())
        ok(said.stdout == "groups: 1 to 8\n", "an answer is printed without libgpuocc-kernels",
           said.stdout, said.stderr)
        check_whole(library, command, python, folder)
        check_mypy(python, folder)
        packages = glob.glob(os.path.join(clean, "lib", "*", "site-packages"))[0]
        more = environment(PYTHONPATH=packages, LD_LIBRARY_PATH=kernels)
        if run("/usr/bin/python3", "-c", "import numpy, pandas", env=more).returncode == 0:
            relay("NumPy and pandas", run("/usr/bin/python3", os.path.join(HERE, "arrays.py"),
                                          root, env=more, cwd=folder))
        else:
            skip("NumPy and pandas", "no numpy or pandas")
        old = old_python()
        if old is None:
            skip("Python 3.8", "Python 3.8 not found")
        else:
            relay("Python 3.8", run(old, *test, env=more, cwd=folder))


# What the file of a library begins with, for each platform.
MAGIC = {"linux_aarch64": (b"\x7fELF\x02\x01\x01", b"\xb7\x00"), "win_amd64": (b"MZ", b""),
         "musllinux_1_2_x86_64": (b"\x7fELF\x02\x01\x01", b"\x3e\x00")}
if shutil.which("zig"):  # of no package of Debian: CPU_TYPE_ARM64 and CPU_TYPE_X86_64 of Mach-O
    MAGIC |= {"macosx_11_0_arm64": (b"\xcf\xfa\xed\xfe\x0c\0\0\x01", b""),
              "macosx_11_0_x86_64": (b"\xcf\xfa\xed\xfe\x07\0\0\x01", b"")}


# Loads a library and calls it.
LOADER = """#include <dlfcn.h>
#include <stdio.h>
int main(int count, char **arguments)
{
    void *library = count == 2 ? dlopen(arguments[1], RTLD_NOW) : NULL;
    unsigned (*version)(void) = NULL;
    if (library != NULL)
        *(void **)&version = dlsym(library, "gpuocc_version");
    if (version == NULL)
        return 1;
    printf("%u\\n", version());
    return 0;
}
"""
RUNNERS = {"linux_aarch64": ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"],
           "musllinux_1_2_x86_64": []}


def check_loads(platform, compiler, library, folder):
    """The library runs on its platform, if that can be had here."""
    runner = RUNNERS.get(platform)
    if runner is None or (runner and shutil.which(runner[0]) is None):
        skip(f"the library for {platform} runs", "that platform is not here")
        return
    source, program = os.path.join(folder, "load.c"), os.path.join(folder, "load")
    with open(source, "w", encoding="utf-8") as file:
        file.write(LOADER)
    made = run(compiler, "-o", program, source, "-ldl")
    answer = run(*runner, program, library)
    major, minor, patch = map(int, headers.read(root)["version"].split("."))
    ok(answer.stdout == f"{1000000 * major + 1000 * minor + patch}\n",
       f"the library for {platform} runs", made.stderr, answer.stdout, answer.stderr)


def check_platforms(folder):
    """Wheels for other platforms, by the cross compilers that are installed."""
    spec = importlib.util.spec_from_file_location("backend", BACKEND)
    backend = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(backend)
    functions = [f["name"] for f in headers.read(root)["functions"] if f["library"] == "gpuocc"]
    for platform, (begin, machine) in MAGIC.items():
        compiler = backend.PLATFORMS[platform]
        if shutil.which(compiler.split()[0]) is None:
            skip(f"a wheel for {platform}", f"no {compiler}")
            continue
        place = os.path.join(folder, platform)
        path = wheel(place, "1700000000", "--platform", platform)
        with zipfile.ZipFile(path) as archive:
            name, = [name for name in archive.namelist()
                     if name.endswith((".so", ".dll", ".dylib"))]
            library = archive.extract(name, place)
            data = archive.read(name)
        tag = path.rsplit("-", 1)[1][:-4]
        lost = [function for function in functions if function.encode() + b"\0" not in data]
        ok(data.startswith(begin) and data[18:20].startswith(machine) and not lost and
           name.endswith(".dll") == platform.startswith("win") and
           name.endswith(".dylib") == platform.startswith("macosx") and
           tag in (platform, platform.replace("linux_", "manylinux_2_17_", 1)),
           f"a wheel for {platform}, {tag}, with {len(functions)} functions", data[:20], *lost)
        if not platform.startswith("macosx"):
            check_loads(platform, compiler, library, place)
    answer = run(sys.executable, BACKEND, "wheel", "--platform", "beos", folder)
    ok(answer.returncode != 0 and "beos" in answer.stderr, "another platform is refused",
       answer.stderr)


def check_sdist():
    """From the source archive alone: pip compiles the library by the C compiler."""
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for place in ("first", "again"):
            target = os.path.join(folder, place)
            answer = run(sys.executable, BACKEND, "sdist", target,
                         env=environment(SOURCE_DATE_EPOCH="1700000000"))
            ok(answer.returncode == 0, "the source archive is built", answer.stderr)
            names.append(os.path.join(target, os.listdir(target)[0]))
        with open(names[0], "rb") as one, open(names[1], "rb") as other:
            ok(one.read() == other.read(), "built again it has the same bytes")
        clean = os.path.join(folder, "clean")
        run(sys.executable, "-m", "venv", clean, env=environment())
        python = os.path.join(clean, "bin", "python")
        answer = run(python, "-m", "pip", "install", "--no-index", names[0], env=environment())
        ok(answer.returncode == 0, "pip installs it without a network", answer.stdout,
           answer.stderr)
        answer = run(python, "-c", "import gpuocc; print(gpuocc.occupancy('RTX 4090', threads=256, "
                     "registers=72, shared='24K'))", env=environment(), cwd=folder)
        ok(answer.stdout == "3 blocks, 24 of 48 warps (50 %), limited by registers\n",
           "what pip compiled answers", answer.stdout, answer.stderr)
        answer = run(python, "-c", "import gpuocc; a = gpuocc.occupancy('sm_90', threads=384, "
                     "registers=168); print([a.settings(), a.settings(setmaxnreg=True)])",
                     env=environment(), cwd=folder)
        ok(answer.stdout == "['__launch_bounds__(384, 2) (may spill)', '']\n",
           "registers that warp groups share are kept", answer.stdout, answer.stderr)
        answer = run(python, "-c", "import gpuocc; print(gpuocc.occupancy('sm_80', threads=256, "
                     "registers=40).settings(requires_group=True))", env=environment(), cwd=folder)
        ok(answer.stdout == "__maxnreg__(32) (may spill)\n", "and finds settings of a compiler",
           answer.stdout, answer.stderr)
        # tests/kernels/why.c derives it by hand.
        answer = run(python, "-c", "import gpuocc; print(gpuocc.occupancy('sm_86', threads=224, "
                     "registers=97).why()['registers'].steps[2])", env=environment(), cwd=folder)
        ok(answer.stdout == "A block has 7 warps (224 threads / 32): 16 / 7 = 2 blocks.\n",
           "and derives a limit", answer.stdout, answer.stderr)
        check_platforms(folder)


if importlib.util.find_spec("ensurepip") is None:
    skip("the package from its " + ("source archive" if sdist else "wheel"), "no python3-venv")
elif sdist:
    check_sdist()
else:
    check_wheel(os.path.abspath(sys.argv[2]), os.path.abspath(sys.argv[3]))
done()
