#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An autotuner: keeps the configurations of a tiled kernel that fill at least half of the wave slots
of a GPU, before any of them is compiled. Columns are NumPy arrays, by name."""
import gpuocc
import numpy as np

x, y, tile = (axis.ravel() for axis in
              np.meshgrid([16, 32, 64], [4, 8, 16], [1, 2, 4, 8], indexing="ij"))
table = gpuocc.table("RTX 4090", threads=x * y, registers=40 + 16 * tile, shared=16 * x * y * tile)
status, waves, slots = (np.asarray(table[name]) for name in ("status", "waves", "max_waves"))
kept = np.flatnonzero((status == 0) & (2 * waves >= slots))
print(f"{len(kept)} of {len(x)} configurations are worth a run")
