# SPDX-License-Identifier: MIT
"""Runs amd_list, and converts its output to dictionaries."""
import subprocess

UNKNOWN = 0xffffffff
DYNAMIC_SHARED, REQUIRED, ALLOCATED, DYNAMIC_STACK, SCRATCH, GENERIC = 1, 2, 4, 8, 16, 32
SHARED_UNSAID = 128
NUMBERS = ['notes', 'threads', 'wave_size', 'vectors', 'accumulators', 'scalars', 'shared',
           'dynamic_shared', 'max_threads', 'core_mode', 'dynamic_vgpr_block', 'stack', 'spills']
CU, WGP = 1, 2
OK, STOPPED, NOT_MINE = 0, 1, 2


class Reading:
    """What a reader reported about one file."""

    def __init__(self, output):
        self.kernels, self.warnings, self.offsets, self.status = [], [], [], None
        for line in output.splitlines():
            kind, *rest = line.split('\t')
            if kind == 'kernel':
                kernel = dict(zip(['name', 'target', 'format'], rest))
                kernel.update(zip(NUMBERS, map(int, rest[3:])))
                self.kernels.append(kernel)
            elif kind == 'warning':
                self.offsets.append(int(rest[0]))
                self.warnings.append(rest[1])
            elif kind == 'status':
                self.status = int(rest[0])

    def __getitem__(self, name):
        return next((k for k in self.kernels if k['name'] == name), None)

    @property
    def clean(self):
        return self.status == OK and not self.warnings and bool(self.kernels)


def read(program, reader, path):
    run = subprocess.run([program, reader, path], capture_output=True, text=True, timeout=60)
    if run.returncode != 0:
        raise RuntimeError(f'{program} {reader} {path}: {run.returncode} {run.stderr}')
    return Reading(run.stdout)
