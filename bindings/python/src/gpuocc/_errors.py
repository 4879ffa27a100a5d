# SPDX-License-Identifier: MIT
"""What is raised: every error says which field, which value and which limit."""
from typing import Any, Optional, Tuple


class Error(ValueError):
    """A refused question. `status` is the library's word for the cause."""

    def __init__(self, message: str, status: str = "", field: Optional[str] = None,
                 value: Any = None, limit: Optional[float] = None,
                 device: Optional[str] = None) -> None:
        super().__init__(message)
        self.status = status
        #: The input that was refused, by name.
        self.field = field
        #: What was given.
        self.value = value
        #: The largest value possible, the only one, or what is needed.
        self.limit = limit
        #: The name of the device that was asked about.
        self.device = device

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (str(self), self.status, self.field, self.value, self.limit,
                            self.device), self.__dict__


class DeviceUnknown(Error, LookupError):
    """No device has this name. `nearest` offers names that resemble it."""

    nearest: Tuple[str, ...] = ()


class NotApplicable(Error):
    """The question does not apply to this device, kernel or convention."""


class NotKnown(Error):
    """The value is not published, or it is a range because an input is unknown."""


class NotPossible(Error):
    """No value of the input reaches what was asked for."""


BY_STATUS = {"device_unknown": DeviceUnknown, "not_applicable": NotApplicable,
             "not_known": NotKnown, "not_possible": NotPossible}
