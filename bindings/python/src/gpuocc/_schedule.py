# SPDX-License-Identifier: MIT
"""A grid on the whole GPU: rounds, tail, phases over time."""
from fractions import Fraction
from typing import Any, Dict, Iterator, Optional, Sequence, Tuple

from . import _low
from ._again import Again
from ._device import device_of
from ._fields import Value
from ._kernel import Kernel, takes_fields
from ._low import GridTime, Phase
from ._occupancy import Asked, Occupancy, occupancy
from ._values import whole


class Schedule(Again):
    """How a grid of groups runs on the whole GPU. Results are exact fractions."""

    __slots__ = ("occupancy", "_grid", "_handle")

    def __init__(self, placed: Occupancy, grid_groups: int, **grid: Optional[int]) -> None:
        self.occupancy = placed
        given = {name: whole(name, value) for name, value in grid.items() if value is not None}
        given["groups"] = whole("grid_groups", grid_groups, 2 ** 64 - 1)
        self._grid = given
        self._handle = _low.ScheduleHandle(placed._handle, given)

    def _made(self) -> Tuple[Tuple[Any, ...], Dict[str, Any]]:
        rest = {name: value for name, value in self._grid.items() if name != "groups"}
        return (self.occupancy, self._grid["groups"]), rest

    def get(self, result: str, index: int = 0) -> Fraction:
        """A result by name ("efficiency")."""
        return Fraction(*self._handle.get(_low.number("schedule_results", result), index))

    @property
    def rounds(self) -> int:
        """How many times the grid fills the GPU, including the tail."""
        return int(self.get("rounds"))

    @property
    def tail_groups(self) -> int:
        """Groups in the last round."""
        return int(self.get("tail_groups"))

    @property
    def groups_per_device(self) -> int:
        """The smallest grid that fills the GPU."""
        return int(self.get("groups_per_device"))

    @property
    def efficiency(self) -> Fraction:
        """The share of the rounds' time that is used."""
        return self.get("efficiency")

    @property
    def peak_occupancy(self) -> Fraction:
        return self.get("peak_occupancy")

    @property
    def average_occupancy(self) -> Fraction:
        return self.get("average_occupancy")

    def time(self, latency: float, per_core: float = 0, per_device: float = 0,
             overhead: float = 0) -> GridTime:
        """The duration of the grid. `latency` is the time of a group that is alone on the GPU,
        `per_core` and `per_device` are the times for which it occupies the busiest resource of its
        core and of the device, and `overhead` is added for each round. All have the same unit."""
        return self._handle.time(latency, per_core, per_device, overhead)

    def phases(self, durations: Sequence[int] = (), *, placement: Optional[str] = None,
               choice: Optional[str] = None, barrier: bool = False, head_of_line: bool = False,
               usable_cores: int = 0, slots_per_core: int = 0) -> Iterator[Phase]:
        """The grid over time. Group i lasts durations[i % len(durations)] units. No vendor
        publishes its scheduling rules: this is a scenario."""
        rules = {"placement": 0 if placement is None else _low.number("placements", placement),
                 "choice": 0 if choice is None else _low.number("core_policies", choice),
                 "barrier": int(barrier), "head_of_line": int(head_of_line),
                 "usable_cores": whole("usable_cores", usable_cores),
                 "slots_per_core": whole("slots_per_core", slots_per_core)}
        return self._handle.phases(rules, [whole("durations", value) for value in durations])

    def __repr__(self) -> str:
        return (f"<gpuocc.Schedule {self.occupancy.device.name}: {self.rounds} rounds, "
                f"{self.tail_groups} groups in the last, {100 * float(self.efficiency):.4g} % of "
                "their time used>")


@takes_fields
def schedule(device: Asked, kernel: Optional[Kernel] = None, *, grid_groups: int,
             core_count: Optional[int] = None, groups_per_core: Optional[int] = None,
             waves_per_group: Optional[int] = None, waves_per_core: Optional[int] = None,
             groups_per_device: Optional[int] = None, convention: str = "default",
             **fields: Value) -> Schedule:
    """A grid of groups on the whole GPU: its rounds, its tail, its phases over time.

    Parameters
    ----------
    device : str or Device
        The name of a GPU, or a Device.
    kernel : Kernel, optional
        The kernel; `fields` are added to it.
    grid_groups : int
        The groups of the grid.
    core_count, groups_per_core, waves_per_group, waves_per_core, groups_per_device : int, optional
        Better values than those of the occupancy, if the caller knows them: a measured number of
        resident groups, another number of cores.
    convention : str
        The rules of a vendor's tool, one of CONVENTIONS.
    **fields : int, float, str or None
        Fields of the kernel, as in Kernel: threads=256, regs=72, smem="24K".

    Returns
    -------
    Schedule

    Raises
    ------
    DeviceAmbiguous
        The name is that of several devices that differ in their cores.
    GpuoccError
        As occupancy().

    Examples
    --------
    >>> grid = schedule("RTX 4090", threads=256, registers=72, shared="24K", grid_groups=1000)
    >>> grid.rounds, grid.tail_groups, grid.efficiency
    (3, 232, Fraction(125, 144))
    """
    device = device_of(device, "schedule" if core_count is None else "occupancy")
    return Schedule(occupancy(device, kernel, convention=convention, **fields), grid_groups,
                    core_count=core_count, groups_per_core=groups_per_core,
                    waves_per_group=waves_per_group, waves_per_core=waves_per_core,
                    groups_per_device=groups_per_device)
