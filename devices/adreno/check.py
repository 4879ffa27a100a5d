# SPDX-License-Identifier: MIT
"""Checks what Adreno's rules require of an architecture's numbers (n) and lists."""


def check(record, n, lists):
    base = n["wave_sizes"] & -n["wave_sizes"]
    if n["wave_sizes"] not in (base, 3 * base):
        raise record.wrong("wave_sizes", "it has to be one size, or one and its double")
    if n["default_wave_size"] != (base if n["wave_sizes"] == base else 0):
        raise record.wrong("default_wave_size", "it has to be the only size, or 0")
    if n["register_unit"] != 4 * base:
        raise record.wrong("register_unit", "it has to be a vec4 of each thread of a wave")
    if n["virtual_resources_per_core"] == 0:
        raise record.wrong("virtual_resources_per_core", "it has to be the branch stack's")
    record.require_known(n, ("max_waves_per_partition", "registers_per_partition",
                             "max_registers_per_thread", "shared_pool_bytes"))
