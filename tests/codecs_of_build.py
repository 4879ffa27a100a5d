# SPDX-License-Identifier: MIT
"""Whether a build of gpuocc lacks a library that unpacks compressed kernels, so that all tests skip
such files for the same reason."""
import re


def lacking(text):
    """Returns the reason to skip if the messages say that this build cannot unpack a file, else
    None."""
    found = re.search(r"compressed with \S+, and this gpuocc was built without (\S+);", text)
    return found and f"this build has no {found[1]}"
