# SPDX-License-Identifier: MIT
"""Checks what AMD's rules require of an architecture's numbers (n) and lists."""


def check(record, n, lists):
    if n["default_wave_size"] == 0:
        raise record.wrong("default_wave_size", "it may not be 0")
    record.require_known(n, set(n) - {"partitions_per_core", "max_threads_per_group",
                                      "lanes_per_core"})
