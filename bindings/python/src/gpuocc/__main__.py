# SPDX-License-Identifier: MIT
"""The command gpuocc: python -m gpuocc occupancy "RTX 4090" --threads 256."""
import os
import subprocess
import sys

from ._command import find


def main() -> int:
    try:
        path = find()
    except FileNotFoundError as error:
        print(f"gpuocc: {error.strerror}", file=sys.stderr)
        return 2
    if os.name == "nt":
        return subprocess.call([path, *sys.argv[1:]])
    os.execv(path, ["gpuocc", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
