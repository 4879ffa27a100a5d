# SPDX-License-Identifier: MIT
"""Removes configurations of an autotuner that need not be tried."""
from typing import (Any, Callable, Dict, Generic, Iterable, List, Mapping, Optional, Tuple, TypeVar,
                    Union)

from . import _low
from ._device import device_of
from ._errors import BY_STATUS, Error, NotApplicable
from ._fields import SHORT
from ._kernel import Kernel
from ._occupancy import Asked
from ._rank import fastest
from ._table import Plan

Config = TypeVar("Config")
#: Above the device's limit in any case: such a kernel cannot be launched.
TOO_MUCH = ("group_too_large", "too_many_registers", "shared_too_large", "too_large")
#: Kernel Tuner's names for the dimensions of the group.
SIZES = ("block_size_x", "block_size_y", "block_size_z")


def _threads(config: Any, wave_size: int) -> int:
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


class Pruner(Generic[Config]):
    """Keeps the configurations with enough resident groups. Called with a list, returns a list
    (Triton's early_config_prune); called with one mapping, returns whether to keep it (in a
    function for Kernel Tuner's restrictions)."""

    def __init__(self, device: Asked, kernel: Optional[Kernel] = None, *, groups: int = 1,
                 occupancy: float = 0.0, top: Optional[int] = None, convention: str = "default",
                 **fields: Any) -> None:
        self.device = device_of(device)
        self.groups, self.occupancy, self.top = groups, occupancy, top
        self._of: Dict[str, Callable[[Any], Any]] = {}
        fixed: Dict[str, Any] = {}
        for word, value in fields.items():
            name = SHORT.get(word, word)
            if callable(value):
                self._of[name] = value
            else:
                fixed[name] = value
        self._plan = Plan(self.device, kernel, convention=convention, **fixed)
        given = self._plan.kernel._given
        wave_size = given.get("wave_size") or self.device.get("default_wave_size")
        if "threads_per_group" not in given and "threads_per_group" not in self._of:
            self._of["threads_per_group"] = lambda config: _threads(config, int(wave_size))
        if "registers_per_thread" not in given and "registers_per_thread" not in self._of and \
                self.device.vendor in ("nvidia", "amd"):
            self._of["registers_per_thread"] = \
                lambda config: getattr(config, "maxnreg", None) or 0
        if not self._of:
            raise Error("no field depends on the configuration: give one as a function",
                        "required", "threads")

    def _ranked(self, configs: List[Config]) -> List[Tuple[int, int]]:
        """Returns the waves and position of each configuration that is kept."""
        columns: Dict[str, Any] = {name: [value(config) for config in configs]
                                   for name, value in self._of.items()}
        table = self._plan.run(**columns)
        kept = []
        for row, status in enumerate(table["status"]):
            if status and _low.status_name(status) not in TOO_MUCH:
                error = table.error(row)
                assert error is not None
                raise error
            groups, waves = table["groups"][row], table["waves"][row]
            if status == 0 and groups >= self.groups and \
                    waves >= self.occupancy * table["max_waves"][row]:
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


def pruner(device: Asked, kernel: Optional[Kernel] = None, *, groups: int = 1,
           occupancy: float = 0.0, top: Optional[int] = None, convention: str = "default",
           **fields: Union[int, str, None, Callable[[Any], Any]]) -> "Pruner[Any]":
    """For prune_configs_by={"early_config_prune": ...} of triton.autotune. Like prune, but it is an
    error if nothing is left. With one configuration it returns whether to keep it: call it in a
    function with one parameter for restrictions= of Kernel Tuner, which takes no other object."""
    return Pruner(device, kernel, groups=groups, occupancy=occupancy, top=top,
                  convention=convention, **fields)


def prune(configs: Iterable[Config], device: Asked,
          kernel: Union[None, Kernel, str] = None, *,
          build: Optional[Callable[[Config], Any]] = None, keep: Optional[float] = None,
          groups: int = 1, occupancy: float = 0.0, top: Optional[int] = None,
          convention: str = "default",
          **fields: Union[int, float, str, None, Callable[[Config], Any]]) -> List[Config]:
    """Returns the configurations with which at least `groups` groups, and the share `occupancy` of
    the waves, are resident on a core; with `top`, only that many of them, with the most waves. A
    field is a value or a function of the configuration: shared=lambda c: c.kwargs["BLOCK_M"] * 128.
    Without `threads`, the group size is num_warps times the wave size (Triton), or block_size_x
    times _y times _z (Kernel Tuner). Registers that are not given do not limit, so that only
    configurations that cannot fit in any case are removed.

    With `build`, a function that compiles a configuration and returns what rank() takes, returns
    the share `keep` (0.1) of them that are predicted to be the fastest, from the fastest on, at
    least one. Options are those of rank(): `kernel`, its name in the build, grid, trips, fields of
    the kernel; each is a value or a function of the configuration. Raises NotPossible if no build
    has a time."""
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
