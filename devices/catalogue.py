#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads, validates and packs the device data, and writes them as C.

  catalogue.py --check [FOLDER]                validates the data of all vendors
  catalogue.py --version [FOLDER]              prints the version that follows from the data
  catalogue.py --vendor NAME --output FILE     writes the tables of one vendor as C
               [--without-sources]             leaves out documents and remarks
  catalogue.py --version-header FILE           writes the version of the data as C

FOLDER is that of the vendors' folders (default: this script's). The data are INI files with one
record per section; docs/contributing.md explains the keys. Needs Python 3.8 and no package.
"""
import argparse
import collections
import configparser
import hashlib
import os
import re
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
UNKNOWN = 0xffffffff
LIST_END = 0xffff
# The files of a vendor. The last one may be absent.
FILES = ("vendor", "sources", "architectures", "products", "latency")

# Numbers of an architecture: their least and greatest value, and whether they may be unknown.
# The keys are the names of enum gpuocc_device_field. A key that is absent means 0.
NUMBERS = {
    "generation": (0, 65535, False),
    "wave_sizes": (8, 120, False),
    "default_wave_size": (0, 64, False),
    "max_threads_per_group": (1, 65536, True),
    "max_groups_per_core": (0, 65536, True),
    "partitions_per_core": (1, 1024, True),
    "max_waves_per_partition": (1, 4096, True),
    "registers_per_partition": (0, 1 << 24, True),
    "register_unit": (1, 65536, True),
    "max_registers_per_thread": (0, 4096, True),
    "max_registers_per_group": (0, 1 << 28, False),
    "max_accumulators_per_thread": (0, 4096, False),
    "unified_accumulators": (0, 1, False),
    "scalar_registers_per_partition": (0, 1 << 20, False),
    "scalar_register_unit": (1, 4096, False),
    "max_scalar_registers_per_wave": (0, 4096, False),
    "fixed_scalar_registers_per_wave": (0, 4096, False),
    "shared_pool_bytes": (0, 1 << 30, True),
    "max_shared_bytes_per_group": (0, 1 << 30, True),
    "default_shared_bytes_per_group": (0, 1 << 30, True),
    "shared_unit_bytes": (1, 1 << 20, False),
    "shared_reserved_bytes": (0, 1 << 20, False),
    "barriers_per_core": (0, 65536, True),
    "virtual_resources_per_core": (0, 65536, False),
    "cus_per_wgp": (0, 2, False),
    "dynamic_vgpr": (0, 1, False),
    "max_groups_per_cluster": (0, 1024, False),
    "grf_bytes": (0, 1024, False),
    "lanes_per_core": (0, 65536, True),
    "max_groups_per_cluster_on_request": (0, 1024, False),
    "max_clustered_groups_per_core": (0, 65536, False),
}
# Lists of an architecture: the most elements, and whether they ascend.
LISTS = {
    "shared_pool_sizes_kib": (12, True),
    "shared_group_sizes_kib": (28, True),
    "grf_counts": (10, True),
    "waves_at_grf_count": (10, False),
}
FIGURES = ("core_count", "min_core_count", "clock_mhz", "memory_mb_per_s", "l2_kib",
           "last_level_kib")
# Groups of numbers that share a source, in the order of enum gocc_aspect.
ARCHITECTURE_ASPECTS = ("waves", "registers", "scalar_registers", "shared_memory",
                        "shared_memory_unit", "barriers", "other")
PRODUCT_ASPECTS = ("cores", "clocks", "caches")
CONFIDENCES = ("vendor", "two_sources", "one_source", "unverified")  # enum gpuocc_confidence - 1
NOTES = {"unverified": "GPUOCC_NOTE_UNVERIFIED", "provisional": "GPUOCC_NOTE_PROVISIONAL",
         "assumed": "GPUOCC_NOTE_ASSUMED", "lower_bound": "GPUOCC_NOTE_LOWER_BOUND",
         "dynamic": "GPUOCC_NOTE_DYNAMIC"}
RESOURCES = ("dram", "l2", "l1", "shared", "load_slots", "fp32", "fp64", "fp16", "int32",
             "special", "matrix", "pipe_a", "pipe_b", "issue")
# Kinds of memory and bases of a constant: enum gpuocc_memory and enum gpuocc_basis - 1.
MEMORIES = ("unknown", "gddr", "hbm", "system")
BASES = ("measured", "sibling", "inferred", "weak")
GPCS = 16
NAME_BYTES = {"architecture": 17, "family": 23, "product": 47}
DOCUMENT_BYTES, REMARK_BYTES = 383, 383
TEXT_NAMES = ("aliases", "shared_aliases", "boards", "shared_boards")
# Keys that [defaults] cannot have.
OWN = {*TEXT_NAMES, "like", "family", "architecture", "model", "pci", "shared_pci", "ip_versions",
       "calculator_slots"}


class Wrong(Exception):
    """A mistake in the data: file, record, field and what is wrong."""

    def __init__(self, file, section, key, what):
        place = f"{file}: [{section}]" if section else file
        super().__init__(f"{place} {key}: {what}" if key else f"{place}: {what}")


class Record:
    """One section. Values come from the record, then from the one that it is like, then from
    [defaults]; a key for one aspect ("source.barriers") precedes a key for all ("source")."""

    def __init__(self, file, section, own, like=None, defaults=None):
        self.file, self.section, self.own = file, section, own
        self.like, self.defaults = like, defaults

    def wrong(self, key, what):
        return Wrong(self.file, self.section, key, what)

    def get(self, key, default=None):
        for place in (self.own, self.like and self.like.own, self.defaults):
            if place and key in place:
                return place[key]
        return default

    def number(self, key, least, most, unknown=False, default="0"):
        text = self.get(key, default)
        if text == "unknown":
            if not unknown:
                raise self.wrong(key, "it may not be unknown")
            return UNKNOWN
        parts = re.fullmatch(r"(0|[1-9]\d*|0x[0-9a-f]+)( KiB)?", text)
        if not parts:
            raise self.wrong(key, f'"{text}" is not a number')
        value = int(parts[1], 0) * (1024 if parts[2] else 1)
        if not least <= value <= most:
            raise self.wrong(key, f"it is {value}, possible is {least} to {most}")
        return value

    def place(self, key, words, default=""):
        """The place of a word in a list of words."""
        word = self.get(key, default)
        if word not in words:
            raise self.wrong(key, f'"{word}" is none of {", ".join(words)}')
        return words.index(word)

    def numbers(self, key, most_elements, most, ascending=False):
        values = []
        for text in self.get(key, "").split():
            if not text.isdigit() or int(text) > most:
                raise self.wrong(key, f'"{text}" is not a number from 0 to {most}')
            values.append(int(text))
        if len(values) > most_elements:
            raise self.wrong(key, f"it has {len(values)} elements, possible are {most_elements}")
        for before, after in zip(values, values[1:]):
            if ascending and after <= before:
                raise self.wrong(key, f"{after} follows {before}, it has to ascend")
        return values

    def names(self, key):
        """Names separated by commas; only those of the record itself."""
        names = [" ".join(n.split()) for n in self.own.get(key, "").split(",")]
        if key in self.own and not all(names):
            raise self.wrong(key, "an empty name")
        return names if key in self.own else []

    def ids(self, key):
        """PCI ids as (id, revision or None): "2684", "2684-2687", "1114:d3"."""
        ids = []
        for text in self.own.get(key, "").split(",") if key in self.own else []:
            match = re.fullmatch(r"\s*([0-9a-f]{4})(?:-([0-9a-f]{4})|:([0-9a-f]{2}))?\s*", text)
            if not match:
                raise self.wrong(key, f'"{text.strip()}" is not an id such as 2684, 2684-2687 or '
                                      "2684:a1, in lower case")
            first = int(match[1], 16)
            last = int(match[2], 16) if match[2] else first
            if last < first:
                raise self.wrong(key, f"{text.strip()} ends before it begins")
            revision = int(match[3], 16) if match[3] else None
            ids += [(number, revision) for number in range(first, last + 1)]
        return ids

    def cites(self, aspects, sources):
        """(source, confidence) of each aspect, as numbers."""
        cites = []
        for aspect in aspects:
            pair = []
            for kind, known in (("source", sources), ("confidence", CONFIDENCES)):
                key = f"{kind}.{aspect}"
                text = self.get(key)
                if text is None:
                    key, text = kind, self.get(kind)
                if text is None:
                    raise self.wrong(kind, f"no {kind} of {aspect}")
                if text not in known:
                    raise self.wrong(key, f'"{text}" is not in ' +
                                     ("sources.ini" if kind == "source" else ", ".join(known)))
                pair.append(list(known).index(text))
            cites.append((pair[0], pair[1] + 1))
        return cites


def ini(path, name):
    """Sections of a file, in their order; a line that continues a value becomes part of it."""
    parser = configparser.ConfigParser(interpolation=None, delimiters=("=",),
                                       comment_prefixes=("#",), default_section="")
    parser.optionxform = str
    with open(path, "rb") as file:
        content = file.read()
    try:
        parser.read_string(content.decode("ascii"))
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise Wrong(name, None, None, f"line {line}: a character that is not ASCII") from None
    except configparser.DuplicateSectionError as error:
        raise Wrong(name, error.section, None, f"line {error.lineno}: the section is there "
                                               "twice") from None
    except configparser.DuplicateOptionError as error:
        raise Wrong(name, error.section, error.option, f"line {error.lineno}: the key is there "
                                                       "twice") from None
    except configparser.MissingSectionHeaderError as error:
        raise Wrong(name, None, None, f"line {error.lineno}: it is before the first "
                                      "section") from None
    except configparser.ParsingError as error:
        raise Wrong(name, None, None, f"line {error.errors[0][0]}: it is neither a section nor "
                                      '"key = value"') from None
    return {section: {key: " ".join(value.split()) for key, value in parser[section].items()}
            for section in parser.sections()}


# Spelling of names, as lib/spell.c has it.
FACTOR = 0x01000193


def words_of(name):
    plain = re.sub(r"\((?:r|c|tm)\)", " ", name, flags=re.I)
    return [word.lower() for word in re.findall(r"[A-Za-z0-9]+", plain)]


def word_bit(word):
    return (ord(word[0]) + 37 * len(word)) & 63


def spelling(name, decorations):
    """A name in lower case, without spaces and the vendor's decorations."""
    words, left = words_of(name), []
    for i, word in enumerate(words):
        if word in decorations and (left or i + 1 < len(words)):
            continue
        left.append(word)
    return "".join(left)


