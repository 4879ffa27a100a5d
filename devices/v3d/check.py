# SPDX-License-Identifier: MIT
"""Checks what V3D's rules require of an architecture's numbers (n) and lists."""


def check(record, n, lists):
    for key in ("wave_sizes", "default_wave_size"):
        if n[key] != 16:
            raise record.wrong(key, "it has to be 16")
    record.require_known(n, ("max_waves_per_partition", "registers_per_partition",
                             "max_registers_per_thread", "max_shared_bytes_per_group"))
