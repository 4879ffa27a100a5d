# SPDX-License-Identifier: MIT
"""The same query for many kernels: columns in, columns out."""
import html
import sys
from array import array
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple

from . import _low
from ._device import device_of
from ._errors import Error
from ._fields import SHORT, Value
from ._kernel import Kernel, kernel_of
from ._occupancy import Asked, Occupancy
from ._values import MOST, kernel_value

RESULTS = ("groups", "waves", "max_waves", "limiters")
#: Values in a column of results: the row was refused, or the result is a range or unknown; and:
#: does not apply.
UNKNOWN, NONE = _low.UNKNOWN, _low.NONE


#: Fields for which "not given" and 0 are the same.
PLAIN = ("threads_per_group", "registers_per_thread", "shared_bytes", "dynamic_shared_bytes",
         "half_registers_per_thread", "accumulators_per_thread", "scalar_registers_per_wave",
         "dynamic_shared_bytes_per_thread")


def is_column(value: Any) -> bool:
    if value is None or isinstance(value, (int, str)):
        return False
    return not hasattr(value, "__index__") or hasattr(value, "__len__")


def _each(name: str, values: Iterable[Any]) -> "array[int]":
    """Converts element by element, so that an error names its row."""
    numbers = array("I")
    for row, value in enumerate(values):
        try:
            numbers.append(0 if value is None else kernel_value(name, value) or _low.ZERO)
        except Error as error:
            raise Error(f"row {row}: {error}", error.status, name, error.value,
                        error.limit) from None
    return numbers


def _converted(name: str, view: memoryview, values: Any) -> memoryview:
    """Converts whole numbers of another size, stride or byte order to 32 bits."""
    if view.format.lstrip("@=<>!") not in tuple("bBhHiIlLqQnN"):
        return memoryview(_each(name, values))
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numbers = numpy.asarray(view)
        if not len(numbers) or (numbers.min() >= 0 and numbers.max() <= MOST):
            return memoryview(numpy.ascontiguousarray(numbers, dtype=numpy.uint32))
    try:
        return memoryview(array("I", view.tolist()))
    except (NotImplementedError, OverflowError):  # another byte order; the error names the row
        return memoryview(_each(name, values))


def _explicit(name: str, view: memoryview) -> memoryview:
    """Replaces 0 by an explicit zero, if it differs from a value that is not given."""
    if name in PLAIN or 0 not in view:
        return view
    return memoryview(array("I", (value or _low.ZERO for value in view)))


def column(name: str, values: Any) -> memoryview:
    """Returns a column of 32-bit words, in the caller's memory if it has that form. None in a list
    is "not given"."""
    try:
        view = memoryview(values)
    except TypeError:
        if hasattr(values, "__array__"):  # pandas, Arrow, Polars
            return column(name, values.__array__())
        values = values if isinstance(values, (list, tuple, range)) else list(values)
        try:
            return _explicit(name, memoryview(array("I", values)))
        except (TypeError, OverflowError):
            return memoryview(_each(name, values))
    except ValueError:  # NumPy types without a buffer
        return memoryview(_each(name, list(values)))
    if view.ndim != 1:
        raise Error(f"{name} has {view.ndim} dimensions, a column has 1", "field", name,
                    view.ndim, 1)
    native = "@=" + ("<" if sys.byteorder == "little" else ">")
    if view.c_contiguous and view.itemsize == 4 and view.format.lstrip(native) in ("I", "L"):
        return _explicit(name, view)
    return _explicit(name, _converted(name, view, values))


