# SPDX-License-Identifier: MIT
"""The stripped library with four vendors has at most MOST bytes, at -O2 and with
--buildtype=release. Builds it in a folder of its own, so that it takes a while. Where the bytes go
is in docs/performance.md, whose figure may not be far from the size.

Usage: test_size.py ROOT COMPILER...   the test
       test_size.py --table            both sizes, for scripts/bench"""
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
VENDORS = "nvidia,amd,intel,apple"
MOST = 212992  # 208 KiB; by gcc 12 and GNU ld on x86-64
NEAR = 2048  # how far the page may be from the size before its table has to be measured again


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: {done.stdout[-500:]}{done.stderr[-500:]}")


def sizes(folder):
    """Bytes of the stripped library by how it is built."""
    found, build = {}, os.path.join(folder, "build")
    with open(os.path.join(ROOT, "meson.build"), encoding="utf-8") as file:
        library = "libgpuocc.so." + re.search(r"\n  version: '([^']+)'", file.read())[1]
    run("meson", "setup", build, ROOT, f"-Dvendors={VENDORS}", "-Dtools=false", "-Dtests=false")
    for name, option in (("-O2", None), ("--buildtype=release", "-Dbuildtype=release")):
        if option:
            run("meson", "configure", build, option)
        run("ninja", "-C", build, library)
        stripped = os.path.join(folder, "stripped.so")
        run("strip", "-o", stripped, os.path.join(build, library))
        found[name] = os.path.getsize(stripped)
    return found


def main():
    if sys.argv[1] != "--table":
        os.environ["CC"] = " ".join(sys.argv[2:])
    with tempfile.TemporaryDirectory() as folder:
        found = sizes(folder)
    if sys.argv[1] == "--table":
        for name, size in found.items():
            print(f"with four vendors, {name + ':':22} {size:,} bytes")
        return
    with open(os.path.join(sys.argv[1], "docs", "performance.md"), encoding="utf-8") as file:
        row = re.search(r"^\| file \|.*$", file.read(), re.M)[0]
    written = int(row.split("|")[3].replace(",", ""))
    for name, size in found.items():
        tap.ok(size <= MOST, f"{VENDORS}, {name}: {size:,} bytes, at most {MOST:,}")
        tap.ok(abs(written - size) <= NEAR, f"docs/performance.md has {written:,}", row)
    tap.done()


if __name__ == "__main__":
    main()
