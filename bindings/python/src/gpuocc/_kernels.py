# SPDX-License-Identifier: MIT
"""Compiled kernels: what is in a file, and what their loops wait for."""
import html
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from ._command import Content, Devices, ask, contents, device_words, field_words
from ._errors import Error
from ._fields import FIELDS
from ._kernel import Kernel, takes_fields
from ._low import Prediction
from ._occupancy import Occupancy
from ._rows import Rows, as_html
from ._svg import Bar, bars
from ._table import PLAIN

#: Fields of a kernel that a table has.
SHOWN = ("threads_per_group", "registers_per_thread", "accumulators_per_thread", "grf_count",
         "shared_bytes", "dynamic_shared_bytes")


def _one(value: Any) -> Optional[int]:
    """A number, or None for a range."""
    return value if isinstance(value, int) else None


def _kernel(told: Dict[str, Any]) -> Kernel:
    """The kernel of an answer; what is a range, or not given where it must be, is unknown."""
    return Kernel.of({name: told[name] if isinstance(told[name], (int, str)) else "unknown"
                      for name in FIELDS if name in told})


class CompiledKernel(NamedTuple):
    """A kernel of a compiled file, with its occupancy."""
    name: str
    file: str  #: "" if it was given as bytes
    target: str  #: what it was compiled for
    device: Optional[str]  #: the GPU of the answer; None if the target is not known
    kernel: Kernel
    groups: Optional[int]  #: on a core; None: refused, or a range
    waves: Optional[int]
    max_waves: Optional[int]
    limiters: Tuple[str, ...]
    stack_bytes: Optional[int]
    spill_bytes: Optional[int]
    status: int  #: 0, or a negative code if it was refused
    message: str  #: why it was refused
    told: Dict[str, Any]  #: all that the command says

    @property
    def occupancy(self) -> Optional[float]:
        """Waves / max_waves, 0 to 1."""
        return self.waves / self.max_waves if self.waves is not None and self.max_waves else None

    @property
    def answer(self) -> Occupancy:
        """The same as a query, with limits, advice and ranges."""
        if self.device is None:
            raise Error(self.message or f"{self.name} has no device", "required", "device")
        return Occupancy(self.device, self.kernel, self.told["convention"])

    def __repr__(self) -> str:
        where = f"{self.name} on {self.device}: " if self.device else f"{self.name}: "
        return f"<gpuocc.CompiledKernel {where}{self.message or self.answer}>"

    def _repr_svg_(self) -> Optional[str]:
        return None if self.message or not self.device else self.answer._repr_svg_()


class Kernels(Rows[CompiledKernel]):
    """The kernels of compiled files. `warnings` has what was said about parts that cannot be
    read."""

    def __init__(self) -> None:
        super().__init__()
        self.warnings: List[str] = []

    def _columns(self) -> Dict[str, List[Any]]:
        columns: Dict[str, List[Any]] = {
            name: [getattr(row, name) for row in self]
            for name in ("name", "file", "target", "device")}
        for name in SHOWN:
            values = [row.kernel._given.get(name, 0 if name in PLAIN else None) for row in self]
            if any(values):
                columns[name] = [None if value == "unknown" else value for value in values]
        for name in ("groups", "waves", "max_waves", "occupancy"):
            columns[name] = [getattr(row, name) for row in self]
        columns["limiters"] = ["|".join(row.limiters) for row in self]
        for name in ("stack_bytes", "spill_bytes", "message"):
            columns[name] = [getattr(row, name) for row in self]
        return columns

    def __repr__(self) -> str:
        return f"<gpuocc.Kernels: {', '.join(row.name for row in self)}>"

    def _repr_html_(self) -> str:
        rows = [Bar(row.name, row.groups, row.waves, row.max_waves, "waves", False)
                for row in self[:50] if row.waves is not None and row.max_waves]
        return bars("Waves of the slots, and groups", "", rows) + super()._repr_html_()


def _rows(told: Dict[str, Any], given: Content) -> List[CompiledKernel]:
    found = []
    for row in told["rows"]:
        limiters = row.get("limiters") or []
        limiters = limiters["high"] if isinstance(limiters, dict) else limiters
        about = row["input"]
        found.append(CompiledKernel(
            about["kernel"] or "", about["file"] if given.path is not None else "",
            about["target"] or "", row["device"]["name"] if row["device"] else None,
            _kernel(row["kernel"]), _one(row["groups"]), _one(row["waves"]),
            _one(row["max_waves"]), tuple(limiters), about["stack_bytes"], about["spill_bytes"],
            row["status"], row["message"], row))
    return found


