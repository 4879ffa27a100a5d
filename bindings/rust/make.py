#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the Rust crates as they are published: gpuocc-sys with the library's single C file, the
sources of the readers and the declarations of their headers, and gpuocc with the enumerations and
fields generated from them.
Usage: make.py FOLDER"""
import os
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [HERE, os.path.join(ROOT, "scripts")]
import api as headers  # noqa: E402
import readers  # noqa: E402
from arguments import arguments  # noqa: E402

HEAD = "// SPDX-License-Identifier: MIT\n// Written by make.py from the headers: do not edit.\n"
TYPES = {"char": "u8", "uint32_t": "u32", "int32_t": "i32", "uint64_t": "u64",
         "int64_t": "i64", "size_t": "usize", "double": "f64", "void": "c_void"}
KEYWORDS = set("as async await break const continue dyn else enum extern fn for if impl in let loop "
               "match mod move mut pub ref return static struct trait type unsafe use where while "
               "abstract become box do final macro override priv try typeof unsized virtual "
               "yield".split())
# Enumerations of the safe crate, with their names there.
ENUMS = {"gpuocc_kernel_field": "KernelField", "gpuocc_device_field": "DeviceField",
         "gpuocc_result": "Outcome", "gpuocc_limit": "Limit", "gpuocc_convention": "Convention",
         "gpuocc_target": "Target", "gpuocc_shared_limit": "SharedLimit",
         "gpuocc_cache_preference": "CachePreference", "gpuocc_global_caching": "GlobalCaching",
         "gpuocc_core_mode": "CoreMode", "gpuocc_language": "Language"}
CHOICES = ("gpuocc_shared_limit", "gpuocc_cache_preference", "gpuocc_global_caching",
           "gpuocc_core_mode")


def ctype(kind):
    """Returns the type of a parameter: "const uint32_t *const *" is *const *const u32."""
    words = re.findall(r"\w+|\*", kind["c"])
    levels, const = [], False
    base = [word for word in words if word not in ("const", "*")][0]
    const = words[0] == "const"
    for word in words[words.index(base) + 1:]:
        if word == "const":
            const = True
        elif word == "*":
            levels.insert(0, "*const " if const else "*mut ")
            const = False
    return "".join(levels) + TYPES.get(base, base)


def word(name):
    return "r#" * (name in KEYWORDS) + name


def about(text, indent=""):
    text = re.sub(r"\s+", " ", text).strip()
    text = re.sub(r"([\[\]<>])", r"\\\1", text)
    return [f"{indent}/// {text}"] if text else []


def member(entry):
    kind = TYPES[entry["type"]]
    return f"[{kind}; {entry['count']}]" if "count" in entry else kind


def declarations(api):
    lines = [HEAD, "//! What the headers of libgpuocc declare.", "#![no_std]",
             "#![allow(non_camel_case_types)]"]
    for name in readers.HEADERS:
        lines += [line for text in (f"mod {name};", f"pub use {name}::*;")
                  for line in (f'#[cfg(feature = "{name}")]', text)]
    if any(c["base"] == "void" and c["pointers"] for f in api["functions"]
           for c in (f["returns"], *(p["type"] for p in f["parameters"]))):
        lines.append("use core::ffi::c_void;")
    lines.append("")
    for entry in api["constants"]:
        lines += about(entry["about"])
        lines += [f"pub const {entry['name']}: {TYPES[entry['type']]} = {entry['value']};"]
    for enum in api["enums"]:
        kind = "i32" if enum["name"] == "gpuocc_status" else "u32"
        for entry in enum["values"]:
            lines += about(entry["about"])
            lines += [f"pub const {entry['name']}: {kind} = {entry['value']};"]
    for handle in api["handles"]:
        lines += about(handle["about"])
        lines += ["#[repr(C)]"]
        if "size" in handle: # the caller's memory, of one size in all versions
            lines += ["#[derive(Clone, Copy)]", f"pub struct {handle['name']} {{",
                      f"    pub opaque: [u64; {handle['size'] // 8}],", "}"]
        else:
            lines += [f"pub struct {handle['name']} {{", "    _opaque: [u8; 0],", "}"]
    for struct in api["structs"]:
        lines += about(struct["about"])
        lines += ["#[repr(C)]", "#[derive(Clone, Copy, Debug)]", f"pub struct {struct['name']} {{"]
        for entry in struct["members"]:
            lines += about(entry["about"], "    ")
            lines += [f"    pub {word(entry['name'])}: {member(entry)},"]
        lines += ["}", f"const _: () = assert!(core::mem::size_of::<{struct['name']}>() == "
                  f"{struct['size']});"]
    lines += ["", 'extern "C" {']
    for function in api["functions"]:
        lines += about(function["about"], "    ")
        parameters = ", ".join(f"{word(p['name'])}: {ctype(p['type'])}"
                               for p in function["parameters"])
        lines += [f"    pub fn {function['name']}({parameters}) -> {ctype(function['returns'])};"]
    return "\n".join(lines + ["}", ""])


def camel(words):
    return "".join(word.capitalize() for word in words.split("_"))


def entries(enum):
    """Returns the names in an enumeration without their common prefix, and without the count."""
    prefix = enum["name"].upper() + "_"
    if not enum["values"][0]["name"].startswith(prefix):
        prefix = prefix.replace("_FIELD_", "_")
    counts = {prefix + "COUNT", enum["name"].upper() + "_COUNT", prefix + "SIZE"}
    return [(camel(entry["name"][len(prefix):]), entry["value"], entry["about"])
            for entry in enum["values"] if entry["name"] not in counts]


def names(api):
    lines = [HEAD, "use crate::{Kernel, Value};", ""]
    enums = {enum["name"]: enum for enum in api["enums"]}
    for name, new in ENUMS.items():
        enum = enums[name]
        values = entries(enum)
        lines += about(enum.get("about") or f"Numbers of {name}.") or [f"/// Numbers of {name}."]
        lines += ["#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]", "#[repr(u32)]",
                  f"pub enum {new} {{"]
        for entry, value, text in values:
            lines += about(text, "    ") or [f"    /// `{entry}`."]
            lines += [f"    {entry} = {value},"]
        lines += ["}", f"impl {new} {{", "    /// Each of them.",
                  f"    pub const ALL: &'static [{new}] = &["]
        lines += [f"        {new}::{entry}," for entry, _, _ in values] + ["    ];", "}"]
        if name in CHOICES:
            lines += [f"impl From<{new}> for Value {{",
                      f"    fn from(choice: {new}) -> Value {{",
                      "        Value::Known(choice as u32)", "    }", "}"]
    kernel = next(s for s in api["structs"] if s["name"] == "gpuocc_kernel")
    lines += ["impl Kernel {"]
    for entry in kernel["members"]:
        if entry["name"] != "size":
            lines += about(entry["about"], "    ") or [f"    /// {entry['name']}."]
            lines += [f"    pub fn {word(entry['name'])}"
                      "(mut self, value: impl Into<Value>) -> Kernel {",
                      f"        self.0.{word(entry['name'])} = value.into().word();",
                      "        self", "    }"]
    return "\n".join(lines + ["}", ""])


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def make(folder):
    api = headers.read(ROOT, with_settings=True)
    shutil.copytree(HERE, folder, dirs_exist_ok=True,
                    ignore=shutil.ignore_patterns("make.py", "readers.py", "target", "__pycache__"))
    for crate in ("gpuocc-sys", "gpuocc"):
        path = os.path.join(folder, crate, "Cargo.toml")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        write(path, text.replace("@VERSION@", api["version"]))
        shutil.copy(os.path.join(ROOT, "LICENSE"), os.path.join(folder, crate))
    write(os.path.join(folder, "gpuocc-sys", "src", "lib.rs"), declarations(api))
    for library in readers.HEADERS:
        write(os.path.join(folder, "gpuocc-sys", "src", library + ".rs"),
              readers.declarations(library, HEAD))
    readers.copy(os.path.join(folder, "gpuocc-sys", "c"))
    write(os.path.join(folder, "gpuocc", "src", "names.rs"), names(api))
    shutil.copy(os.path.join(ROOT, "tests", "data", "machine_code", "six_sm_80.cubin"),
                os.path.join(folder, "gpuocc", "tests", "kernels.cubin"))
    subprocess.run([sys.executable, os.path.join(ROOT, "scripts", "amalgamate"),
                    os.path.join(folder, "gpuocc-sys", "c")], check=True, stdout=sys.stderr)


if __name__ == "__main__":
    make(os.path.abspath(arguments(__doc__, 1, 1)[1][0]))
