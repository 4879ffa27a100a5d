# SPDX-License-Identifier: MIT
"""Writes the modules of the package that are generated from the description of the C interface
(scripts/api_json): the declarations for ctypes, their stub, and the fields of a kernel."""
import keyword
import re

HEAD = ("# SPDX-License-Identifier: MIT\n"
        "# Written by generate.py from the headers of libgpuocc {version}: do not edit.\n")
CTYPES = {"char": "c_char", "uint32_t": "c_uint32", "int32_t": "c_int32", "uint64_t": "c_uint64",
          "int64_t": "c_int64", "size_t": "c_size_t", "double": "c_double"}
# Short names of fields, as in the command.
SHORT = {"threads": "threads_per_group", "registers": "registers_per_thread",
         "shared": "shared_bytes", "dynamic_shared": "dynamic_shared_bytes",
         "barriers": "barriers_per_group", "max_threads": "max_threads_per_group",
         "carveout": "carveout_percent", "cluster": "groups_per_cluster",
         "accumulators": "accumulators_per_thread",
         "scalar_registers": "scalar_registers_per_wave", "grf": "grf_count",
         "half_registers": "half_registers_per_thread",
         "occupancy_target": "occupancy_target_percent",
         "shared_per_thread": "dynamic_shared_bytes_per_thread"}


def ctype(kind):
    if kind["pointers"] == 1 and kind["base"] == "char" and kind["const"]:
        return "c_char_p"
    return "c_void_p" if kind["pointers"] else CTYPES[kind["base"]]


def annotation(kind):
    if ctype(kind) == "c_char_p":
        return "Optional[bytes]"
    return "Pointer" if kind["pointers"] else "float" if kind["base"] == "double" else "int"


def constants(api):
    for entry in api["constants"]:
        yield entry["name"], entry["value"]
    for enum in api["enums"]:
        for entry in enum["values"]:
            yield entry["name"], entry["value"]


def member(entry):
    kind = CTYPES[entry["type"]]
    return f"{kind} * {entry['count']}" if "count" in entry else kind


def declarations(api):
    lines = [HEAD.format(**api), '"""What the headers of libgpuocc declare, for ctypes."""',
             "import ctypes", "from ctypes import (c_char, c_char_p, c_double, c_int32, c_int64, "
             "c_size_t, c_uint32,", "                    c_uint64, c_void_p)", "",
             f"VERSION = {api['version']!r}", f"SONAME = {api['soname']!r}"]
    lines += [f"{name} = {value!r}" for name, value in constants(api)]
    for struct in api["structs"]:
        lines += ["", "", f"class {struct['name']}(ctypes.Structure):", "    _fields_ = ["]
        lines += [f"        ({m['name']!r}, {member(m)})," for m in struct["members"]] + ["    ]"]
    lines += ["", "", "STRUCTS = {"]
    lines += [f"    {s['name']!r}: ({s['name']}, {s['size']})," for s in api["structs"]]
    lines += ["}"]
    for table, library in (("FUNCTIONS", "gpuocc"), ("SETTINGS", "gpuocc-kernels")):
        lines += [table + " = {"]
        for function in api["functions"]:
            if function["library"] == library:
                types = ", ".join(ctype(p["type"]) for p in function["parameters"])
                lines += [f"    {function['name']!r}:",
                          f"        ({ctype(function['returns'])}, [{types}]),"]
        lines += ["}"]
    lines += ["", "", "class Library:", '    """The functions of the shared library."""', "",
              "    def __init__(self, path, functions=FUNCTIONS):",
              "        library = ctypes.CDLL(path)",
              "        for name, (returns, types) in functions.items():",
              "            function = getattr(library, name)",
              "            function.restype, function.argtypes = returns, types",
              "            setattr(self, name, function)"]
    return "\n".join(lines) + "\n"


