# SPDX-License-Identifier: MIT
"""Reads inputs: whole numbers, and text as in the command."""
import operator
import re
from typing import Any, Optional

from . import _low
from ._errors import Error

MOST = 2 ** 32 - 1
_UNITS = {"": 1, "b": 1, "k": 2 ** 10, "kb": 2 ** 10, "kib": 2 ** 10, "m": 2 ** 20,
          "mb": 2 ** 20, "mib": 2 ** 20}


def whole(field: str, value: Any, most: int = MOST) -> int:
    """Returns a whole number of at least 0; NumPy integers are accepted, float and bool are not."""
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)
    except TypeError:
        raise Error(f"{field} is {value!r}, a whole number is needed", "bad_number", field,
                    value) from None
    if not 0 <= number <= most:
        raise Error(f"{field} is {number}, 0 to {most} is possible", "too_large", field, number,
                    most)
    return number


def kernel_value(field: str, value: Any) -> int:
    """Returns the number for a value of a kernel's field."""
    if not isinstance(value, str):
        return whole(field, value)
    index = _low.number("kernel_fields", field)
    text = value.strip().lower()
    if text in _low.CHOICES.get(index, {}):
        return _low.CHOICES[index][text]
    if text in ("unknown", "zero"):
        return _low.UNKNOWN if text == "unknown" else _low.ZERO
    found = re.fullmatch(r"(0x[0-9a-f]+|\d+)\s*([kmib]*)", text)
    scale: Optional[int] = None if found is None else _UNITS.get(found[2])
    if found is None or scale is None or \
            (found[2] and _low.unit("kernel_fields", index) != "bytes"):
        choices = [*_low.CHOICES.get(index, {}), "unknown", "zero"]
        raise Error(f"{field} is {value!r}, a number is needed, or {', '.join(choices[:-1])} or "
                    f"{choices[-1]}", "bad_number", field, value)
    return whole(field, int(found[1], 0) * scale)
