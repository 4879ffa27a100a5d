# SPDX-License-Identifier: MIT
"""What the crate gpuocc-sys has of libgpuocc-kernels and libgpuocc-runs: the declarations of their
headers, and their sources. These headers pass callbacks, pointers and structs in structs, which
scripts/api.py does not read."""
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "scripts"))
import api as headers  # noqa: E402

HEADERS = {"kernels": ("kernels.h", "code.h", "explain.h", "predict.h"), "runs": ("runs.h",)}
TYPES = {"char": "u8", "uint8_t": "u8", "uint32_t": "u32", "int32_t": "i32", "uint64_t": "u64",
         "size_t": "usize", "double": "f64", "void": "c_void"}
# Sources that are in the single file of the libraries already, and tables that the build writes.
IN_ONE_FILE = ("sentences", "settings", "why")
TABLES = {"matrix_table.inc": "--matrix", "processors_table.inc": "--processors"}
CALLBACK = re.compile(r"(.*)\(\*(\w+)\)\((.*)\)")


def about(text, indent=""):
    text = re.sub(r"([\[\]<>])", r"\\\1", re.sub(r"\s+", " ", text).strip())
    return [f"{indent}/// {text}"] if text else []


def word(name):
    return "r#" + name if name in ("type", "loop", "match", "final") else name


def rust_type(text):
    """Returns the type that C writes "const char *": *const u8."""
    base, = re.findall(r"\b(?!const\b)\w+", text)
    kind = TYPES.get(base, base)
    before, *behind = text.split("*")
    const = "const" in before
    for part in behind:
        kind = ("*const " if const else "*mut ") + kind
        const = "const" in part
    return kind


def split(text):
    """Splits parameters at the commas outside of parentheses."""
    return [part.strip() for part in re.split(r",(?![^()]*\))", text)]


def parameter(text):
    """Returns the name and the type of a parameter or member."""
    callback = CALLBACK.fullmatch(text)
    if callback:
        inner = ", ".join(f"{word(name)}: {kind}" for name, kind in parameters(callback[3]))
        end = "" if callback[1].strip() == "void" else " -> " + rust_type(callback[1])
        return callback[2], f'Option<unsafe extern "C" fn({inner}){end}>'
    kind, name = re.fullmatch(r"(.*?)(\w+)", text).groups()
    return name, rust_type(kind)


def parameters(text):
    return [] if text == "void" else [parameter(part) for part in split(text)]


def members(body):
    """Yields the name, type and description of each member."""
    body = re.sub(r"\(\*(\w+)\)\(([^;]*?)\);", lambda m: f"(*{m[1]})({' '.join(m[2].split())});",
                  body, flags=re.S)
    for text, doc in headers.read_entries(body, ";"):
        if "(" in text:
            yield *parameter(text), doc
            continue
        first, *others = text.split(",")
        kind, name = re.fullmatch(r"(.*?)(\w+(?:\[\w+\])?)", first).groups()
        for one in [name, *(other.strip() for other in others)]:
            array = re.fullmatch(r"(\w+)\[(\w+)\]", one)
            yield (one, rust_type(kind), doc) if array is None else \
                (array[1], f"[{rust_type(kind)}; {array[2]} as usize]", doc)


def constant(name, text):
    text = re.sub(r"\\\n", " ", text).strip()
    if "UINT64_MAX" in text or "UINT32_MAX" in text:
        kind = "u64" if "64" in text else "u32"
        return f"pub const {name}: {kind} = {kind}::MAX;"
    if re.search(r"\d\.\d", text):
        return f"pub const {name}: f64 = {text.strip('()')};"
    return f"pub const {name}: u32 = {re.sub(r'(?<=[0-9a-f])u', '', text.strip('()'))};"


def enum(body, kind):
    """Returns the enumerators; one without a number follows the one before it."""
    lines, value = [], -1
    for text, doc in headers.read_entries(body, ","):
        name, _, number = text.partition(" = ")
        value = int(number) if number else value + 1
        lines += about(doc) + [f"pub const {name}: {kind} = {value};"]
    return lines


def declare(path):
    """Returns the items and the functions of a header."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    guard, doc, items, functions = re.search(r"^#ifndef (\w+)", text, re.M)[1], "", [], []
    for item in headers.ITEM.finditer(text):
        if item["unknown"]:
            line = text.count("\n", 0, item.start()) + 1
            raise SystemExit(f"readers.py: {path}:{line}: what is this?")
        if item["doc"]:
            doc = headers.plain(item["text"])
            continue
        if item["macro"] and item["macro"] != guard:
            items += about(doc) + [constant(item["macro"], item["value"])]
        elif item["enum"]:
            items += enum(item["values"], "i32" if item["enum"].endswith("_status") else "u32")
        elif item["struct"]:
            items += about(doc) + ["#[repr(C)]", "#[derive(Clone, Copy, Debug)]",
                                   f"pub struct {item['struct']} {{"]
            for name, kind, more in members(item["members"]):
                items += about(more, "    ") + [f"    pub {word(name)}: {kind},"]
            items += ["}"]
        elif item["opaque"]:
            items += about(doc) + ["#[repr(C)]", f"pub struct {item['opaque']} {{",
                                   "    _opaque: [u8; 0],", "}"]
        elif item["function"]:
            head = re.fullmatch(r"(.*?)(\w+)\((.*)\)", re.sub(r"\s+", " ", item["function"]))
            given = ", ".join(f"{word(name)}: {kind}" for name, kind in parameters(head[3]))
            end = "" if head[1].strip() == "void" else " -> " + rust_type(head[1])
            functions += about(doc, "    ") + [f"    pub fn {head[2]}({given}){end};"]
        if not item[0].isspace():
            doc = ""
    return items, functions


def declarations(library, head):
    """Returns the module of a library."""
    items, functions = [], []
    for name in HEADERS[library]:
        one, other = declare(os.path.join(ROOT, library, "include", "gpuocc", name))
        items += one
        functions += other
    return "\n".join([head, f"//! What the headers of libgpuocc-{library} declare.",
                      "use core::ffi::c_void;", "", "use crate::*;", "", *items, "",
                      'extern "C" {', *functions, "}", ""])


def copy(folder):
    """Copies the sources that build.rs compiles, with the tables that the build writes."""
    for library in HEADERS:
        source = os.path.join(ROOT, library)
        for place, _, names in os.walk(source):
            part = os.path.relpath(place, source)
            for name in names:
                if not name.endswith((".c", ".h", ".def")) or \
                        (part in IN_ONE_FILE and name.endswith(".c")):
                    continue
                to = os.path.join(folder, *([] if part.startswith("include") else [library]), part)
                os.makedirs(to, exist_ok=True)
                shutil.copy(os.path.join(place, name), to)
    include = os.path.join(folder, "include", "gpuocc")
    for name in ("gpuocc", *IN_ONE_FILE):
        with open(os.path.join(include, name + ".h"), "w", encoding="utf-8") as file:
            file.write('/* SPDX-License-Identifier: MIT */\n#include "../../gpuocc.h"\n')
    code, kernels = os.path.join(ROOT, "kernels", "code"), os.path.join(folder, "kernels")
    subprocess.run([sys.executable, os.path.join(code, "sass_table.py"),
                    os.path.join(code, "sass_opcodes.csv"),
                    os.path.join(kernels, "sass_table.inc")], check=True)
    for name, option in TABLES.items():
        subprocess.run([sys.executable, os.path.join(ROOT, "devices", "catalogue.py"), option,
                        os.path.join(kernels, name)], check=True)
