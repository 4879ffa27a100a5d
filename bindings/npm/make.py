#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the npm package as it is published: the library and the command's readers of files as
WebAssembly (scripts/wasm and scripts/wasm_command, which need clang and wasm-ld), as modules of
both kinds, and types with the names from the headers.
Usage: make.py FOLDER"""
import base64
import json
import os
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "scripts"))
import api as headers  # noqa: E402
import modules  # noqa: E402
from arguments import arguments  # noqa: E402

FROM_FILE = ('const bytes = () => require("fs").readFileSync(require("path").join(__dirname, '
             '"gpuocc.wasm"));\n')

FILES_FROM = {
    "js": ('const bytes = async () => {\n'
           '    const address = new URL("./files.wasm", import.meta.url);\n'
           '    return address.protocol === "file:"\n'
           '        ? (await import("node:fs/promises")).readFile(address) : fetch(address);\n'
           '};\n'),
    "cjs": FROM_FILE.replace("gpuocc.wasm", "files.wasm")}


def read(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return file.read()


def camel(name):
    return re.sub(r"_([a-z])", lambda m: m[1].upper(), name)


def numbers(api, enum, prefix):
    """Returns the names in an enumeration, as gpuocc_name gives them."""
    values = next(e for e in api["enums"] if e["name"] == enum)["values"]
    return [value["name"][len(prefix):].lower() for value in values
            if not value["name"].endswith("_COUNT") or value["name"] == prefix + "CORE_COUNT"]


def comment(text):
    return re.sub(r"\s+", " ", text).replace("*/", "").strip()


def union(names):
    return "\n    | ".join(f'"{name}"' for name in names)


def types(api):
    kernel = next(s for s in api["structs"] if s["name"] == "gpuocc_kernel")
    fields = [f"    {camel(name)}?: Amount;" for name in api["words"]["short"]]
    for member in kernel["members"]:
        if member["name"] != "size":
            choice = re.search(r"enum (gpuocc_\w+)", member["about"])
            names = numbers(api, choice[1], choice[1].upper() + "_") if choice else []
            kind = " | ".join(["Amount"] + [f'"{name}"' for name in names])
            fields += [f"    /** {comment(member['about'])} */"] * bool(member["about"])
            fields += [f"    {camel(member['name'])}?: {kind};"]
    results = numbers(api, "gpuocc_result", "GPUOCC_RESULT_")
    text = read("types.d.ts")
    known = re.findall(r"^    (\w+): ", text.split("interface Occupancy {")[1].split("}")[0], re.M)
    # Those that belong to a limit, and those whose types are written by hand, are left out.
    scalar = [camel(name) for name in results
              if name not in per_limit() and camel(name) not in known]
    with open(os.path.join(ROOT, "lib", "base", "names.def"), encoding="utf-8") as file:
        conventions = re.findall(r'NAME\(CONVENTIONS, \w+, "([^"]+)"', file.read())
    words = {"@LIMITS@": union(numbers(api, "gpuocc_limit", "GPUOCC_LIMIT_")),
             "@CONVENTIONS@": union(conventions),
             "@RESULTS@": union(map(camel, results)), "@FIELDS@": "\n".join(fields),
             "@ANSWERS@": "\n".join(f"    {name}: Result;" for name in scalar)}
    for word, value in words.items():
        text = text.replace(word, value)
    return text


def per_limit():
    """Returns the results of which there is one for each limit."""
    with open(os.path.join(ROOT, "lib", "results", "results.def"), encoding="utf-8") as file:
        return re.findall(r'^RESULT\(\w+, "(\w+)",\s*\w+,\s*PER_LIMIT', file.read(), re.M)


def script(api, *users):
    """Returns index.js with what it needs of the headers, and what `users`, other scripts with the
    same abbreviations, need of them."""
    text = read("index.js")
    named = "\n".join([text, *users])
    values = {entry["name"][len("GPUOCC_"):]: entry["value"] for entry in api["constants"] +
              [value for enum in api["enums"] for value in enum["values"]]}
    structs = {struct["name"]: [struct["size"], {
        m["name"]: [m["offset"], m["type"], *([m["count"]] if "count" in m else [])]
        for m in struct["members"]}] for struct in api["structs"]}
    handles = {handle["name"]: handle["size"] for handle in api["handles"] if "size" in handle}
    lists = next(enum for enum in api["enums"] if enum["name"] == "gpuocc_list")["values"]
    found = {
        "constants": {name: values[name]
                      for name in sorted(set(re.findall(r"\bC\.(\w+)", named)))},
        "structs": {name: structs[name] for name in sorted(set(re.findall(
            r'_(?:struct|array|members)\("(\w+)"', named)))},
        "handles": {name: handles[name]
                    for name in sorted(set(re.findall(r'_handle\("(\w+)"', named)))},
        "lists": {camel(entry["name"][len("GPUOCC_LIST_"):].lower()): entry["value"]
                  for entry in lists if entry["name"] != "GPUOCC_LIST_COUNT"},
        "perLimit": per_limit(), "short": {
            camel(word): name for word, name in api["words"]["short"].items()}}
    return text.replace('"@HEADERS@"', json.dumps(found, separators=(",", ":")))


def type_of(schema, indent):
    """Returns the TypeScript type of a part of a schema of JSON."""
    if "$ref" in schema:
        return camel("_" + schema["$ref"].rsplit("/", 1)[1])
    if "enum" in schema or "const" in schema:
        return " | ".join(json.dumps(one) for one in schema.get("enum", [schema.get("const")]))
    kinds, found = schema["type"], []
    for kind in [kinds] if isinstance(kinds, str) else kinds:
        if kind == "array":
            inside = type_of(schema["items"], indent)
            found.append(f"({inside})[]" if " | " in inside else inside + "[]")
        elif kind == "object" and "properties" in schema:
            found.append("{\n" + members_of(schema, indent + "    ") + indent + "}")
        elif kind == "object":
            found.append(f"{{ [name: string]: {type_of(schema['additionalProperties'], indent)} }}")
        else:
            found.append("number" if kind == "integer" else kind)
    return " | ".join(found)


def members_of(schema, indent, left=()):
    return "".join(f"{indent}{name}{'' if name in schema['required'] else '?'}: "
                   f"{type_of(one, indent)};\n"
                   for name, one in schema["properties"].items() if name not in left)


def explained():
    """Returns the types of what gpuocc explain writes, from its schema. The occupancy in a kernel
    is an Answer."""
    with open(os.path.join(ROOT, "docs", "explain.schema.json"), encoding="utf-8") as file:
        schema = json.load(file)
    known = re.findall(r"^    (\w+)\??: ", re.search(
        r"export interface (?:Told|Answer) \{.*?^\}", read("files.d.ts"), re.S | re.M)[0] +
        read("files.d.ts").split("export interface Answer {")[1].split("\n}")[0], re.M)
    text = []
    for name, one in schema["$defs"].items():
        name = camel("_" + name)
        if name == "Kernel":
            text.append(f"export interface ExplainedKernel extends Answer {{\n"
                        f"{members_of(one, '    ', known)}}}\n")
        elif name == "Range":
            text.append("type Range = Value;\n")
        else:
            text.append(f"export type {name} = {type_of(one, '')};\n")
    text.append("export interface Explanations extends Told {\n    file: string;\n"
                "    kernels: ExplainedKernel[];\n    not_modelled: string[];\n"
                "    warnings: string[];\n}\n")
    return "".join(text)


def files_scripts():
    """Returns the two modules of the functions on files, which import GpuoccError from the first
    ones."""
    first = "bindings/npm/index.js"
    text, name, exports, _ = modules.join("bindings/npm/files.js", modules.reader(ROOT), {first})
    notice = json.loads(modules.reader(ROOT)("web/vendor/fzstd.spdx.json"))
    head = (f"// SPDX-License-Identifier: MIT\n// Contains {notice['name']} "
            f"{notice['versionInfo']}, {notice['homepage']}: see fzstd.LICENSE.\n")
    made = {}
    for kind, start, end in (
            ("js", 'import { GpuoccError } from "./index.js";\n',
             f"export const {{ {', '.join(exports)} }} = {name};\nexport {{ GpuoccError }};\n"),
            ("cjs", 'const { GpuoccError } = require("./index.cjs");\n',
             f"module.exports = {{ ...{name}, GpuoccError }};\n")):
        made["files." + kind] = head + start + re.sub(
            r'const MODULE = .*?\nconst bytes = .*?\n', lambda _, kind=kind: FILES_FROM[kind], text,
            flags=re.S) + end
    return made


def make(folder):
    api = headers.read(ROOT, with_settings=True)
    os.makedirs(folder, exist_ok=True)
    module = os.path.join(folder, "gpuocc.wasm")
    subprocess.run([os.path.join(ROOT, "scripts", "wasm"), module], check=True, stdout=sys.stderr)
    os.chmod(module, 0o644)
    subprocess.run([os.path.join(ROOT, "scripts", "wasm_command"),
                    os.path.join(folder, "files.wasm")], check=True, stdout=sys.stderr)
    os.chmod(os.path.join(folder, "files.wasm"), 0o644)
    with open(module, "rb") as file:
        data = base64.b64encode(file.read()).decode()
    text, declarations = script(api), types(api)
    common = re.sub(r'const MODULE = .*?\nconst bytes = .*?\n', lambda _: FROM_FILE, text,
                    flags=re.S)
    common = re.sub(r"^export ", "", common, flags=re.M)
    of_files = read("files.d.ts").replace("@EXPLAIN@\n", explained())
    files = {**files_scripts(), "files.d.ts": of_files,
             "files.d.cts": of_files.replace("./index.js", "./index.cjs"), 
             "index.js": text.replace("@WASM@", data),
             "index.cjs": common + "\nmodule.exports = { GpuoccError, load, loadSync };\n",
             "index.d.ts": declarations, "index.d.cts": declarations,
             "package.json": read("package.json").replace("@VERSION@", api["version"]),
             "README.md": read("README.md")}
    for name, text in files.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    shutil.copy(os.path.join(ROOT, "LICENSE"), folder)
    shutil.copy(os.path.join(ROOT, "web", "vendor", "fzstd.LICENSE"), folder)


if __name__ == "__main__":
    make(os.path.abspath(arguments(__doc__, 1, 1)[1][0]))