@takes_fields
def kernels(*sources: Any, device: Devices = None, part: Optional[str] = None,
            command: str = "gpuocc", **fields: Any) -> Kernels:
    """The kernels in compiled files, with their occupancy.

    Parameters
    ----------
    *sources : str, path, bytes or object
        Files and folders; the bytes of a file; what Triton's warmup() returns; a function of
        numba.cuda.jit that was compiled; an ObjectCode of cuda.core; or an object with a `cubin`.
    device : str, Device or list, optional
        The GPU instead of the one that a file was built for; several: an answer for each.
    part : str, optional
        Only kernels with this in their name.
    command : str
        The command gpuocc, which reads the files, if it is not that of this package.
    **fields : int, float, str or None
        Fields that a file does not contain, as in Kernel: threads=128.

    Returns
    -------
    Kernels
        A list of CompiledKernel.

    Raises
    ------
    GpuoccError
        Nothing can be read, with the reason.
    FileNotFoundError
        There is no command gpuocc.

    Examples
    --------
    >>> for kernel in kernels("tests/data/kernels/nvidia/k_sm_75.cubin", part="k_s", threads=128):
    ...     print(kernel.name, kernel.waves, kernel.max_waves, kernel.limiters)
    k_spill 32 32 ('waves', 'registers')
    k_stack 28 32 ('registers',)
    k_static_smem 32 32 ('waves',)
    """
    found = Kernels()
    for source in sources:
        for given in contents(source):
            words = ["kernels", *device_words(device), *field_words(given.fields, fields)]
            words += [] if part is None else ["--kernel", part]
            told, said = ask([*words, "--", "-" if given.path is None else given.path],
                             given.data, command)
            found += _rows(told, given)
            found.warnings += said
    if not found:
        raise Error("\n".join(found.warnings) or "there are no kernels")
    return found


class Loop(NamedTuple):
    """A loop of a kernel, or all of its code (depth 0)."""
    first: int  #: the address of the first instruction
    last: int
    depth: int
    instructions: int
    counts: Dict[str, int]  #: instructions by kind
    load_bytes: int  #: of a thread, in an iteration
    store_bytes: int
    loads_in_flight: Optional[int]  #: when the first one is waited for
    hidden: Optional[str]  #: whether the resident waves hide the latency; None: no verdict
    waves_needed: Optional[Tuple[float, Optional[float]]]
    binding: Tuple[str, ...]
    paragraph: str  #: the verdict in words, or why there is none


class Explained(NamedTuple):
    """The loops of a compiled kernel, and what they wait for."""
    name: str
    target: str
    device: Optional[str]
    kernel: Kernel
    groups: Optional[int]
    waves: Optional[int]
    max_waves: Optional[int]
    limiters: Tuple[str, ...]
    loops: Tuple[Loop, ...]
    prediction: Optional[Prediction]  #: with trips and grid_groups
    paragraph: str  #: the prediction in words
    assumptions: Tuple[str, ...]
    message: str  #: why there is no answer
    told: Dict[str, Any]  #: all that the command says

    @property
    def occupancy(self) -> Optional[float]:
        """Waves / max_waves, 0 to 1."""
        return self.waves / self.max_waves if self.waves is not None and self.max_waves else None

    def __repr__(self) -> str:
        hidden = [f"0x{loop.first:x}: {loop.hidden}" for loop in self.loops if loop.hidden]
        return (f"<gpuocc.Explained {self.name} on {self.device or self.target}: "
                f"{self.message or f'{self.waves} of {self.max_waves} waves'}; latency hidden in "
                f"loops: {', '.join(hidden) or 'no verdict'}>")

    def _repr_html_(self) -> str:
        names = ("first", "last", "depth", "instructions", "load_bytes", "store_bytes",
                 "loads_in_flight", "waves_needed", "hidden", "binding")
        rows = [[hex(loop.first), hex(loop.last), *(getattr(loop, name) for name in names[2:])]
                for loop in self.loops]
        words = [loop.paragraph for loop in self.loops if loop.depth] + [self.paragraph]
        return as_html(names, rows, f"{self.name} on {self.device or self.target}") + "".join(
            f"<p>{html.escape(text)}</p>" for text in words if text)


