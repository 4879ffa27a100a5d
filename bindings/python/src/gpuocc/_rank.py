# SPDX-License-Identifier: MIT
"""Orders compiled builds of a kernel by their predicted time."""
import math
import os
from typing import (Any, Callable, Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence,
                    Tuple, TypeVar, Union)

from . import _low
from ._command import contents, of_triton
from ._device import device_of
from ._errors import BY_STATUS, Error
from ._kernel import kernel_of, takes_fields
from ._low import Prediction
from ._occupancy import Asked
from ._rows import Rows
from ._svg import Bar, bars

Config = TypeVar("Config")
Trips = Union[None, int, float, Mapping[Optional[int], float]]


class Ranked(NamedTuple):
    """A build: its place among those that were given, and its prediction or why it has none."""
    position: int
    prediction: Optional[Prediction]
    message: str


class Ranking(Rows[Ranked]):
    """Builds in the order of their predicted times."""

    def _columns(self) -> Dict[str, List[Any]]:
        columns: Dict[str, List[Any]] = {"position": [row.position for row in self]}
        for name in Prediction._fields:
            columns[name] = [None if row.prediction is None else getattr(row.prediction, name)
                             for row in self]
        return {**columns, "message": [row.message for row in self]}

    def _repr_html_(self) -> str:
        times = [(row.position, row.prediction.us) for row in self[:50] if row.prediction]
        slowest = max((us for _, us in times), default=1.0)
        rows = [Bar(f"build {place}", f"{us:.4g} us", us, slowest, "us", False)
                for place, us in times]
        return bars("Predicted time", "", rows) + super()._repr_html_()


def _at(value: Any, index: int) -> Any:
    """A value for all builds, or one of a list with a value for each."""
    return value[index] if isinstance(value, (list, tuple)) else value


def _check_counts(builds: Sequence[Any], options: Mapping[str, Any]) -> None:
    """Refuses a list with more or fewer values than there are builds."""
    for name, value in options.items():
        if isinstance(value, (list, tuple)) and len(value) != len(builds):
            raise Error(f"{name} is a list of length {len(value)}; its length must be that of "
                        f"builds, {len(builds)}", "bad_number", name, len(value), len(builds))


def _read(build: Any) -> Tuple[bytes, Optional[str], Dict[str, Any]]:
    """What a build has: its bytes, the name of its kernel and fields, as far as it says them."""
    if hasattr(build, "asm") and hasattr(build, "metadata"):
        return of_triton(build)
    found = list(contents(build))
    if len(found) != 1:
        raise Error(f"{build!r} has {len(found)} cubins, and a build is one", "field", "builds",
                    build)
    if found[0].path is None:
        return found[0].data, None, found[0].fields
    try:
        with open(found[0].path, "rb") as file:
            return file.read(), None, {}
    except OSError as error:
        raise Error(f"{found[0].path}: {error.strerror}", "field", "builds", build) from None


def _trips(trips: Trips) -> List[Tuple[Optional[int], float]]:
    if trips is None:
        return []
    return list(trips.items()) if isinstance(trips, Mapping) else [(None, float(trips))]


def check_keep(keep: float) -> None:
    if not 0 < keep <= 1:
        raise Error(f"keep is {keep}; it must be above 0 and at most 1", "bad_number", "keep", keep,
                    1)


