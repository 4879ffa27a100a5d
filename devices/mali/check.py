# SPDX-License-Identifier: MIT
"""Checks what Mali's rules require of an architecture's numbers (n) and lists."""


def check(record, n, lists):
    vectors = n["generation"] < 6
    most, unit = (16, 16) if vectors else (64, 32)
    if n["default_wave_size"] != n["wave_sizes"]:
        raise record.wrong("default_wave_size", "it has to be the only wave size")
    record.require_known(n, ("max_waves_per_partition", "registers_per_partition",
                             "max_shared_bytes_per_group", "max_registers_per_thread"))
    if n["max_registers_per_thread"] > most:
        raise record.wrong("max_registers_per_thread", f"possible are {most}")
    if n["register_unit"] != unit * n["wave_sizes"]:
        raise record.wrong("register_unit", f"it has to be {unit * n['wave_sizes']}")
