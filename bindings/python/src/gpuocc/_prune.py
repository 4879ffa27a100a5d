# SPDX-License-Identifier: MIT
"""Removes configurations of an autotuner that need not be tried."""
import numbers
from functools import partial
from typing import (Any, Callable, Dict, Generic, Iterable, List, Mapping, Optional, Tuple, TypeVar,
                    Union)

from . import _low
from ._device import device_of
from ._errors import BY_STATUS, Error, NotApplicable
from ._kernel import Kernel, field_of, takes_fields
from ._occupancy import Asked
from ._rank import fastest
from ._table import Plan

Config = TypeVar("Config")
#: Above the device's limit in any case: such a kernel cannot be launched.
TOO_MUCH = ("group_too_large", "too_many_registers", "shared_too_large", "too_large")
#: Kernel Tuner's names for the dimensions of the group.
SIZES = ("block_size_x", "block_size_y", "block_size_z")


def _check(groups: Any, occupancy: Any, top: Any) -> None:
    """Refuses numbers with which nothing, or everything, would be removed."""
    if not isinstance(occupancy, numbers.Real) or not 0 <= float(occupancy) <= 1:
        raise Error(f"occupancy is {occupancy!r}; it must be a share from 0 to 1", "bad_number",
                    "occupancy", occupancy, 1)
    for name, value in (("groups", groups), ("top", 0 if top is None else top)):
        if not isinstance(value, numbers.Integral) or value < 0:
            raise Error(f"{name} is {value!r}; it must be an integer of at least 0", "bad_number",
                        name, value, 0)


def _threads(wave_size: int, config: Any) -> int:
    """Returns the group size of a configuration of Triton or Kernel Tuner."""
    if hasattr(config, "num_warps"):
        if not wave_size:
            raise Error("wave_size is not given, and this device has no default", "required",
                        "wave_size")
        return int(config.num_warps) * wave_size
    if isinstance(config, Mapping) and SIZES[0] in config:
        threads = 1
        for name in SIZES:
            threads *= int(config.get(name, 1))
        return threads
    raise Error("threads is not given, and a configuration has neither num_warps nor "
                "block_size_x: give threads=lambda config: ...", "required", "threads")


def _registers(config: Any) -> int:
    """Returns the registers that Triton allows a configuration, 0 if it does not limit them."""
    return getattr(config, "maxnreg", None) or 0


class Pruner(Generic[Config]):
    """Keeps the configurations with enough resident groups. Called with a list, returns a list
    (Triton's early_config_prune); called with one mapping, returns whether to keep it (in a
    function for Kernel Tuner's restrictions)."""

    @takes_fields
    def __init__(self, device: Asked, kernel: Optional[Kernel] = None, *, groups: int = 1,
                 occupancy: float = 0.0, top: Optional[int] = None, convention: str = "default",
                 **fields: Any) -> None:
        _check(groups, occupancy, top)
        self.device = device_of(device)
        self.groups, self.occupancy, self.top = groups, occupancy, top
        self._of: Dict[str, Callable[[Any], Any]] = {}
        fixed: Dict[str, Any] = {}
        for word, value in fields.items():
            name = field_of(word, value)
            if callable(value):
                self._of[name] = value
            else:
                fixed[name] = value
        self._plan = Plan(self.device, kernel, convention=convention, **fixed)
        given = self._plan.kernel._given
        wave_size = given.get("wave_size") or self.device.get("default_wave_size")
        if "threads_per_group" not in given and "threads_per_group" not in self._of:
            self._of["threads_per_group"] = partial(_threads, int(wave_size))
        if "registers_per_thread" not in given and "registers_per_thread" not in self._of and \
                self.device.vendor in ("nvidia", "amd"):
            self._of["registers_per_thread"] = _registers
        if not self._of:
            raise Error("no field depends on the configuration: give one as a function",
                        "required", "threads")

    def _ranked(self, configs: List[Config]) -> List[Tuple[int, int]]:
        """Returns the waves and position of each configuration that is kept."""
        columns: Dict[str, Any] = {name: [value(config) for config in configs]
                                   for name, value in self._of.items()}
        table = self._plan.run(**columns)
        words = table.words  # a result that is a range is UNKNOWN, above any number: it is kept
        kept = []
        for row, status in enumerate(table["status"]):
            if status and _low.status_name(status) not in TOO_MUCH:
                error = table.error(row)
                assert error is not None
                raise error
            groups, waves = words["groups"][row], words["waves"][row]
            if status == 0 and groups >= self.groups and \
                    waves >= self.occupancy * words["max_waves"][row]:
                kept.append((waves, row))
        return kept

    def prune(self, configs: Iterable[Config]) -> List[Config]:
        """Returns the configurations that are kept, in their order."""
        every = list(configs)
        kept = self._ranked(every) if every else []
        if self.top is not None and len(kept) > self.top:
            kept = sorted(sorted(kept, key=lambda pair: -pair[0])[:self.top],
                          key=lambda pair: pair[1])
        return [every[row] for _, row in kept]

    def __call__(self, configs: Any, named_args: Any = None, **others: Any) -> Any:
        if isinstance(configs, Mapping):
            return bool(self.prune([configs]))  # type: ignore[list-item]
        kept = self.prune(configs)
        if not kept:
            raise BY_STATUS["not_possible"](
                f"none of {len(configs)} configurations leaves {self.groups} groups and "
                f"{100 * self.occupancy:g} % of the waves resident on {self.device.name}",
                "not_possible", "groups", len(configs), self.groups, self.device.name)
        return kept


