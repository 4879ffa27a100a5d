# SPDX-License-Identifier: MIT
"""GPUs: their figures, and the sources of these."""
import html
from functools import lru_cache
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Tuple, Union

from . import _low
from ._errors import Error, NotApplicable, NotKnown, one_of
from ._rows import Rows
from ._values import whole

LISTS = ("shared_pool_sizes_kib", "shared_group_sizes_kib", "grf_counts", "waves_at_grf_count",
         "cores_per_gpc")


class Source(NamedTuple):
    """The source of a number."""
    confidence: str
    document: str
    remark: str


class Device:
    """A GPU. Its figures are attributes.

    Parameters
    ----------
    name : str
        A product ("RTX 4090"), an architecture ("sm_89", "gfx90a"), a chip ("navi31") or a PCI id
        ("10de:2684").
    purpose : str
        A name of several devices gives one that answers for all of them: for "occupancy" their
        architecture if they differ in figures of the whole device, for "schedule" and "latency"
        none that do.

    Raises
    ------
    DeviceUnknown
        No device has this name. `nearest` contains similar names.
    DeviceAmbiguous
        Several devices have this name, and they answer differently.
    GpuoccError
        The name is no text.

    Examples
    --------
    >>> device = Device("RTX 4090")
    >>> print(device, device.core_count, device.shared_pool_bytes)
    GeForce RTX 4090 (sm_89, Ada) 128 102400
    >>> Device("sm_89") == Device("RTX 4090")
    False
    """

    __slots__ = ("_handle", "_quality", "_made", "__weakref__")

    def __init__(self, name: str, purpose: str = "occupancy") -> None:
        if not isinstance(name, str):
            raise Error(f"device is {name!r}; the name of one device is needed, such as "
                        "'RTX 4090' or 'sm_89'", "field", "device", name)
        if purpose not in _low.PURPOSES:
            raise Error(f"purpose is {purpose!r}, occupancy, schedule or latency is possible",
                        "not_a_choice", "purpose", purpose)
        self._handle, self._quality = _low.find_for(name, purpose)
        self._made: Tuple[Any, ...] = ("find", name, purpose)

    @classmethod
    def _of(cls, handle: _low.DeviceHandle, quality: str, made: Tuple[Any, ...]) -> "Device":
        self = object.__new__(cls)
        self._handle, self._quality, self._made = handle, quality, made
        return self

    @classmethod
    def all(cls) -> Iterator["Device"]:
        """Every built-in device."""
        for handle in _low.devices():
            yield cls._of(handle, "exact", ("same", _low.device_fingerprint(handle),
                                            _low.device_name(handle)))

    @classmethod
    def every(cls, name: str) -> List["Device"]:
        """Every device with a name that several devices share."""
        return [cls._of(handle, quality, ("every", name, index))
                for index, (handle, quality) in enumerate(_low.find_all(name))]

    @classmethod
    def pci(cls, vendor: int, device: int, revision: Optional[int] = None) -> "Device":
        """The device with a PCI id, as Device(name)."""
        return cls(f"{vendor:04x}:{device:04x}" + ("" if revision is None else f":{revision:02x}"))

    @classmethod
    def own(cls, name: str, **numbers: Union[int, List[int]]) -> "Device":
        """A custom device with only the given numbers."""
        return cls._edited(None, name, numbers)

    def edit(self, name: Optional[str] = None, **numbers: Union[int, List[int]]) -> "Device":
        """A custom device with some numbers changed: Device("RTX 4090").edit(core_count=64)."""
        return self._edited(self, name, numbers)

    @classmethod
    def _edited(cls, base: Optional["Device"], name: Optional[str],
                numbers: Dict[str, Union[int, List[int]]]) -> "Device":
        values = []
        for field, value in numbers.items():
            index = _low.number("device_fields", field)
            if field == "vendor" and isinstance(value, str):
                value = _low.number("vendors", value)
            for element in value if isinstance(value, (list, tuple)) else [value]:
                values.append((index, whole(field, element, 2 ** 64 - 1)))
        handle = _low.edit(None if base is None else base._handle, name, values)
        return cls._of(handle, "exact", ("edit", base, name, numbers))

    def __reduce__(self) -> Tuple[Any, ...]:
        return _again, self._made

    @property
    def name(self) -> str:
        return _low.device_name(self._handle)

    @property
    def architecture(self) -> str:
        """The vendor's name for it ("sm_89")."""
        return _low.device_architecture(self._handle)

    @property
    def family(self) -> str:
        """The vendor's marketing name of the architecture ("Ada"), "" if it has none."""
        return _low.device_family(self._handle)

    @property
    def vendor(self) -> str:
        return _low.NAMES["vendors"][self.get("vendor")] or ""

    @property
    def quality(self) -> str:
        """How well the name matched: exact, alias, architecture or ambiguous."""
        return self._quality

    @property
    def custom(self) -> bool:
        """Whether it was made by own() or edit()."""
        return bool(self._made[0] == "edit")

    @property
    def fingerprint(self) -> int:
        """Devices with equal fingerprints give equal answers."""
        return _low.device_fingerprint(self._handle)

    @property
    def pci_ids(self) -> List[Tuple[int, int, Optional[int]]]:
        """Vendor, device and revision (None: any) of each PCI id."""
        return list(_low.device_pci_ids(self._handle))

    def get(self, field: str, index: int = 0) -> int:
        """A number of the device. Raises NotKnown or NotApplicable if there is none."""
        return _low.device_get(self._handle, _low.number("device_fields", field), index)

    def list(self, field: str) -> List[int]:
        """All elements of a field that is a list."""
        values: List[int] = []
        try:
            while True:
                values.append(self.get(field, len(values)))
        except Error as error:
            if error.status != "index":
                raise
        return values

    def source(self, field: str) -> Source:
        """The source of a number."""
        return Source(*_low.device_source(self._handle, _low.number("device_fields", field)))

    def constant(self, name: str, wave_size: int = 0) -> Tuple[float, float, float]:
        """The value of a constant of the latency model, and the range of its sources."""
        return _low.device_constant(self._handle, _low.number("constants", name), wave_size)

    def __getattr__(self, name: str) -> int:
        if name.startswith("_") or name not in _low.NAMES["device_fields"]:
            fields = [n for n in _low.NAMES["device_fields"] if n is not None]
            raise AttributeError(f"a device has no {name!r}" + (
                "" if name.startswith("_") else "; " + one_of(name, fields)))
        return self.get(name)

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *(n for n in _low.NAMES["device_fields"] if n is not None)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Device) and (self.name, self.fingerprint) == \
            (other.name, other.fingerprint)

    def __hash__(self) -> int:
        return hash((self.name, self.fingerprint))

    def __repr__(self) -> str:
        return f"<gpuocc.Device {self}>"

    def __str__(self) -> str:
        words = ", ".join(word for word in (self.architecture, self.family)
                          if word and word != self.name)
        return f"{self.name} ({words})" if words else self.name

    def _repr_html_(self) -> str:
        rows = []
        for field in _low.NAMES["device_fields"]:
            if field is None or field == "vendor":
                continue
            try:
                values = self.list(field) if field in LISTS else [self.get(field)]
                source = self.source(field)
            except Error as error:
                if error.status not in ("not_known", "not_applicable"):
                    raise
                continue
            shown = ", ".join(map(str, values)) or "none"
            unit = _low.unit("device_fields", _low.number("device_fields", field))
            rows.append(f"<tr><td>{field}</td><td style='text-align:right'>{shown}</td>"
                        f"<td>{html.escape(unit)}</td><td>{source.confidence}</td>"
                        f"<td style='text-align:left'>{html.escape(source.document)}</td></tr>")
        return (f"<table><caption>{html.escape(str(self))}</caption><thead><tr><th>field</th>"
                "<th>value</th><th>unit</th><th>confidence</th><th>source</th></tr></thead><tbody>"
                + "".join(rows) + "</tbody></table>")


