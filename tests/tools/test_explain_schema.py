#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The JSON of gpuocc explain for every file of tests/data/machine_code is as
docs/explain.schema.json describes it. Usage: test_explain_schema.py ROOT GPUOCC"""
import copy
import glob
import json
import os
import sys

from command import run
from tap import done, ok

ROOT = sys.argv[1]
with open(os.path.join(ROOT, "docs", "explain.schema.json"), encoding="utf-8") as file:
    SCHEMA = json.load(file)
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int,
         "number": (int, float), "null": type(None)}
KNOWN = {"$schema", "$defs", "$ref", "title", "type", "enum", "const", "required", "properties",
         "additionalProperties", "items"}


def is_of(value, name):
    return isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool))


def errors(value, schema, at="$"):
    """What of the value is not as the schema says; the keywords are those of KNOWN."""
    assert set(schema) <= KNOWN, schema
    if "$ref" in schema:
        yield from errors(value, SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[1]], at)
        return
    names = schema.get("type", [])
    names = [names] if isinstance(names, str) else names
    if names and not any(is_of(value, name) for name in names):
        yield f"{at} is {value!r}, not {' or '.join(names)}"
    if value not in schema.get("enum", [value]) or value != schema.get("const", value):
        yield f"{at} is {value!r}"
    if isinstance(value, dict):
        yield from (f"{at} lacks {name}" for name in schema.get("required", [])
                    if name not in value)
        for name, member in value.items():
            yield from errors(member, schema.get("properties", {}).get(
                name, schema.get("additionalProperties", {})), f"{at}.{name}")
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from errors(item, schema.get("items", {}), f"{at}[{index}]")


def members(value, schema, path=()):
    """The places of members that a schema requires and the value has."""
    if "$ref" in schema:
        schema = SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[1]]
    if isinstance(value, dict):
        for name in schema.get("required", []):
            yield path + (name,)
            yield from members(value[name], schema["properties"][name], path + (name,))
    if isinstance(value, list) and value:
        yield from members(value[0], schema.get("items", {}), path + (0,))


def without(document, path):
    changed = copy.deepcopy(document)
    at = changed
    for step in path[:-1]:
        at = at[step]
    del at[path[-1]]
    return changed


OPTIONS = (("--annotate",), ("-d", "RTX 3090", "-g", "1000", "-t", "128"),
           ("-d", "MI300X", "-g", "1000", "--trips", "5"))
for path in sorted(glob.glob(os.path.join(ROOT, "tests", "data", "machine_code", "*.c[uo]*"))):
    if not path.endswith((".cubin", ".co")):
        continue
    for options in OPTIONS:
        wrong = list(errors(run("explain", "--json", path, *options).json(), SCHEMA))
        ok(not wrong, f"{os.path.basename(path)} {' '.join(options)}", *wrong[:5])
answer = run("explain", "--json", os.path.join(ROOT, "tests", "data", "machine_code",
                                               "lines_sm_80.cubin"), "column", *OPTIONS[1]).json()
places = list(members(answer, SCHEMA))
kept = [path for path in places if not list(errors(without(answer, path), SCHEMA))]
ok(len(places) > 150 and not kept, f"each of {len(places)} members is required", *kept)
answer["kernels"][0]["code_bytes"] = "1"
ok(list(errors(answer, SCHEMA)) == ["$.kernels[0].code_bytes is '1', not integer"], "a wrong type")
done()
