# SPDX-License-Identifier: MIT
"""The exceptions. Every error contains the field, the value and the limit."""
import difflib
from typing import Any, Iterable, Optional, Tuple


class GpuoccError(ValueError):
    """A refused query.

    Attributes
    ----------
    status : str
        The library's name for the cause, such as "too_many_registers".
    field : str or None
        The name of the input that was refused.
    value : object
        The value that was given.
    limit : float or None
        The largest valid value, the only one, or what is needed.
    device : str or None
        The name of the device of the query.
    """

    def __init__(self, message: str, status: str = "", field: Optional[str] = None,
                 value: Any = None, limit: Optional[float] = None,
                 device: Optional[str] = None) -> None:
        super().__init__(message)
        self.status = status
        self.field = field
        self.value = value
        self.limit = limit
        self.device = device

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (str(self), self.status, self.field, self.value, self.limit,
                            self.device), self.__dict__


#: The shorter name.
Error = GpuoccError


class DeviceUnknown(GpuoccError, LookupError):
    """No device has this name. `nearest` contains similar names."""

    nearest: Tuple[str, ...] = ()


class DeviceAmbiguous(GpuoccError, LookupError):
    """Several devices have this name, and they answer differently. `candidates` contains their
    names."""

    candidates: Tuple[str, ...] = ()


class NotApplicable(GpuoccError):
    """The query does not apply to this device, kernel or convention."""


class NotKnown(GpuoccError):
    """The value is not published, or it is a range because an input is unknown."""


class NotPossible(GpuoccError):
    """No value of the input achieves what is required."""


BY_STATUS = {"device_ambiguous": DeviceAmbiguous, "device_unknown": DeviceUnknown,
             "not_applicable": NotApplicable, "not_known": NotKnown, "not_possible": NotPossible}
for _kind in (GpuoccError, *BY_STATUS.values()):
    _kind.__module__ = "gpuocc"


def one_of(word: Any, names: Iterable[str], others: Iterable[str] = ()) -> str:
    """Returns the end of a message: the names that are like a misspelled one, or all of them but
    the others."""
    every = [*names, *others]
    near = difflib.get_close_matches(word.lower(), every, 3) if isinstance(word, str) else []
    return f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(names)}"
