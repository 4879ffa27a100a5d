# SPDX-License-Identifier: MIT
"""Checks what Apple's rules require of an architecture's numbers (n) and lists."""


def check(record, n, lists):
    if n["wave_sizes"] != 32 or n["default_wave_size"] != 32:
        raise record.wrong("wave_sizes", "it has to be 32")
    record.require_known(n, ("max_registers_per_thread", "max_shared_bytes_per_group"))