def hash_of(text):
    value = 0
    for byte in text.encode("ascii"):
        value = (value * FACTOR + byte) & 0xffffffff
    value = ((value ^ value >> 15) * 0x2c1b3c6d) & 0xffffffff
    return value ^ value >> 13


class Vendor:
    """All records of one vendor, validated."""

    def __init__(self, folder, name):
        self.name, self.folder = name, os.path.join(folder, name)
        raw = {}
        for part in FILES:
            path = os.path.join(self.folder, part + ".ini")
            needed = part != "latency" or os.path.exists(path)
            raw[part] = ini(path, self.file(part)) if needed else {}
        self.raw = raw
        self.read_vendor(raw["vendor"])
        self.read_sources(raw["sources"])
        self.read_architectures(raw["architectures"])
        self.read_products(raw["products"])
        self.read_latency(raw["latency"])
        self.index_names()
        self.index_ids()

    def file(self, part):
        return f"{self.name}/{part}.ini"

    def known(self, record, keys, pattern=None):
        for key in record.own:
            if key not in keys and not (pattern and re.fullmatch(pattern, key)):
                raise record.wrong(key, "there is no such key")

    def read_vendor(self, sections):
        if list(sections) != ["vendor"]:
            raise Wrong(self.file("vendor"), None, None, "it has to have one section, [vendor]")
        record = Record(self.file("vendor"), "vendor", sections["vendor"])
        self.known(record, ("pci_vendor", "name_decorations", "name_endings", "series"))
        self.pci_vendor = record.number("pci_vendor", 0, 0xffff)
        self.decorations = record.get("name_decorations", "").split()
        for word in self.decorations:
            if words_of(word) != [word] or len(word) > 11:
                raise record.wrong("name_decorations", f'"{word}" is not a word of at most 11 '
                                                       "small letters and digits")
        self.endings = record.get("name_endings", "").split()
        self.series = record.get("series", "")

    def read_sources(self, sections):
        self.sources = {}
        for section, own in sections.items():
            record = Record(self.file("sources"), section, own)
            self.known(record, ("document", "remark"))
            document, remark = own.get("document", ""), own.get("remark", "")
            if not document:
                raise record.wrong("document", "there is none")
            for key, text, most in (("document", document, DOCUMENT_BYTES),
                                    ("remark", remark, REMARK_BYTES)):
                if len(text) > most:
                    raise record.wrong(key, f"it has {len(text)} characters, possible are {most}")
            self.sources[section] = (document, remark)

    def read_architectures(self, sections):
        part = self.file("architectures")
        keys = set(NUMBERS) | set(LISTS) | set(TEXT_NAMES) | {
            "like", "family", "notes", "fast_path", "pci", "shared_pci", "ip_versions", "source",
            "confidence"}
        aspects = rf"(source|confidence)\.({'|'.join(ARCHITECTURE_ASPECTS)})"
        defaults = sections.get("defaults", {})
        self.known(Record(part, "defaults", defaults), keys - OWN, aspects)
        records = {}
        self.architectures, self.models, self.unmodelled = [], {}, []
        for section, own in sections.items():
            if section == "defaults":
                continue
            like = None
            if "like" in own:
                like = records.get(own["like"])
                if like is None:
                    raise Wrong(part, section, "like", f"no earlier record [{own['like']}]")
            record = Record(part, section, own, like, defaults)
            self.known(record, keys, aspects)
            if section.split(" ")[0] == "unmodelled":
                self.unmodelled.append(record)
                continue
            # A record that is like another one that is like a third has the values of both.
            records[section] = Record(part, section, {**(like.own if like else {}), **{
                key: value for key, value in own.items()
                if key not in TEXT_NAMES + ("like", "pci", "shared_pci", "ip_versions")}}, None,
                defaults)
            if section.split(" ")[0] == "model":
                self.models[section] = record
            else:
                record.name = section
                self.check_text(record, "name", section, NAME_BYTES["architecture"])
                if "family" not in own:
                    raise record.wrong("family", "there is none")
                self.check_text(record, "family", own["family"], NAME_BYTES["family"])
                self.architectures.append(record)
        for record in self.architectures:
            self.check_model(record)
        self.index_of_architecture = {r.section: i for i, r in enumerate(self.architectures)}

    def check_text(self, record, key, text, most):
        if not words_of(text):
            raise record.wrong(key, f'"{text}" has no letter or digit')
        if len(text) > most:
            raise record.wrong(key, f"it has {len(text)} characters, possible are {most}")

    def check_model(self, record):
        if hasattr(record, "model"):
            return
        n = {key: record.number(key, *NUMBERS[key][:2], NUMBERS[key][2],
                                default="0" if NUMBERS[key][0] == 0 else "")
             for key in NUMBERS if key != "wave_sizes"}
        sizes = record.numbers("wave_sizes", 5, 64)
        if not sizes or any(size not in (8, 16, 32, 64) for size in sizes):
            raise record.wrong("wave_sizes", "it has to be a list of 8, 16, 32 and 64")
        n["wave_sizes"] = sum(sizes)
        lists = {key: record.numbers(key, LISTS[key][0], 65534, LISTS[key][1]) for key in LISTS}
        record.cited = record.cites(ARCHITECTURE_ASPECTS, self.sources)
        notes = record.get("notes", "").split()
        for note in notes:
            if note not in NOTES:
                raise record.wrong("notes", f'"{note}" is not in {", ".join(NOTES)}')
        record.notes = notes
        if record.get("fast_path", "yes") not in ("yes", "no"):
            raise record.wrong("fast_path", f'"{record.get("fast_path")}" is neither yes nor no')
        record.fast_path = record.get("fast_path", "yes") == "yes"
        record.model, record.lists = n, lists
        self.check_numbers(record, n, lists)
        VENDOR_CHECKS.get(self.name, lambda *_: None)(record, n, lists)

    @staticmethod
    def check_numbers(record, n, lists):
        default = n["default_wave_size"]
        if default and (default & (default - 1) or not default & n["wave_sizes"]):
            raise record.wrong("default_wave_size", f"{default} is not among the wave sizes")
        for small, large in (("max_shared_bytes_per_group", "shared_pool_bytes"),
                             ("default_shared_bytes_per_group", "shared_pool_bytes"),
                             ("default_shared_bytes_per_group", "max_shared_bytes_per_group"),
                             ("max_groups_per_cluster", "max_groups_per_cluster_on_request")):
            if small.startswith("max_groups") and n[large] == 0:
                continue
            if n[small] > n[large]:
                raise record.wrong(small, f"{n[small]} exceeds {large}, which is {n[large]}")
        file, unit = n["registers_per_partition"], n["register_unit"]
        if file not in (0, UNKNOWN):
            if unit == UNKNOWN:
                raise record.wrong("register_unit", "it may not be unknown beside registers")
            if file % unit:
                raise record.wrong("register_unit", f"{unit} does not divide {file} registers")
        if n["scalar_registers_per_partition"] % n["scalar_register_unit"]:
            raise record.wrong("scalar_register_unit", "it does not divide the scalar registers")
        if n["shared_pool_bytes"] not in (0, UNKNOWN) and \
                n["shared_pool_bytes"] % n["shared_unit_bytes"]:
            raise record.wrong("shared_unit_bytes", f"{n['shared_unit_bytes']} does not divide "
                                                    f"{n['shared_pool_bytes']} bytes")
        if UNKNOWN not in (file, n["partitions_per_core"]) and \
                file * n["partitions_per_core"] > 1 << 30:
            raise record.wrong("registers_per_partition", "a core has more than 2^30 registers")
        if any(size * 1024 > n["shared_pool_bytes"] for size in lists["shared_pool_sizes_kib"]):
            raise record.wrong("shared_pool_sizes_kib", "a size exceeds shared_pool_bytes")
        if len(lists["grf_counts"]) != len(lists["waves_at_grf_count"]):
            raise record.wrong("waves_at_grf_count", f"{len(lists['waves_at_grf_count'])} elements"
                                                     f" for {len(lists['grf_counts'])} GRF counts")

    def read_products(self, sections):
        part = self.file("products")
        keys = set(FIGURES) | set(TEXT_NAMES) - {"boards", "shared_boards"} | {
            "architecture", "model", "pci", "shared_pci", "source", "confidence", "cores_per_gpc",
            "source.gpcs", "confidence.gpcs", "calculator_slots"}
        aspects = rf"(source|confidence)\.({'|'.join(PRODUCT_ASPECTS)})"
        defaults = sections.get("defaults", {})
        self.known(Record(part, "defaults", defaults), keys - OWN, aspects)
        self.products = []
        for section, own in sections.items():
            if section == "defaults":
                continue
            record = Record(part, section, own, None, defaults)
            self.known(record, keys, aspects)
            record.name = section
            self.check_text(record, "name", section, NAME_BYTES["product"])
            architecture = own.get("architecture")
            if architecture not in self.index_of_architecture:
                raise record.wrong("architecture", f'"{architecture}" is not in architectures.ini')
            record.target = self.index_of_architecture[architecture]
            record.variant = own.get("model")
            if record.variant is not None and record.variant not in self.index_of_architecture:
                if record.variant not in self.models:
                    raise record.wrong("model", f'"{record.variant}" is not in architectures.ini')
                self.check_model(self.models[record.variant])
            record.figures = {}
            for key in FIGURES:
                default = own.get("core_count", "unknown") if key == "min_core_count" else "unknown"
                record.figures[key] = record.number(key, 0, UNKNOWN - 1, True, default)
            if record.figures["min_core_count"] > record.figures["core_count"]:
                raise record.wrong("min_core_count", "it exceeds core_count")
            record.cited = record.cites(PRODUCT_ASPECTS, self.sources)
            record.gpcs = record.numbers("cores_per_gpc", GPCS, 65534)
            if record.gpcs:
                if sum(record.gpcs) > record.figures["core_count"]:
                    raise record.wrong("cores_per_gpc", f"{sum(record.gpcs)} cores exceed "
                                                        "core_count")
                record.gpc_cite = record.cites(("gpcs",), self.sources)[0]
            self.products.append(record)
        self.index_of_product = {r.section: i for i, r in enumerate(self.products)}

    def generation_of(self, record, key):
        text = record.own.get(key, "")
        if text in self.index_of_architecture:
            return self.architectures[self.index_of_architecture[text]].model["generation"]
        if not re.fullmatch(r"0x[0-9a-f]+|\d+", text):
            raise record.wrong(key, f'"{text}" is neither an architecture nor a generation')
        return int(text, 0)

    def read_latency(self, sections):
        keys = ("constant", "first", "last", "product", "wave_size", "value", "low", "high",
                "basis", "source", "confidence")
        rows = []
        for section, own in sections.items():
            record = Record(self.file("latency"), section, own)
            self.known(record, keys)
            row = {"record": record, "constant": constant_of(record)}
            if own["constant"] == "memory":
                own["value"] = str(record.place("value", MEMORIES))
            row["basis"] = record.place("basis", BASES, "measured")
            for key in ("value", "low", "high"):
                row[key] = decimal(record, key, own.get(key, own.get("value", "")))
            if not row["low"][1] <= row["value"][1] <= row["high"][1]:
                raise record.wrong("value", "it is not between low and high")
            row["wave_size"] = record.number("wave_size", 0, 64)
            if row["wave_size"] not in (0, 8, 16, 32, 64):
                raise record.wrong("wave_size", f"{row['wave_size']} is not 8, 16, 32 or 64")
            if "product" in own:
                for key in ("first", "last"):
                    if key in own:
                        raise record.wrong(key, "a constant of a product has no architectures")
                if own["product"] not in self.index_of_product:
                    raise record.wrong("product", f'"{own["product"]}" is not in products.ini')
                row["from"], row["to"] = self.index_of_product[own["product"]], 0
            else:
                row["from"] = self.generation_of(record, "first")
                row["to"] = self.generation_of(record, "last")
                if row["to"] < row["from"] or row["to"] == 0:
                    raise record.wrong("last", "it precedes the first architecture")
            row["cite"] = record.cites(("latency",), self.sources)[0]
            rows.append(row)
        # Of several rows for a device the last one counts: of one wave size after that of any, and
        # of products last.
        rows.sort(key=lambda row: (row["to"] == 0, row["wave_size"] != 0))
        for i, a in enumerate(rows):
            if a["wave_size"] and not any(
                    b["constant"] == a["constant"] and not b["wave_size"] and
                    b["from"] <= a["from"] and b["to"] >= a["to"] for b in rows[:i]):
                raise a["record"].wrong("wave_size", "no record has the constant of other sizes")
            for b in rows[:i]:
                if a["constant"] == b["constant"] and a["wave_size"] == b["wave_size"] and (
                        a["from"] == b["from"] if a["to"] == 0 == b["to"] else
                        a["to"] != 0 != b["to"] and
                        a["from"] <= b["to"] and b["from"] <= a["to"]):
                    raise a["record"].wrong("constant", "its architectures are also in "
                                                        f"[{b['record'].section}]")
        self.latency = rows

    def index_names(self):
        """self.own: names of architectures and products; self.aliases: (name, kind, row), where
        names of several rows follow each other."""
        self.own = [r.name for r in self.architectures] + [r.name for r in self.products]
        taken = {}
        for record in self.architectures + self.products:
            other = taken.setdefault(spelling(record.name, self.decorations), record)
            if other is not record:
                raise record.wrong("name", f"it is also that of [{other.section}], but for words "
                                           "of name_decorations")
        found = collections.OrderedDict()
        for kind, records in (("PRODUCT", self.products), ("TARGET", self.architectures),
                              ("NONE", self.unmodelled)):
            for row, record in enumerate(records):
                for key in TEXT_NAMES:
                    for name in record.names(key):
                        spelled = spelling(name, self.decorations)
                        if not spelled or len(spelled) > 63:
                            raise record.wrong(key, f'"{name}" has no letter or digit, or more '
                                                    "than 63")
                        if taken.get(spelled, record) is not record:
                            raise record.wrong(key, f'"{name}" is the name of '
                                                    f"[{taken[spelled].section}]")
                        of = ("BOARD" if key.endswith("boards") else kind, row)
                        entry = found.setdefault(spelled, (name, []))
                        shared = key.startswith("shared")
                        if of in [o for o, _, _ in entry[1]]:
                            raise record.wrong(key, f'"{name}" is there twice')
                        if entry[1] and not (shared and all(s for _, s, _ in entry[1])):
                            other = entry[1][0][2]
                            raise record.wrong(key, f'"{name}" is also a name of '
                                                    f"[{other.section}]: both need it under "
                                                    f'"shared_{key.replace("shared_", "")}"')
                        entry[1].append((of, shared, record))
        self.aliases = []
        for name, rows in found.values():
            if rows[0][1] and len(rows) == 1:
                raise rows[0][2].wrong("shared_aliases", f'nothing else has the name "{name}"')
            self.aliases += [(name if i == 0 else None, *of) for i, (of, _, _) in enumerate(rows)]

    def index_ids(self):
        """self.ids: (id, revision or None, kind, row) in the order of ids."""
        found = {}
        for kind, records in (("PRODUCT", self.products), ("TARGET", self.architectures),
                              ("NONE", self.unmodelled)):
            for row, record in enumerate(records):
                for key in ("pci", "shared_pci"):
                    for number, revision in record.ids(key):
                        rows = found.setdefault((number, revision), [])
                        shared = key == "shared_pci"
                        if rows and not (shared and all(s for _, _, s, _ in rows)):
                            what = f"{number:04x}" + (f":{revision:02x}" if revision is not None
                                                      else "")
                            raise record.wrong(key, f"{what} is also an id of "
                                                    f"[{rows[0][3].section}]: both need it under "
                                                    "shared_pci")
                        rows.append((kind, row, shared, record))
        self.ids = []
        for (number, revision), rows in found.items():
            if rows[0][2] and len(rows) == 1:
                raise rows[0][3].wrong("shared_pci", f"nothing else has the id {number:04x}")
            self.ids += [(number, revision, kind, row) for kind, row, _, _ in rows]
        order = {"PRODUCT": 0, "TARGET": 1, "NONE": 2}
        self.ids.sort(key=lambda i: (i[0], -1 if i[1] is None else i[1], order[i[2]], i[3]))