def stub(api):
    lines = [HEAD.format(**api), "import ctypes",
             "from typing import Any, Dict, Final, List, Optional, Tuple, Type", "",
             "Pointer = Any", "VERSION: Final[str]", "SONAME: Final[str]"]
    lines += [f"{name}: Final[{type(value).__name__}]" for name, value in constants(api)]
    for struct in api["structs"]:
        lines += ["", f"class {struct['name']}(ctypes.Structure):"]
        for m in struct["members"]:
            kind = "bytes" if m["type"] == "char" else \
                f"ctypes.Array[ctypes.{CTYPES[m['type']]}]" if "count" in m else \
                "float" if m["type"] == "double" else "int"
            lines += [f"    {m['name']}: {kind}"]
    lines += ["", "STRUCTS: Dict[str, Tuple[Type[ctypes.Structure], int]]",
              "FUNCTIONS: Dict[str, Tuple[Any, List[Any]]]",
              "SETTINGS: Dict[str, Tuple[Any, List[Any]]]", "", "class Library:",
              "    def __init__(self, path: str, functions: Dict[str, Tuple[Any, List[Any]]] = "
              "...) -> None: ..."]
    for function in api["functions"]:
        parameters = "".join(f", {p['name']}{'_' * keyword.iskeyword(p['name'])}: "
                             f"{annotation(p['type'])}"
                             for p in function["parameters"])
        lines += [f"    def {function['name']}(self{parameters}) -> "
                  f"{annotation(function['returns'])}: ..."]
    return "\n".join(lines) + "\n"


def sentence(text):
    return re.sub(r"\s+", " ", re.sub(r"GPUOCC_(\w+)", lambda m: f'"{m[1].lower()}"', text))


def fields(api):
    """Returns the source of a base class with a parameter for each field of a kernel."""
    struct = next(s for s in api["structs"] if s["name"] == "gpuocc_kernel")
    full = [m for m in struct["members"] if m["name"] != "size"]
    names = [m["name"] for m in full]
    lines = [HEAD.format(**api), '"""The fields of a kernel, from gpuocc_kernel."""',
             "from typing import Dict, Optional, Tuple, Union", "",
             "#: A number, or text: \"24K\" bytes, \"unknown\", \"zero\", or a choice (\"wgp\").",
             "Value = Union[int, str, None]",
             "#: Short words, and the fields that they mean.", "SHORT: Dict[str, str] = {"]
    lines += [f"    {short!r}: {name!r}," for short, name in SHORT.items()]
    lines += ["}", "#: Every field, in the order of the C interface.",
              "FIELDS: Tuple[str, ...] = ("] + [f"    {name!r}," for name in names]
    lines += [")", "", "", "class Fields:", "    __slots__ = (\"_given\",)", "",
              "    def __init__(self, threads: Value = None, registers: Value = None,",
              "                 shared: Value = None, *,"]
    rest = [s for s in SHORT if s not in ("threads", "registers", "shared")] + names
    lines += [f"                 {name}: Value = None{',' if name != rest[-1] else ') -> None:'}"
              for name in rest]
    lines += ["        self._given: Dict[str, Value] = self._gather({"]
    lines += [f"            {name!r}: {name}," for name in [*SHORT, *names]]
    lines += ["        })", "",
              "    def _gather(self, given: Dict[str, Value]) -> Dict[str, Value]:",
              "        raise NotImplementedError"]
    for m in full:
        lines += ["", "    @property", f"    def {m['name']}(self) -> Optional[Value]:",
                  f'        """{sentence(m["about"])}"""'.replace("\\", ""),
                  f"        return self._given.get({m['name']!r})"]
    return "\n".join(lines) + "\n"


def modules(api):
    """Returns the name and text of each generated module. The package uses libgpuocc, and the
    settings of libgpuocc-kernels."""
    api = {**api, "functions": [f for f in api["functions"] if f["library"] != "gpuocc-models"]}
    return {"_api.py": declarations(api), "_api.pyi": stub(api), "_fields.py": fields(api)}
