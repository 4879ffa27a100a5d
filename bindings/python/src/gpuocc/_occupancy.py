# SPDX-License-Identifier: MIT
"""Occupancy: the thread groups resident on a core, what limits them, and what to change."""
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import _low
from ._again import Again
from ._device import Device, device_of
from ._errors import Error, NotApplicable, NotKnown
from ._fields import Value
from ._kernel import Kernel, field_of, kernel_of, takes_fields
from ._low import Choice, Plateau, Step, TwoFieldStep
from ._rows import Rows
from ._svg import Bar, bars
from ._values import whole

Range = Tuple[int, Optional[int]]


class Limit(NamedTuple):
    """One resource of a core."""
    name: str
    word: str  #: in the vendor's terms
    unit: str
    requested: Optional[int]  #: by one group
    allocated: Optional[int]  #: to one group, after rounding
    capacity: Optional[int]  #: of a core
    groups: Optional[int]  #: that it allows; None: a range or unknown


class Derivation(NamedTuple):
    """How the groups that a limit allows follow from the figures."""
    steps: Tuple[str, ...]  #: one sentence each
    sources: Tuple[str, ...]  #: documents of the figures, with their confidence


def _field(name: str) -> int:
    return _low.number("kernel_fields", field_of(name))


class Occupancy(Again):
    """A kernel on a device. Attributes that are not a single number (because an input or a figure
    of the device is unknown) raise NotKnown; `range` gives their bounds."""

    __slots__ = ("device", "kernel", "convention", "_handle", "__weakref__")

    def __init__(self, device: Union[str, Device], kernel: Kernel,
                 convention: str = "default") -> None:
        self.device = place = device_of(device)
        self.kernel = kernel
        self.convention = convention
        self._handle = _low.OccupancyHandle(
            place._handle, 0 if convention == "default" else
            _low.number("conventions", convention), kernel._handle)

    def _made(self) -> Tuple[Tuple[Any, ...], Dict[str, Any]]:
        return (self.device, self.kernel, self.convention), {}

    def range(self, result: str, limit: Optional[str] = None) -> Range:
        """The lower and upper bound of a result; None: no known upper bound. For limiters and
        notes, the sets of those that are certain and of those that are possible."""
        low, high = self._handle.get(_low.number("results", result),
                                     0 if limit is None else _low.number("limits", limit))
        return low, None if high == _low.NO_END else high

    def get(self, result: str, limit: Optional[str] = None) -> int:
        """A result that is a single number."""
        low, high = self.range(result, limit)
        if low != high:
            raise NotKnown(f"{result} is {low} {'or more' if high is None else f'to {high}'}: "
                           "not one number", "not_known", result, low, high, self.device.name)
        return low

    def _maybe(self, result: str, limit: str) -> Optional[int]:
        try:
            return self.get(result, limit)
        except NotKnown:
            return None

    @property
    def groups(self) -> int:
        """Groups resident on a core; 0: the kernel cannot be launched."""
        found = _low.groups(self._handle.pointer)
        return found if found != _low.UNKNOWN else self.get("groups")

    @property
    def waves(self) -> int:
        """Waves resident on a core."""
        found = _low.waves(self._handle.pointer)
        return found if found != _low.UNKNOWN else self.get("waves")

    @property
    def max_waves(self) -> int:
        """Wave slots of a core in the mode of this kernel."""
        found = _low.max_waves(self._handle.pointer)
        return found if found != _low.UNKNOWN else self.get("max_waves")

    @property
    def occupancy(self) -> float:
        """Waves / max_waves, 0 to 1."""
        return self.waves / self.max_waves

    @property
    def wave_size(self) -> int:
        return self.get("wave_size")

    @property
    def waves_per_group(self) -> int:
        return self.get("waves_per_group")

    @property
    def waves_per_partition(self) -> int:
        """Waves resident on the fullest partition."""
        return self.get("waves_per_partition")

    @property
    def max_threads_launchable(self) -> int:
        """The largest group size with which this kernel can be launched, in threads."""
        return self.get("max_threads_launchable")

    @property
    def core_count(self) -> int:
        """Cores in the mode of this kernel."""
        return self.get("core_count")

    @property
    def groups_per_device(self) -> int:
        """Groups resident on the whole device."""
        return self.get("groups_per_device")

    @property
    def limiters(self) -> Tuple[str, ...]:
        """The resources that limit or may limit: those that allow no more groups than are
        resident."""
        return _low.bits("limits", self.range("limiters")[1] or 0)

    @property
    def notes(self) -> Tuple[str, ...]:
        """Remarks on this answer, by name."""
        return _low.bits("notes", self.range("notes")[1] or 0)

    @property
    def limits(self) -> List[Limit]:
        """Each resource separately."""
        found = []
        for index, name in enumerate(_low.NAMES["limits"]):
            try:
                assert name is not None
                groups = self._maybe("limit", name)
                amounts = [self._maybe(result, name)
                           for result in ("requested", "allocated", "capacity")]
            except NotApplicable:
                continue
            found.append(Limit(name, _low.limit_word(self.device._handle, index),
                               _low.unit("limits", index), amounts[0], amounts[1], amounts[2],
                               groups))
        return found

    @property
    def advice(self) -> Tuple[str, ...]:
        """What to change, in sentences."""
        return tuple(self._handle.advice())

    def sentences(self, language: str = "en", neutral: bool = False) -> Tuple[str, ...]:
        """The answer, then the advice, in sentences with the words of the GPU's vendor: blocks and
        warps, or work-groups and waves.

        Parameters
        ----------
        language : str
            "en" for English, "zh" for Chinese.
        neutral : bool
            Group, wave and core, and the names of fields, instead of the vendor's words.

        Returns
        -------
        tuple of str

        Raises
        ------
        Error
            If there is no such language.

        Examples
        --------
        >>> import gpuocc
        >>> answer = gpuocc.occupancy("RTX 4090", threads=256, registers=72)
        >>> answer.sentences()[0]
        '3 blocks, 24 of 48 warps (50 %), limited by registers'
        >>> answer.sentences("zh")[0]
        '可驻留 3 个线程块，24 个线程束（上限 48，占用率 50 %），受限于寄存器'
        """
        return tuple(self._handle.sentences(language, neutral))

    def why(self) -> Dict[str, Derivation]:
        """Why each limit allows as many groups as it does, by the limit's name: the steps with the
        figures filled in, and the documents that the figures come from."""
        words, head = self.kernel.words(), "Source: "
        found: Dict[str, Derivation] = {}
        for index, name in enumerate(_low.NAMES["limits"]):
            lines = self._handle.why(words, index).splitlines()
            if lines:
                found[str(name)] = Derivation(
                    tuple(line for line in lines if not line.startswith(head)),
                    tuple(line[len(head):] for line in lines if line.startswith(head)))
        return found

    def settings(self, spill_bytes: int = 0, requires_group: bool = False,
                 setmaxnreg: bool = False) -> str:
        """What to write for the vendor's compiler so that more waves are resident: options,
        attributes or launch bounds, or "". The bytes that the compiled kernel spills, and whether
        it requires its group size, change the answer. A kernel whose warp groups share their
        registers with `setmaxnreg` must keep those of the launch, which is "" where they limit."""
        return self._handle.settings(self.kernel.words(), requires_group, setmaxnreg,
                                     whole("spill_bytes", spill_bytes))

    def maximum(self, field: str, *, groups: Optional[int] = None, waves: Optional[int] = None,
             waves_per_partition: Optional[int] = None) -> int:
        """The largest value of a field with which that many groups (or waves) are resident."""
        given = [(target, count) for target, count in
                 enumerate((groups, waves, waves_per_partition)) if count is not None]
        if len(given) != 1:
            raise Error("maximum needs one of groups, waves and waves_per_partition", "required",
                        "groups")
        return self._handle.maximum(_field(field), given[0][0], whole("count", given[0][1]))

    def pad(self, groups: int) -> int:
        """The fewest bytes to add to dynamic shared memory so that exactly this number of groups is
        resident."""
        return self._handle.pad(whole("groups", groups))

    def safe_grid(self, *, core_count: Optional[int] = None, reserve: int = 0) -> int:
        """The largest grid of which all groups are certainly resident at once, so that they may
        wait for each other. `core_count` is that of the device at the launch (a MIG slice has
        fewer), and `reserve` groups are left to other contexts."""
        return self._handle.safe_grid(0 if core_count is None else whole("core_count", core_count),
                                      whole("reserve", reserve))

    def next_step(self, field: str) -> Step:
        """The next step in one field."""
        return self._handle.next_step(_field(field))

    def two_field_step(self) -> TwoFieldStep:
        """The cheapest cut of two amounts, where none alone helps."""
        return self._handle.two_field_step()

    def plateau(self, field: str, value: int) -> Plateau:
        """The values around one over which the answer stays the same."""
        return self._handle.plateau(_field(field), whole(field, value))

    def sweep(self, field: str) -> Iterator[Plateau]:
        """The whole curve of occupancy over a field, a step each."""
        value = 1 if _field(field) == _field("threads") else 0
        while True:
            try:
                found = self.plateau(field, value)
            except Error as error:
                if error.status == "index":
                    return
                raise
            yield found
            if found.last >= _low.NONE:
                return
            value = found.last + 1

    def bound(self, result: str, bound: str, limit: Optional[str] = None) -> Kernel:
        """A kernel whose result is the "lower" or the "upper" bound of the range."""
        if bound not in ("lower", "upper"):
            raise Error(f"bound is {bound!r}, lower or upper is possible", "not_a_choice", "bound",
                        bound)
        index = 0 if limit is None else _low.number("limits", limit)
        found = self._handle.bound(_low.number("results", result), index, bound == "upper")
        given: Dict[str, Value] = {
            field: getattr(found, _low.NAMES["kernel_fields"][_field(field)] or "")
            for field in self.kernel._given}
        return Kernel(**given)

    def __str__(self) -> str:
        try:
            return self.sentences()[0]
        except ImportError:  # without libgpuocc-kernels there are no sentences
            return "groups: " + " to ".join(map(str, dict.fromkeys(self.range("groups"))))

    def __repr__(self) -> str:
        return f"<gpuocc.Occupancy {self.device.name}: {self}>"

    def _repr_svg_(self) -> str:
        rows = []
        groups, high = self.range("groups")
        for limit in self.limits:
            if limit.capacity is None or limit.allocated is None or not limit.capacity:
                continue
            used = limit.allocated * groups
            rows.append(Bar(limit.word or limit.name, limit.groups, used, limit.capacity,
                            limit.unit, limit.name in self.limiters))
        fields = ", ".join(f"{name} {value}" for name, value in self.kernel._given.items())
        return bars(str(self), f"{self.device.name}: {fields}", rows)


