# SPDX-License-Identifier: MIT
"""Makes the rows with which `gpuocc eval` is measured: kernels of plain numbers on five devices in
random order, each with its name in a column that is passed through.
Usage: rows.py GPUOCC [ROWS [RUNS]] prints the CPU time of `gpuocc eval`, the minimum of RUNS."""
import random
import resource
import subprocess
import sys
import tempfile

DEVICES = ("RTX 4090", "H100 PCIe 80 GB", "RX 7900 XTX", "MI300X", "sm_75")


def write(file, count):
    """Writes a header and `count` rows, the same ones each time."""
    chance = random.Random(2)
    file.write("device,threads_per_group,registers_per_thread,shared_bytes,kernel\n")
    for row in range(count):
        file.write(f"{chance.choice(DEVICES)},{chance.randint(1, 1024)},{chance.randint(0, 255)},"
                   f"{chance.randint(0, 49152)},k{row}\n")
    file.flush()


def seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 300000
    runs = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
        write(file, count)
        for options in ([], ["--json"]):
            command = [sys.argv[1], "eval", *options, file.name]
            least = min(seconds(command) for _ in range(runs))
            text = " ".join(["gpuocc eval", *options]) + f", {count:,} rows, mixed"
            print(f"{text:58} {least:10.2f} s, {least / count * 1e9:,.0f} ns a row")


if __name__ == "__main__":
    main()
