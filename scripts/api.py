# SPDX-License-Identifier: MIT
"""Reads the public headers of libgpuocc and libgpuocc-models for scripts/api_json,
scripts/abi_snapshot, bindings and tests. The headers use few constructs (tests/abi/test_headers.py
ensures that), so a small parser is enough. What it does not understand is an error and is not left
out."""
import os
import re

SIZES = {"char": 1, "uint32_t": 4, "int32_t": 4, "uint64_t": 8, "int64_t": 8, "double": 8}
# The header, the symbol map and the folder of headers of each library.
LIBRARIES = {"gpuocc": ("gpuocc.h", "lib/gpuocc.map", "include"),
             "gpuocc-models": ("models.h", "models/gpuocc-models.map", "models/include"),
             "gpuocc-kernels": ("settings.h", "kernels/gpuocc-kernels.map", "kernels/include")}
ITEM = re.compile(r"""
    (?P<doc>/\*\*(?!<)(?P<text>.*?)\*/) | (?P<comment>/\*.*?\*/) |
    ^\#\s*define[ ]+(?P<macro>GPUOCC_\w+)(?P<value>(?:\\\n|[^\n])*) | ^\#[^\n]* |
    ^enum[ ](?P<enum>\w+)[ ]\{(?P<values>.*?)^\}; |
    ^typedef[ ]struct[ ](?P<tag>\w+)[ ]\{(?P<members>.*?)^\}[ ](?P<struct>\w+); |
    ^typedef[ ]struct[ ](?P<opaque>\w+)[ ]\w+; |
    ^struct[ ]GPUOCC_HANDLE[ ](?P<sized>\w+)[ ]\{\s*uint64_t[ ]opaque\[(?P<words>\d+)\];\s*\}; |
    ^GPUOCC_API[ ](?P<function>.*?); | ^extern[ ]"C"[ ]\{ | ^\} | \s+ | (?P<unknown>.)
    """, re.S | re.M | re.X)


def plain(comment):
    """Returns the sentences of a comment, with one line for each paragraph."""
    lines = [re.sub(r"^\s*\*? ?", "", line).rstrip() for line in (comment or "").splitlines()]
    return re.sub(r"[ \t]+", " ", re.sub(r"(?<!\n)\n(?!\n)", " ", "\n".join(lines))).strip()


def read_type(text):
    """Returns a type as it is written, and its parts."""
    stars = text.count("*")
    base = re.sub(r"\bconst\b|\*", "", text).strip()
    return {"c": re.sub(r"\s+", " ", text).strip(), "base": base, "pointers": stars,
            "const": "const" in text.split("*")[0].split()}


def read_entries(body, end):
    """Yields each entry of a struct or enum with the comment before or after it."""
    entry = re.compile(r"\s*(?:/\*\*(?!<)(?P<before>.*?)\*/\s*)?(?P<entry>[A-Za-z_][^/%s]*)"
                       r"%s?[ \t]*(?:/\*\*<(?P<behind>.*?)\*/)?\s*" % (end, end), re.S)
    at = 0
    while body[at:].strip():
        found = entry.match(body, at)
        if found is None:
            raise SystemExit(f"api.py: what is this? {body[at:at + 80]!r}")
        yield (re.sub(r"\s+", " ", found["entry"].strip()),
               plain(found["before"] if found["before"] is not None else found["behind"]))
        at = found.end()


def read_enum(body):
    values = []
    for text, about in read_entries(body, ","):
        name, number = re.fullmatch(r"(\w+) = (-?\d+)", text).groups()
        values.append({"name": name, "value": int(number), "about": about})
    return values


def read_struct(body):
    members, offset = [], 0
    for text, about in read_entries(body, ";"):
        kind, name, count = re.fullmatch(r"(.*?)\b(\w+)(?:\[(\d+)\])?", text).groups()
        kind = kind.strip()
        if kind not in SIZES:
            raise SystemExit(f"api.py: the size of {kind} is not the same everywhere ({name})")
        size = SIZES[kind]
        offset += -offset % size
        member = {"name": name, "type": kind, "offset": offset,
                  "size": size * int(count or 1), "about": about}
        if count:
            member["count"] = int(count)
        members.append(member)
        offset += member["size"]
    alignment = max(SIZES[m["type"]] for m in members)
    return members, offset + -offset % alignment, alignment


def read_function(text, about, statuses, known):
    head = re.fullmatch(r"(.*?)(\w+)\((.*)\)", re.sub(r"\s+", " ", text))
    parameters = []
    if head[3] != "void":
        for parameter in head[3].split(","):
            kind, name = re.fullmatch(r"\s*(.*?)(\w+)", parameter).groups()
            parameters.append({"name": name, "type": read_type(kind)})
    named = re.findall(r"\bGPUOCC_(?:OK|ERROR_\w+|NOT_\w+)\b", about)
    # "else as gpuocc_x", "Statuses as gpuocc_x": the statuses of that function are returned as
    # well.
    for other in re.findall(r"\b(?:else|[Ss]tatuses) as (gpuocc_\w+)", about):
        named += known.get(other, [])
    return {"name": head[2], "returns": read_type(head[1]), "parameters": parameters,
            "about": about, "statuses": [s for s in dict.fromkeys(named) if s in statuses]}


