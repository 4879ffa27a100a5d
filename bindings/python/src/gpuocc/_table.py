# SPDX-License-Identifier: MIT
"""The same query for many kernels: columns in, columns out."""
import math
import operator
import sys
from array import array
from itertools import islice
from numbers import Real
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple

from . import _low
from ._again import Again
from ._device import device_of
from ._errors import Error
from ._fields import Value
from ._kernel import Kernel, field_of, kernel_of, takes_fields
from ._occupancy import Asked, Occupancy
from ._rows import as_html, frame
from ._values import MOST, kernel_value, missing

RESULTS = ("groups", "waves", "max_waves", "limiters")
#: The share of the wave slots, 0 to 1, which is computed from these two.
SHARE, SHARE_OF = "occupancy", ("waves", "max_waves")
#: Results that are sets, and the names of their members.
SETS = {"limiters": "limits", "notes": "notes"}
#: Values in the caller's own columns of results: the row was refused, or the result is a range or
#: unknown; and: does not apply.
UNKNOWN, NONE = _low.UNKNOWN, _low.NONE


#: Fields for which "not given" and 0 are the same.
PLAIN = ("threads_per_group", "registers_per_thread", "shared_bytes", "dynamic_shared_bytes",
         "half_registers_per_thread", "accumulators_per_thread", "scalar_registers_per_wave",
         "dynamic_shared_bytes_per_thread")


def is_column(value: Any) -> bool:
    if isinstance(value, (Real, str)) or missing(value):
        return False
    return hasattr(value, "__len__") or hasattr(value, "__iter__")


def _each(name: str, values: Iterable[Any]) -> memoryview:
    """Converts element by element, so that an error names its row."""
    numbers = array("I")
    for row, value in enumerate(values):
        try:
            numbers.append(0 if missing(value) else kernel_value(name, value) or _low.ZERO)
        except Error as error:
            raise Error(f"row {row}: {error}", error.status, name, error.value,
                        error.limit) from None
    return memoryview(numbers)


def _converted(name: str, view: memoryview) -> memoryview:
    """Converts whole numbers of another size, stride or byte order to 32 bits."""
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numbers = numpy.asarray(view)
        if not len(numbers) or (numbers.min() >= 0 and numbers.max() <= MOST):
            return memoryview(numpy.ascontiguousarray(numbers, dtype=numpy.uint32))
    try:
        return memoryview(array("I", view.tolist()))
    except (NotImplementedError, OverflowError):  # another byte order; the error names the row
        return _each(name, view if numpy is None else numpy.asarray(view))


def _floats(name: str, view: memoryview, values: Any) -> memoryview:
    """Converts floats, which must be whole numbers; NaN is "not given"."""
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return _each(name, values)
    numbers = numpy.asarray(view)
    given = numbers == numbers
    # Of 64 bits or more: 2**32 - 1 is no float of 32 bits.
    whole = numpy.where(given, numbers, numpy.zeros(1))
    if not ((whole >= 0) & (whole <= MOST) & (whole == numpy.floor(whole))).all():
        return _each(name, numbers.tolist())
    words = whole.astype(numpy.uint32)
    if name not in PLAIN:
        words[given & (whole == 0)] = _low.ZERO
    return memoryview(words)


def _explicit(name: str, view: memoryview) -> memoryview:
    """Replaces 0 by an explicit zero, if it differs from a value that is not given."""
    if name in PLAIN or 0 not in view:
        return view
    return memoryview(array("I", (value or _low.ZERO for value in view)))


def _listed(name: str, values: Any) -> memoryview:
    """Converts what is no buffer."""
    values = values if isinstance(values, (list, tuple, range)) else list(values)
    try:
        return _explicit(name, memoryview(array("I", values)))
    except (TypeError, OverflowError):
        return _each(name, values)


def column(name: str, values: Any) -> memoryview:
    """Returns a column of 32-bit words, in the caller's memory if it has that form. None, NaN and
    what a mask hides are "not given"."""
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(values, numpy.ma.MaskedArray):
        return _each(name, values.tolist())
    try:
        view = memoryview(values)
    except TypeError:
        if hasattr(values, "__array__"):  # pandas, Arrow, Polars
            return column(name, values.__array__())
        return _listed(name, values)
    except ValueError:  # NumPy types without a buffer
        return _each(name, list(values))
    if view.ndim != 1:
        raise Error(f"{name} has {view.ndim} dimensions, a column has 1", "field", name,
                    view.ndim, 1)
    native, kind = "@=" + ("<" if sys.byteorder == "little" else ">"), view.format
    if view.c_contiguous and view.itemsize == 4 and kind.lstrip(native) in ("I", "L"):
        return _explicit(name, view)
    kind = kind.lstrip("@=<>!")
    if kind in ("e", "f", "d", "g"):
        return _floats(name, view, values)
    if kind not in tuple("bBhHiIlLqQnN"):
        return _each(name, values)
    return _explicit(name, _converted(name, view))