def require_known(record, n, keys):
    for key in keys:
        if n[key] == UNKNOWN:
            raise record.wrong(key, "this vendor's rules need it")


def check_nvidia(record, n, lists):
    if n["default_wave_size"] != 32:
        raise record.wrong("default_wave_size", "it has to be 32")
    require_known(record, n, set(n) - {"partitions_per_core", "max_threads_per_group",
                                       "lanes_per_core"})


def check_amd(record, n, lists):
    if n["default_wave_size"] == 0:
        raise record.wrong("default_wave_size", "it may not be 0")
    require_known(record, n, set(n) - {"partitions_per_core", "max_threads_per_group",
                                       "lanes_per_core"})


def check_intel(record, n, lists):
    slots, counts = lists["waves_at_grf_count"], lists["grf_counts"]
    if not counts:
        raise record.wrong("grf_counts", "there are none")
    if slots[0] != n["max_waves_per_partition"]:
        raise record.wrong("waves_at_grf_count", f"it begins with {slots[0]}, "
                           f"max_waves_per_partition is {n['max_waves_per_partition']}")
    if slots != sorted(slots, reverse=True):
        raise record.wrong("waves_at_grf_count", "it may not ascend")
    if counts[-1] != n["max_registers_per_thread"]:
        raise record.wrong("max_registers_per_thread", "it is not the last of grf_counts")
    if n["grf_bytes"] < 4:
        raise record.wrong("grf_bytes", "it is less than 4")
    require_known(record, n, ("max_waves_per_partition", "shared_pool_bytes", "barriers_per_core"))
    sizes = lists["shared_group_sizes_kib"]
    if sizes and sizes[-1] * 1024 < n["max_shared_bytes_per_group"]:
        raise record.wrong("shared_group_sizes_kib", "none admits max_shared_bytes_per_group")


