# SPDX-License-Identifier: MIT
"""Every call of the C library, and nothing else: numbers, names and memory. Only this module
depends on the C interface."""
import ctypes
import os
import struct
import sys
from typing import (Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union)

from . import _api
from ._errors import BY_STATUS, Error, one_of

UNKNOWN = _api.GPUOCC_UNKNOWN
ZERO = _api.GPUOCC_ZERO
NONE = _api.GPUOCC_NONE
UNLIMITED = _api.GPUOCC_UNLIMITED
NO_END = 2 ** 64 - 1


def _path() -> str:
    """Returns GPUOCC_LIBRARY, the library next to this file, or that of the system."""
    given = os.environ.get("GPUOCC_LIBRARY")
    if given:
        return given
    name = {"win32": "gpuocc.dll", "cygwin": "gpuocc.dll",
            "darwin": "libgpuocc.dylib"}.get(sys.platform, "libgpuocc.so")
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    return beside if os.path.exists(beside) else _api.SONAME


def _load() -> _api.Library:
    path = _path()
    try:
        library = _api.Library(path)
    except (OSError, AttributeError) as error:
        raise ImportError(f"gpuocc cannot load {path}: {error}") from error
    number = library.gpuocc_version()
    found = f"{number // 1000000}.{number // 1000 % 1000}.{number % 1000}"
    if found.split(".")[:2] != _api.VERSION.split(".")[:2]:
        raise ImportError(f"{path} is libgpuocc {found}, this package is for {_api.VERSION}")
    return library


_C = _load()
LIBRARY = _path()
# Next to this file, or that of the system.
KERNELS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libgpuocc-kernels.so.0")
KERNELS = KERNELS if os.path.exists(KERNELS) else os.path.basename(KERNELS)
_settings_library: Optional[_api.Library] = None


def _settings() -> _api.Library:
    """Returns the settings of compilers: of the library, if it was compiled with this package,
    otherwise of the system's libgpuocc-kernels."""
    global _settings_library
    for path in (LIBRARY, KERNELS) if _settings_library is None else ():
        try:
            _settings_library = _api.Library(path, _api.SETTINGS)
            break
        except (OSError, AttributeError):
            pass
    if _settings_library is None:
        raise ImportError(f"gpuocc cannot load {KERNELS}, which finds settings of compilers")
    return _settings_library

# Names.


def _text(value: Optional[bytes]) -> Optional[str]:
    return None if value is None else value.decode()


def _names(number: int) -> List[Optional[str]]:
    return [_text(_C.gpuocc_name(number, i)) for i in range(_C.gpuocc_list_count(number))]


#: The names in every list ("kernel_fields"), by number; None is an unused number.
NAMES: Dict[str, List[Optional[str]]] = {
    name[len("GPUOCC_LIST_"):].lower(): _names(getattr(_api, name))
    for name in dir(_api) if name.startswith("GPUOCC_LIST_") and name != "GPUOCC_LIST_COUNT"}
_NUMBERS: Dict[str, Dict[str, int]] = {
    which: {name: i for i, name in enumerate(names) if name is not None}
    for which, names in NAMES.items()}
KERNEL_FIELDS = _NUMBERS["kernel_fields"]
CHOICES: Dict[int, Dict[str, int]] = {}
for _field in range(_C.gpuocc_list_count(_api.GPUOCC_LIST_KERNEL_FIELDS)):
    for _value in range(1, 8):
        _name = _text(_C.gpuocc_choice_name(_field, _value))
        if _name is not None:
            CHOICES.setdefault(_field, {})[_name] = _value


def number(which: str, name: str) -> int:
    """Returns the number of a name."""
    try:
        return _NUMBERS[which][name]
    except (KeyError, TypeError):
        singular = which[:-1].replace("_", " ")
        raise Error(f"there is no {singular} {name!r}; " + one_of(name, _NUMBERS[which]), "field",
                    singular, name) from None


def unit(which: str, index: int) -> str:
    return _text(_C.gpuocc_unit(getattr(_api, "GPUOCC_LIST_" + which.upper()), index)) or ""


def bits(which: str, mask: int) -> Tuple[str, ...]:
    """Returns the names in a set of numbers."""
    return tuple(name for i, name in enumerate(NAMES[which]) if name is not None and mask >> i & 1)


def versions() -> Tuple[str, int]:
    """Returns the versions of the library and of its device tables."""
    value = _C.gpuocc_version()
    return (f"{value // 1000000}.{value // 1000 % 1000}.{value % 1000}",
            _C.gpuocc_data_version())


# Errors.

