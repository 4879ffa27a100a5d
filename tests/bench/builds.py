# SPDX-License-Identifier: MIT
"""Measures gpuocc rank on 1,000 cubins for sm_80: copies of the smallest of tests/data/prediction,
in files of their own.
Usage: builds.py GPUOCC [RUNS] prints the CPU time, the minimum of RUNS."""
import os
import resource
import subprocess
import sys
import tarfile
import tempfile

DATA = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "data",
                    "prediction")
COUNT, DIFFERENT = 1000, 10


def seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def smallest():
    """Returns the contents of the smallest cubins."""
    with tarfile.open(os.path.join(DATA, "builds.tar.xz")) as archive:
        return sorted((archive.extractfile(one).read() for one in archive.getmembers()
                       if one.name.endswith(".cubin")), key=len)[:DIFFERENT]


def write(folder, files, count):
    """Writes so many builds and their list. Returns the arguments that rank them."""
    path = os.path.join(folder, "list.csv")
    with open(path, "w", encoding="utf-8") as rows:
        rows.write("file,threads,grid,trips\n")
        for number in range(count):
            with open(os.path.join(folder, f"{number}.cubin"), "wb") as file:
                file.write(files[number % DIFFERENT])
            rows.write(f"{number}.cubin,64,65536,9\n")
    return ["rank", path, "-d", "A100 PCIe 40 GB", "--csv"]


def main():
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    files = smallest()
    with tempfile.TemporaryDirectory() as folder:
        arguments = write(folder, files, COUNT)
        least = min(seconds([sys.argv[1], *arguments]) for _ in range(runs))
    size = sum(map(len, files)) / DIFFERENT / 1000
    text = f"gpuocc rank, {COUNT:,} cubins of {size:.0f} KB"
    print(f"{text:58} {least:10.2f} s, {least / COUNT * 1e6:,.0f} us a build")


if __name__ == "__main__":
    main()
