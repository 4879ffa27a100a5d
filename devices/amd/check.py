# SPDX-License-Identifier: MIT
"""What AMD's rules need of the numbers (n) and lists of an architecture."""


def check(record, n, lists):
    if n["default_wave_size"] == 0:
        raise record.wrong("default_wave_size", "it may not be 0")
    record.require_known(n, set(n) - {"partitions_per_core", "max_threads_per_group",
                                      "lanes_per_core"})
