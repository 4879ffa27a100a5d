# SPDX-License-Identifier: MIT
"""Test Anything Protocol for the tests written in Python."""
import sys

_count = 0
_failed = 0


def ok(holds, text, *remarks):
    global _count, _failed
    _count += 1
    _failed += not holds
    print(f"{'' if holds else 'not '}ok {_count} - {text}")
    if not holds:
        for remark in remarks:
            for line in str(remark).splitlines()[:20]:
                print(f"# {line}")
    return holds


def skip(text, reason):
    global _count
    _count += 1
    print(f"ok {_count} - {text} # SKIP {reason}")


def done():
    """Ends the test. It fails if it asserted nothing: its data may be missing."""
    print(f"1..{_count}")
    sys.exit(1 if _failed or _count == 0 else 0)
