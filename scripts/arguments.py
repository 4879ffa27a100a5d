# SPDX-License-Identifier: MIT
"""Reads the arguments of a script whose docstring is its help."""
import os
import sys


def arguments(text, least, most, options=()):
    """Returns the options that are given and the list of the other arguments, `least` to `most` of
    them (None: any number). Ends the script after printing `text` for --help, and with an error for
    another option or another number of arguments, before the script writes a file."""
    name = os.path.basename(sys.argv[0])
    given = [word for word in sys.argv[1:] if word.startswith("-")]
    others = [word for word in sys.argv[1:] if not word.startswith("-")]
    if "-h" in given or "--help" in given:
        print(text.strip())
        sys.exit(0)
    unknown = [word for word in given if word not in options]
    if unknown:
        sys.exit(f"{name}: unknown option {unknown[0]} (see {name} --help)")
    if len(others) < least:
        sys.exit(f"{name}: an argument is missing (see {name} --help)")
    if most is not None and len(others) > most:
        sys.exit(f"{name}: there is an argument too many: {others[most]} (see {name} --help)")
    return given, others