_SCOPES = {_api.GPUOCC_SCOPE_KERNEL: "kernel_fields", _api.GPUOCC_SCOPE_DEVICE: "device_fields",
           _api.GPUOCC_SCOPE_GRID: "grid_fields", _api.GPUOCC_SCOPE_DISPATCH: "dispatch_fields",
           _api.GPUOCC_SCOPE_WORKLOAD: "workload_fields", _api.GPUOCC_SCOPE_CLASS: "class_fields",
           _api.GPUOCC_SCOPE_CONSTANT: "constants", _api.GPUOCC_SCOPE_ESTIMATE: "estimate_fields"}


def _double(bits: int) -> float:
    return float(struct.unpack("d", struct.pack("Q", bits))[0])


def _sentence(status: int, error: Optional[_api.gpuocc_error], write: Any = None) -> str:
    """What gpuocc_error_text() writes, or a function like it."""
    def put(text: Any, size: int) -> int:
        at = None if error is None else ctypes.byref(error)
        return int(write(at, status, text, size) if write else
                   _C.gpuocc_error_text(at, status, text, size))

    text = ctypes.create_string_buffer(put(None, 0) + 1)
    put(text, len(text))
    return text.value.decode()


def _new_error() -> _api.gpuocc_error:
    return _api.gpuocc_error(size=ctypes.sizeof(_api.gpuocc_error))


def status_name(status: int) -> str:
    return NAMES["statuses"][-status] or str(status)


def make_error(status: int, error: Optional[_api.gpuocc_error] = None, about: str = "",
               field: Optional[str] = None, value: Any = None,
               sentence: Any = None) -> Error:
    name, limit, device = status_name(status), None, None
    if error is not None:
        names = NAMES.get(_SCOPES.get(error.scope, ""), [])
        field = names[error.field] if error.field < len(names) else None
        if error.known & 5:
            value = _double(error.value) if error.known & 4 else error.value
        # For an unknown value, it is a set of constants.
        if error.known & 2 and status != _api.GPUOCC_NOT_KNOWN:
            limit = _double(error.limit) if error.known & 4 and \
                error.scope == _api.GPUOCC_SCOPE_ESTIMATE else error.limit
        device = error.subject.decode() or None
    message = _sentence(status, error, sentence)
    return BY_STATUS.get(name, Error)(f"{about}: {message}" if about else message, name, field,
                                      value, limit, device)


def _check(status: int, error: Optional[_api.gpuocc_error] = None, about: str = "",
           field: Optional[str] = None, value: Any = None) -> None:
    if status != _api.GPUOCC_OK:
        raise make_error(status, error, about, field, value)


