# SPDX-License-Identifier: MIT
"""Kernels and the resources that they use."""
import inspect
import re
from typing import Any, Callable, Dict, Optional, Tuple, TypeVar

from . import _low
from ._errors import Error, one_of
from ._fields import FIELDS, OTHER, SHORT, UNCLEAR, Fields, Value
from ._values import kernel_value, missing

Function = TypeVar("Function", bound=Callable[..., Any])
_ORDER = {field: place for place, field in enumerate(FIELDS)}


def _bare(word: str) -> str:
    return re.sub(r"[ _-]", "", word).lower()


_FIELDS = {**{_bare(word): field for word, field in {**OTHER, **SHORT}.items()},
           **{_bare(field): field for field in FIELDS}}
_KNOWN = {*FIELDS, *SHORT, *OTHER}
_EXACT = {**{field: field for field in FIELDS}, **SHORT}
_UNCLEAR = {_bare(word): why for word, why in UNCLEAR.items()}


def field_of(word: str, value: Any = None) -> str:
    """Returns the field that a word means: its name, its short word, or its name in the tools of a
    vendor, in which case, blanks, underscores and hyphens do not count."""
    if word in _ORDER:
        return word
    found = SHORT.get(word) or _FIELDS.get(_bare(word) if isinstance(word, str) else "")
    if found is None:
        why = _UNCLEAR.get(_bare(word)) if isinstance(word, str) else None
        raise Error(f"{word} is not clear: {why}" if why else
                    f"a kernel has no field {word!r}; "
                    + one_of(word, [*SHORT, *FIELDS], OTHER), "field", word, value)
    return found


def takes_fields(function: Function) -> Function:
    """Names the fields of a kernel in the signature that help() and notebooks show."""
    known = inspect.signature(function)
    own = list(known.parameters.values())
    fields = [inspect.Parameter(word, inspect.Parameter.KEYWORD_ONLY, default=None)
              for word in (*SHORT, *(name for name in FIELDS if name not in SHORT.values()))
              if word not in known.parameters]
    setattr(function, "__signature__", known.replace(parameters=[*own[:-1], *fields, own[-1]]))
    return function


class Kernel(Fields):
    """The resources of a kernel.

    Parameters
    ----------
    threads, registers, shared, ... : int, float, str or None
        The fields, by their names, short words or names in the tools of vendors (`regs`, `vgprs`,
        `smem`, `lds`, `block_size`), as in the command. Text may have a unit ("24K" bytes), name a
        choice ("wgp") or be "unknown": then results are ranges. None and NaN are "not given".

    Raises
    ------
    GpuoccError
        A word is no field, a field is given twice, or a value is not a whole number from 0 to
        4294967295.

    Examples
    --------
    >>> kernel = Kernel(threads=256, regs=72, smem="24K")
    >>> kernel
    Kernel(threads_per_group=256, registers_per_thread=72, shared_bytes=24576)
    >>> kernel.registers
    72
    """

    __slots__ = ("_words", "_handle")

    @classmethod
    def of(cls, fields: Dict[str, Value]) -> "Kernel":
        """A kernel with the fields of a dictionary."""
        self = cls.__new__(cls)
        self._given = self._gather(fields)
        return self

    def _gather(self, given: Dict[str, Value]) -> Dict[str, Value]:
        found: Dict[str, Value] = {}
        words: Dict[int, int] = {}
        last, in_order = -1, True
        for word, value in given.items():
            if value is None and word in _KNOWN:
                continue
            field = _EXACT.get(word) or field_of(word, value)
            if missing(value):
                continue
            if field in found:
                raise Error(f"{field} is given twice, by two names", "field", field, value)
            number = value if type(value) is int and 0 <= value < _low.NONE else \
                kernel_value(field, value)
            found[field] = number if number < _low.NONE else "unknown" if \
                number == _low.UNKNOWN else 0 if number == _low.ZERO else number
            index = _low.KERNEL_FIELDS[field]
            words[index] = number or _low.ZERO
            in_order, last = in_order and index > last, index
        self._words, self._handle = words, _low.KernelHandle(words)
        return found if in_order else \
            {field: found[field] for field in sorted(found, key=_ORDER.__getitem__)}

    def replace(self, **fields: Value) -> "Kernel":
        """The same kernel with other fields; None removes a field."""
        full = {field_of(word, value): value for word, value in fields.items()}
        return Kernel.of({**self._given, **full})

    def words(self) -> Dict[int, int]:
        """The number and value of each field that was given."""
        return self._words

    def __getattr__(self, name: str) -> Optional[Value]:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self._given.get(field_of(name))
        except Error as error:
            raise AttributeError(str(error)) from None

    def __reduce__(self) -> Tuple[Any, ...]:
        return Kernel.of, (self._given,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Kernel) and self._given == other._given

    def __hash__(self) -> int:
        return hash(tuple(self._given.items()))

    def __repr__(self) -> str:
        return f"Kernel({', '.join(f'{name}={value!r}' for name, value in self._given.items())})"


def kernel_of(kernel: Optional[Kernel], fields: Dict[str, Value]) -> Kernel:
    """Returns a kernel with further fields."""
    if kernel is None:
        return Kernel.of(fields)
    if not isinstance(kernel, Kernel):
        raise Error(f"kernel is {kernel!r}, a gpuocc.Kernel is needed", "field", "kernel", kernel)
    return kernel.replace(**fields) if fields else kernel