def _again(how: str, *what: Any) -> Device:
    """Makes a device again in another process."""
    if how == "find":
        return Device(*what)
    if how == "every":
        return Device.every(what[0])[int(what[1])]
    if how == "edit":
        return Device._edited(*what)
    for device in Device.all():
        if (device.fingerprint, device.name) == what:
            return device
    raise Error(f"this version has no {what[1]} with the fingerprint {what[0]:x}", "device_unknown")


_named = lru_cache(maxsize=256)(Device)


def device_of(device: Union[str, Device], purpose: str = "occupancy") -> Device:
    """The device of a name for a purpose. The architecture that Device("H100") is for occupancy is
    no answer for another purpose."""
    if not isinstance(device, Device):
        return _named(device, purpose) if isinstance(device, str) else Device(device, purpose)
    if purpose != "occupancy" and device.quality == "architecture" and device._made[0] == "find":
        return Device(device._made[1], purpose)
    return device


class DeviceList(Rows[Device]):
    """Devices, with their main figures as a table."""

    def _columns(self) -> Dict[str, List[Any]]:
        columns: Dict[str, List[Any]] = {
            name: [getattr(device, name) for device in self]
            for name in ("name", "architecture", "family", "vendor")}
        for field in ("core_count", "clock_mhz", "memory_mb_per_s"):
            columns[field] = [_figure(device, field) for device in self]
        return columns


def _figure(device: Device, field: str) -> Optional[int]:
    try:
        return device.get(field)
    except (NotApplicable, NotKnown):
        return None


def devices(query: str = "") -> DeviceList:
    """The devices in which every word occurs in the name, architecture, family or vendor.

    Parameters
    ----------
    query : str
        Words, in any case; none: all devices.

    Returns
    -------
    DeviceList
        A list of Device; in a notebook, and for pandas, a table.

    Raises
    ------
    GpuoccError
        The query is no text.

    Examples
    --------
    >>> [device.name for device in devices("rtx 4090 laptop")]
    ['GeForce RTX 4090 Laptop GPU']
    """
    if not isinstance(query, str):
        raise Error(f"query is {query!r}, words are needed", "field", "query", query)
    words = query.lower().split()
    return DeviceList(device for device in Device.all() if all(any(
        word in text.lower() for text in (device.name, device.architecture, device.family,
                                          device.vendor)) for word in words))
