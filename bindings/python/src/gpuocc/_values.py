# SPDX-License-Identifier: MIT
"""Reads inputs: whole numbers, and text as in the command."""
import operator
import re
from numbers import Real
from typing import Any, Optional

from . import _low
from ._errors import Error

MOST = 2 ** 32 - 1
_UNITS = {"": 1, "b": 1, "k": 2 ** 10, "kb": 2 ** 10, "kib": 2 ** 10, "m": 2 ** 20,
          "mb": 2 ** 20, "mib": 2 ** 20}


def missing(value: Any) -> bool:
    """Whether a value is not given: None, NaN, and what pandas and NumPy have for it."""
    if value is None or isinstance(value, (int, str)):
        return value is None
    if isinstance(value, Real):
        return bool(value != value)
    return type(value).__name__ in ("NAType", "MaskedConstant")


def _index(field: str, value: Any) -> int:
    try:
        if isinstance(value, bool):
            raise TypeError
        return int(value) if isinstance(value, Real) and value == value // 1 else \
            operator.index(value)
    except (TypeError, OverflowError, ValueError):
        raise Error(f"{field} is {value!r}, a whole number is needed", "bad_number", field,
                    value) from None


def whole(field: str, value: Any, most: int = MOST) -> int:
    """Returns a whole number of at least 0; integers of NumPy and floats without a fraction are
    accepted, bool is not."""
    number = value if type(value) is int else _index(field, value)
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
