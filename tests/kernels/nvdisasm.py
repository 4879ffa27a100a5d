# SPDX-License-Identifier: MIT
"""Finds NVIDIA's disassembler."""
import os
import shutil


def disassembler():
    for path in (os.environ.get("NVDISASM"), shutil.which("nvdisasm"),
                 "/usr/local/cuda/bin/nvdisasm", "/usr/lib/nvidia-cuda-toolkit/bin/nvdisasm"):
        if path and os.path.exists(path):
            return path
    return None
