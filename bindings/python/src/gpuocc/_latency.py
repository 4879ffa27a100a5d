# SPDX-License-Identifier: MIT
"""Whether the resident waves can hide the latency of their instructions."""
from typing import Any, Dict, List, Mapping, Optional, Tuple, Union

from . import _low
from ._again import Again
from ._device import device_of
from ._errors import Error, NotKnown
from ._fields import Value
from ._kernel import Kernel, takes_fields
from ._occupancy import Asked, Occupancy, occupancy
from ._values import whole

Index = Union[int, str]


class Latency(Again):
    """Bounds and an expected value of the throughput, by the number of resident waves. It is a
    model, and an optimistic one."""

    __slots__ = ("occupancy", "_handle", "_classes", "_rest")

    def __init__(self, placed: Occupancy, classes: Dict[str, Dict[str, Any]],
                 workload: Dict[str, Union[int, float]],
                 constants: Mapping[str, Union[float, str]]) -> None:
        self.occupancy = placed
        self._classes = list(classes)
        self._rest = {"classes": classes, "workload": workload, "constants": constants}
        numbers: List[Tuple[int, float]] = []
        for name, value in constants.items():
            if isinstance(value, str) and value != "unlimited":
                raise Error(f"{name} is {value!r}, a number or unlimited is needed", "bad_number",
                            name, value)
            numbers.append((_low.number("constants", name),
                            _low.UNLIMITED if isinstance(value, str) else float(value)))
        self._handle = _low.LatencyHandle(placed._handle, workload, list(classes.values()),
                                          numbers)

    def _made(self) -> Tuple[Tuple[Any, ...], Dict[str, Any]]:
        return (self.occupancy,), self._rest

    def _index(self, index: Index) -> int:
        if isinstance(index, int):
            return index
        if index in self._classes:
            return self._classes.index(index)
        for which in ("curves", "resources"):
            if index in _low.NAMES[which]:
                return _low.number(which, index)
        raise Error(f"there is no {index!r}; there are {', '.join(self._classes)}, curves and "
                    "resources", "index", "index", index)

    def range(self, result: str, index: Index = 0) -> Tuple[float, float]:
        """A result, with the range of the values that it depends on."""
        return self._handle.get(_low.number("latency_results", result), self._index(index))

    def get(self, result: str, index: Index = 0) -> float:
        """A result that is one number: get("share_of_peak", "expected")."""
        low, high = self.range(result, index)
        if low != high:
            raise NotKnown(f"{result} is {low:g} to {high:g}: not one number", "not_known", result,
                           low, high, self.occupancy.device.name)
        return low

    def at(self, waves: float, result: str, index: Index = 0) -> float:
        """A result with another number of waves."""
        return self._handle.at(waves, _low.number("latency_results", result), self._index(index))

    @property
    def waves_needed(self) -> Tuple[int, int]:
        """Waves at which both bounds meet; with fewer, latency is certainly exposed."""
        low, high = self.range("waves_needed")
        return int(low), int(high)

    @property
    def binding(self) -> str:
        """The resource that bounds the throughput at these waves."""
        return _low.NAMES["resources"][int(self.range("binding")[0])] or ""

    @property
    def left_out(self) -> Tuple[str, ...]:
        """Rates that are unknown and therefore not part of the bounds."""
        return self._handle.left_out()

    def share_of_peak(self, curve: str = "upper") -> Tuple[float, float]:
        """The share of the throughput that the largest demand allows."""
        return self.range("share_of_peak", curve)

    def constant(self, name: str) -> Tuple[float, float, float, str]:
        """Value, range and basis of a constant that was used."""
        return self._handle.constant(_low.number("constants", name))

    def __repr__(self) -> str:
        low, high = self.waves_needed
        needed = f"{low}" if low == high else f"{low} to {high}"
        return (f"<gpuocc.Latency {self.occupancy.device.name}: {needed} waves needed, bound by "
                f"{self.binding}>")


@takes_fields
def latency(device: Asked, kernel: Optional[Kernel] = None, *, loads: float = 0,
            stores: float = 0, fp32: float = 0, special: float = 0, matrix: float = 0,
            overlap: bool = False, load_bytes: float = 4, in_flight: float = 0,
            chains: float = 0, l1_hit: float = 0, l2_hit: float = 0, one_pass: bool = False,
            waves: Optional[int] = None, grid_groups: Optional[int] = None,
            iterations: float = 0, constants: Optional[Mapping[str, Union[float, str]]] = None,
            convention: str = "default", **fields: Value) -> Latency:
    """Whether the waves of a kernel hide the latency of its instructions. This is a model.

    Parameters
    ----------
    device : str or Device
        The name of a GPU, or a Device.
    kernel : Kernel, optional
        The kernel; `fields` are added to it.
    loads, stores, fp32, special, matrix : float
        Instructions of one iteration of a thread; at least one kind.
    overlap : bool
        The kinds overlap instead of following one another.
    load_bytes : float
        Bytes of a load or store per thread.
    in_flight, chains : float
        Loads in flight per thread, and independent chains of arithmetic; 0: 1.
    l1_hit, l2_hit : float
        The share of the loads that hit in L1, and of the others in L2.
    one_pass : bool
        For kernels without a loop: the start of a group counts as latency.
    waves : int, optional
        Resident waves of a core instead of those of the kernel.
    grid_groups : int, optional
        Groups of the grid.
    iterations : float
        Iterations of a thread; 0: many.
    constants : mapping, optional
        Constants of the model by name, instead of those of the device.
    convention : str
        The rules of a vendor's tool, one of CONVENTIONS.
    **fields : int, float, str or None
        Fields of the kernel, as in Kernel: threads=256, regs=72, smem="24K".

    Returns
    -------
    Latency

    Raises
    ------
    NotKnown
        The model needs a figure of the device that is not published: give it in `constants`.
    GpuoccError
        As occupancy().

    Examples
    --------
    >>> latency("H100 SXM5 80 GB", threads=256, registers=72, loads=1, fp32=8)
    <gpuocc.Latency H100 SXM5 80 GB: 74 to 88 waves needed, bound by latency>
    """
    placed = occupancy(device_of(device, "latency"), kernel, convention=convention, **fields)
    low, high = placed.range("wave_size")
    memory = {"bytes": (low if low == high else 32) * load_bytes, "chains": in_flight,
              "l1_hit": l1_hit, "l2_hit": l2_hit}
    kinds = (("loads", loads, 1, 0), ("fp32", fp32, 0, _low.number("resources", "fp32")),
             ("special", special, 0, _low.number("resources", "special")),
             ("matrix", matrix, 0, _low.number("resources", "matrix")), ("stores", stores, 2, 0))
    classes: Dict[str, Dict[str, Any]] = {}
    for name, count, kind, resource in kinds:
        if count:
            classes[name] = {"count": count, "kind": kind, "resource": resource,
                             "phase": 0 if overlap else len(classes),
                             **(memory if kind else {"chains": chains})}
    if not classes:
        raise Error("latency needs instructions: loads, stores, fp32, special or matrix",
                    "required", "loads")
    workload: Dict[str, Union[int, float]] = {
        "turnaround": int(one_pass), "waves": whole("waves", waves or 0),
        "grid_groups": whole("grid_groups", grid_groups or 0, 2 ** 64 - 1),
        "iterations": iterations}
    return Latency(placed, classes, workload, constants or {})