Asked = Union[str, Device]


@takes_fields
def occupancy(device: Asked, kernel: Optional[Kernel] = None, *, convention: str = "default",
              **fields: Value) -> Occupancy:
    """The groups of a kernel that are resident on a core, and what limits them.

    Parameters
    ----------
    device : str or Device
        The name of a GPU, or a Device.
    kernel : Kernel, optional
        The kernel; `fields` are added to it.
    convention : str
        The rules of a vendor's tool, one of CONVENTIONS.
    **fields : int, float, str or None
        Fields of the kernel, as in Kernel: threads=256, regs=72, smem="24K".

    Returns
    -------
    Occupancy
        Every result as an attribute: groups, waves, occupancy (0 to 1), limiters, limits, advice.

    Raises
    ------
    GpuoccError
        The device is unknown, a word is no field, or a value is not possible on the device.

    Examples
    --------
    >>> answer = occupancy("RTX 4090", threads=256, regs=72, smem="24K")
    >>> answer.groups, answer.waves, answer.occupancy, answer.limiters
    (3, 24, 0.5, ('registers',))
    >>> occupancy("RTX 4090", threads=256, registers=300)
    Traceback (most recent call last):
        ...
    gpuocc.GpuoccError: registers_per_thread is 300, sm_89 allows 255
    """
    return Occupancy(device, kernel_of(kernel, fields), convention)