@takes_fields
def rank(builds: Iterable[Any], device: Asked, *, kernel: Union[None, str, Sequence[str]] = None,
         grid: Union[int, Sequence[int]] = 65536, trips: Union[Trips, Sequence[Trips]] = None,
         conflicts: Union[float, Sequence[float]] = 0, threads_x: Union[int, Sequence[int]] = 0,
         threads_y: Union[int, Sequence[int]] = 0, l1_hit: Optional[float] = None,
         l2_hit: Optional[float] = None, keep: Optional[float] = None,
         **fields: Any) -> Ranking:
    """Predicts the time of compiled builds of a kernel, and orders them.

    Parameters
    ----------
    builds : iterable
        Paths of cubins or code objects, their bytes, or objects with a cubin, as kernels() takes
        them; what Triton's warmup() returns has its group, its shared memory and its name.
    device : str or Device
        A product, whose bandwidth is known.
    kernel : str or sequence of str, optional
        The kernel's name in the builds. This and what follows is one value, or a list with one per
        build.
    grid : int or sequence of int
        Groups of the grid.
    trips : float, mapping or sequence, optional
        Trip counts of loops: 15 for all that the code does not have, {0x70: 15} by address.
    conflicts : float or sequence of float
        Passes of an access to shared memory; 0: those that the code shows.
    threads_x, threads_y : int or sequence of int
        Threads of a group in x and y; 0: not known.
    l1_hit, l2_hit : float, optional
        The share of the loads that hit in L1, and of the others in L2.
    keep : float, optional
        Return only this share of the builds with a time, at least one.
    **fields : int, str, None or sequence
        Fields of the kernel, as in Kernel.

    Returns
    -------
    Ranking
        A list of Ranked: the builds from the fastest on, then those that are refused, with the reason.

    Raises
    ------
    DeviceAmbiguous
        The name is that of several devices that differ in their bandwidth.
    GpuoccError
        The builds are one file, or a list has another number of values.
    ImportError
        libgpuocc-kernels, which reads machine code, is not installed.

    Examples
    --------
    >>> rank([b"no cubin"], "A100 PCIe 40 GB", threads=128)[0].prediction is None
    True
    """
    if keep is not None:
        check_keep(keep)
    if isinstance(builds, (str, bytes, bytearray, memoryview, os.PathLike)):
        raise Error("builds is one file; give a list of builds", "field", "builds", builds)
    builds = list(builds)
    _check_counts(builds, {"kernel": kernel, "grid": grid, "trips": trips, "conflicts": conflicts,
                           "threads_x": threads_x, "threads_y": threads_y, **fields})
    place = device_of(device, "latency")
    found = Ranking()
    shares = {"l1_hit": -1.0 if l1_hit is None else l1_hit,
              "l2_hit": -1.0 if l2_hit is None else l2_hit}
    for index, build in enumerate(builds):
        try:
            content, name, own = _read(build)
            own.update((word, _at(value, index)) for word, value in fields.items())
            groups = _at(grid, index)
            if not groups or groups < 1:
                raise Error(f"grid is {groups}; it must be at least 1", "bad_number", "grid", groups,
                            1)
            answer = _low.predict(
                place._handle, content, _at(kernel, index) or name,
                kernel_of(None, own).words(), _trips(_at(trips, index)),
                {"grid_groups": groups, "conflict_factor": _at(conflicts, index),
                 "threads_x": _at(threads_x, index), "threads_y": _at(threads_y, index),
                 **shares})
            found.append(Ranked(index, answer, ""))
        except Error as error:
            found.append(Ranked(index, None, str(error)))
    found.sort(key=lambda row: (row.prediction is None, row.prediction.us if row.prediction else 0))
    if keep is None:
        return found
    timed = sum(row.prediction is not None for row in found)
    return Ranking(found[:math.ceil(timed * keep)])


def fastest(configs: Sequence[Config], device: Asked, build: Callable[[Config], Any], keep: float,
            asked: Mapping[str, Any]) -> List[Config]:
    """Returns the share `keep` of the configurations whose builds are predicted to be the fastest,
    in this order. An option of rank() is a value or a function of the configuration."""
    check_keep(keep)
    values = {word: [value(config) for config in configs] if callable(value) else value
              for word, value in asked.items()}
    ranked = rank([build(config) for config in configs], device, **values)
    timed = [configs[row.position] for row in ranked if row.prediction is not None]
    if ranked and not timed:
        raise BY_STATUS["not_possible"](
            f"none of {len(configs)} builds has a time; of the first one: {ranked[0].message}",
            "not_possible", "groups", 0, 0, device_of(device).name)
    return timed[:math.ceil(len(timed) * keep)]
