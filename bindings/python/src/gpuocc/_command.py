# SPDX-License-Identifier: MIT
"""The command gpuocc, which reads files in a process of its own: a defective file cannot harm the
caller. It is in the wheel, or installed apart."""
import json
import os
import shutil
import subprocess
import sys
from typing import Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from ._device import Device
from ._errors import Error
from ._kernel import kernel_of

INSIDE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin",
                      "gpuocc.exe" if sys.platform in ("win32", "cygwin") else "gpuocc")
Path = Union[str, "os.PathLike[str]"]
Devices = Union[None, str, Device, Sequence[Union[str, Device]]]


def find(command: str = "gpuocc") -> str:
    """Returns the path of the command: that of the package, if it has one, unless another one is
    named."""
    if command == "gpuocc" and os.path.exists(INSIDE):
        return INSIDE
    found = shutil.which(command)
    if found is None:
        raise FileNotFoundError(2, "this package has no command gpuocc inside, and it is not "
                                "installed" if command == "gpuocc" else "no such command", command)
    return found


class Content(NamedTuple):
    """What to read: a path, or bytes, with the fields of the kernel that its owner knows."""
    path: Optional[str]
    data: bytes
    fields: Dict[str, Any]


def of_triton(build: Any) -> Tuple[bytes, Optional[str], Dict[str, Any]]:
    """Reads what triton.compile() and a kernel's warmup() return."""
    kind = "cubin" if "cubin" in build.asm else "hsaco"
    about = build.metadata
    lanes = getattr(getattr(about, "target", None), "warp_size", 32 if kind == "cubin" else None)
    if lanes is None:
        raise Error("the build does not say its warp_size", "required", "wave_size")
    fields = {"threads_per_group": about.num_warps * lanes}
    if about.shared:
        fields["dynamic_shared_bytes"] = about.shared
    return build.asm[kind], getattr(about, "name", None), fields


def contents(source: Any) -> Iterator[Content]:
    """What a source has: a path, bytes, or an object of Triton, Numba or cuda.core."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        yield Content(None, bytes(source), {})
    elif isinstance(source, (str, os.PathLike)):
        yield Content(os.fsdecode(source), b"", {})
    elif hasattr(source, "asm") and hasattr(source, "metadata"):
        data, _, fields = of_triton(source)
        yield Content(None, data, fields)
    elif isinstance(getattr(source, "overloads", None), Mapping):  # a function of numba.cuda.jit
        for compiled in source.overloads.values():
            yield from contents(getattr(compiled, "_codelibrary", None))
    elif callable(getattr(source, "get_cubin", None)):
        yield Content(None, bytes(source.get_cubin()), {})
    else:
        inside = getattr(source, "cubin", getattr(source, "code", None))
        if not isinstance(inside, (bytes, bytearray, memoryview, str, os.PathLike)):
            raise Error(f"{source!r} is no path, no bytes and no object with a cubin", "field",
                        "source", source)
        yield from contents(inside)


def device_words(device: Devices) -> List[str]:
    """The options that name devices."""
    words: List[str] = []
    for one in device if isinstance(device, (list, tuple)) else [] if device is None else [device]:
        found = one if isinstance(one, Device) else Device(one)
        if found.custom:
            raise Error(f"{found.name} is a custom device, which the command does not know",
                        "not_applicable", "device", found.name)
        words += ["--device", found.name if isinstance(one, Device) else one]
    return words


def field_words(own: Dict[str, Any], fields: Dict[str, Any]) -> List[str]:
    """The options for fields of a kernel: those that its owner knows, and what the caller gives
    instead."""
    given = kernel_of(kernel_of(None, own), fields)._given
    return [word for name, value in given.items()
            for word in ("--" + name.replace("_", "-"), str(value))]


def ask(words: Sequence[str], data: bytes = b"",
        command: str = "gpuocc") -> Tuple[Dict[str, Any], List[str]]:
    """Returns the JSON object that the command prints, and what it says about parts that it cannot
    read. Raises GpuoccError with that if there is no object."""
    run = subprocess.run([find(command), words[0], "--json", *words[1:]], input=data,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    said = [line[len("gpuocc: "):] if line.startswith("gpuocc: ") else line
            for line in run.stderr.decode("utf-8", "replace").splitlines()]
    try:
        return json.loads(run.stdout), said
    except ValueError:
        raise Error("\n".join(said) or f"the command gpuocc ended with {run.returncode}") from None
