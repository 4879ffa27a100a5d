# SPDX-License-Identifier: MIT
"""Kernels and the resources that they use."""
from typing import Any, Dict, Optional, Tuple

from . import _low
from ._errors import Error
from ._fields import FIELDS, SHORT, Fields, Value
from ._values import kernel_value


class Kernel(Fields):
    """The resources of a kernel: Kernel(threads=256, registers=72, shared="24K"). None means "not
    given", and "unknown" means any value: results become ranges."""

    __slots__ = ()

    def _gather(self, given: Dict[str, Value]) -> Dict[str, Value]:
        found: Dict[str, Value] = {}
        for word, value in given.items():
            if value is None:
                continue
            field = SHORT.get(word, word)
            if field in found:
                raise Error(f"{field} is given twice, by two names", "field", field, value)
            number = kernel_value(field, value)
            found[field] = "unknown" if number == _low.UNKNOWN else \
                0 if number == _low.ZERO else number
        return {field: found[field] for field in FIELDS if field in found}

    def replace(self, **fields: Value) -> "Kernel":
        """The same kernel with other fields; None removes a field."""
        full = {SHORT.get(word, word): value for word, value in fields.items()}
        return Kernel(**{**self._given, **full})

    def words(self) -> Dict[int, int]:
        """The number and value of each field that was given."""
        return {_low.number("kernel_fields", field): kernel_value(field, value) or _low.ZERO
                for field, value in self._given.items()}

    def __reduce__(self) -> Tuple[Any, ...]:
        return _again, (self._given,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Kernel) and self._given == other._given

    def __hash__(self) -> int:
        return hash(tuple(self._given.items()))

    def __repr__(self) -> str:
        return f"Kernel({', '.join(f'{name}={value!r}' for name, value in self._given.items())})"


def _again(given: Dict[str, Value]) -> Kernel:
    return Kernel(**given)


def kernel_of(kernel: Optional[Kernel], fields: Dict[str, Value]) -> Kernel:
    """Returns a kernel with further fields."""
    unknown = [name for name in fields if name not in SHORT and name not in FIELDS]
    if unknown:
        raise Error(f"a kernel has no field {unknown[0]!r}; it has {', '.join(FIELDS)}, and the "
                    f"short words {', '.join(SHORT)}", "field", unknown[0], fields[unknown[0]])
    if kernel is None:
        return Kernel(**fields)
    if not isinstance(kernel, Kernel):
        raise Error(f"kernel is {kernel!r}, a gpuocc.Kernel is needed", "field", "kernel", kernel)
    return kernel.replace(**fields) if fields else kernel
