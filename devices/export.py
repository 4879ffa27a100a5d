#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes all records of the devices as one JSON file, share/gpuocc/devices.json: every number with
its source and confidence, every name and PCI id, the constants of the latency model. The text is
the same for the same data. docs/devices.md describes it.

Usage: export.py FILE [VENDOR...] (default: all vendors)"""
import json
import os
import re
import sys

sys.dont_write_bytecode = True
FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [FOLDER, os.path.join(os.path.dirname(FOLDER), "scripts")]
import catalogue as c  # noqa: E402
from arguments import arguments  # noqa: E402

# The names of the data for enum gocc_aspect, where they differ.
ASPECTS = {"scalars": "scalar_registers", "shared": "shared_memory",
           "shared_unit": "shared_memory_unit"}


def aspects():
    """The aspect of each field, as the library has it."""
    path = os.path.join(c.FOLDER, "..", "lib", "device", "fields.c")
    with open(path, encoding="ascii") as file:
        text = file.read().partition("gocc_fields[")[2].replace("GOCC_ASPECT_", "")
    # The aspect is the last word of a row: "MODEL(GPUOCC_DEVICE_X, x, WAVES),".
    rows = re.findall(r"GPUOCC_DEVICE_(\w+)\b(?:(?!GPUOCC_DEVICE_)[^;])*?"
                      r" ([A-Z_]+)[)}],", text)
    return {field.lower(): ASPECTS.get(aspect.lower(), aspect.lower()) for field, aspect in rows}


def about(vendor, part):
    """The comment at the top of a file, which says where its names and PCI ids come from."""
    lines = []
    with open(os.path.join(vendor.folder, part + ".ini"), encoding="ascii") as file:
        for line in file:
            if not line.startswith("#"):
                break
            lines.append(line[1:].strip())
    return " ".join(lines[1:])


def cite(vendor, pair):
    return {"source": list(vendor.sources)[pair[0]], "confidence": c.CONFIDENCES[pair[1] - 1]}


def fields(vendor, record, of_field):
    """The numbers and lists of an architecture; null is unknown."""
    cites = dict(zip(c.ARCHITECTURE_ASPECTS, record.cited))
    values = {key: None if value == c.UNKNOWN else value for key, value in record.model.items()}
    values["wave_sizes"] = [size for size in c.WAVE_SIZES if size & values["wave_sizes"]]
    values.update(record.lists)
    return {key: {"value": values[key], **cite(vendor, cites[of_field[key]])}
            for key in (*c.NUMBERS, *c.LISTS)}


def figures(vendor, record, of_field):
    cites = dict(zip(c.PRODUCT_ASPECTS, record.cited))
    found = {key: {"value": None if value == c.UNKNOWN else value,
                   **cite(vendor, cites[of_field[key]])} for key, value in record.figures.items()}
    if record.gpc_cite:
        found["cores_per_gpc"] = {"value": record.gpcs or None, **cite(vendor, record.gpc_cite)}
    return found


def names(record):
    return [{"name": name, "shared": key.startswith("shared"), "board": key.endswith("boards")}
            for key in c.TEXT_NAMES for name in record.names(key)]


def ids(vendor, record):
    return [{"id": f"{vendor.pci_vendor:04x}:{number:04x}",
             "revision": None if revision is None else f"{revision:02x}",
             "shared": key == "shared_pci"}
            for key in ("pci", "shared_pci") for number, revision in record.ids(key)]


def words(record, key):
    return [" ".join(word.split()) for word in record.own.get(key, "").split(",") if word.strip()]


def memory(record):
    kind, confidence = record.memory
    return None if kind == "unknown" else {"value": kind, "source": "l-memory",
                                           "confidence": confidence}


def constant(vendor, row):
    own = row["record"].own
    of = {"product": own["product"]} if "product" in own else {
        "first_generation": row["from"], "last_generation": row["to"]}
    figures_ = {key: row[key][1] / 1000 for key in ("value", "low", "high")}
    return {"name": own["constant"], **of, "wave_size": row["wave_size"] or None, **figures_,
            "basis": c.BASES[row["basis"]], **cite(vendor, row["cite"])}


def described(vendor, of_field):
    architectures = [
        {"name": r.name, "family": r.own["family"], "names": names(r), "pci_ids": ids(vendor, r),
         "ip_versions": words(r, "ip_versions"), "notes": r.notes, "memory": memory(r),
         "fields": fields(vendor, r, of_field)}
        for r in vendor.architectures]
    products = [
        {"name": r.name, "architecture": vendor.architectures[r.target].name,
         "limits_of": r.variant or vendor.architectures[r.target].name, "names": names(r),
         "pci_ids": ids(vendor, r), "memory": memory(r), "fields": figures(vendor, r, of_field)}
        for r in vendor.products]
    used = {r.variant for r in vendor.products}
    return {"name": vendor.name,
            "pci_vendor": f"{vendor.pci_vendor:04x}" if vendor.pci_vendor else None,
            "about": {part: about(vendor, part) for part in ("architectures", "products")},
            "sources": {name: {"document": document, "remark": remark}
                        for name, (document, remark) in vendor.sources.items()},
            "architectures": architectures,
            "models": [{"name": name, "fields": fields(vendor, r, of_field)}
                       for name, r in vendor.models.items() if name in used],
            "products": products,
            "constants": [constant(vendor, row) for row in vendor.latency
                          if row["record"].own["constant"] != "memory"],
            "not_modelled": [{"names": names(r), "pci_ids": ids(vendor, r)}
                             for r in vendor.unmodelled]}


def export(wanted):
    found, of_field = c.read(), aspects()
    return {"schema": 1, "data_version": c.version(found),
            "memories": {kind: {"value": row[0] / 10, "low": row[1] / 10, "high": row[2] / 10,
                                "unit": "ns", "devices": row[3]}
                         for kind, row in c.memories().items()},
            "vendors": [described(vendor, of_field) for vendor in found
                        if not wanted or vendor.name in wanted]}


def written(value, depth=4):
    """JSON with a line for each record."""
    if depth == 0 or not value or not isinstance(value, (dict, list)):
        return json.dumps(value)
    opened, closed = "{}" if isinstance(value, dict) else "[]"
    keyed = isinstance(value, dict)
    lines = [(f"{json.dumps(item)}: {written(value[item], depth - 1)}" if keyed
              else written(item, depth - 1)) for item in value]
    return f"{opened}\n" + ",\n".join(lines) + f"\n{closed}"


def main():
    _, (path, *vendors) = arguments(__doc__, 1, None)
    try:
        text = written(export(vendors)) + "\n"
        with open(path, "w", encoding="ascii") as file:
            file.write(text)
    except (c.Wrong, OSError) as error:
        sys.exit(f"export.py: {error}")


if __name__ == "__main__":
    main()