@takes_fields
def pruner(device: Asked, kernel: Optional[Kernel] = None, *, groups: int = 1,
           occupancy: float = 0.0, top: Optional[int] = None, convention: str = "default",
           **fields: Union[int, str, None, Callable[[Any], Any]]) -> "Pruner[Any]":
    """A function that keeps the configurations with which enough groups are resident.

    With a list it returns a list, or raises NotPossible if nothing is left: for
    prune_configs_by={"early_config_prune": ...} of triton.autotune. With one configuration it
    returns whether to keep it: call it in a function with one parameter for restrictions= of Kernel
    Tuner, which takes no other object. It can be pickled if its functions can.

    Parameters
    ----------
    device : str or Device
        The name of a GPU, or a Device.
    kernel : Kernel, optional
        What all configurations share; `fields` are added to it.
    groups : int
        The fewest groups that are resident on a core.
    occupancy : float
        The smallest share of the wave slots, 0 to 1.
    top : int, optional
        Keep only that many, with the most waves.
    convention : str
        The rules of a vendor's tool, one of CONVENTIONS.
    **fields : int, str, None or callable
        Fields of the kernel, as in Kernel: a value or a function of the configuration. Without
        threads, as prune().

    Returns
    -------
    Pruner

    Raises
    ------
    GpuoccError
        As occupancy().

    Examples
    --------
    >>> may_stay = pruner("RTX 4090", registers=64, occupancy=0.6)
    >>> may_stay({"block_size_x": 16, "block_size_y": 8})
    True
    >>> may_stay({"block_size_x": 64, "block_size_y": 32})
    False
    """
    return Pruner(device, kernel, groups=groups, occupancy=occupancy, top=top,
                  convention=convention, **fields)


@takes_fields
def prune(configs: Iterable[Config], device: Asked,
          kernel: Union[None, Kernel, str] = None, *,
          build: Optional[Callable[[Config], Any]] = None, keep: Optional[float] = None,
          groups: int = 1, occupancy: float = 0.0, top: Optional[int] = None,
          convention: str = "default",
          **fields: Union[int, float, str, None, Callable[[Config], Any]]) -> List[Config]:
    """The configurations that are worth a run, in their order.

    Without `build`, those with which enough groups are resident on a core. Registers that are not
    given do not limit, so that only configurations that cannot fit in any case are removed.

    With `build`, the share `keep` of the configurations that are predicted to be the fastest, from
    the fastest on, at least one.

    Parameters
    ----------
    configs : iterable
        The configurations: of Triton, or mappings as Kernel Tuner has them.
    device : str or Device
        The name of a GPU, or a Device.
    kernel : Kernel or str, optional
        What all configurations share; with `build`, the kernel's name in the build.
    build : callable, optional
        Compiles a configuration and returns what rank() takes.
    keep : float, optional
        With `build`, the share of the builds with a time that is kept; 0.1 if it is not given.
    groups : int
        The fewest groups that are resident on a core.
    occupancy : float
        The smallest share of the wave slots, 0 to 1.
    top : int, optional
        Keep only that many, with the most waves.
    convention : str
        The rules of a vendor's tool, one of CONVENTIONS.
    **fields : int, float, str, None or callable
        Fields of the kernel, as in Kernel, and with `build` options of rank(): a value or a
        function of the configuration. Without threads, the group size is num_warps times the wave
        size (Triton), or block_size_x times _y times _z (Kernel Tuner).

    Returns
    -------
    list

    Raises
    ------
    NotPossible
        With `build`: no build has a time.
    NotApplicable
        An option would be ignored.
    GpuoccError
        As occupancy().

    Examples
    --------
    >>> configs = [{"block_size_x": 32 * n} for n in (1, 8, 64)]
    >>> prune(configs, "RTX 4090", regs=40, smem=lambda c: 64 * c["block_size_x"], occupancy=0.5)
    [{'block_size_x': 32}, {'block_size_x': 256}]
    """
    if build is not None:
        for name, value, default in (("groups", groups, 1), ("occupancy", occupancy, 0.0),
                                     ("top", top, None), ("convention", convention, "default")):
            if value != default:
                raise NotApplicable(f"{name} is {value}, and build is given, with which only keep "
                                    "says how many are left", "not_applicable", name, value)
        return fastest(list(configs), device, build, 0.1 if keep is None else keep,
                       {"kernel": kernel, **fields})
    if keep is not None:
        raise NotApplicable(f"keep is {keep}, and build is not given: top says how many are left",
                            "not_applicable", "keep", keep)
    if isinstance(kernel, str):
        raise Error("kernel is the name of a kernel in a build, and build is not given", "required",
                    "kernel")
    chosen: "Pruner[Config]" = Pruner(device, kernel, groups=groups, occupancy=occupancy, top=top,
                                      convention=convention, **fields)
    return chosen.prune(configs)