def read_value(text):
    text = text.strip()
    if re.fullmatch(r"(0x[0-9a-fA-F]+|\d+)u", text):
        return {"value": int(text[:-1], 0), "type": "uint32_t"}
    if re.fullmatch(r"\(-?[\d.]+\)", text):
        return {"value": float(text[1:-1]), "type": "double"}
    raise SystemExit(f"api.py: what kind of constant is {text}?")


def header_names(root):
    """Returns the headers in the order in which gpuocc.h includes them."""
    with open(os.path.join(root, "include", "gpuocc", "gpuocc.h"), encoding="utf-8") as file:
        return re.findall(r'^#include "([^"]+)"', file.read(), re.M)


def read_header(root, name, api, library="gpuocc"):
    with open(os.path.join(root, LIBRARIES[library][2], "gpuocc", name), encoding="utf-8") as file:
        text = file.read()
    guard = re.search(r"^#ifndef (\w+)", text, re.M)[1]
    doc = ""
    for item in ITEM.finditer(text):
        if item["unknown"]:
            line = text.count("\n", 0, item.start()) + 1
            raise SystemExit(f"api.py: {name}:{line}: what is this?")
        about = {"about": doc, "header": name}
        if item["doc"]:
            doc = plain(item["text"])
            continue
        if item["macro"] and item["macro"] not in (guard, "GPUOCC_API", "GPUOCC_HANDLE",
                                                   "GPUOCC_KERNEL_INIT", "GPUOCC_ANSWER_INIT"):
            api["constants"].append({"name": item["macro"], **read_value(item["value"]), **about})
        elif item["enum"]:
            values = read_enum(item["values"])
            api["enums"].append({"name": item["enum"], **about, "values": values})
        elif item["struct"]:
            members, size, alignment = read_struct(item["members"])
            api["structs"].append({"name": item["struct"], **about, "size": size,
                                   "alignment": alignment, "members": members})
        elif item["opaque"]:
            api["handles"].append({"name": item["opaque"], **about})
        elif item["sized"]:
            api["handles"][-1]["size"] = 8 * int(item["words"])
        elif item["function"]:
            statuses = {v["name"] for e in api["enums"] if e["name"] == "gpuocc_status"
                        for v in e["values"]}
            known = {f["name"]: f["statuses"] for f in api["functions"]}
            api["functions"].append({**read_function(item["function"], doc, statuses, known),
                                     "header": name, "library": library})
        if not item[0].isspace():
            doc = ""


def read_nodes(root, library):
    """Returns the node of the symbol map for each function."""
    node, nodes = None, {}
    with open(os.path.join(root, LIBRARIES[library][1]), encoding="utf-8") as file:
        for line in file:
            node = (re.match(r"(GPUOCC_[A-Z_]*[\d.]+) \{", line) or [None, node])[1]
            for name in re.findall(r"^\s*(gpuocc_\w+);", line):
                nodes[name] = node
    return nodes


def read_words(root):
    """Returns the other names of the fields of a kernel that the command accepts: short ones, those
    of vendors' tools, and those that mean different things in different tools, with the reason."""
    with open(os.path.join(root, "tools", "input", "synonyms.def"), encoding="utf-8") as file:
        text = file.read()
    words = {kind.lower(): {name: field.lower() for name, field in re.findall(
        rf'^{kind}\("([^"]+)", KERNEL\((\w+)\)\)$', text, re.M)} for kind in ("SHORT", "OTHER")}
    unclear = re.findall(r'^UNCLEAR\("([^"]+)",((?:\s*"[^"]*")+)\)$', text, re.M)
    return {**words, "unclear": {name: "".join(re.findall(r'"([^"]*)"', why))
                                 for name, why in unclear}}


def read(root, with_settings=False):
    """Returns the whole interface; and that of gpuocc/sentences.h, settings.h and why.h for
    bindings that contain it."""
    with open(os.path.join(root, "meson.build"), encoding="utf-8") as file:
        build = file.read()
    api = {"library": "gpuocc", "version": re.search(r"\n  version: '([^']+)'", build)[1],
           "soname": "libgpuocc.so." + re.search(r"soversion: '(\d+)'", build)[1],
           "headers": [*header_names(root), "models.h"], "constants": [], "enums": [],
           "structs": [], "handles": [], "functions": [], "words": read_words(root)}
    nodes = {}
    for name in api["headers"]:
        read_header(root, name, api, "gpuocc-models" if name == "models.h" else "gpuocc")
    if with_settings:
        for name in ("sentences.h", "settings.h", "why.h"):
            read_header(root, name, api, "gpuocc-kernels")
    for library in LIBRARIES:
        nodes.update(read_nodes(root, library))
    for function in api["functions"]:
        function["version_node"] = nodes.get(function["name"])
    return api