def _numbers(words: Any) -> "array[Any]":
    """Returns a column of results: as it is if each row has a number, otherwise floats with NaN
    where there is none."""
    data = memoryview(words).tobytes()
    if b"\xff" not in data or b"\xff\xff\xff" not in data:
        return words if isinstance(words, array) else array("I", data)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        found = numpy.frombuffer(data, numpy.uint32)
        return array("d", numpy.where(found >= NONE, math.nan, found).tobytes())
    return array("d", (math.nan if word >= NONE else word for word in array("I", data)))


def _shares(waves: "array[Any]", slots: "array[Any]") -> "array[float]":
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return array("d", map(operator.truediv, waves, slots))
    return array("d", numpy.divide(waves, slots, dtype=numpy.float64).tobytes())


class Table(Dict[str, "array[Any]"]):
    """Columns of results by name, and "status": 0, or a negative code if a row was refused.

    A column has whole numbers; if a row has none, because it was refused or the result is a range,
    unknown or does not apply, it has floats, with NaN there. "occupancy" is the share of the wave
    slots, 0 to 1. Columns support the buffer protocol: numpy.asarray(table["groups"]) does not
    copy, and pandas.DataFrame(table) accepts the whole table.

    Attributes
    ----------
    plan : Plan
        The question.
    inputs : dict
        The columns that were given, as 32-bit words.
    words : dict
        The results as 32-bit words, with UNKNOWN and NONE instead of NaN.
    rows : int
        Their number.
    """

    def __init__(self, plan: "Plan", inputs: Dict[str, memoryview], rows: int) -> None:
        super().__init__()
        self.plan = plan
        self.inputs = inputs
        self.rows = rows
        self.words: Dict[str, Any] = {}

    def __missing__(self, name: str) -> "array[Any]":
        if name != SHARE or not set(SHARE_OF) <= set(self.words):
            raise KeyError(name)
        return _shares(*(_numbers(self.words[of]) for of in SHARE_OF))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and list(self) == list(other) and all(
            bytes(self[name]) == bytes(other[name]) for name in self)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None

    def error(self, row: int) -> Optional[Error]:
        """The reason why a row was refused, or None."""
        if self["status"][row] == 0:
            return None
        try:
            self.occupancy(row)
        except Error as error:
            return error
        return None

    def kernel(self, row: int) -> Kernel:
        """The kernel of a row."""
        given = {name: view[row] for name, view in self.inputs.items()}
        return self.plan.kernel.replace(**{name: value or (0 if name in PLAIN else None)
                                           for name, value in given.items()})

    def occupancy(self, row: int) -> Occupancy:
        """The row as a single query."""
        return Occupancy(self.plan.device, self.kernel(row), self.plan.convention)

    def to_pandas(self) -> Any:
        """The columns that were given, and the results, as a frame of pandas, which must be
        installed. Sets are text ("registers|shared"), and a message says why a row was refused."""
        columns: Dict[str, Any] = {name: [None if not word and name not in PLAIN else
                                          0 if word == _low.ZERO else word for word in view]
                                   for name, view in self.inputs.items()}
        for name in [*self, *([SHARE] if set(SHARE_OF) <= set(self.words) else [])]:
            which = SETS.get(name)
            columns[name] = self[name] if which is None else [
                "" if word >= NONE else "|".join(_low.bits(which, word))
                for word in self.words[name]]
        errors = (self.error(row) for row in range(self.rows))
        columns["message"] = ["" if error is None else str(error) for error in errors]
        return frame(columns)

    def __repr__(self) -> str:
        return f"<gpuocc.Table {self.plan.device.name}, {self.rows} rows: {', '.join(self)}>"

    def _shown(self, name: str, row: int) -> str:
        if name == SHARE:
            return "" if math.isnan(self[name][row]) else f"{self[name][row]:.4g}"
        value = (self.inputs if name in self.inputs else self.words)[name][row]
        if name == "status":
            return _low.status_name(value)
        if name in self.words and value in (UNKNOWN, NONE):
            return "unknown" if value == UNKNOWN else ""
        which = SETS.get(name)
        return str(value) if which is None else ", ".join(_low.bits(which, value))

    def _repr_html_(self) -> str:
        names = [*self.inputs, *self]
        rows = ([self._shown(name, row) for name in names] for row in range(self.rows))
        return as_html(names, islice(rows, 10), str(self.plan.device)) + (
            f"<p>{self.rows} rows</p>" if self.rows > 10 else "")