def check_apple(record, n, lists):
    if n["wave_sizes"] != 32 or n["default_wave_size"] != 32:
        raise record.wrong("wave_sizes", "it has to be 32")
    require_known(record, n, ("max_registers_per_thread", "max_shared_bytes_per_group"))


VENDOR_CHECKS = {"nvidia": check_nvidia, "amd": check_amd, "intel": check_intel,
                 "apple": check_apple}


def constant_of(record):
    """The C expression of a latency constant."""
    name = record.own.get("constant", "")
    kind, _, resource = name.partition("_")
    if kind in ("latency", "rate", "distance") and resource in RESOURCES:
        return f"GPUOCC_CONSTANT_{kind.upper()} + GPUOCC_RESOURCE_{resource.upper()}"
    if name in ("tuned_bytes_in_flight", "turnaround_cycles", "dram_gb_per_s", "dram_latency_ns",
                "dram_share", "memory"):
        return f"GPUOCC_CONSTANT_{name.upper()}"
    raise record.wrong("constant", f'there is no constant "{name}"')


def decimal(record, key, text):
    """(16 bits, thousandths) of a number: its two highest bits are the unit."""
    if not re.fullmatch(r"\d+(\.\d{1,3})?", text):
        raise record.wrong(key, f'"{text}" is not a number of at most three decimals')
    thousandths = int(round(float(text) * 1000))
    for code, unit in enumerate((1, 100, 1000, 16000)):
        if thousandths < 16384 * unit:
            return (thousandths + unit // 2) // unit | code << 14, thousandths
    raise record.wrong(key, f"it is {text}, possible is less than 262144")


# Packing.

class Pool:
    """Distinct rows, in the order in which they were first asked for."""

    def __init__(self):
        self.rows, self.index = [], {}

    def add(self, row):
        if row not in self.index:
            self.index[row] = len(self.rows)
            self.rows.append(row)
        return self.index[row]


DEPTH = 12  # of codes within codes: gocc_unpack has room for them


class Packed:
    """Texts in which bytes from 128 on stand for two bytes each (byte-pair encoding)."""

    def __init__(self):
        self.pool = Pool()

    def add(self, text):
        return self.pool.add(text)

    def pack(self):
        self.pairs = []
        tokens = [byte for text in self.pool.rows for byte in text.encode("ascii") + b"\0"]
        depth = {}
        while len(self.pairs) < 128:
            count = collections.Counter(zip(tokens, tokens[1:]))
            best = [(-n, pair) for pair, n in count.items() if n >= 4 and 0 not in pair and
                    max(depth.get(part, 0) for part in pair) < DEPTH]
            if not best:
                break
            pair, code = min(best)[1], 128 + len(self.pairs)
            depth[code] = 1 + max(depth.get(part, 0) for part in pair)
            self.pairs.append(pair)
            merged, at = [], 0
            while at < len(tokens):
                if tuple(tokens[at:at + 2]) == pair:
                    merged.append(code)
                    at += 2
                else:
                    merged.append(tokens[at])
                    at += 1
            tokens = merged
        self.bytes, self.offsets = tokens, [0]
        for at, byte in enumerate(tokens):
            if byte == 0:
                self.offsets.append(at + 1)


def rows_of(values, width=96):
    lines, line = [], ""
    for value in values:
        text = f"{value}, "
        if len(line) + len(text) > width:
            lines.append("    " + line.rstrip())
            line = ""
        line += text
    return lines + (["    " + line.rstrip()] if line else [])


class Writer:
    """The C tables of a vendor."""

    def __init__(self, vendor, with_sources=True):
        self.v, self.lines, self.with_sources = vendor, [], with_sources
        self.macro = []

    def array(self, kind, name, values, member=None, count=None):
        values = list(values)
        if not values:
            return
        self.lines += [f"static const {kind} {name}[] = {{"] + rows_of(values) + ["};", ""]
        self.macro.append(f".{member or name} = {name}")
        if count:
            self.macro.append(f".{count} = {len(values)}")

    def fits(self, what, value, most):
        if value > most:
            raise Wrong(self.v.name, None, None, f"{what}: {value}, possible are {most}")

    def row(self, kind, index):
        self.fits("rows of one kind", index, 0x3fff)
        return f"GOCC_ROW(GOCC_ROW_{kind}, {0 if kind == 'NONE' else index})"

    @staticmethod
    def cite(pair):
        return f"GOCC_CITE({pair[0]}, {pair[1]})"

    def write(self):
        v = self.v
        self.lines += [f"/* Written by devices/catalogue.py from the data in devices/{v.name}. */",
                       ""]
        variants = [v.models[name] for name in
                    collections.OrderedDict.fromkeys(p.variant for p in v.products
                                                     if p.variant in v.models)]
        models, lists, cites = Pool(), Pool(), Pool()
        texts = Pool()
        described = []
        for record in v.architectures + variants:
            notes = " | ".join(f"1u << {NOTES[n]}" for n in record.notes) or "0"
            row = tuple(record.model.items()) + (
                ("lists", lists.add(tuple((k, tuple(x)) for k, x in record.lists.items()))),
                ("notes", notes), ("plain", int(record.fast_path)))
            described.append((models.add(row), cites.add(tuple(record.cited))))
        self.array("struct gocc_model", "models", [
            "{" + ", ".join(f".{key} = {value}" + ("u" if isinstance(value, int) else "")
                            for key, value in row if value not in (0, "0")) + "}"
            for row in models.rows])
        self.array("struct gocc_lists", "lists", [
            "{" + ", ".join(f".{key} = {{" + ", ".join(
                map(str, list(x) + [LIST_END] * (len(x) < LISTS[key][0]))) + "}"
                for key, x in row) + "}" for row in lists.rows])
        self.array("struct gocc_cites", "cites", [
            "{{" + ", ".join(map(self.cite, row)) + "}}" for row in cites.rows])
        # Names of architectures and products are plain texts, because the library returns them.
        names = [texts.add(name) for name in v.own]
        families = [texts.add(r.own["family"]) for r in v.architectures]
        offsets, at = [], 0
        for text in texts.rows:
            offsets.append(at)
            at += len(text) + 1
        self.fits("characters of names", at, 65535)
        self.array("char", "texts", [byte for text in texts.rows
                                     for byte in text.encode("ascii") + b"\0"])
        vendor = f"GPUOCC_VENDOR_{v.name.upper()}"
        self.array("struct gocc_target", "targets", [
            f"{{{{GOCC_TARGET, {vendor}, {i}}}, {described[i][0]}, {described[i][1]}, " +
            (f"{offsets[names[i]]}, {offsets[families[i]]}}}" if i < len(v.architectures)
             else "0, 0}")
            for i in range(len(described))])
        self.macro.append(f".target_count = {len(v.architectures)}")
        variant = {record.section: i for i, record in enumerate(v.architectures + variants)}
        numbers = Pool()
        self.array("struct gocc_product", "products", [
            f"{{{{GOCC_PRODUCT, {vendor}, {i}}}, {p.target}, "
            f"{variant[p.variant] if p.variant else p.target}, "
            f"{offsets[names[len(v.architectures) + i]]}, "
            f"{{{', '.join(str(numbers.add(p.figures[key])) for key in FIGURES)}}}, "
            f"{{{', '.join(map(self.cite, p.cited))}}}}}"
            for i, p in enumerate(v.products)], count="product_count")
        self.fits("distinct figures", len(numbers.rows), 65535)
        self.array("uint32_t", "numbers", [f"{n}u" for n in numbers.rows])
        self.write_aliases()
        self.write_ids()
        self.array("struct gocc_gpcs", "gpcs", [
            f"{{{i}, {self.cite(p.gpc_cite)}, {{" + ", ".join(
                map(str, p.gpcs + [LIST_END] * (len(p.gpcs) < GPCS))) + "}}"
            for i, p in enumerate(v.products) if p.gpcs], count="gpcs_count")
        self.array("struct gocc_constant", "constants", [
            f"{{{row['low'][0]}, {row['value'][0]}, {row['high'][0]}, {row['from']}, {row['to']}, "
            f"{row['constant']} + {row['basis']} * GPUOCC_CONSTANT_COUNT, {row['wave_size']}, "
            f"{self.cite(row['cite'])}}}"
            for row in v.latency], count="constant_count")
        self.write_sources()
        extra = [(i, p.number("calculator_slots", 0, 65535)) for i, p in enumerate(v.products)
                 if "calculator_slots" in p.own]
        if extra:
            self.lines += ["static const uint16_t calculator_slots[][2] = {"] + rows_of(
                f"{{{i}, {slots}}}" for i, slots in extra) + ["};", ""]
        versions = [(*text.split("."), i) for i, r in enumerate(v.architectures)
                    for text in r.own.get("ip_versions", "").split()]
        if versions:
            self.lines += ["static const uint8_t versions[][3] = {"] + rows_of(
                f"{{{a}, {b}, {i}}}" for a, b, i in versions) + ["};", ""]
        self.lines += ["#define CATALOGUE \\"] + [f"    {text}, \\" for text in self.macro[:-1]] + [
            f"    {self.macro[-1]}"]
        return "\n".join(self.lines) + "\n"

    def write_packed(self, packed, name):
        packed.pack()
        self.fits(f"characters of {name}", len(packed.bytes), 65535)
        self.lines += [f"static const uint8_t {name}_pairs[][2] = {{"] + rows_of(
            f"{{{a}, {b}}}" for a, b in packed.pairs or [(0, 0)]) + ["};"]
        self.lines += [f"static const uint8_t {name}_bytes[] = {{"] + rows_of(packed.bytes) + [
            "};", ""]
        self.macro.append(f".{name} = {{{name}_pairs, {name}_bytes}}")

    def write_aliases(self):
        v, packed = self.v, Packed()
        ends = [packed.add(name) for name, _, _ in v.aliases if name is not None]
        if v.aliases:
            self.write_packed(packed, "alias_texts")
        rows, at = [], iter(ends)
        for name, kind, row in v.aliases:
            offset = "GOCC_SAME_NAME" if name is None else packed.offsets[next(at)]
            rows.append(f"{{{offset}, {self.row(kind, row)}}}")
        self.array("struct gocc_alias", "aliases", rows, count="alias_count")
        # The index: where each bucket of entries begins, then the entries. An entry is the number
        # of a name, and above it as many bits of the hash as 16 bits have room for.
        count = len(v.own) + len(v.aliases)
        self.fits("names", count, 65535)
        number_bits = max(count - 1, 1).bit_length()
        bucket_bits = max(count.bit_length() - 3, 0)
        buckets = [[] for _ in range(1 << bucket_bits)]
        for number, name in enumerate(v.own + [name for name, _, _ in v.aliases]):
            if name is None:
                continue
            value = hash_of(spelling(name, v.decorations))
            tag = (value >> bucket_bits) & ((1 << (16 - number_bits)) - 1)
            buckets[value & ((1 << bucket_bits) - 1)].append(tag << number_bits | number)
        starts = [0]
        for bucket in buckets:
            starts.append(starts[-1] + len(bucket))
        self.array("uint16_t", "names", starts + [e for bucket in buckets for e in bucket])
        bits = 0
        for word in v.decorations:
            bits |= 1 << word_bit(word)
        self.macro += [f".bucket_bits = {bucket_bits}", f".number_bits = {number_bits}",
                       f".decoration_bits = UINT64_C({bits:#x})",
                       f".pci_vendor = {v.pci_vendor:#x}"]
        self.lines += ["static const char decorations[][12] = {"] + rows_of(
            f'"{word}"' for word in v.decorations + [""]) + ["};", ""]
        self.macro.append(".decorations = decorations")
        if v.endings:
            text = "".join(f'"\\{len(word.rstrip("*")) + word.endswith("*"):03o}" "{word}" '
                           for word in v.endings)
            self.macro.append(f".variants = {text.strip()}")
        if v.series:
            self.macro.append(f'.series = "{v.series}"')

    def write_ids(self):
        """Ids of architectures that have no other row and no revision go into sets of 32."""
        v = self.v
        rows = collections.Counter(number for number, _, _, _ in v.ids)
        sets, pci = {}, []
        for number, revision, kind, row in v.ids:
            if kind == "TARGET" and revision is None and rows[number] == 1:
                key = (number & ~31, row)
                sets[key] = sets.get(key, 0) | 1 << (number & 31)
            else:
                pci.append((number, revision, kind, row))
        for (first, row), bits in list(sets.items()):
            if bits & (bits - 1) == 0:  # a single id needs less space among the others
                pci.append((first + bits.bit_length() - 1, None, "TARGET", row))
                del sets[(first, row)]
        order = {"PRODUCT": 0, "TARGET": 1, "NONE": 2}
        pci.sort(key=lambda i: (i[0], -1 if i[1] is None else i[1], order[i[2]], i[3]))
        self.array("uint16_t", "pci_ids", [f"{number:#06x}" for number, _, _, _ in pci],
                   count="pci_count")
        self.array("uint16_t", "pci_rows", [self.row(kind, row) for _, _, kind, row in pci])
        used = {revision for _, revision, _, _ in pci} - {None}
        if used:
            unused = sorted(set(range(256)) - used, reverse=True)
            self.fits("revisions of PCI ids", len(used), 255)
            self.array("uint8_t", "pci_revisions", [
                f"{unused[0] if revision is None else revision:#04x}"
                for _, revision, _, _ in pci])
            self.macro.append(f".any_revision = {unused[0]:#04x}")
        self.array("struct gocc_chips", "chips", [
            f"{{{first:#06x}, {self.row('TARGET', row)}, {bits:#010x}}}"
            for (first, row), bits in sorted(sets.items())], count="chips_count")

    def write_sources(self):
        v, packed = self.v, Packed()
        if not self.with_sources:
            return
        pairs = [(packed.add(document), packed.add(remark))
                 for document, remark in v.sources.values()]
        self.fits("sources", len(pairs), 8191)
        self.write_packed(packed, "source_texts")
        self.array("struct gocc_source", "sources", [
            f"{{{packed.offsets[a]}, {packed.offsets[b]}}}" for a, b in pairs])


def vendors(folder):
    """The folders with data, in the order of their names."""
    return [name for name in sorted(os.listdir(folder))
            if os.path.exists(os.path.join(folder, name, "vendor.ini"))]


def check_words(all_vendors):
    """A name that begins with the decoration of one vendor alone is looked for there alone."""
    for vendor in all_vendors:
        for name in vendor.own + [n for n, _, _ in vendor.aliases if n is not None]:
            first = words_of(name)[0]
            of = [other.name for other in all_vendors if first in other.decorations]
            if len(of) == 1 and of[0] != vendor.name:
                raise Wrong(vendor.name, None, None, f'the name "{name}" begins with a word of '
                                                     f"{of[0]}")


def read(folder=FOLDER):
    """All vendors, validated."""
    found = [Vendor(folder, name) for name in vendors(folder)]
    check_words(found)
    return found


def version(all_vendors):
    """31 bits of the SHA-256 of all records; comments and white space do not change it."""
    text = "\n".join(f"{vendor.name} {part} [{section}] {key} = {value}"
                     for vendor in all_vendors for part in FILES
                     for section, own in vendor.raw[part].items() for key, value in own.items())
    return int(hashlib.sha256(text.encode("ascii")).hexdigest()[:8], 16) & 0x7fffffff


def write_all(folder):
    """Writes what the build writes: VENDOR/catalogue.inc and generic/data_version.inc."""
    found = read()
    files = {f"{vendor.name}/catalogue.inc": Writer(vendor).write() for vendor in found}
    files["generic/data_version.inc"] = version_header(found)
    for name, text in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="ascii") as file:
            file.write(text)


def version_header(all_vendors):
    return f"#define GOCC_DATA_VERSION {version(all_vendors)}u\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", default=FOLDER)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--version", action="store_true")
    parser.add_argument("--vendor")
    parser.add_argument("--without-sources", action="store_true")
    parser.add_argument("--output")
    parser.add_argument("--version-header")
    options = parser.parse_args()
    try:
        if options.vendor:
            text = Writer(Vendor(options.folder, options.vendor), not options.without_sources)
            text = text.write()
            path = options.output
        else:
            found = read(options.folder)
            text = version_header(found)
            path = options.version_header
            if options.version:
                print(version(found))
    except (Wrong, OSError) as error:
        sys.exit(f"{os.path.basename(sys.argv[0])}: {error}")
    if path:
        with open(path, "w", encoding="ascii") as file:
            file.write(text)


if __name__ == "__main__":
    main()
