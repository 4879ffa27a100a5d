# SPDX-License-Identifier: MIT
"""Checks what Intel's rules require of an architecture's numbers (n) and lists."""


def check(record, n, lists):
    slots, counts = lists["waves_at_grf_count"], lists["grf_counts"]
    if not counts:
        raise record.wrong("grf_counts", "there are none")
    if slots[0] != n["max_waves_per_partition"]:
        raise record.wrong("waves_at_grf_count", f"it begins with {slots[0]}, "
                           f"max_waves_per_partition is {n['max_waves_per_partition']}")
    if slots != sorted(slots, reverse=True):
        raise record.wrong("waves_at_grf_count", "it may not ascend")
    if counts[-1] != n["max_registers_per_thread"]:
        raise record.wrong("max_registers_per_thread", "it is not the last of grf_counts")
    if n["grf_bytes"] < 4:
        raise record.wrong("grf_bytes", "it is less than 4")
    record.require_known(n, ("max_waves_per_partition", "shared_pool_bytes", "barriers_per_core"))
    sizes = lists["shared_group_sizes_kib"]
    if sizes and sizes[-1] * 1024 < n["max_shared_bytes_per_group"]:
        raise record.wrong("shared_group_sizes_kib", "none admits max_shared_bytes_per_group")