class Table(Dict[str, "array[int]"]):
    """Columns of results by name, and "status": 0, or a negative code if a row was refused. A
    refused row has UNKNOWN in every result; `error(row)` gives the reason. Columns support the
    buffer protocol: numpy.asarray(table["groups"]) does not copy, and pandas.DataFrame(table)
    accepts the whole table."""

    def __init__(self, plan: "Plan", inputs: Dict[str, memoryview], rows: int) -> None:
        super().__init__()
        self.plan = plan
        self.inputs = inputs
        self.rows = rows

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

    def __repr__(self) -> str:
        return f"<gpuocc.Table {self.plan.device.name}, {self.rows} rows: {', '.join(self)}>"

    def _shown(self, name: str, row: int) -> str:
        value = self[name][row] if name in self else self.inputs[name][row]
        if name == "status":
            return _low.status_name(value)
        if value in (UNKNOWN, NONE):
            return "unknown" if value == UNKNOWN else ""
        which = {"limiters": "limits", "notes": "notes"}.get(name)
        return str(value) if which is None else ", ".join(_low.bits(which, value))

    def _repr_html_(self) -> str:
        names = [*self.inputs, *self]
        rows = "".join("<tr>" + "".join(f"<td>{self._shown(name, row)}</td>" for name in names)
                       + "</tr>" for row in range(min(self.rows, 10)))
        more = f"<p>{self.rows} rows</p>" if self.rows > 10 else ""
        return (f"<table><caption>{html.escape(str(self.plan.device))}</caption><thead><tr>"
                + "".join(f"<th>{name}</th>" for name in names)
                + f"</tr></thead><tbody>{rows}</tbody></table>{more}")


class Plan:
    """A device, a convention and the fields that all rows share, prepared once for many tables.
    Several threads may use it at a time."""

    def __init__(self, device: Asked, kernel: Optional[Kernel] = None, *,
                 results: Sequence[str] = RESULTS, convention: str = "default",
                 **fields: Value) -> None:
        self.device = device_of(device)
        self.kernel = kernel_of(kernel, fields)
        self.convention = convention
        self.results = tuple(results)
        self._codes = [_low.result_code(name) for name in self.results]
        self._handle = _low.PlanHandle(self.device._handle,
                                       _low.number("conventions", convention),
                                       self.kernel.words())

    def __reduce__(self) -> Tuple[Any, ...]:
        return _again, (self.device, self.kernel, self.results, self.convention)

    def run(self, *, out: Optional[Mapping[str, Any]] = None, **columns: Any) -> Table:
        """Evaluates every row. `out` may contain writable columns of 32-bit words for results
        (signed for "status"), which are filled instead of new ones."""
        inputs: Dict[str, memoryview] = {}
        for word, values in columns.items():
            name = SHORT.get(word, word)
            _low.number("kernel_fields", name)
            if name in inputs:
                raise Error(f"{name} is given twice, by two names", "field", name)
            inputs[name] = column(name, values)
        if not inputs:
            raise Error("a table needs a column, of threads for example", "required", "threads")
        first, rows = next((name, len(view)) for name, view in inputs.items())
        for name, view in inputs.items():
            if len(view) != rows:
                raise Error(f"{name} has {len(view)} rows, {first} has {rows}", "field", name,
                            len(view), rows)
        table = Table(self, inputs, rows)
        views: List[memoryview] = []
        for name in (*self.results, "status"):
            given = None if out is None else out.get(name)
            if given is None:
                given = array("i" if name == "status" else "I", bytes(4 * rows))
            view = memoryview(given)
            if view.readonly or not view.c_contiguous or view.itemsize != 4 or view.ndim != 1 \
                    or len(view) != rows:
                raise Error(f"out[{name!r}] has {view.nbytes} bytes, {4 * rows} writable ones in "
                            "elements of 4 are needed", "field", name, view.nbytes, 4 * rows)
            views.append(view)
            table[name] = given
        if rows:
            addresses = [_low.address(view) for view in views]
            self._handle.run(rows, [_low.number("kernel_fields", name) for name in inputs],
                             [_low.address(view) for view in inputs.values()], self._codes,
                             addresses[:-1], addresses[-1])
        return table


def _again(device: Any, kernel: Kernel, results: Tuple[str, ...], convention: str) -> Plan:
    return Plan(device, kernel, results=results, convention=convention)


def table(device: Asked, kernel: Optional[Kernel] = None, *, results: Sequence[str] = RESULTS,
          convention: str = "default", out: Optional[Mapping[str, Any]] = None,
          **fields: Any) -> Table:
    """Evaluates many kernels. Fields that are columns (NumPy, pandas, Arrow, array, list) differ
    from row to row, the others are the same in all: table("RTX 4090", threads=256,
    registers=range(16, 256))."""
    columns = {name: value for name, value in fields.items() if is_column(value)}
    rest = {name: value for name, value in fields.items() if name not in columns}
    plan = Plan(device, kernel, results=results, convention=convention, **rest)
    return plan.run(out=out, **columns)
