# SPDX-License-Identifier: MIT
"""What a program in Python with types writes; mypy --strict reads it, and nothing runs it."""
from typing import List, Optional, Tuple

import gpuocc

kernel = gpuocc.Kernel(threads=256, registers=72, shared="24K")
device: gpuocc.Device = gpuocc.Device("RTX 4090")
cores: int = device.core_count
groups: int = gpuocc.occupancy(device, kernel).groups
limiters: Tuple[str, ...] = gpuocc.occupancy("RTX 4090", threads=256).limiters
ends: Tuple[int, Optional[int]] = gpuocc.occupancy(device, threads=256).range("groups")
size: int = gpuocc.best(device, kernel)[0].threads_per_group
column: int = gpuocc.table(device, threads=[32, 64])["groups"][0]
configs = [{"block_size_x": 64}]
kept = gpuocc.prune(configs, device, shared=lambda config: 16 * config["block_size_x"])
typed: List["dict[str, int]"] = kept
status: Optional[int] = None
try:
    gpuocc.maximum(device, kernel, field="registers", groups=4)
except gpuocc.GpuoccError as error:
    status = len(error.status)
