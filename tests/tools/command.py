# SPDX-License-Identifier: MIT
"""Runs the command for tests. Usage of the tests: test_NAME.py SOURCE_ROOT PATH_OF_GPUOCC"""
import csv
import io
import json
import os
import select
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(sys.argv[1], "tests"))

RESULTS = ("status,message,groups,waves,max_waves,limiters,limit_waves,limit_groups,"
           "limit_registers,limit_scalar_registers,limit_shared,limit_barriers,limit_virtual,"
           "limit_launch,waves_per_partition,registers_allocated_per_group,"
           "shared_allocated_bytes,max_threads_launchable,notes,groups_low,groups_high,"
           "groups_per_device,rounds,clusters_per_device,percent").split(",")


class Answer:
    def __init__(self, process):
        self.code, self.bytes = process.returncode, process.stdout
        self.text = process.stdout.decode("utf-8", "replace")
        self.errors = process.stderr.decode("utf-8", "replace")

    def __str__(self):
        return f"exit {self.code}\n{self.text}{self.errors}"

    def json(self):
        return json.loads(self.text)

    def rows(self):
        return list(csv.DictReader(io.StringIO(self.text, newline="")))


def run(*arguments, given=b"", **environment):
    if isinstance(given, str):
        given = given.encode()
    return Answer(subprocess.run([sys.argv[2], *arguments], input=given, capture_output=True,
                                 env={**os.environ, **environment}))


def evaluate(given, *arguments):
    return run("eval", *arguments, given=given)


def until_the_end(process, master, slave):
    """Returns what a process wrote to a terminal, and closes both ends. The terminal stays open
    until then: Linux may lose the last output of a process that closes it."""
    end, seen = b"\0the end\0", b""
    while process.poll() is None:
        if select.select([master], [], [], 0.01)[0]:
            seen += os.read(master, 65536)
    os.write(slave, end)
    while not seen.endswith(end):
        seen += os.read(master, 65536)
    os.close(slave)
    os.close(master)
    return seen[:-len(end)]


def knows(device):
    """Whether the device is in this build."""
    return run("device", device).code == 0
