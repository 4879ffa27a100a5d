# SPDX-License-Identifier: MIT
"""Occupancy of GPU kernels: the thread groups resident on a core, what limits them, and what to
change.

    >>> import gpuocc
    >>> print(gpuocc.occupancy("RTX 4090", threads=256, registers=72, shared="24K"))
    3 blocks, 24 of 48 warps (50 %), limited by registers
"""
from typing import Tuple

from . import _low
from ._device import Device, DeviceList, Source, devices
from ._errors import (DeviceAmbiguous, DeviceUnknown, Error, GpuoccError, NotApplicable, NotKnown,
                      NotPossible)
from ._fields import Value
from ._kernel import Kernel
from ._kernels import (CompiledKernel, Explained, Explanations, Kernels, Loop, explain,
                       kernels)
from ._latency import Latency, latency
from ._low import Choice, GridTime, Phase, Plateau, Prediction, Step, TwoFieldStep
from ._occupancy import (Choices, Derivation, Limit, Occupancy, best, maximum, occupancy, pad,
                         safe_grid)
from ._profile import Profile, profile
from ._prune import Pruner, prune, pruner
from ._rank import Ranked, Ranking, rank
from ._schedule import Schedule, schedule
from ._table import NONE, UNKNOWN, Plan, Table, table

__version__, DATA_VERSION = _low.versions()
CONVENTIONS: Tuple[str, ...] = tuple(n for n in _low.NAMES["conventions"] if n is not None)


def limit_names(limiters: float) -> Tuple[str, ...]:
    """The names in a set of limiters from a column of a table.

    Parameters
    ----------
    limiters : int or float
        The number in the column.

    Returns
    -------
    tuple of str
        Empty if the number is NaN, UNKNOWN or NONE: that row has no limiters.

    Raises
    ------
    ValueError
        The number is negative.

    Examples
    --------
    >>> limit_names(table("RTX 4090", threads=[256], registers=72)["limiters"][0])
    ('registers',)
    >>> limit_names(float("nan"))
    ()
    """
    if limiters < 0:
        raise ValueError(f"limiters is {limiters}, a set of limiters is needed")
    return _low.bits("limits", int(limiters)) if limiters < NONE else ()


__all__ = [
    "CONVENTIONS", "Choice", "Choices", "CompiledKernel", "DATA_VERSION", "Derivation", "Device",
    "DeviceAmbiguous", "DeviceList", "DeviceUnknown", "Error", "Explained", "Explanations",
    "GpuoccError", "GridTime", "Kernel", "Kernels", "Latency", "Limit", "Loop", "NONE",
    "NotApplicable", "NotKnown", "NotPossible", "Occupancy", "Phase", "Plan", "Plateau",
    "Prediction", "Profile", "Pruner", "Ranked", "Ranking", "Schedule", "Source", "Step", "Table",
    "TwoFieldStep", "UNKNOWN", "Value", "best", "devices", "explain", "kernels", "latency",
    "limit_names", "maximum", "occupancy", "pad", "profile", "prune", "pruner", "rank", "safe_grid",
    "schedule", "table"]