class Plan(Again):
    """A device, a convention and the fields that all rows share, prepared once for many tables.
    Several threads may use it at a time.

    Parameters
    ----------
    device : str or Device
        The name of a GPU, or a Device.
    kernel : Kernel, optional
        What all rows share; `fields` are added to it.
    results : sequence of str
        The results, by name; those of one limit are limit_registers, unused_shared and so on.
    convention : str
        The rules of a vendor's tool, one of CONVENTIONS.
    **fields : int, float, str or None
        Fields of the kernel, as in Kernel.

    Raises
    ------
    GpuoccError
        As occupancy().

    Examples
    --------
    >>> plan = Plan("RTX 4090", threads=256, results=["groups", "occupancy"])
    >>> list(plan.run(registers=[32, 72, 255])["occupancy"])
    [1.0, 0.5, 0.16666666666666666]
    """

    @takes_fields
    def __init__(self, device: Asked, kernel: Optional[Kernel] = None, *,
                 results: Sequence[str] = RESULTS, convention: str = "default",
                 **fields: Value) -> None:
        self.device = device_of(device)
        self.kernel = kernel_of(kernel, fields)
        self.convention = convention
        self.results = tuple(results)
        asked = [name for name in self.results if name != SHARE]
        self._asked = asked + [name for name in SHARE_OF
                               if SHARE in self.results and name not in asked]
        self._codes = [_low.result_code(name) for name in self._asked]
        self._handle = _low.PlanHandle(self.device._handle,
                                       _low.number("conventions", convention),
                                       self.kernel.words())

    def _made(self) -> Tuple[Tuple[Any, ...], Dict[str, Any]]:
        return (self.device, self.kernel), {"results": self.results,
                                            "convention": self.convention}

    def _inputs(self, columns: Mapping[str, Any]) -> Dict[str, memoryview]:
        inputs: Dict[str, memoryview] = {}
        for word, values in columns.items():
            name = field_of(word, values)
            if name in inputs:
                raise Error(f"{name} is given twice, by two names", "field", name)
            if not is_column(values):
                raise Error(f"{name} is {values!r}, a column is needed; what all rows share is "
                            "given to the plan", "field", name, values)
            inputs[name] = column(name, values)
        if not inputs:
            raise Error("a table needs a column, of threads for example", "required", "threads")
        first, rows = next((name, len(view)) for name, view in inputs.items())
        for name, view in inputs.items():
            if len(view) != rows:
                raise Error(f"{name} has {len(view)} rows, {first} has {rows}", "field", name,
                            len(view), rows)
        return inputs

    def run(self, *, out: Optional[Mapping[str, Any]] = None, **columns: Any) -> Table:
        """Evaluates every row. `out` may contain writable columns of 32-bit words for results
        (signed for "status"), which are filled instead of new ones, with UNKNOWN and NONE where
        there is no number."""
        inputs, out = self._inputs(columns), {} if out is None else out
        for name in out:
            if name not in self._asked and name != "status":
                raise Error(f"out[{name!r}] is not filled: columns of the caller are those of "
                            f"{', '.join(self._asked)} and status", "field", name)
        table = Table(self, inputs, len(next(iter(inputs.values()))))
        views: List[memoryview] = []
        for name in (*self._asked, "status"):
            given = out.get(name)
            if given is None:
                given = array("i" if name == "status" else "I", bytes(4 * table.rows))
            view = memoryview(given)
            if view.readonly or not view.c_contiguous or view.itemsize != 4 or view.ndim != 1 \
                    or len(view) != table.rows:
                raise Error(f"out[{name!r}] has {view.nbytes} bytes, {4 * table.rows} writable "
                            "ones in elements of 4 are needed", "field", name, view.nbytes,
                            4 * table.rows)
            views.append(view)
            table.words[name] = given
        if table.rows:
            addresses = [_low.address(view) for view in views]
            self._handle.run(table.rows, [_low.number("kernel_fields", name) for name in inputs],
                             [_low.address(view) for view in inputs.values()], self._codes,
                             addresses[:-1], addresses[-1])
        for name in (*self.results, "status"):
            table[name] = table[SHARE] if name == SHARE else table.words[name] \
                if name in out or name == "status" else _numbers(table.words[name])
        return table


@takes_fields
def table(device: Asked, kernel: Optional[Kernel] = None, *, results: Sequence[str] = RESULTS,
          convention: str = "default", out: Optional[Mapping[str, Any]] = None,
          **fields: Any) -> Table:
    """Evaluates many kernels.

    Parameters
    ----------
    device : str or Device
        The name of a GPU, or a Device.
    kernel : Kernel, optional
        What all rows share; `fields` are added to it.
    results : sequence of str
        The results, by name; those of one limit are limit_registers, unused_shared and so on.
    convention : str
        The rules of a vendor's tool, one of CONVENTIONS.
    out : mapping, optional
        Writable columns of 32-bit words by result, which are filled instead of new ones.
    **fields : column, int, float, str or None
        Fields of the kernel, as in Kernel. Those that are columns (NumPy, pandas, Arrow, array,
        list) differ from row to row. None, NaN and what a mask hides are "not given".

    Returns
    -------
    Table
        A dictionary of columns: the results, and "status", which is not 0 if a row was refused.

    Raises
    ------
    GpuoccError
        The device is unknown, or a column has something that is no number; it names the row. A
        kernel that cannot be launched is no error: its row is refused.

    Examples
    --------
    >>> found = table("RTX 4090", threads=[256, 4096], regs=72)
    >>> list(found["groups"]), list(found["occupancy"])
    ([3.0, nan], [0.5, nan])
    >>> print(found.error(1))
    threads_per_group is 4096, sm_89 allows 1024
    """
    columns = {name: value for name, value in fields.items() if is_column(value)}
    rest = {name: value for name, value in fields.items() if name not in columns}
    plan = Plan(device, kernel, results=results, convention=convention, **rest)
    return plan.run(out=out, **columns)