@takes_fields
def maximum(device: Asked, kernel: Optional[Kernel] = None, *, field: str = "registers",
         groups: Optional[int] = None, waves: Optional[int] = None,
         waves_per_partition: Optional[int] = None, convention: str = "default",
         **fields: Value) -> int:
    """The largest value of a field with which so many groups or waves are resident.

    Parameters
    ----------
    device : str or Device
        The name of a GPU, or a Device.
    kernel : Kernel, optional
        The kernel; `fields` are added to it.
    field : str
        The field whose value is sought, by its name or another word for it.
    groups, waves, waves_per_partition : int
        What shall be resident; one of them.
    convention : str
        The rules of a vendor's tool, one of CONVENTIONS.
    **fields : int, float, str or None
        Fields of the kernel, as in Kernel: threads=256, regs=72, smem="24K".

    Returns
    -------
    int

    Raises
    ------
    NotPossible
        Even the smallest value is too large.
    GpuoccError
        As occupancy().

    Examples
    --------
    >>> maximum("RTX 4090", threads=256, smem="24K", field="regs", groups=4)
    64
    """
    return occupancy(device, kernel, convention=convention, **fields).maximum(
        field, groups=groups, waves=waves, waves_per_partition=waves_per_partition)


@takes_fields
def pad(device: Asked, kernel: Optional[Kernel] = None, *, groups: int,
        convention: str = "default", **fields: Value) -> int:
    """The fewest bytes to add to dynamic shared memory for exactly so many groups.

    Parameters
    ----------
    device : str or Device
        The name of a GPU, or a Device.
    kernel : Kernel, optional
        The kernel; `fields` are added to it.
    groups : int
        The groups that shall be resident on a core.
    convention : str
        The rules of a vendor's tool, one of CONVENTIONS.
    **fields : int, float, str or None
        Fields of the kernel, as in Kernel: threads=256, regs=72, smem="24K".

    Returns
    -------
    int

    Raises
    ------
    NotPossible
        No amount of shared memory has that number of groups.
    GpuoccError
        As occupancy().

    Examples
    --------
    >>> pad("RTX 4090", threads=256, registers=72, shared="24K", groups=2)
    8449
    """
    return occupancy(device, kernel, convention=convention, **fields).pad(groups)


