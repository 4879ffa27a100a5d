# SPDX-License-Identifier: MIT
"""Checks what NVIDIA's rules require of an architecture's numbers (n) and lists."""
UNKNOWN = 0xffffffff


def check(record, n, lists):
    if n["default_wave_size"] != 32:
        raise record.wrong("default_wave_size", "it has to be 32")
    if n["partitions_per_core"] != UNKNOWN:  # otherwise there is no model
        record.require_known(n, set(n) - {"max_threads_per_group", "lanes_per_core"})
