#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds the wheel and the source archive of the Python package with only the standard library and
without a network. It is both the build backend that pip calls (PEP 517) and a script.

Usage: backend.py wheel [--library FILE] [--kernels FILE] [--command FILE] FOLDER
       backend.py wheel --platform TAG FOLDER
       backend.py sdist FOLDER
       backend.py modules FOLDER

The last one writes only the Python files, to FOLDER/gpuocc, for packages of a distribution, which
installs the library for all languages.

In the project's tree the library is FILE; without it, it is compiled from the two files that
scripts/amalgamate writes. The source archive contains these two. libgpuocc-kernels, which reads
machine code, and the command gpuocc are in the wheel if they are given. With --platform the wheel
is for another platform, linux_aarch64, musllinux_1_2_x86_64, win_amd64 or macosx_11_0_arm64, which
a cross compiler makes: CC, or the usual one. CC and CFLAGS give another
compiler and other flags. Equal sources make equal bytes: SOURCE_DATE_EPOCH is the time of all
files in the archives (default: 1980-01-01, the earliest that a zip file can have)."""
import base64
import gzip
import hashlib
import importlib.util
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import time
import zipfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
IN_TREE = os.path.exists(os.path.join(ROOT, "include", "gpuocc", "gpuocc.h"))
EARLIEST = 315532800  # 1980-01-01
GLIBC = (2, 17)
# The other platforms, and their usual compilers.
PLATFORMS = {"linux_aarch64": "aarch64-linux-gnu-gcc", "musllinux_1_2_x86_64": "musl-gcc",
             "win_amd64": "x86_64-w64-mingw32-gcc",
             "macosx_11_0_arm64": "zig cc -target aarch64-macos.11.0",
             "macosx_11_0_x86_64": "zig cc -target x86_64-macos.11.0"}
# What a wheel may contain in addition, and where.
BESIDE = {"kernels": "libgpuocc-kernels.so.0",
          "command": "bin/gpuocc" + (".exe" if sys.platform in ("win32", "cygwin") else "")}
FILES = ["pyproject.toml", "README.md", "backend.py", "generate.py"]


def load(path):
    """Imports a module from its file."""
    spec = importlib.util.spec_from_file_location(os.path.basename(path)[:-3], path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def description():
    """Returns the description of the C interface: from the headers, or from the source archive."""
    if IN_TREE:
        return load(os.path.join(ROOT, "scripts", "api.py")).read(ROOT, with_settings=True)
    with open(os.path.join(HERE, "c", "api.json"), encoding="utf-8") as file:
        return json.load(file)


def timestamp():
    text = os.environ.get("SOURCE_DATE_EPOCH", str(EARLIEST))
    if not re.fullmatch(r"\d+", text):
        raise SystemExit(f"backend.py: SOURCE_DATE_EPOCH is {text!r}, a number is needed")
    return max(int(text), EARLIEST)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def pyproject(key):
    """Returns a string of pyproject.toml; the standard library cannot read it before Python
    3.11."""
    text = read(os.path.join(HERE, "pyproject.toml")).decode()
    return re.search(rf'^{key} = "(.*)"$', text, re.M)[1]


def metadata(version):
    text = read(os.path.join(HERE, "pyproject.toml")).decode()
    keywords = ",".join(re.findall(r'"([^"]+)"', re.search(r"^keywords = \[(.*?)\]", text,
                                                           re.M | re.S)[1]))
    lines = ["Metadata-Version: 2.1", "Name: gpuocc", f"Version: {version}",
             f"Summary: {pyproject('description')}", "License: MIT", f"Keywords: {keywords}"]
    lines += [f"Classifier: {line}" for line in re.findall(r'^    "(.*)",$', text, re.M)]
    lines += [f"Requires-Python: {pyproject('requires-python')}",
              "Description-Content-Type: text/markdown", "",
              read(os.path.join(HERE, "README.md")).decode()]
    return "\n".join(lines)


def licence():
    return read(os.path.join(ROOT if IN_TREE else HERE, "LICENSE"))


def this_platform():
    return re.sub(r"[-.]", "_", sysconfig.get_platform())


def library_name(platform):
    return "gpuocc.dll" if platform.startswith(("win", "mingw", "cygwin")) else \
        "libgpuocc.dylib" if platform.startswith("macosx") else "libgpuocc.so"


def compiled(folder, platform):
    """Compiles the library from two files in a folder. Returns its path."""
    source = os.path.join(HERE, "c")
    if IN_TREE:
        source = os.path.join(folder, "c")
        subprocess.run([sys.executable, os.path.join(ROOT, "scripts", "amalgamate"), source],
                       check=True, stdout=sys.stderr)
    out = os.path.join(folder, library_name(platform))
    flags = ["-std=c99", "-O2", "-ffp-contract=off", "-shared"]
    flags += ["-DGPUOCC_API=__declspec(dllexport)"] if out.endswith(".dll") else \
        ["-fPIC", "-fvisibility=hidden"]
    if out.endswith(".so"):
        flags += ["-Wl,-soname,libgpuocc.so", "-Wl,-z,relro", "-Wl,-z,now"]
    if out.endswith(".dylib"):  # the same bytes in any folder
        flags += ["-Wl,-install_name,@rpath/libgpuocc.dylib"]
    usual = PLATFORMS.get(platform, "cc") if platform != this_platform() else "cc"
    flags += ["-s"] if usual != "cc" and not out.endswith(".dylib") else []
    subprocess.run([*shlex.split(os.environ.get("CC", usual)), *flags,
                    *shlex.split(os.environ.get("CFLAGS", "")), "-o", out, "gpuocc.c"],
                   check=True, cwd=source, stdout=sys.stderr)
    return out


def stripped(path, folder, platform):
    """Returns the bytes of a library without debugging information, if strip is installed."""
    if shutil.which("strip") and sys.platform.startswith("linux") and platform == this_platform():
        copy = os.path.join(folder, "stripped")
        subprocess.run(["strip", "-s", "-o", copy, path], check=True)
        path = copy
    return read(path)


def platform_tag(programs, platform):
    """Returns the platform of a wheel: manylinux only if its programs need no glibc later than
    GLIBC, and no library beside it."""
    needed = re.findall(rb"\0GLIBC_(?:([\d.]+)|(\w+))(?=\0)", b"".join(programs))
    versions = [tuple(map(int, number.split(b"."))) for number, _ in needed if number]
    if platform.startswith("linux_") and versions and not any(word for _, word in needed) and \
            max(versions)[:2] <= GLIBC and not re.search(rb"\0lib(lz4|zstd|sqlite3)\.so",
                                                         b"".join(programs)):
        return "manylinux_{}_{}".format(*GLIBC) + platform[len("linux"):]
    return platform


def package(api):
    """Returns the files of the package except the library."""
    generated = load(os.path.join(HERE, "generate.py")).modules(api)
    files = {"gpuocc/" + name: text.encode() for name, text in generated.items()}
    folder = os.path.join(HERE, "src", "gpuocc")
    for name in os.listdir(folder):
        if name.endswith((".py", ".typed")):
            files.setdefault("gpuocc/" + name, read(os.path.join(folder, name)))
    return files


def write_modules(folder):
    for name, data in package(description()).items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)
    return os.path.join(folder, "gpuocc")


def write_wheel(path, files, info, programs):
    """Writes a zip file whose last entry lists the hashes of all others."""
    date = time.gmtime(timestamp())[:6]
    record = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name in sorted(files, key=lambda name: (name.startswith(info), name)) + [None]:
            if name is None:
                name = info + "/RECORD"
                files[name] = "".join(record + [name + ",,\n"]).encode()
            digest = base64.urlsafe_b64encode(hashlib.sha256(files[name]).digest()).rstrip(b"=")
            record.append(f"{name},sha256={digest.decode()},{len(files[name])}\n")
            entry = zipfile.ZipInfo(name, date)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = (0o100755 if name in programs else 0o100644) << 16
            wheel.writestr(entry, files[name], compresslevel=9)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    api = description()
    given = config_settings or {}
    platform = given.get("platform") or this_platform()
    if given.get("platform") and (platform not in PLATFORMS or len(given) > 1):
        raise SystemExit(f"backend.py: --platform is {platform!r}, possible without other options "
                         f"are {', '.join(PLATFORMS)}")
    with tempfile.TemporaryDirectory() as folder:
        programs = {library_name(platform): stripped(
            given.get("library") or compiled(folder, platform), folder, platform)}
        for word, name in BESIDE.items():
            if given.get(word):
                programs[name] = stripped(given[word], folder, platform)
    tag = "py3-none-" + platform_tag(programs.values(), platform)
    info = f"gpuocc-{api['version']}.dist-info"
    files = package(api)
    files.update(("gpuocc/" + name, data) for name, data in programs.items())
    files[info + "/METADATA"] = metadata(api["version"]).encode()
    files[info + "/LICENSE"] = licence()
    files[info + "/WHEEL"] = ("Wheel-Version: 1.0\nGenerator: gpuocc backend.py\n"
                              f"Root-Is-Purelib: false\nTag: {tag}\n").encode()
    if given.get("command"):
        files[info + "/entry_points.txt"] = \
            b"[console_scripts]\ngpuocc = gpuocc.__main__:main\n"
    os.makedirs(wheel_directory, exist_ok=True)
    name = f"gpuocc-{api['version']}-{tag}.whl"
    write_wheel(os.path.join(wheel_directory, name), files, info,
                ["gpuocc/" + program for program in programs])
    return name


def build_sdist(sdist_directory, config_settings=None):
    api = description()
    files = {name: read(os.path.join(HERE, name)) for name in FILES}
    files["LICENSE"] = licence()
    files["PKG-INFO"] = metadata(api["version"]).encode()
    for name, text in package(api).items():
        files["src/" + name] = text
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(HERE, "c")
        if IN_TREE:
            source = folder
            subprocess.run([sys.executable, os.path.join(ROOT, "scripts", "amalgamate"), folder],
                           check=True, stdout=sys.stderr)
        for name in ("gpuocc.c", "gpuocc.h"):
            files["c/" + name] = read(os.path.join(source, name))
    files["c/api.json"] = (json.dumps(api, indent=1, ensure_ascii=False) + "\n").encode()
    top = f"gpuocc-{api['version']}"
    os.makedirs(sdist_directory, exist_ok=True)
    with open(os.path.join(sdist_directory, top + ".tar.gz"), "wb") as out, \
            gzip.GzipFile("", "wb", 9, out, mtime=timestamp()) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name in sorted(files):
            entry = tarfile.TarInfo(f"{top}/{name}")
            entry.size, entry.mtime, entry.mode = len(files[name]), timestamp(), 0o644
            archive.addfile(entry, io.BytesIO(files[name]))
    return top + ".tar.gz"


def get_requires_for_build_wheel(config_settings=None):
    return []


def get_requires_for_build_sdist(config_settings=None):
    return []


def main(arguments):
    if "-h" in arguments or "--help" in arguments:
        return __doc__.strip()
    options = ["--platform", "--library", *("--" + word for word in BESIDE)]
    unknown = [word for word in arguments if word.startswith("-") and word not in options]
    if unknown:
        raise SystemExit(f"backend.py: unknown option {unknown[0]} (see backend.py --help)")
    if len(arguments) >= 4 and len(arguments) % 2 == 0 and arguments[0] == "wheel" and \
            all(word in options for word in arguments[1:-1:2]):
        return build_wheel(arguments[-1], {word[2:]: path for word, path in
                                           zip(arguments[1:-1:2], arguments[2:-1:2])})
    if len(arguments) == 2 and arguments[0] == "modules":
        return write_modules(arguments[1])
    if len(arguments) == 2 and arguments[0] in ("wheel", "sdist"):
        return (build_wheel if arguments[0] == "wheel" else build_sdist)(arguments[1])
    raise SystemExit(__doc__)


if __name__ == "__main__":
    print(main(sys.argv[1:]))