@takes_fields
def safe_grid(device: Asked, kernel: Optional[Kernel] = None, *,
              core_count: Optional[int] = None, reserve: int = 0, convention: str = "default",
              **fields: Value) -> int:
    """The largest grid of a cooperative launch: all groups are certainly resident at once.

    Parameters
    ----------
    device : str or Device
        The name of a GPU, or a Device.
    kernel : Kernel, optional
        The kernel; `fields` are added to it.
    core_count : int, optional
        The cores at the launch, if they differ from those of the device: a MIG slice has fewer.
    reserve : int
        Groups that are left to other contexts.
    convention : str
        The rules of a vendor's tool, one of CONVENTIONS.
    **fields : int, float, str or None
        Fields of the kernel, as in Kernel: threads=256, regs=72, smem="24K".

    Returns
    -------
    int
        Groups; they may wait for each other. 0: not even one is certainly resident.

    Raises
    ------
    NotKnown
        The device has no number of cores.
    DeviceAmbiguous
        The name is that of several devices that differ in it.
    GpuoccError
        As occupancy().

    Examples
    --------
    >>> safe_grid("L4", threads=1024, registers=40)
    58
    """
    device = device_of(device, "schedule" if core_count is None else "occupancy")
    return occupancy(device, kernel, convention=convention, **fields).safe_grid(
        core_count=core_count, reserve=reserve)


class Choices(Rows[Choice]):
    """Group sizes, best first."""

    def _columns(self) -> Dict[str, List[Any]]:
        return {name: [getattr(choice, name) for choice in self] for name in (
            "threads_per_group", "groups", "waves", "max_waves", "limiters")}


@takes_fields
def best(device: Asked, kernel: Optional[Kernel] = None, *, count: int = 8,
         min_size: Optional[int] = None, max_size: Optional[int] = None,
         multiple_of: Optional[int] = None, prefer_small: bool = False,
         cores: Optional[int] = None, grid_threads: Optional[int] = None,
         candidates: Sequence[int] = (), candidate_registers: Optional[Sequence[int]] = None,
         convention: str = "default", **fields: Value) -> Choices:
    """The group sizes with the most waves on a core, best first.

    Parameters
    ----------
    device : str or Device
        The name of a GPU, or a Device.
    kernel : Kernel, optional
        The kernel; `fields` are added to it.
    count : int
        At most so many sizes are returned.
    min_size, max_size, multiple_of : int, optional
        What the sizes must meet.
    prefer_small : bool
        Of equally good sizes, the smaller first instead of the larger.
    cores : int, optional
        The number of cores, if it differs from that of the device.
    grid_threads : int, optional
        The threads of the whole grid: among equal sizes, those with the fewest rounds come first.
    candidates : sequence of int
        If there are any, only these sizes are tried.
    candidate_registers : sequence of int, optional
        The kernel's registers with each candidate.
    convention : str
        The rules of a vendor's tool, one of CONVENTIONS.
    **fields : int, float, str or None
        Fields of the kernel, as in Kernel: threads=256, regs=72, smem="24K".

    Returns
    -------
    Choices
        A list of Choice: threads_per_group, groups, waves, max_waves, limiters, rounds.

    Raises
    ------
    GpuoccError
        As occupancy().

    Examples
    --------
    >>> best("RTX 4090", registers=72)[0].threads_per_group
    896
    """
    if candidate_registers is not None and len(candidate_registers) != len(candidates):
        raise Error(f"candidate_registers has {len(candidate_registers)} elements, candidates has "
                    f"{len(candidates)}", "field", "candidate_registers",
                    len(candidate_registers), len(candidates))
    search: Dict[str, int] = {name: whole(name, value) for name, value in (
        ("min_threads", min_size), ("max_threads", max_size), ("multiple_of", multiple_of),
        ("core_count", cores)) if value is not None}
    search["prefer_small"] = int(prefer_small)
    search["grid_threads"] = whole("grid_threads", grid_threads or 0, 2 ** 64 - 1)
    words = kernel_of(kernel, fields).words()
    sizes = [whole("candidates", size) for size in candidates]
    registers = None if candidate_registers is None else \
        [whole("candidate_registers", amount) for amount in candidate_registers]
    found = Choices()
    asked = device_of(device, "schedule" if grid_threads and cores is None else "occupancy")
    while len(found) < count:
        choice = _low.best_of(asked._handle, _low.number("conventions", convention),
                              words, search, sizes, registers, len(found))
        if choice is None:
            break
        found.append(choice)
    return found
