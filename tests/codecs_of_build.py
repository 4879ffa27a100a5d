# SPDX-License-Identifier: MIT
"""Whether a build of gpuocc lacks a library that unpacks compressed kernels: tests skip those files
for the same reason everywhere."""
import re


def lacking(text):
    """The reason to skip, if the messages say that this build cannot unpack a file; else None."""
    found = re.search(r"compressed with \S+, and this gpuocc was built without (\S+);", text)
    return found and f"this build has no {found[1]}"
