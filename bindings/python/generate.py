# SPDX-License-Identifier: MIT
"""Writes the modules of the package that are generated from the description of the C interface
(scripts/api_json): the declarations for ctypes, their stub, and the fields of a kernel."""
import keyword
import re

HEAD = ("# SPDX-License-Identifier: MIT\n"
        "# Written by generate.py from the headers of libgpuocc {version}: do not edit.\n")
CTYPES = {"char": "c_char", "uint32_t": "c_uint32", "int32_t": "c_int32", "uint64_t": "c_uint64",
          "int64_t": "c_int64", "size_t": "c_size_t", "double": "c_double"}

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


def table(name, about, entries):
    """Returns the lines of a dictionary of texts."""
    return [f"#: {about}", f"{name}: Dict[str, str] = {{",
            *(f"    {key!r}: {value!r}," for key, value in entries.items()), "}"]


def fields(api):
    """Returns the source of a base class with a parameter for each field of a kernel."""
    struct = next(s for s in api["structs"] if s["name"] == "gpuocc_kernel")
    full = {m["name"]: sentence(m["about"]).replace("\\", "") for m in struct["members"]
            if m["name"] != "size"}
    short, other, unclear = (api["words"][kind] for kind in ("short", "other", "unclear"))
    lines = [HEAD.format(**api), '"""The fields of a kernel, from gpuocc_kernel."""',
             "from typing import Dict, Optional, Tuple, Union", "",
             "#: A number, or text: \"24K\" bytes, \"unknown\", \"zero\", or a choice (\"wgp\").",
             "Value = Union[int, float, str, None]"]
    lines += table("SHORT", "Short words, and the fields that they mean.", short)
    lines += table("OTHER", "Words of other tools, and the fields that they mean.", other)
    lines += table("UNCLEAR", "Words that mean different things in different tools.",
                   {word: why if "gpuocc " in why else
                    re.sub(r"--[\w-]+", lambda m: m[0][2:].replace("-", "_"), why)
                    for word, why in unclear.items()})
    lines += ["#: Every field, in the order of the C interface.",
              "FIELDS: Tuple[str, ...] = ("] + [f"    {name!r}," for name in full]
    lines += [")", "", "", "class Fields:", "    __slots__ = (\"_given\",)", "",
              "    def __init__(self, threads: Value = None, registers: Value = None,",
              "                 shared: Value = None, *,"]
    lines += [f"                 {name}: Value = None," for name in (*short, *full)
              if name not in ("threads", "registers", "shared")]
    lines += ["                 **words: Value) -> None:",
              "        self._given: Dict[str, Value] = self._gather({"]
    lines += [f"            {name!r}: {name}," for name in (*short, *full)]
    lines += ["            **words})", "",
              "    def _gather(self, given: Dict[str, Value]) -> Dict[str, Value]:",
              "        raise NotImplementedError"]
    for name, field in {**{name: name for name in full}, **short}.items():
        about = full[name] if name == field else f"The same as {field}."
        lines += ["", "    @property", f"    def {name}(self) -> Optional[Value]:",
                  f'        """{about}"""', f"        return self._given.get({field!r})"]
    return "\n".join(lines) + "\n"


def modules(api):
    """Returns the name and text of each generated module. The package uses libgpuocc, and the
    settings of libgpuocc-kernels."""
    api = {**api, "functions": [f for f in api["functions"] if f["library"] != "gpuocc-models"]}
    return {"_api.py": declarations(api), "_api.pyi": stub(api), "_fields.py": fields(api)}