class Explanations(Rows[Explained]):
    """Explained kernels."""

    def _columns(self) -> Dict[str, List[Any]]:
        every = [(row, loop) for row in self for loop in row.loops]
        columns: Dict[str, List[Any]] = {name: [getattr(row, name) for row, _ in every]
                                         for name in ("name", "target", "device", "waves")}
        columns.update((name, [getattr(loop, name) for _, loop in every])
                       for name in Loop._fields if name not in ("counts", "paragraph"))
        return columns

    def _repr_html_(self) -> str:
        return "".join(row._repr_html_() for row in self)


def _loop(told: Dict[str, Any]) -> Loop:
    verdict = told["verdict"] or {}
    needed = verdict.get("waves_needed")
    ends = (needed["low"], needed["high"]) if isinstance(needed, dict) else \
        None if needed is None else (needed, needed)
    return Loop(told["first"], told["last"], told["depth"], told["instructions"], told["counts"],
                told["load_bytes"], told["store_bytes"], told["loads_in_flight"],
                verdict.get("hidden"), ends, tuple(verdict.get("binding") or ()),
                told["paragraph"] or told["message"] or "")


def _explained(told: Dict[str, Any]) -> Explained:
    limiters = told.get("limiters") or []
    limiters = limiters["high"] if isinstance(limiters, dict) else limiters
    time = told.get("prediction")
    prediction = None if not time else Prediction(
        time["time_us"]["expected"], time["time_us"]["low"], time["time_us"]["high"],
        tuple(time["binding"]), tuple(time["unknown"]), time["groups_per_core"],
        time["waves_per_core"], tuple(time["assumptions"]))
    return Explained(
        told["name"], told["target"] or "", told["device"]["name"] if told["device"] else None,
        _kernel(told["kernel"]), _one(told["groups"]), _one(told["waves"]),
        _one(told["max_waves"]), tuple(limiters), tuple(map(_loop, told["loops"])), prediction,
        told.get("prediction_paragraph") or "", tuple(told["assumptions"]),
        told["message"] or told.get("code_message") or "", told)


@takes_fields
def explain(source: Any, part: Optional[str] = None, *, device: Devices = None,
            trips: Any = None, grid_groups: Optional[int] = None, l1_hit: Optional[float] = None,
            l2_hit: Optional[float] = None, command: str = "gpuocc",
            **fields: Any) -> Explanations:
    """The loops of compiled kernels, and whether the resident waves hide their latency.

    Parameters
    ----------
    source : str, path, bytes or object
        As for kernels(): one file, or an object with a cubin.
    part : str, optional
        Only kernels with this in their name.
    device : str or Device, optional
        The GPU instead of the one that the file was built for. A verdict needs a product, whose
        bandwidth is known.
    trips : float or mapping, optional
        Trip counts of loops: 15 for all that the code does not have, {0x70: 15} by address.
    grid_groups : int, optional
        Groups of the grid; then the time is predicted.
    l1_hit, l2_hit : float, optional
        The share of the loads that hit in L1, and of the others in L2.
    command : str
        The command gpuocc, which reads the file, if it is not that of this package.
    **fields : int, float, str or None
        Fields that the file does not contain, as in Kernel: threads=128.

    Returns
    -------
    Explanations
        A list of Explained.

    Raises
    ------
    GpuoccError
        Nothing can be read, with the reason.
    FileNotFoundError
        There is no command gpuocc.

    Examples
    --------
    >>> file = "tests/data/machine_code/six_sm_80.cubin"
    >>> found = explain(file, "gather", device="RTX 3090", threads=128)[0]
    >>> loop = found.loops[0]
    >>> hex(loop.first), loop.loads_in_flight, loop.hidden, loop.waves_needed, found.waves
    ('0x70', 1, 'yes', (15, 25), 48)
    """
    found = Explanations()
    words = ["explain", *device_words(device)]
    counts = [] if trips is None else trips.items() if hasattr(trips, "items") else [(None, trips)]
    for address, count in counts:
        words += ["--trips", f"{count}" if address is None else f"0x{address:x}={count}"]
    for name, value in (("grid-groups", grid_groups), ("l1-hit", l1_hit), ("l2-hit", l2_hit)):
        words += [] if value is None else [f"--{name}", str(value)]
    warnings: List[str] = []
    for given in contents(source):
        told, said = ask([*words, *field_words(given.fields, fields), "--",
                          "-" if given.path is None else given.path,
                          *([] if part is None else [part])], given.data, command)
        found += map(_explained, told["kernels"])
        warnings += said
    if not found:
        raise Error("\n".join(warnings) or "there are no kernels")
    return found
