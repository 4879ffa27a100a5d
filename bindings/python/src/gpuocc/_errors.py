# SPDX-License-Identifier: MIT
"""The exceptions. Every error contains the field, the value and the limit."""
from typing import Any, Optional, Tuple


class Error(ValueError):
    """A refused query. `status` is the library's name for the cause."""

    def __init__(self, message: str, status: str = "", field: Optional[str] = None,
                 value: Any = None, limit: Optional[float] = None,
                 device: Optional[str] = None) -> None:
        super().__init__(message)
        self.status = status
        #: The name of the input that was refused.
        self.field = field
        #: The value that was given.
        self.value = value
        #: The largest valid value, the only one, or what is needed.
        self.limit = limit
        #: The name of the device of the query.
        self.device = device

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (str(self), self.status, self.field, self.value, self.limit,
                            self.device), self.__dict__


class DeviceUnknown(Error, LookupError):
    """No device has this name. `nearest` contains similar names."""

    nearest: Tuple[str, ...] = ()


class DeviceAmbiguous(Error, LookupError):
    """Several devices have this name, and they answer differently. `candidates` contains their
    names."""

    candidates: Tuple[str, ...] = ()


class NotApplicable(Error):
    """The query does not apply to this device, kernel or convention."""


class NotKnown(Error):
    """The value is not published, or it is a range because an input is unknown."""


class NotPossible(Error):
    """No value of the input achieves what is required."""


BY_STATUS = {"device_ambiguous": DeviceAmbiguous, "device_unknown": DeviceUnknown,
             "not_applicable": NotApplicable, "not_known": NotKnown, "not_possible": NotPossible}
