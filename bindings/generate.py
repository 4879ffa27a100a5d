#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes low-level declarations of the whole C interface for further languages, from the headers
(scripts/api.py): FOLDER/LANGUAGE receives them and the example of bindings/LANGUAGE. Python, Rust
and npm have separate generators. Usage: generate.py FOLDER [LANGUAGE ...]"""
import os
import re
import shutil
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path.insert(0, os.path.join(ROOT, "scripts"))
import api as headers  # noqa: E402
from arguments import arguments  # noqa: E402

HEAD = "{} SPDX-License-Identifier: MIT\n{} Written by bindings/generate.py: do not edit."
C_SHARP = {"char": "byte", "uint32_t": "uint", "int32_t": "int", "uint64_t": "ulong",
           "int64_t": "long", "size_t": "UIntPtr", "double": "double", "void": "void"}
GO = {"char": "byte", "uint32_t": "uint32", "int32_t": "int32", "uint64_t": "uint64",
      "int64_t": "int64", "size_t": "uintptr", "double": "float64"}
JAVA = {"char": "byte", "uint32_t": "int", "int32_t": "int", "uint64_t": "long", "int64_t": "long",
        "size_t": "SizeT", "double": "double"}
NIM = {"char": "char", "uint32_t": "uint32", "int32_t": "int32", "uint64_t": "uint64",
       "int64_t": "int64", "size_t": "csize_t", "double": "float64"}
KEYWORDS = {
    "csharp": "in out ref base params lock fixed object string event checked default operator",
    "nim": "in out end type object ref ptr proc method from include bind block func addr",
    "go": "func type range map chan go select package interface import var const",
    "java": "class interface native default public static void final",
    "luajit": "end in"}
MARKS = {"csharp": "@{}", "nim": "`{}`"}


def safe(language, name):
    if name in KEYWORDS[language].split():
        return MARKS.get(language, "{}_").format(name)
    return name


def constants(api):
    """Yields the name, C type and value of each constant."""
    for entry in api["constants"]:
        yield entry["name"], entry["type"], entry["value"]
    for enum in api["enums"]:
        kind = "int32_t" if enum["name"] == "gpuocc_status" else "uint32_t"
        for entry in enum["values"]:
            yield entry["name"], kind, entry["value"]


def head(mark):
    return HEAD.format(mark, mark)


def csharp(api):
    def kind(c):
        return C_SHARP.get(c["base"], c["base"]) + "*" * c["pointers"]

    lines = [head("//"), "using System;", "using System.Runtime.InteropServices;"]
    for handle in api["handles"]:
        inside = f"fixed ulong opaque[{handle['size'] // 8}];" if "size" in handle else ""
        lines += [f"public unsafe struct {handle['name']} {{ {inside} }}"]
    for struct in api["structs"]:
        lines += ["[StructLayout(LayoutKind.Sequential)]",
                  f"public unsafe struct {struct['name']}", "{"]
        for m in struct["members"]:
            name, c = safe("csharp", m["name"]), C_SHARP[m["type"]]
            lines += [f"    public fixed {c} {name}[{m['count']}];" if "count" in m else
                      f"    public {c} {name};"]
        lines += ["}"]
    lines += ["public static unsafe class Gpuocc", "{"]
    lines += [f"    public const {C_SHARP[c]} {name} = {value};"
              for name, c, value in constants(api)]
    for f in api["functions"]:
        given = ", ".join(f"{kind(p['type'])} {safe('csharp', p['name'])}"
                          for p in f["parameters"])
        lines += [f'    [DllImport("{f["library"]}", CallingConvention = CallingConvention.Cdecl)]',
                  f"    public static extern {kind(f['returns'])} {f['name']}({given});"]
    sizes = " &&\n            ".join(f"sizeof({s['name']}) == {s['size']}" for s in api["structs"])
    return {"Gpuocc.cs": lines + ["    /// The structs are those of the C interface.",
                                  "    public static bool SizesAgree()", "    {",
                                  f"        return {sizes};", "    }", "}"]}


def go_name(name):
    return "".join(word[:1].upper() + word[1:] for word in re.sub("^gpuocc_", "", name).split("_"))


def go(api):
    named = {x["name"] for x in api["structs"] + api["handles"]}

    def kind(c):
        if c["base"] == "void":
            return "unsafe.Pointer"
        return "*" * c["pointers"] + (go_name(c["base"]) if c["base"] in named else GO[c["base"]])

    def passed(p):
        c, name = p["type"], safe("go", p["name"])
        if c["base"] == "void":
            return name
        if c["pointers"]:
            return f"({'*' * c['pointers']}C.{c['base']})(unsafe.Pointer({name}))"
        return f"C.{c['base']}({name})"

    lines = [head("//"), "", "// Package gpuocc declares what the headers of libgpuocc declare.",
             "package gpuocc", "", "// #cgo pkg-config: gpuocc gpuocc-models",
             "// #include <gpuocc/gpuocc.h>", "// #include <gpuocc/models.h>",
             'import "C"', 'import "unsafe"', "", "const ("]
    lines += [f"\t{name} {GO[c]} = {value}" for name, c, value in constants(api)] + [")"]
    for h in api["handles"]:
        lines += [f"type {go_name(h['name'])} struct{{ opaque [{h.get('size', 0) // 8}]uint64 }}"]
    for s in api["structs"]:
        lines += [f"type {go_name(s['name'])} struct {{"]
        lines += [f"\t{go_name(m['name'])} " + (f"[{m['count']}]" if "count" in m else "") +
                  GO[m["type"]] for m in s["members"]]
        lines += ["}", f"var _ = [1]byte{{}}[unsafe.Sizeof({go_name(s['name'])}{{}})-{s['size']}]"]
    for f in api["functions"]:
        given = ", ".join(f"{safe('go', p['name'])} {kind(p['type'])}" for p in f["parameters"])
        call = f"C.{f['name']}({', '.join(map(passed, f['parameters']))})"
        back = kind(f["returns"])
        call = f"({back})(unsafe.Pointer({call}))" if f["returns"]["pointers"] else \
            f"{back}({call})"
        lines += [f"// {go_name(f['name'])} is {f['name']}.",
                  f"func {go_name(f['name'])}({given}) {back} {{", f"\treturn {call}", "}"]
    return {"gpuocc.go": lines, "go.mod": ["module gpuocc", "", "go 1.18"]}


def java(api):
    structs = {s["name"] for s in api["structs"]}

    def kind(c):
        if c["pointers"] == 1 and c["base"] == "char" and c["const"]:
            return "String"
        if c["pointers"] == 1 and c["base"] in structs:
            return c["base"]
        return "Pointer" if c["pointers"] else JAVA[c["base"]]

    lines = [head("//"), "import com.sun.jna.*;", "", "public interface Gpuocc extends Library {",
             '    Gpuocc C = Native.load("gpuocc", Gpuocc.class);', "",
             "    class SizeT extends IntegerType {",
             "        public SizeT() { this(0); }",
             "        public SizeT(long value) { super(Native.SIZE_T_SIZE, value, true); }",
             "    }"]
    lines += [f"    {JAVA[c]} {name} = " +
              (f"{value};" if c == "double" else f"(int) {value}L;")
              for name, c, value in constants(api)]
    for h in api["handles"]:
        if "size" in h:
            lines += [f"    int {h['name']}_bytes = {h['size']};"]
    for s in api["structs"]:
        names = ", ".join(f'"{m["name"]}"' for m in s["members"])
        lines += [f"    @Structure.FieldOrder({{{names}}})",
                  f"    class {s['name']} extends Structure {{"]
        lines += [f"        public {JAVA[m['type']]}" + (
            f"[] {m['name']} = new {JAVA[m['type']]}[{m['count']}];" if "count" in m else
            f" {m['name']};") for m in s["members"]] + ["    }"]
    functions = {"gpuocc": [], "gpuocc-models": []}
    for f in api["functions"]:
        given = ", ".join(f"{kind(p['type'])} {safe('java', p['name'])}" for p in f["parameters"])
        functions[f["library"]] += [f"    {kind(f['returns'])} {f['name']}({given});"]
    lines += functions["gpuocc"] + [
        "    interface Models extends Library {",
        '    Models C = Native.load("gpuocc-models", Models.class);',
        *functions["gpuocc-models"], "    }"]
    sizes = " &&\n            ".join(f"new {s['name']}().size() == {s['size']}"
                                     for s in api["structs"])
    return {"Gpuocc.java": lines + ["    static boolean sizesAgree() {", f"        return {sizes};",
                                    "    }", "}"]}


def luajit(api):
    lines = [head("--"), 'local ffi = require("ffi")', "ffi.cdef [["]
    for h in api["handles"]:
        inside = f" {{ uint64_t opaque[{h['size'] // 8}]; }}" if "size" in h else ""
        lines += [f"typedef struct {h['name']}{inside} {h['name']};"]
    for s in api["structs"]:
        lines += [f"typedef struct {s['name']} {{"]
        lines += [f"    {m['type']} {safe('luajit', m['name'])}" +
                  (f"[{m['count']}]" if "count" in m else "") + ";" for m in s["members"]]
        lines += [f"}} {s['name']};"]
    for f in api["functions"]:
        given = ", ".join(f"{p['type']['c']} {p['name']}" for p in f["parameters"]) or "void"
        lines += [f"{f['returns']['c']} {f['name']}({given});"]
    lines += ["]]"] + [f'assert(ffi.sizeof("{s["name"]}") == {s["size"]})' for s in api["structs"]]
    lines += ['local gpuocc = { C = ffi.load(os.getenv("GPUOCC_LIBRARY") or "gpuocc") }',
              'function gpuocc.models() return ffi.load("gpuocc-models") end']
    return {"gpuocc.lua": lines + [f"gpuocc.{name} = {value}" for name, _, value in
                                   constants(api)] + ["return gpuocc"]}


def nim(api):
    def kind(c):
        if c["base"] == "void":
            return "pointer"
        if c["base"] == "char" and c["pointers"] == 1:
            return "cstring"
        return "ptr " * c["pointers"] + NIM.get(c["base"], c["base"])

    lines = [head("#"), 'const library {.strdefine.} = "libgpuocc.so.0"',
             'const models {.strdefine.} = "libgpuocc-models.so.0"', "const"]
    lines += [f"  {name}* = {value}'{NIM[c].replace('uint', 'u').replace('int', 'i')}"
              if c != "double" else f"  {name}* = {value}" for name, c, value in constants(api)]
    lines += ["type"]
    for h in api["handles"]:
        lines += [f"  {h['name']}* {{.bycopy.}} = object"]
        if "size" in h:
            lines += [f"    opaque*: array[{h['size'] // 8}, uint64]"]
    for s in api["structs"]:
        lines += [f"  {s['name']}* {{.bycopy.}} = object"]
        lines += [f"    {safe('nim', m['name'])}*: " + (
            f"array[{m['count']}, {NIM[m['type']]}]" if "count" in m else NIM[m["type"]])
            for m in s["members"]]
    lines += ["static:"] + [f"  doAssert sizeof({s['name']}) == {s['size']}"
                            for s in api["structs"]]
    for name, place in (("gpuocc", "library"), ("gpuocc-models", "models")):
        lines += [f"{{.push cdecl, importc, dynlib: {place}.}}"]
        for f in (f for f in api["functions"] if f["library"] == name):
            given = ", ".join(f"{safe('nim', p['name'])}: {kind(p['type'])}"
                              for p in f["parameters"])
            lines += [f"proc {f['name']}*({given}): {kind(f['returns'])}"]
        lines += ["{.pop.}"]
    return {"gpuocc.nim": lines}


LANGUAGES = {f.__name__: f for f in (csharp, go, java, luajit, nim)}


def main(folder, *wanted):
    api = headers.read(ROOT)
    for name in wanted or LANGUAGES:
        if name not in LANGUAGES:
            raise SystemExit(f"generate.py: {name} is not one of {' '.join(LANGUAGES)}")
        shutil.copytree(os.path.join(HERE, name), os.path.join(folder, name), dirs_exist_ok=True)
        for file, lines in LANGUAGES[name](api).items():
            with open(os.path.join(folder, name, file), "w", encoding="utf-8") as out:
                out.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(*arguments(__doc__, 1, None)[1])