def _words_of(size: int) -> Any:
    """The type of so many bytes, aligned to 8."""
    return ctypes.c_uint64 * ((size + 7) // 8)


def _memory(size: int) -> Any:
    return _words_of(size)()


# Devices.


class DeviceHandle(NamedTuple):
    """A built-in device, or a custom device with the memory that it needs."""
    pointer: int
    memory: Any = None


def _device(pointer: ctypes.c_void_p) -> DeviceHandle:
    assert pointer.value is not None
    return DeviceHandle(pointer.value)


def devices() -> Iterator[DeviceHandle]:
    pointer = ctypes.c_void_p()
    for index in range(_C.gpuocc_device_count()):
        _check(_C.gpuocc_device_at(index, ctypes.byref(pointer)))
        yield _device(pointer)


PURPOSES = {"occupancy": _api.GPUOCC_PURPOSE_OCCUPANCY, "schedule": _api.GPUOCC_PURPOSE_SCHEDULE,
            "latency": _api.GPUOCC_PURPOSE_LATENCY}


def find_for(name: str, purpose: str) -> Tuple[DeviceHandle, str]:
    """Returns the device that answers for all devices with a name, and how well it matches."""
    text, pointer, quality = name.encode(), ctypes.c_void_p(), ctypes.c_uint32()
    error = _new_error()
    status = _C.gpuocc_device_for(text, len(text), PURPOSES[purpose], ctypes.byref(pointer),
                                  ctypes.byref(quality), ctypes.byref(error))
    if status == _api.GPUOCC_ERROR_DEVICE_AMBIGUOUS:
        field = NAMES["device_fields"][error.field]
        found = ctypes.create_string_buffer(
            _C.gpuocc_device_candidates(text, len(text), None, 0) + 1)
        _C.gpuocc_device_candidates(text, len(text), found, len(found))
        listed = found.value.decode()
        refused = BY_STATUS["device_ambiguous"](
            f"{name!r} is the name of several devices that differ in {field}: {listed}",
            "device_ambiguous", field, error.value, error.limit)
        setattr(refused, "candidates", tuple(listed.split(", ")))
        raise refused
    return _found(status, name, pointer, quality)


def find(name: str, index: int) -> Tuple[DeviceHandle, str]:
    """Returns one of the devices with a name, and how well the name matches."""
    text, pointer, quality = name.encode(), ctypes.c_void_p(), ctypes.c_uint32()
    status = _C.gpuocc_device_find(text, len(text), index, ctypes.byref(pointer),
                                   ctypes.byref(quality), None)
    return _found(status, name, pointer, quality)


def _found(status: int, name: str, pointer: ctypes.c_void_p,
           quality: ctypes.c_uint32) -> Tuple[DeviceHandle, str]:
    if status == _api.GPUOCC_ERROR_DEVICE_UNKNOWN:
        near = tuple(nearest(name))
        hint = f"; did you mean {', '.join(near)}?" if near else ""
        error = BY_STATUS["device_unknown"](f"no device is called {name!r}{hint}",
                                            "device_unknown", "device", name)
        setattr(error, "nearest", near)
        raise error
    _check(status, None, name)
    return _device(pointer), NAMES["qualities"][quality.value] or ""


def find_all(name: str) -> Iterator[Tuple[DeviceHandle, str]]:
    index = 0
    while True:
        try:
            yield find(name, index)
        except Error as error:
            if error.status == "index":
                return
            if error.status != "device_no_model":
                raise
        index += 1


def nearest(name: str) -> Iterator[str]:
    text, pointer, index = name.encode(), ctypes.c_void_p(), 0
    while _C.gpuocc_device_nearest(text, len(text), index,
                                   ctypes.byref(pointer)) == _api.GPUOCC_OK:
        yield device_name(_device(pointer))
        index += 1


def edit(base: Optional[DeviceHandle], name: Optional[str],
         values: Sequence[Tuple[int, int]]) -> DeviceHandle:
    memory, error = _memory(_C.gpuocc_device_size()), _new_error()
    text = None if name is None else name.encode()
    fields = (ctypes.c_uint32 * len(values))(*[field for field, _ in values])
    numbers = (ctypes.c_uint64 * len(values))(*[value for _, value in values])
    if base is None:
        _check(_C.gpuocc_device_empty(memory, text, len(text or b""), ctypes.byref(error)), error)
    else:
        _check(_C.gpuocc_device_copy(memory, base.pointer, text, len(text or b""),
                                     ctypes.byref(error)), error)
    _check(_C.gpuocc_device_edit(memory, fields, numbers, len(values), ctypes.byref(error)), error)
    return DeviceHandle(_C.gpuocc_device_of(memory), memory)


def device_name(device: DeviceHandle) -> str:
    return _text(_C.gpuocc_device_name(device.pointer)) or ""


def device_architecture(device: DeviceHandle) -> str:
    return _text(_C.gpuocc_device_architecture(device.pointer)) or ""


def device_family(device: DeviceHandle) -> str:
    return _text(_C.gpuocc_device_family(device.pointer)) or ""


def device_fingerprint(device: DeviceHandle) -> int:
    return _C.gpuocc_device_fingerprint(device.pointer)


def device_get(device: DeviceHandle, field: int, index: int = 0) -> int:
    value = ctypes.c_uint64()
    _check(_C.gpuocc_device_get(device.pointer, field, index, ctypes.byref(value)), None,
           f"{NAMES['device_fields'][field]} of {device_name(device)}",
           NAMES["device_fields"][field])
    return value.value


def device_source(device: DeviceHandle, field: int) -> Tuple[str, str, str]:
    """Returns confidence, document and remark."""
    source = _api.gpuocc_source(size=ctypes.sizeof(_api.gpuocc_source))
    _check(_C.gpuocc_device_source(device.pointer, field, ctypes.byref(source)), None,
           f"{NAMES['device_fields'][field]} of {device_name(device)}",
           NAMES["device_fields"][field])
    return (NAMES["confidences"][source.confidence] or "", source.document.decode(),
            source.remark.decode())


def device_pci_ids(device: DeviceHandle) -> Iterator[Tuple[int, int, Optional[int]]]:
    found = _api.gpuocc_pci_id(size=ctypes.sizeof(_api.gpuocc_pci_id))
    index = 0
    while _C.gpuocc_device_pci_id(device.pointer, index, ctypes.byref(found)) == 0:
        yield (found.vendor, found.device,
               None if found.revision == UNKNOWN else found.revision)
        index += 1


def device_constant(device: DeviceHandle, constant: int,
                    wave_size: int = 0) -> Tuple[float, float, float]:
    """Returns a constant of the latency model with its range."""
    value, low, high = ctypes.c_double(), ctypes.c_double(), ctypes.c_double()
    _check(_C.gpuocc_device_constant(device.pointer, constant, wave_size, ctypes.byref(value),
                                     ctypes.byref(low), ctypes.byref(high)), None,
           f"{NAMES['constants'][constant]} of {device_name(device)}")
    return value.value, low.value, high.value


def limit_word(device: DeviceHandle, limit: int) -> str:
    return _text(_C.gpuocc_limit_word(device.pointer, limit)) or ""


# Occupancy.


_KernelWords = ctypes.c_uint32 * _api.GPUOCC_KERNEL_FIELD_COUNT
_OccupancyMemory = _words_of(_C.gpuocc_occupancy_size())


def _kernel(words: Dict[int, int]) -> Any:
    kernel = _KernelWords(ctypes.sizeof(_KernelWords))
    for field, value in words.items():
        kernel[field] = value
    return kernel


class KernelHandle:
    """A kernel as the library takes it."""

    __slots__ = ("pointer", "_memory")

    def __init__(self, words: Dict[int, int]) -> None:
        self._memory = _kernel(words)
        self.pointer = ctypes.addressof(self._memory)


class Choice(NamedTuple):
    """A group size and its results."""
    threads_per_group: int
    candidate: int
    registers: int
    groups: int
    waves: int
    max_waves: int
    limiters: Tuple[str, ...]
    rounds: int


class Plateau(NamedTuple):
    """Values of a field over which the answer stays the same."""
    first: int
    last: int
    groups: int
    waves: int
    limiters: Tuple[str, ...]


class Step(NamedTuple):
    """What to change in one field, and the gain; `then` is None if no value helps."""
    field: str
    now: int
    slack: int
    then: Optional[int]
    groups: Optional[int]
    waves: Optional[int]
    limiters: Tuple[str, ...]


class TwoFieldStep(NamedTuple):
    """What to change in two fields at once, and what that brings."""
    fields: Tuple[str, str]
    now: Tuple[int, int]
    then: Tuple[int, int]
    groups: int
    waves: int
    limiters: Tuple[str, ...]


# Each look-up of a function and each call inside of Python would take a tenth of a query.
_init, _address = _C.gpuocc_occupancy_init, ctypes.addressof
#: Groups per core of the occupancy at an address, UNKNOWN if that is no single number; and so on.
groups, waves = _C.gpuocc_occupancy_groups, _C.gpuocc_occupancy_waves
max_waves = _C.gpuocc_occupancy_max_waves


class OccupancyHandle:
    """A kernel on a device. It is not written to, so that several threads may use it at a time."""

    __slots__ = ("device", "pointer", "_memory")

    def __init__(self, device: DeviceHandle, convention: int, kernel: KernelHandle) -> None:
        self.device = device
        self._memory = memory = _OccupancyMemory()
        self.pointer = pointer = _address(memory)
        if _init(pointer, device.pointer, convention, kernel.pointer, None):
            error = _new_error()
            _check(_init(pointer, device.pointer, convention, kernel.pointer,
                         ctypes.byref(error)), error)

    def get(self, result: int, index: int = 0) -> Tuple[int, int]:
        low, high = ctypes.c_uint64(), ctypes.c_uint64()
        _check(_C.gpuocc_occupancy_get(self.pointer, result, index, ctypes.byref(low),
                                       ctypes.byref(high)), None, str(NAMES["results"][result]))
        return low.value, high.value

    def settings(self, words: Dict[int, int], requires_group: bool, setmaxnreg: bool,
                 spill_bytes: int) -> str:
        library, text = _settings(), ctypes.create_string_buffer(256)
        found = (_api.gpuocc_setting * _api.GPUOCC_SETTINGS)()
        notes = (bool(requires_group) << _api.GPUOCC_SETTING_NOTE_REQUIRED_GROUP |
                 bool(setmaxnreg) << _api.GPUOCC_SETTING_NOTE_SETMAXNREG)
        count = library.gpuocc_settings_find(self.pointer, ctypes.byref(_kernel(words)), notes,
                                             spill_bytes, found)
        _check(min(count, 0))
        library.gpuocc_settings_text(found, count, text, len(text))
        return text.value.decode()

    def why(self, words: Dict[int, int], limit: int) -> str:
        library, kernel = _settings(), ctypes.byref(_kernel(words))
        where = (self.pointer, self.device.pointer, kernel, limit)
        text = ctypes.create_string_buffer(library.gpuocc_why_text(*where, None, 0) + 1)
        library.gpuocc_why_text(*where, text, len(text))
        return text.value.decode()

    def sentences(self, language: str, neutral: bool) -> Iterator[str]:
        """The answer and the advice in the words of the vendor."""
        library, wording = _settings(), _api.gpuocc_wording()
        names = {_text(library.gpuocc_language_name(i)) or "": i
                 for i in range(_api.GPUOCC_LANGUAGE_COUNT)}
        if language not in names:
            raise Error(f"there is no language {language!r}; " + one_of(language, names), "field",
                        "language", language)
        values = (_api.gpuocc_sentence_value * _api.GPUOCC_SENTENCE_VALUES)()
        text = ctypes.create_string_buffer(1024)
        _check(library.gpuocc_wording_init(ctypes.byref(wording), self.pointer, names[language],
                                           int(neutral)))
        _check(library.gpuocc_sentence_read(self.pointer, _api.GPUOCC_SENTENCE_ANSWER, values))
        library.gpuocc_sentence_text(self.device.pointer, ctypes.byref(wording),
                                     _api.GPUOCC_SENTENCE_ANSWER, values, text, len(text))
        index = 0
        while text.value:
            yield text.value.decode()
            library.gpuocc_advice_text(self.pointer, ctypes.byref(wording), index, text, len(text))
            index += 1

    def maximum(self, field: int, target: int, count: int) -> int:
        value, name = ctypes.c_uint32(), NAMES["kernel_fields"][field] or ""
        what = ("groups", "waves", "waves of each partition")[target]
        _check(_C.gpuocc_occupancy_maximum(self.pointer, field, target, count, ctypes.byref(value),
                                           None),
               None, f"{name} for {count} {what}", name, count)
        return value.value

    def pad(self, groups: int) -> int:
        value = ctypes.c_uint32()
        _check(_C.gpuocc_occupancy_pad(self.pointer, groups, ctypes.byref(value), None), None,
               f"dynamic_shared_bytes for {groups} groups", "dynamic_shared_bytes", groups)
        return value.value

    def safe_grid(self, core_count: int, reserve: int) -> int:
        value = ctypes.c_uint64()
        _check(_C.gpuocc_safe_grid(self.pointer, core_count, reserve, ctypes.byref(value)), None,
               "safe_grid", "core_count", core_count)
        return value.value

    def plateau(self, field: int, value: int) -> Plateau:
        found = _api.gpuocc_plateau(size=ctypes.sizeof(_api.gpuocc_plateau))
        _check(_C.gpuocc_occupancy_plateau(self.pointer, field, value, ctypes.byref(found), None),
               None, f"{NAMES['kernel_fields'][field]} {value}", NAMES["kernel_fields"][field], value)
        return Plateau(found.first, found.last, found.groups, found.waves,
                       bits("limits", found.limiters))

    def next_step(self, field: int) -> Step:
        found = _api.gpuocc_step(size=ctypes.sizeof(_api.gpuocc_step))
        status = _C.gpuocc_occupancy_next_step(self.pointer, field, ctypes.byref(found), None)
        name = NAMES["kernel_fields"][field] or ""
        if status == _api.GPUOCC_NOT_POSSIBLE:
            return Step(name, found.now, found.slack, None, None, None, ())
        _check(status, None, name, name)
        return Step(name, found.now, found.slack, found.then, found.groups, found.waves,
                    bits("limits", found.limiters))

    def two_field_step(self) -> TwoFieldStep:
        found = _api.gpuocc_two_field_step(size=ctypes.sizeof(_api.gpuocc_two_field_step))
        _check(_C.gpuocc_occupancy_two_field_step(self.pointer, ctypes.byref(found), None), None,
               "two-field step")
        first, second = (NAMES["kernel_fields"][field] or "" for field in found.fields)
        return TwoFieldStep((first, second), (found.now[0], found.now[1]),
                            (found.then[0], found.then[1]), found.groups, found.waves,
                            bits("limits", found.limiters))

    def bound(self, result: int, index: int, upper: bool) -> Any:
        """The kernel, a gpuocc_kernel, whose result is a bound of the range."""
        kernel = _api.gpuocc_kernel(size=ctypes.sizeof(_api.gpuocc_kernel))
        _check(_C.gpuocc_occupancy_bound(self.pointer, result, index, int(upper),
                                         ctypes.byref(kernel), None), None, "bound")
        return kernel

    def advice(self) -> Iterator[str]:
        length, index = ctypes.c_size_t(), 0
        while _C.gpuocc_occupancy_advice(self.pointer, index, None, 0,
                                         ctypes.byref(length)) == _api.GPUOCC_OK:
            text = ctypes.create_string_buffer(length.value + 1)
            _check(_C.gpuocc_occupancy_advice(self.pointer, index, text, len(text), None))
            yield text.value.decode()
            index += 1


def best_of(device: DeviceHandle, convention: int, words: Dict[int, int], search: Dict[str, int],
            threads: Sequence[int], registers: Optional[Sequence[int]],
            index: int) -> Optional[Choice]:
    """Returns the group size with this index, the best first, or None past the last one."""
    kernel, error = _kernel(words), _new_error()
    asked = _api.gpuocc_group_search(
        size=ctypes.sizeof(_api.gpuocc_group_search), convention=convention, index=index,
        candidate_count=len(threads), **search)
    found = _api.gpuocc_group_size(size=ctypes.sizeof(_api.gpuocc_group_size))
    candidates = (_api.gpuocc_candidate * len(threads))()
    for position, candidate in enumerate(candidates):
        candidate.size = ctypes.sizeof(_api.gpuocc_candidate)
        candidate.threads_per_group = threads[position]
        if registers is not None:
            candidate.registers = registers[position] or _api.GPUOCC_ZERO
    status = _C.gpuocc_best_group_among(device.pointer, ctypes.byref(kernel), ctypes.byref(asked),
                                        candidates if threads else None, ctypes.byref(found),
                                        ctypes.byref(error))
    if status == _api.GPUOCC_ERROR_INDEX:
        return None
    _check(status, error)
    return Choice(found.threads_per_group, found.candidate, found.registers, found.groups,
                  found.waves, found.max_waves, bits("limits", found.limiters), found.rounds)


# Many kernels.


class PlanHandle:
    """A device, a convention and a base kernel for columns of other fields; several threads may use
    it at a time."""

    def __init__(self, device: DeviceHandle, convention: int, words: Dict[int, int]) -> None:
        self.device = device
        self._memory = _memory(_C.gpuocc_plan_size())
        error = _new_error()
        _check(_C.gpuocc_plan_init(self._memory, device.pointer, convention,
                                   ctypes.byref(_kernel(words)), ctypes.byref(error)), error)
        self._pointer = ctypes.addressof(self._memory)

    def run(self, rows: int, fields: Sequence[int], inputs: Sequence[int], results: Sequence[int],
            outputs: Sequence[int], status: int) -> None:
        """Columns are addresses. The interpreter's lock is released during the call."""
        _check(_C.gpuocc_plan_run(
            self._pointer, rows, (ctypes.c_uint32 * len(fields))(*fields),
            (ctypes.c_void_p * len(inputs))(*inputs), len(inputs),
            (ctypes.c_uint32 * len(results))(*results),
            (ctypes.c_void_p * len(outputs))(*outputs), len(outputs), status))


def result_code(name: str) -> int:
    """Returns the number of a result in a plan: "groups", or by limit "limit_registers"."""
    for by, result in _NUMBERS["results"].items():
        limit = name[len(by) + 1:]
        if name.startswith(by + "_") and limit in _NUMBERS["limits"] and \
                _C.gpuocc_result_indices(result) > 1:
            return result + _NUMBERS["limits"][limit] * _api.GPUOCC_RESULT_INDEX_STEP
    return number("results", name)


def address(buffer: memoryview) -> int:
    """Returns the address of a contiguous buffer, which may be read-only. The caller must keep its
    memoryview."""
    if buffer.nbytes and not buffer.readonly:
        return _address(_first_byte(buffer))
    view = _PyBuffer()
    _get_buffer(ctypes.py_object(buffer), ctypes.byref(view), 0)
    pointer = view.buf or 0
    _release_buffer(ctypes.byref(view))
    return pointer


class _PyBuffer(ctypes.Structure):
    """CPython's Py_buffer."""
    buf: Optional[int]
    _fields_ = [("buf", ctypes.c_void_p), ("obj", ctypes.c_void_p), ("len", ctypes.c_ssize_t),
                ("itemsize", ctypes.c_ssize_t), ("readonly", ctypes.c_int),
                ("ndim", ctypes.c_int), ("format", ctypes.c_void_p), ("shape", ctypes.c_void_p),
                ("strides", ctypes.c_void_p), ("suboffsets", ctypes.c_void_p),
                ("internal", ctypes.c_void_p)]


_first_byte = ctypes.c_char.from_buffer
_get_buffer = ctypes.pythonapi.PyObject_GetBuffer
_get_buffer.argtypes = [ctypes.py_object, ctypes.c_void_p, ctypes.c_int]
_get_buffer.restype = ctypes.c_int
_release_buffer = ctypes.pythonapi.PyBuffer_Release
_release_buffer.argtypes = [ctypes.c_void_p]
_release_buffer.restype = None

# Grids.


class GridTime(NamedTuple):
    """The duration of a grid, in the unit of the input."""
    time: float
    rounds: float
    tail: float
    ideal: float
    minimum: float


class Phase(NamedTuple):
    """An interval of time in which equally many waves are resident."""
    start: int
    end: int
    waves: int
    slots: int
    groups: int


class ScheduleHandle:
    """A grid on a GPU."""

    def __init__(self, occupancy: Optional[OccupancyHandle], grid: Dict[str, int]) -> None:
        self._memory = _memory(_C.gpuocc_schedule_size())
        asked = _api.gpuocc_grid(size=ctypes.sizeof(_api.gpuocc_grid), **grid)
        error = _new_error()
        _check(_C.gpuocc_schedule_init(
            self._memory, None if occupancy is None else occupancy.pointer, ctypes.byref(asked),
            ctypes.byref(error)), error)
        self._pointer = ctypes.addressof(self._memory)

    def get(self, result: int, index: int = 0) -> Tuple[int, int]:
        """Returns numerator and denominator."""
        above, below = ctypes.c_uint64(), ctypes.c_uint64()
        _check(_C.gpuocc_schedule_get(self._pointer, result, index, ctypes.byref(above),
                                      ctypes.byref(below)), None,
               str(NAMES["schedule_results"][result]))
        return above.value, below.value

    def time(self, latency: float, per_core: float, per_device: float,
             overhead: float) -> GridTime:
        group = _api.gpuocc_group_time(size=ctypes.sizeof(_api.gpuocc_group_time),
                                       latency=latency, per_core=per_core, per_device=per_device,
                                       overhead=overhead)
        found = _api.gpuocc_grid_time(size=ctypes.sizeof(_api.gpuocc_grid_time))
        error = _new_error()
        _check(_C.gpuocc_schedule_time(self._pointer, ctypes.byref(group), ctypes.byref(found),
                                       ctypes.byref(error)), error, "gpuocc_group_time")
        return GridTime(found.time, found.rounds, found.tail, found.ideal, found.minimum)

    def phases(self, rules: Dict[str, int], durations: Sequence[int]) -> Iterator[Phase]:
        asked = _api.gpuocc_dispatch(size=ctypes.sizeof(_api.gpuocc_dispatch), **rules)
        size, error = ctypes.c_size_t(), _new_error()
        _check(_C.gpuocc_timeline_size(self._pointer, ctypes.byref(asked), ctypes.byref(size),
                                       ctypes.byref(error)), error)
        memory = _memory(size.value)
        lengths = (ctypes.c_uint32 * len(durations))(*durations)
        _check(_C.gpuocc_timeline_init(memory, ctypes.sizeof(memory), self._pointer,
                                       ctypes.byref(asked), ctypes.byref(error)), error)
        _check(_C.gpuocc_timeline_durations(memory, lengths, len(durations),
                                            ctypes.byref(error)), error)
        phase = _api.gpuocc_phase(size=ctypes.sizeof(_api.gpuocc_phase))
        while True:
            status = _C.gpuocc_timeline_next(memory, ctypes.byref(phase))
            if status == _api.GPUOCC_ERROR_INDEX:
                return
            _check(status)
            yield Phase(phase.start, phase.end, phase.waves, phase.slots, phase.groups)


# Latency.


class LatencyHandle:
    """Waves compared with instructions."""

    def __init__(self, occupancy: OccupancyHandle, workload: Dict[str, Union[int, float]],
                 classes: Sequence[Dict[str, Any]], constants: Sequence[Tuple[int, float]]) -> None:
        self._memory = _memory(_C.gpuocc_latency_size())
        asked = _api.gpuocc_workload(size=ctypes.sizeof(_api.gpuocc_workload),
                                     class_count=len(classes), **workload)
        every = (_api.gpuocc_instructions * len(classes))()
        for target, given in zip(every, classes):
            target.size = ctypes.sizeof(_api.gpuocc_instructions)
            for name, value in given.items():
                setattr(target, name, value)
        for constant, value in constants:
            asked.constants_given |= 1 << constant
            asked.constants[constant] = value
        error = _new_error()
        _check(_C.gpuocc_latency_init(self._memory, None, occupancy.pointer, ctypes.byref(asked),
                                      every, ctypes.byref(error)), error)
        self._pointer = ctypes.addressof(self._memory)

    def get(self, result: int, index: int) -> Tuple[float, float]:
        low, high = ctypes.c_double(), ctypes.c_double()
        _check(_C.gpuocc_latency_get(self._pointer, result, index, ctypes.byref(low),
                                     ctypes.byref(high)), None,
               str(NAMES["latency_results"][result]))
        return low.value, high.value

    def at(self, waves: float, result: int, index: int) -> float:
        value = ctypes.c_double()
        _check(_C.gpuocc_latency_at(self._pointer, waves, result, index, ctypes.byref(value)),
               None, str(NAMES["latency_results"][result]))
        return value.value

    def left_out(self) -> Tuple[str, ...]:
        return bits("constants", _C.gpuocc_latency_left_out(self._pointer))

    def constant(self, constant: int) -> Tuple[float, float, float, str]:
        """Returns value, range and basis."""
        value, low, high = ctypes.c_double(), ctypes.c_double(), ctypes.c_double()
        basis = ctypes.c_uint32()
        _check(_C.gpuocc_latency_constant(
            self._pointer, constant, ctypes.byref(value), ctypes.byref(low), ctypes.byref(high),
            ctypes.byref(basis)), None, str(NAMES["constants"][constant]))
        return value.value, low.value, high.value, NAMES["bases"][basis.value] or ""


# Predictions, by the system's libgpuocc-kernels (gpuocc/predict.h).


class _Trips(ctypes.Structure):
    _fields_ = [("first", ctypes.c_uint32), ("count", ctypes.c_double)]


class _Options(ctypes.Structure):
    _fields_ = [("size", ctypes.c_uint32), ("trip_count", ctypes.c_uint32),
                ("trips", ctypes.c_void_p), ("grid_groups", ctypes.c_uint64),
                ("l1_hit", ctypes.c_double), ("l2_hit", ctypes.c_double),
                ("conflict_factor", ctypes.c_double), ("efficiency", ctypes.c_double),
                ("constants_given", ctypes.c_uint64), ("constants", ctypes.c_double * 64),
                ("threads_x", ctypes.c_uint32), ("threads_y", ctypes.c_uint32),
                ("threads_per_group", ctypes.c_uint32)]


class _Prediction(ctypes.Structure):
    _fields_ = [("size", ctypes.c_uint32), ("code_status", ctypes.c_int32),
                ("unknown", ctypes.c_uint32), ("unrated_classes", ctypes.c_uint32),
                ("unrated_resources", ctypes.c_uint64), ("binding_count", ctypes.c_uint32),
                ("binding", ctypes.c_uint32 * 2), ("loop_count", ctypes.c_uint32),
                ("groups_per_core", ctypes.c_uint64), ("waves_per_core", ctypes.c_uint64),
                ("rounds", ctypes.c_uint64), ("last_groups", ctypes.c_uint64),
                ("tail_share", ctypes.c_double), ("clock_ghz", ctypes.c_double),
                ("demand_cycles", ctypes.c_double * 15), ("alone", ctypes.c_double * 3),
                ("round", ctypes.c_double * 3), ("cycles", ctypes.c_double * 3),
                ("time_us", ctypes.c_double * 3), ("loops", ctypes.c_double * (4 * 32)),
                ("matrix", ctypes.c_uint32 * 2), ("change", ctypes.c_uint32),
                ("changed_us", ctypes.c_double * 3), ("changes_us", ctypes.c_double * (3 * 8))]


class Prediction(NamedTuple):
    """The time of a kernel in microseconds, with its bounds; `high` is None if there is none."""
    us: float
    low: float
    high: Optional[float]
    binds: Tuple[str, ...]
    unknown: Tuple[str, ...]
    groups: int
    waves: int
    assumptions: Tuple[str, ...] = ()


_predict_library: Optional[ctypes.CDLL] = None


def _predict() -> ctypes.CDLL:
    global _predict_library
    if _predict_library is None:
        try:
            library = ctypes.CDLL(KERNELS)
            library.gpuocc_predict_pipe_name.restype = ctypes.c_char_p
            library.gpuocc_predict_unknown_name.restype = ctypes.c_char_p
            library.gpuocc_predict_assumption_about.restype = ctypes.c_char_p
            library.gpuocc_predict_file.restype = ctypes.c_int32
            library.gpuocc_predict_error_text.restype = ctypes.c_size_t
            library.gpuocc_predict_error_text.argtypes = (ctypes.c_void_p, ctypes.c_int32,
                                                          ctypes.c_char_p, ctypes.c_size_t)
        except (OSError, AttributeError) as error:
            raise ImportError(f"gpuocc cannot load {KERNELS}, which reads machine code") from error
        _predict_library = library
    return _predict_library


def predict(device: DeviceHandle, content: bytes, name: Optional[str], words: Dict[int, int],
            trips: Sequence[Tuple[Optional[int], float]],
            numbers: Dict[str, Union[int, float]]) -> Prediction:
    """Predicts the time of a kernel of a compiled file. `numbers` are members of the options."""
    library, error = _predict(), _new_error()
    counts = (_Trips * max(len(trips), 1))()
    for element, (first, count) in zip(counts, trips):
        element.first, element.count = 0xffffffff if first is None else first, count
    options = _Options(size=ctypes.sizeof(_Options), trip_count=len(trips),
                       trips=ctypes.addressof(counts), **numbers)
    found = _Prediction(size=ctypes.sizeof(_Prediction))
    status = library.gpuocc_predict_file(
        content, ctypes.c_size_t(len(content)), None if name is None else name.encode(),
        ctypes.c_void_p(device.pointer), ctypes.byref(_kernel(words)), ctypes.byref(options),
        ctypes.byref(found), ctypes.byref(error))
    if status != _api.GPUOCC_OK:
        raise make_error(status, error, sentence=library.gpuocc_predict_error_text)
    pipes = [library.gpuocc_predict_pipe_name(found.binding[i]).decode()
             for i in range(found.binding_count)]
    unknown = [library.gpuocc_predict_unknown_name(i).decode()
               for i in range(32) if found.unknown >> i & 1]
    assumed = [library.gpuocc_predict_assumption_about(i).decode()
               for i in range(32) if found.unknown >> i & 1]
    low, expected, high = found.time_us
    if expected < 0:
        raise BY_STATUS["not_known"]("clock_mhz is unknown for this device", "not_known",
                                     "clock_mhz")
    return Prediction(expected, low, high if high >= 0 else None, tuple(pipes), tuple(unknown),
                      found.groups_per_core, found.waves_per_core, tuple(filter(None, assumed)))
