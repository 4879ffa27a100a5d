# SPDX-License-Identifier: MIT
"""What NVIDIA's rules need of the numbers (n) and lists of an architecture."""
UNKNOWN = 0xffffffff


def check(record, n, lists):
    if n["default_wave_size"] != 32:
        raise record.wrong("default_wave_size", "it has to be 32")
    if n["partitions_per_core"] != UNKNOWN:  # without them nothing is computed
        record.require_known(n, set(n) - {"max_threads_per_group", "lanes_per_core"})
