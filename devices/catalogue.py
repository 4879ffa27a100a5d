#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads and validates the device data, and writes them as C.

  catalogue.py --check [FOLDER]                validates the data of all vendors
  catalogue.py --version [FOLDER]              prints the version that follows from the data
  catalogue.py --vendor NAME --output FILE     writes the tables of one vendor as C
               [--without-sources]             leaves out documents and remarks
  catalogue.py --version-header FILE           writes the version of the data as C
  catalogue.py --memory-header FILE            writes the latencies of the kinds of memory as C
  catalogue.py --matrix FILE                   writes the rates of matrix instructions as C
  catalogue.py --processors FILE               writes the GPUs inside of processors as C
  catalogue.py --abouts FILE                   writes names and descriptions of lib/base/*.def as C

FOLDER contains the vendors' folders (default: this script's folder). The data are INI files with
one record per section; docs/contributing.md explains the keys. Needs Python 3.8 and no package.
"""
import argparse
import collections
import configparser
import hashlib
import heapq
import json
import os
import re
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
UNKNOWN = 0xffffffff
LIST_END = 0xffff
WAVE_SIZES = (1, 2, 4, 8, 16, 32, 64, 128)
# The files of a vendor, and those of them that not every vendor has.
FILES = ("vendor", "sources", "architectures", "products", "latency", "matrix",
         "processors")
OPTIONAL = ("latency", "matrix", "processors")

# Numbers of an architecture: the smallest and the largest valid value, and whether the number may
# be unknown. The keys are the names of enum gpuocc_device_field. A missing key means 0.
NUMBERS = {
    "generation": (0, 65535, False),
    "wave_sizes": (1, 255, False),
    "default_wave_size": (0, 128, False),
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
# Lists of an architecture: the largest number of elements, and whether they must ascend.
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
# The values of each such group; all others of an architecture but its generation are `waves`.
VALUES_OF = {
    "registers": ("registers_per_partition", "register_unit", "max_registers_per_thread",
                  "max_registers_per_group", "max_accumulators_per_thread",
                  "unified_accumulators", "dynamic_vgpr", "grf_counts", "waves_at_grf_count",
                  "grf_bytes"),
    "scalar_registers": ("scalar_registers_per_partition", "scalar_register_unit",
                         "max_scalar_registers_per_wave", "fixed_scalar_registers_per_wave"),
    "shared_memory": ("shared_pool_bytes", "max_shared_bytes_per_group",
                      "default_shared_bytes_per_group"),
    "shared_memory_unit": ("shared_unit_bytes", "shared_reserved_bytes", "shared_pool_sizes_kib",
                           "shared_group_sizes_kib"),
    "barriers": ("barriers_per_core", "virtual_resources_per_core"),
    "other": ("max_groups_per_cluster", "lanes_per_core", "max_groups_per_cluster_on_request",
              "max_clustered_groups_per_core"),
    "cores": ("core_count", "min_core_count"),
    "clocks": ("clock_mhz", "memory_mb_per_s"),
    "caches": ("l2_kib", "last_level_kib"),
}
ASPECT_OF = {**{key: "waves" for key in (*NUMBERS, *LISTS) if key != "generation"},
             **{key: aspect for aspect, keys in VALUES_OF.items() for key in keys}}
CONFIDENCES = ("vendor", "two_sources", "one_source", "unverified")  # enum gpuocc_confidence - 1
NOTES = {"unverified": "GPUOCC_NOTE_UNVERIFIED", "provisional": "GPUOCC_NOTE_PROVISIONAL",
         "assumed": "GPUOCC_NOTE_ASSUMED", "lower_bound": "GPUOCC_NOTE_LOWER_BOUND",
         "dynamic": "GPUOCC_NOTE_DYNAMIC"}
RESOURCES = ("dram", "l2", "l1", "shared", "load_slots", "fp32", "fp64", "fp16", "int32",
             "special", "matrix", "pipe_a", "pipe_b", "issue")
# Types of matrix instructions, and which of them stand before the name: enum gpuocc_code_matrix.
MATRIX_TYPES = ("fp16", "fp16_fp16", "bf16", "tf32", "fp32", "fp64", "fp8", "fp8_fp16", "int8",
                "int4")
MATRIX_SETS = ("group_", "small_", "wide_")
MATRIX_PRODUCTS = 31  # characters of their names
# Kinds of memory and bases of a constant: enum gpuocc_memory and enum gpuocc_basis - 1.
MEMORIES = ("unknown", "gddr", "hbm", "system")
BASES = ("measured", "sibling", "inferred", "weak")
GPCS = 16
NAME_BYTES = {"architecture": 17, "family": 23, "product": 47}
DOCUMENT_BYTES, REMARK_BYTES = 383, 383
TEXT_NAMES = ("aliases", "shared_aliases", "boards", "shared_boards")
# Keys that are not allowed in [defaults].
OWN = {*TEXT_NAMES, "like", "family", "architecture", "model", "pci", "shared_pci", "ip_versions",
       "calculator_slots", "memory", "confidence.memory"}


class Wrong(Exception):
    """An error in the data. The message has the file, the record, the field and the reason."""

    def __init__(self, file, section, key, what):
        place = f"{file}: [{section}]" if section else file
        super().__init__(f"{place} {key}: {what}" if key else f"{place}: {what}")


class Record:
    """One section. Values come from the record itself, otherwise from the record in `like`,
    otherwise from [defaults]. A key for one aspect ("source.barriers") takes precedence over a key
    for all aspects ("source"). Where the record has another value than `like`, or than [defaults]
    where `like` has none, it does not have their source and confidence for the value's aspect: it
    needs its own."""

    def __init__(self, file, section, own, like=None, defaults=None):
        self.file, self.section, self.own = file, section, own
        self.like, self.defaults = like, defaults
        self.own_cites = self.cites_of_overrides()

    def cites_of_overrides(self):
        """Returns the sources and confidences of the aspects of which the record has another value
        than `like` or [defaults], as keys for one aspect."""
        cites = {}
        for key, value in self.own.items():
            inherited = self.like.get(key) if self.like else (self.defaults or {}).get(key)
            if key not in ASPECT_OF or value == inherited or not (self.like or inherited):
                continue
            for kind in ("source", "confidence"):
                one = f"{kind}.{ASPECT_OF[key]}"
                cites[one] = self.own.get(one, self.own.get(kind))
                if cites[one] is None:
                    raise self.wrong(key, f"it is not that of [{self.own.get('like', 'defaults')}],"
                                          f" so that the record needs its own {kind} or {one}")
        return cites

    def values(self):
        """Returns the keys that a record with this one in `like` has: `like` is transitive. A kind
        of memory does not have the confidence of another."""
        values = dict(self.like.own) if self.like else {}
        if "memory" in self.own:
            values.pop("confidence.memory", None)
        own = {key: value for key, value in self.own.items()
               if key not in TEXT_NAMES + ("like", "pci", "shared_pci", "ip_versions")}
        return {**values, **own, **self.own_cites}

    def wrong(self, key, what):
        return Wrong(self.file, self.section, key, what)

    def get(self, key, default=None):
        for place in (self.own_cites, self.own, self.like and self.like.own, self.defaults):
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
        """Returns the index of the value in a list of words."""
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
        """Returns the comma-separated names of a key, which only the record itself can have."""
        names = [" ".join(n.split()) for n in self.own.get(key, "").split(",")]
        if key in self.own and not all(names):
            raise self.wrong(key, "an empty name")
        return names if key in self.own else []

    def ids(self, key):
        """Parses PCI ids such as "2684", "2684-2687" and "1114:d3" into (id, revision or None)."""
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

    def require_known(self, n, keys):
        for key in keys:
            if n[key] == UNKNOWN:
                raise self.wrong(key, "this vendor's rules need it")

    def cites(self, aspects, sources):
        """Returns (source, confidence) of each aspect, as numbers."""
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
    """Reads the sections of a file in their order. Continuation lines become part of the value."""
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


# Normalises names as lib/search/normalise.c does.
def words_of(name):
    plain = re.sub(r"\((?:r|c|tm)\)", " ", name, flags=re.I)
    return [word.lower() for word in re.findall(r"[A-Za-z0-9]+", plain)]


def word_bit(word):
    return (ord(word[0]) + 37 * len(word)) & 63


def spelling(name, decorations):
    """Returns a name in lower case, without spaces and the vendor's decorations."""
    words, left = words_of(name), []
    for i, word in enumerate(words):
        if word in decorations and (left or i + 1 < len(words)):
            continue
        left.append(word)
    return "".join(left)


class Vendor:
    """Reads and validates all records of one vendor."""

    def __init__(self, folder, name):
        self.name, self.folder = name, os.path.join(folder, name)
        raw = {}
        for part in FILES:
            path = os.path.join(self.folder, part + ".ini")
            needed = part not in OPTIONAL or os.path.exists(path)
            raw[part] = ini(path, self.file(part)) if needed else {}
        self.raw = raw
        self.own_check = self.read_check(os.path.join(self.folder, "check.py"))
        self.read_vendor(raw["vendor"])
        self.read_sources(raw["sources"])
        self.read_architectures(raw["architectures"])
        self.read_products(raw["products"])
        self.read_latency(raw["latency"])
        self.read_matrix(raw["matrix"])
        self.index_names()
        self.index_ids()
        self.read_processors(raw["processors"])

    @staticmethod
    def read_check(path):
        """Returns check(record, n, lists) of check.py: what the vendor's rules require."""
        if not os.path.exists(path):
            return lambda record, n, lists: None
        with open(path, encoding="ascii") as file:
            code = compile(file.read(), path, "exec")
        names = {}
        exec(code, names)
        return names["check"]

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
        self.sources = {section: self.source_of(Record(self.file("sources"), section, own))
                        for section, own in sections.items()}

    def source_of(self, record):
        """Returns the document and the remark of a source."""
        self.known(record, ("document", "remark"))
        document, remark = (record.own.get(key, "") for key in ("document", "remark"))
        if not document:
            raise record.wrong("document", "there is none")
        for key, text, most in (("document", document, DOCUMENT_BYTES),
                                ("remark", remark, REMARK_BYTES)):
            if len(text) > most:
                raise record.wrong(key, f"it has {len(text)} characters, possible are {most}")
        return document, remark

    def read_architectures(self, sections):
        part = self.file("architectures")
        keys = set(NUMBERS) | set(LISTS) | set(TEXT_NAMES) | {
            "like", "family", "memory", "confidence.memory", "notes", "fast_path", "pci",
            "shared_pci", "ip_versions", "source", "confidence"}
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
            self.known(Record(part, section, own), keys, aspects)
            record = Record(part, section, own, like, defaults)
            if section.split(" ")[0] == "unmodelled":
                self.unmodelled.append(record)
                continue
            records[section] = Record(part, section, record.values(), None, defaults)
            if section.split(" ")[0] == "model":
                self.models[section] = record
            else:
                record.name = section
                self.check_text(record, "name", section, NAME_BYTES["architecture"])
                if "family" not in own:
                    raise record.wrong("family", "there is none")
                self.check_text(record, "family", own["family"], NAME_BYTES["family"])
                record.memory = memory_of(records[section])
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
        sizes = record.numbers("wave_sizes", 8, 128, True)
        if not sizes or any(size not in WAVE_SIZES for size in sizes):
            raise record.wrong("wave_sizes", "it has to be a list of powers of two up to 128")
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
        self.own_check(record, n, lists)

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
            "source.gpcs", "confidence.gpcs", "calculator_slots", "memory",
            "confidence.memory"}
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
            record.memory = memory_of(record, self.architectures[record.target].memory)
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
            if sum(record.gpcs) > record.figures["core_count"]:
                raise record.wrong("cores_per_gpc", f"{sum(record.gpcs)} cores exceed "
                                                    "core_count")
            record.gpc_cite = None
            if record.gpcs or "source.gpcs" in own:  # of no list: what else is known
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

    def memory_rows(self):
        """Returns the kinds of memory as constants: one for each run of generations with the same
        kind, then one for each product with another kind than its architecture."""
        rows, kinds = [], {}
        for record in self.architectures:
            generation = record.model["generation"]
            if kinds.setdefault(generation, record.memory) != record.memory:
                raise record.wrong("memory", "another architecture of the same generation has "
                                             "another kind")
        last = None
        for generation, kind in sorted(kinds.items()):
            if kind != last:
                rows.append({"first": str(generation), "value": kind[0], "confidence": kind[1]})
            rows[-1]["last"] = str(generation)
            last = kind
        rows += [{"product": p.section, "value": p.memory[0], "confidence": p.memory[1]}
                 for p in self.products if p.memory != self.architectures[p.target].memory]
        return {f"memory {i}": {**row, "constant": "memory", "source": "l-memory"}
                for i, row in enumerate(rows) if row["value"] != "unknown"}

    def read_latency(self, sections):
        for section, own in sections.items():
            if own.get("constant") == "memory":
                raise Wrong(self.file("latency"), section, "constant",
                            "the kind of memory is a key of architectures and products")
        sections = {**sections, **self.memory_rows()}
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
            row["wave_size"] = record.number("wave_size", 0, 128)
            if row["wave_size"] not in (0, *WAVE_SIZES):
                raise record.wrong("wave_size", f"{row['wave_size']} is not a power of two")
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
        # If several rows apply to a device, the last one counts: rows for one wave size come after
        # those for all sizes, and rows of products come last. Rows of the same architectures or
        # product are adjacent.
        rows.sort(key=lambda row: (row["to"] == 0, row["wave_size"] != 0, row["from"], row["to"]))
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
        self.check_twins(rows)
        self.latency = rows

    def read_matrix(self, sections):
        """Reads the rates of matrix instructions, with the sources of this file: libgpuocc, whose
        table sources.ini becomes, has no room for them. Of several records the first one counts."""
        rows = []
        records, sources = self.sourced("matrix", sections)
        for record in records:
            own = record.own
            self.known(record, ("types", "first", "last", "products", "rate", "source",
                                "confidence"))
            for name in own.get("types", "").split():
                rows.append({"record": record, "type": name, "rate": record.number(
                    "rate", 1, 65535, True, ""), "products": own.get("products", ""),
                    "from": self.generation_of(record, "first"),
                    "to": self.generation_of(record, "last"),
                    "cite": record.cites(("rate",), sources)[0]})
                self.check_matrix(rows)
            if "types" not in own:
                raise record.wrong("types", "there are none")
        self.matrix, self.matrix_sources = rows, list(sources.values())

    def sourced(self, part, sections):
        """Returns the records of a file with sources of its own, and these sources."""
        records, sources = [], {}
        for section, own in sections.items():
            record = Record(self.file(part), section, own)
            if section.startswith("source "):
                sources[section[7:]] = self.source_of(record)
            else:
                records.append(record)
        unused = set(sources) - {record.own.get("source") for record in records}
        if unused:
            raise Wrong(self.file(part), f"source {min(unused)}", None, "no record has it")
        return records, sources

    def read_processors(self, sections):
        """Reads the GPUs inside of processors. No model may be there twice."""
        records, sources = self.sourced("processors", sections)
        names = {spelling(name, self.decorations)
                 for name in [*self.own, *(name for name, _, _ in self.aliases if name)]}
        self.processors, models = [], set()
        for record in records:
            self.known(record, ("series", "models", "gpu", "source", "confidence"))
            for key in ("series", "models"):
                if not re.fullmatch(r"[a-z0-9]+( [a-z0-9]+)*", record.own.get(key, "")):
                    raise record.wrong(key, f'"{record.own.get(key, "")}" has to be words of small '
                                            "letters and digits")
            if spelling(record.own.get("gpu", ""), self.decorations) not in names:
                raise record.wrong("gpu", f'"{record.own.get("gpu")}" is no name of this vendor')
            for model in record.own["models"].split():
                if (record.own["series"], model) in models:
                    raise record.wrong("models", f"{model} of this series is there twice")
                models.add((record.own["series"], model))
            self.processors.append((record, record.cites(("gpu",), sources)[0]))
        self.processor_sources = list(sources.values())

    @staticmethod
    def check_matrix(rows):
        row, record = rows[-1], rows[-1]["record"]
        if re.sub(f"^({'|'.join(MATRIX_SETS)})", "", row["type"]) not in MATRIX_TYPES:
            raise record.wrong("types", f'"{row["type"]}" is no type of matrix instruction')
        if row["to"] < row["from"]:
            raise record.wrong("last", "it precedes the first architecture")
        if len(row["products"]) > MATRIX_PRODUCTS:
            raise record.wrong("products", f"it has {len(row['products'])} characters, possible "
                                           f"are {MATRIX_PRODUCTS}")
        for before in rows[:-1]:
            names = before["products"]
            if row["type"] == before["type"] and row["from"] <= before["to"] and \
                    before["from"] <= row["to"] and (
                        row["products"] == names or not names.startswith("=") and
                        row["products"].lstrip("=").startswith(names)):
                raise record.wrong("types", f"[{before['record'].section}] already has "
                                            f"{row['type']} of these products")

    def check_twins(self, rows):
        """Checks that products which differ in nothing but the clock have equal constants. A custom
        device whose clock was changed has the constants of the product that it otherwise equals."""
        seen = {}
        for row in rows:
            if row["to"] == 0:
                p = self.products[row["from"]]
                figures = {**p.figures, "clock_mhz": 0}
                key = (row["constant"], row["wave_size"], tuple(figures.values()),
                       self.architectures[p.target].model["generation"])
                other = seen.setdefault(key, row)
                if any(other[part] != row[part] for part in ("value", "low", "high", "basis")):
                    raise row["record"].wrong("value", f"[{other['record'].section}] has another, "
                                                       "and its product differs in the clock alone")

    def index_names(self):
        """Sets self.own, the names of architectures and products, and self.aliases, a list of
        (name, kind, row). Rows with the same name are adjacent; all but the first have None."""
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
        """Sets self.ids: (id, revision or None, kind, row) in ascending order of ids."""
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


def memory_of(record, default=("unknown", "one_source")):
    """Returns the kind of memory and its confidence."""
    if "memory" not in record.own:
        return default
    confidence = record.own.get("confidence.memory", "one_source")
    if confidence not in CONFIDENCES:
        raise record.wrong("confidence.memory", f'"{confidence}" is not in '
                                                f'{", ".join(CONFIDENCES)}')
    return MEMORIES[record.place("memory", MEMORIES)], confidence


def constant_of(record):
    """Returns the C expression for a latency constant."""
    name = record.own.get("constant", "")
    kind, _, resource = name.partition("_")
    if kind in ("latency", "rate", "distance") and resource in RESOURCES:
        return f"GPUOCC_CONSTANT_{kind.upper()} + GPUOCC_RESOURCE_{resource.upper()}"
    if name in ("tuned_bytes_in_flight", "turnaround_cycles", "dram_gb_per_s", "dram_latency_ns",
                "dram_share", "memory", "shared_bytes_per_cycle", "last_level_gb_per_s",
                "last_level_latency_ns"):
        return f"GPUOCC_CONSTANT_{name.upper()}"
    raise record.wrong("constant", f'there is no constant "{name}"')


def decimal(record, key, text):
    """Returns a number as (16 bits, thousandths). The two highest of the 16 bits are the unit."""
    if not re.fullmatch(r"\d+(\.\d{1,3})?", text):
        raise record.wrong(key, f'"{text}" is not a number of at most three decimals')
    thousandths = int(round(float(text) * 1000))
    for code, unit in enumerate((1, 100, 1000, 16000)):
        if thousandths < 16384 * unit:
            return (thousandths + unit // 2) // unit | code << 14, thousandths
    raise record.wrong(key, f"it is {text}, possible is less than 262144")


# The tables.

class Pool:
    """Distinct rows, in the order in which they were first added."""

    def __init__(self):
        self.rows, self.index = [], {}

    def add(self, row):
        if row not in self.index:
            self.index[row] = len(self.rows)
            self.rows.append(row)
        return self.index[row]


# The same values as in lib/device/model.h.
KINDS = ("NONE", "TARGET", "PRODUCT", "BOARD")
ANY_REVISION = 0xfe
ABOUT_BYTES = 255
SOURCES = 4  # per start position; each has a document and a remark

DEPTH = 12  # largest nesting of codes: gocc_decode has room for it


class Pairs:
    """Texts of numbers below 128. merge() replaces the most frequent pair of neighbours by a new
    code, from 128 on (byte-pair encoding)."""

    def __init__(self, texts):
        self.pairs, self.depth = [], {}
        self.texts = [list(text) for text in texts]
        self.count, self.places = collections.Counter(), {}
        for i, text in enumerate(self.texts):
            for pair in zip(text, text[1:]):
                self.count[pair] += 1
                self.places.setdefault(pair, set()).add(i)
        self.heap = [(-n, pair) for pair, n in self.count.items() if 0 not in pair]
        heapq.heapify(self.heap)

    def merge(self, least):
        """Replaces the most frequent pair by a code if it occurs at least `least` times."""
        while self.heap:
            n, pair = heapq.heappop(self.heap)
            if -n != self.count[pair]:
                continue  # outdated count
            if -n < least:
                break
            depth = 1 + max(self.depth.get(part, 0) for part in pair)
            if depth > DEPTH:
                continue
            self.depth[128 + len(self.pairs)] = depth
            self.pairs.append(pair)
            changed = set()
            for i in sorted(self.places.pop(pair)):
                self.texts[i] = self.merge_text(i, pair, changed)
            for other in changed:
                if self.count[other] >= least and 0 not in other:
                    heapq.heappush(self.heap, (-self.count[other], other))
            return True
        return False

    def merge_text(self, i, pair, changed):
        text, merged, at, code = self.texts[i], [], 0, 127 + len(self.pairs)
        while at < len(text):
            if tuple(text[at:at + 2]) != pair:
                merged.append(text[at])
                at += 1
                continue
            gone, new = [pair], []
            if merged:
                gone.append((merged[-1], pair[0]))
                new.append((merged[-1], code))
            if at + 2 < len(text):
                gone.append((pair[1], text[at + 2]))
                new.append((code, text[at + 2]))
            for other in gone:
                self.count[other] -= 1
            for other in new:
                self.count[other] += 1
                self.places.setdefault(other, set()).add(i)
            changed.update(gone, new)
            merged.append(code)
            at += 2
        return merged


class Coded:
    """Texts as canonical Huffman codes of bytes and pairs: the more frequent, the shorter.
    lib/base/packed.h describes the bits. The first of each `every` texts begins in a new byte,
    whose position is in `starts`."""

    def __init__(self, texts, every):
        made = Pairs(text.encode("ascii") + b"\0" for text in texts)
        best = None
        while True:
            if len(made.pairs) % 16 == 0:
                lengths = self.lengths(made.texts)
                bits = sum(lengths[code] for text in made.texts for code in text)
                codes = {code for pair in made.pairs for code in pair if code < 128}
                count = len(made.pairs) + len(codes | {c for c in lengths if c < 128})
                bits += 2 * count * self.width(count)
                if best is None or bits < best[0]:
                    best = bits, len(made.pairs), lengths, list(made.texts), list(made.pairs)
                if len(made.pairs) >= best[1] + 64:
                    break  # more pairs save less than they cost
            if not made.merge(2):
                break
        _, _, lengths, texts, pairs = best
        codes = {code for pair in pairs for code in pair if code < 128} | set(lengths) | {
            128 + i for i in range(len(pairs))}
        order = sorted(codes, key=lambda code: (lengths.get(code, 99), code))
        rank = {code: i for i, code in enumerate(order)}
        self.counts = [sum(n == length for n in lengths.values()) for length in range(1, 17)]
        if sum(self.counts) != len(lengths):
            raise ValueError("a code of more than 16 bits")
        self.least_bits = next(i for i, count in enumerate(self.counts, 1) if count)
        self.symbol_bits = self.width(len(order))
        self.bits = ""
        for code in order:
            pair = pairs[code - 128] if code >= 128 else (code, 0)
            parts = [rank[part] for part in pair] if code >= 128 else pair
            self.bits += "".join(f"{part:0{self.symbol_bits}b}" for part in parts)
        codes, value, before = {}, 0, 0
        for code in order[:len(lengths)]:
            value <<= lengths[code] - before
            before = lengths[code]
            codes[code] = f"{value:0{before}b}"
            value += 1
        self.starts = []
        for i, text in enumerate(texts):
            if i % every == 0:
                self.bits += "0" * (-len(self.bits) % 8)
                self.starts.append(len(self.bits) // 8)
            self.bits += "".join(codes[code] for code in text)

    @staticmethod
    def width(count):
        return max(7, (count - 1).bit_length())

    @staticmethod
    def lengths(texts):
        """Returns the number of bits of the code of each byte and pair. The end of a text has the
        shortest code, so that it is the first."""
        count = collections.Counter(code for text in texts for code in text)
        count[0] = max(count.values()) + 1
        heap = [(n, code, (code,)) for code, n in count.items()]
        heapq.heapify(heap)
        lengths = dict.fromkeys(count, 0)
        while len(heap) > 1:
            (n, first, some), (m, second, others) = heapq.heappop(heap), heapq.heappop(heap)
            for code in some + others:
                lengths[code] += 1
            heapq.heappush(heap, (n + m, min(first, second), some + others))
        return lengths

    def bytes(self):
        bits = self.bits + "0" * (16 + -len(self.bits) % 8)  # the decoder reads two more bytes
        return [int(bits[at:at + 8], 2) for at in range(0, len(bits), 8)]


def rows_of(values, width=96):
    lines, line = [], ""
    for value in values:
        text = f"{value}, "
        if len(line) + len(text) > width:
            lines.append("    " + line.rstrip())
            line = ""
        line += text
    return lines + (["    " + line.rstrip()] if line else [])


# C99 compilers need not accept literals of more than 4095 characters; all that are used do.
LONG_TEXTS = """#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Woverlength-strings"
#endif"""


class Writer:
    """Writes the C tables of a vendor."""

    def __init__(self, vendor, with_sources=True):
        self.v, self.with_sources = vendor, with_sources
        self.tables, self.macro = [], []

    def array(self, kind, name, rows, count=None):
        """Adds a table with one row a line; a row may be a pair of its text and a comment."""
        rows = [row if isinstance(row, tuple) else (row, None) for row in rows]
        if rows:
            self.add(f"{kind} {name}" + "[]" * ("[" not in name), name, [
                f"    {text}," + (f" /* {comment} */" if comment else "")
                for text, comment in rows], count and f".{count} = {len(rows)}")

    def numbers(self, kind, name, values):
        """Adds a table of numbers with many of them a line."""
        self.add(f"{kind} {name}[]", name, rows_of(values))

    def add(self, declared, name, lines, more=None):
        self.tables += [f"static const {declared} = {{", *lines, "};", ""]
        self.macro += [f".{name} = {name}", *([more] if more else [])]

    def text(self, name, literals):
        """Adds a text as a table."""
        self.tables += [f"static const char {name}[] =", *literals, ";", ""]
        self.macro.append(f".{name} = {name}")

    def texts(self):
        """Adds the names and families, each with its NUL. Returns where each of them begins."""
        v = self.v
        texts = [*v.own, *(r.own["family"] for r in v.architectures),
                 *(spelling(name, v.decorations) for name, _, _ in v.aliases if name)]
        whole, starts = shared_texts(texts)
        self.fits("characters of names", len(whole), 65535)
        self.text("texts", literals_of(whole))
        return dict(zip(texts, starts))

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
        variants = [v.models[name] for name in
                    collections.OrderedDict.fromkeys(p.variant for p in v.products
                                                     if p.variant in v.models)]
        models, lists, cites = Pool(), Pool(), Pool()
        texts = self.texts()
        described, first = [], {}
        for record in v.architectures + variants:
            notes = " | ".join(f"1u << {NOTES[n]}" for n in record.notes) or "0"
            row = tuple((key, n) for key, n in record.model.items() if key != "generation") + (
                ("lists", lists.add(tuple(tuple(record.lists[key]) for key in LISTS))),
                ("notes", notes), ("plain", int(record.fast_path)))
            described.append((models.add(row), cites.add(tuple(record.cited))))
            first.setdefault(row, record.section)
        self.array("struct gocc_model", "models", [
            ("{" + ", ".join(f".{key} = {value}" + ("u" if isinstance(value, int) else "")
                             for key, value in row if value not in (0, "0")) + "}", first[row])
            for row in models.rows])
        self.array("struct gocc_lists", "lists", map(self.list_row, lists.rows))
        self.array("struct gocc_cites", "cites", [
            "{{" + ", ".join(map(self.cite, row)) + "}}" for row in cites.rows])
        self.fits("models", len(models.rows), 256)
        self.fits("lists of models", len(lists.rows), 256)
        self.fits("sources of models", len(cites.rows), 256)
        vendor = f"GPUOCC_VENDOR_{v.name.upper()}"
        self.array("struct gocc_target", "targets", [
            (f"{{{{GOCC_TARGET, {vendor}, {record.model['generation']}}}, {described[i][0]}, "
             f"{described[i][1]}, " + (
                 f"{texts[record.name]}, {texts[record.own['family']]}}}"
                 if i < len(v.architectures) else "0, 0}"), record.section)
            for i, record in enumerate(v.architectures + variants)])
        self.macro.append(f".target_count = {len(v.architectures)}")
        variant = {record.section: i for i, record in enumerate(v.architectures + variants)}
        self.fits("architectures and variants", len(described), 256)
        rows, figure_cites = [], Pool()
        for p in v.products:
            figures = ", ".join(self.figure(key, p.figures[key]) for key in FIGURES)
            of = variant[p.variant] if p.variant else p.target
            generation = (v.architectures + variants)[of].model["generation"]
            rows.append((f"{{{{GOCC_PRODUCT, {vendor}, {generation}}}, {p.target}, {of}, "
                         f"{figure_cites.add(tuple(p.cited))}, {texts[p.name]}, {figures}}}",
                         p.name))
        self.fits("sources of figures", len(figure_cites.rows), 256)
        self.array("struct gocc_product", "products", rows, count="product_count")
        self.array("struct gocc_figure_cites", "figure_cites", [
            "{{" + ", ".join(map(self.cite, row)) + "}}" for row in figure_cites.rows])
        self.write_names(texts)
        self.write_ids()
        self.array("struct gocc_gpcs", "gpcs", [
            f"{{{i}, {self.cite(p.gpc_cite)}, {{" + ", ".join(
                map(str, p.gpcs + [LIST_END] * (len(p.gpcs) < GPCS))) + "}}"
            for i, p in enumerate(v.products) if p.gpc_cite], count="gpcs_count")
        self.array("struct gocc_constant", "constants", [
            f"{{{row['low'][0]}, {row['value'][0]}, {row['high'][0]}, "
            f"{row['constant']} + {row['basis']} * GPUOCC_CONSTANT_COUNT, {row['wave_size']}, "
            f"{self.cite(row['cite'])}}}"
            for row in v.latency])
        ends = {(row["from"], row["to"], row["wave_size"] != 0): i + 1
                for i, row in enumerate(v.latency)}
        self.array("struct gocc_constants_of", "constants_of", [
            f"{{{first}, {last}, {end}}}" for (first, last, _), end in ends.items()],
            count="constants_of_count")
        self.write_sources()
        extra = [(f"{{{i}, {p.number('calculator_slots', 1, 65535)}}}", p.name)
                 for i, p in enumerate(v.products) if "calculator_slots" in p.own]
        versions = [("{" + ", ".join([*text.split("."), str(i)]) + "}", r.name)
                    for i, r in enumerate(v.architectures)
                    for text in r.own.get("ip_versions", "").split()]
        for declared, rows in (("uint16_t gocc_{}_calculator_slots[][2]", extra),
                               ("uint8_t gocc_{}_versions[][3]", versions)):
            if rows:  # these are the vendor's own
                self.tables += [f"const {declared.format(v.name)} = {{",
                                *(f"    {row}, /* {name} */" for row, name in rows), "    {0},",
                                "};", ""]
        lines = [f"/* Written by devices/catalogue.py from the data in devices/{v.name}. */", "",
                 LONG_TEXTS, "", *self.tables,
                 "#define CATALOGUE \\", ", \\\n".join(f"    {text}" for text in self.macro)]
        return "\n".join(lines) + "\n"

    def figure(self, key, value):
        small = key in ("core_count", "min_core_count", "clock_mhz")
        if value == UNKNOWN:
            return "GOCC_UNKNOWN_SMALL" if small else "GPUOCC_UNKNOWN"
        self.fits(key, value, 0xfffe if small else UNKNOWN - 1)
        return f"{value}u" if value > 0x7fffffff else str(value)

    @staticmethod
    def list_row(lists):
        """Returns the lists of a model in C, each with its end. C fills a row with zeros."""
        return "{" + ", ".join(f".{key} = {{" + ", ".join(
            [*map(str, elements), *["GOCC_LIST_END"] * (len(elements) < LISTS[key][0])]) + "}"
            for key, elements in zip(LISTS, lists)) + "}"

    def write_coded(self, name, texts, every):
        """Adds coded texts. Returns where the first of each `every` texts begins."""
        coded = Coded(texts, every)
        data = coded.bytes()
        self.fits(f"bytes of coded {name}s", len(data), 65535)
        self.numbers("uint16_t", f"{name}_counts", coded.counts)
        self.numbers("uint8_t", f"{name}_bits", data)
        self.macro += [f".{name}_symbol_bits = {coded.symbol_bits}",
                       f".{name}_least_bits = {coded.least_bits}"]
        return coded.starts

    def write_names(self, texts):
        """Adds the names of targets and products and the aliases, in the order of their normalised
        spelling, with the row that each refers to."""
        v, rows = self.v, {}
        for kind, names in (("TARGET", v.architectures), ("PRODUCT", v.products)):
            for row, record in enumerate(names):
                rows.setdefault(spelling(record.name, v.decorations), []).append(
                    (texts[record.name], kind, row))
        for name, kind, row in v.aliases:
            spelled = spelling(name, v.decorations) if name else spelled
            if (kind, row) not in [of[1:] for of in rows.setdefault(spelled, [])]:
                rows[spelled].append((texts[spelled], kind, row))
        self.array("struct gocc_name", "names", [
            (f"{{{text}, {self.row(kind, row)}}}", spelled)
            for spelled, found in sorted(rows.items()) for text, kind, row in found],
            count="name_count")
        bits = 0
        for word in v.decorations:
            bits |= 1 << word_bit(word)
        self.macro += [f".decoration_bits = UINT64_C({bits:#x})",
                       f".pci_vendor = {v.pci_vendor:#x}"]
        self.array("struct gocc_word", "decorations", [
            f'{{"{word}"}}' for word in v.decorations + [""]])
        if v.endings:
            self.text("variants", [f'    "\\{len(word):03o}" "{word}"' for word in v.endings])
        if v.series:
            self.text("series", [f'    "{v.series}"'])

    def write_ids(self):
        """Adds the PCI ids: a row for each run of ids of one record."""
        v, runs = self.v, []
        for number, revision, kind, row in v.ids:
            if revision == ANY_REVISION:
                raise Wrong(v.name, None, None, f"revision {revision:02x} of {number:04x} stands "
                                                "for any: choose another in lib/device/model.h")
            last = runs[-1] if runs else None
            if last and last[1:] == [number, revision, kind, row]:
                last[1] += 1
            else:
                runs.append([number, number + 1, revision, kind, row])
        self.array("struct gocc_pci", "pci", [
            (f"{{{first:#06x}, {self.row(kind, row)}, {end - first}, " +
             ("GOCC_ANY_REVISION" if revision is None else f"{revision:#04x}") + "}",
             {"PRODUCT": v.products, "TARGET": v.architectures,
              "NONE": v.unmodelled}[kind][row].section)
            for first, end, revision, kind, row in runs], count="pci_count")

    def write_sources(self):
        v = self.v
        if not self.with_sources:
            return
        self.fits("sources", len(v.sources), 8191)
        self.numbers("uint16_t", "sources", self.write_coded(
            "source", [text for pair in v.sources.values() for text in pair], 2 * SOURCES))


def vendors(folder):
    """Returns the folders with data in alphabetical order."""
    return [name for name in sorted(os.listdir(folder))
            if os.path.exists(os.path.join(folder, name, "vendor.ini"))]


def check_words(all_vendors):
    """Checks that no name begins with a decoration that only another vendor has, because the search
    looks for such names in that vendor's tables only."""
    for vendor in all_vendors:
        for name in vendor.own + [n for n, _, _ in vendor.aliases if n is not None]:
            first = words_of(name)[0]
            of = [other.name for other in all_vendors if first in other.decorations]
            if len(of) == 1 and of[0] != vendor.name:
                raise Wrong(vendor.name, None, None, f'the name "{name}" begins with a word of '
                                                     f"{of[0]}")


def read(folder=FOLDER):
    """Reads and validates all vendors."""
    found = [Vendor(folder, name) for name in vendors(folder)]
    check_words(found)
    return found


def memories(folder=FOLDER):
    """Returns (value, low, high, devices) of each kind of memory: the latency in tenths of a ns,
    and the number of devices that it comes from."""
    sections, rows = ini(os.path.join(folder, "memory.ini"), "memory.ini"), {}
    for section, own in sections.items():
        record = Record("memory.ini", section, own)
        if section not in MEMORIES[1:] or set(own) != {"value", "low", "high", "devices"}:
            raise record.wrong(None, "it is no kind of memory with value, low, high and devices")
        figures = [decimal(record, key, own[key])[1] // 100 for key in ("value", "low", "high")]
        if not figures[1] <= figures[0] <= figures[2] <= 0xffff:
            raise record.wrong("value", "it is not between low and high")
        rows[section] = (*figures, record.number("devices", 1, 65535))
    for kind in MEMORIES[1:]:
        if kind not in rows:
            raise Wrong("memory.ini", kind, None, "it is missing")
    return rows


def memory_header(folder=FOLDER):
    """Returns the latencies of the kinds of memory and the numbers of their devices as C."""
    rows = memories(folder)
    lines = [f"    [GPUOCC_MEMORY_{kind.upper()}] = {{{value}, {low}, {high}}}, \\"
             for kind, (value, low, high, _) in rows.items()]
    names = {"gddr": "with GDDR", "hbm": "with HBM", "system": "with system memory"}
    counts = ", ".join(f"{rows[kind][3]} {name}" for kind, name in names.items())
    return "\n".join(["#define GOCC_MEMORIES { \\", *lines, "}",
                      f'#define GOCC_MEMORY_DEVICES "{counts}"']) + "\n"


def named_rows():
    """Returns (list, name, description) of the rows of lib/base/names.def and names_latency.def;
    the results are in lib/results/results.def."""
    found, texts = [], {}
    for name in ("results/results", "base/names", "base/names_latency"):
        with open(os.path.join(FOLDER, "..", "lib", *f"{name}.def".split("/")),
                  encoding="ascii") as file:
            texts[name] = file.read()
    results = re.sub(r"^RESULT\((\w+,\s*\S+,\s*\w+),\s*\w+,\s*\w+,", r"NAME(RESULTS, \1,",
                     texts["results/results"], flags=re.M)
    names = texts["base/names"].replace('#include "results/results.def"', results)
    for text in (names, texts["base/names_latency"]):
        rows = re.findall(r'^NAME\((\w+),\s*[^,]+,\s*"([^"]*)",\s*\w+,((?:\s*"[^"\\]*")+)\)',
                          text, re.M)
        found += [(of, name, "".join(re.findall('"(.*?)"', parts))) for of, name, parts in rows]
    return found


def shared_texts(texts):
    """Returns (the texts one after the other, each ended by a NUL, and where each one starts).
    Equal texts, and one that another one ends with, share their characters."""
    whole, starts = "", {}
    for text in sorted(set(texts), key=lambda text: (-len(text), text)):
        if f"{text}\0" not in whole:
            whole += f"{text}\0"
        starts[text] = whole.index(f"{text}\0")
    return whole, [starts[text] for text in texts]


def literals_of(whole):
    """Returns texts that each end with a NUL as C literals, one a line."""
    escaped = (text.replace("\\", "\\\\").replace('"', '\\"') for text in whole.split("\0")[:-1])
    return [f'    "{text}\\0"' for text in escaped]


def abouts():
    """Returns the first rows of the lists, the names and the descriptions in C."""
    lists, names, texts = zip(*named_rows())
    for text in texts:
        if len(text) > ABOUT_BYTES:
            raise Wrong("lib/base/names.def", None, None, f'"{text}" has {len(text)} characters, '
                                                          f"possible are {ABOUT_BYTES}")
    whole, starts = shared_texts(names + texts)
    firsts = {of: lists.index(of) for of in dict.fromkeys(lists)}
    tables = (("name_firsts", [0, *firsts.values(), len(lists)]),
              ("name_starts", starts[:len(names)]), ("about_starts", starts[len(names):]))
    return "\n".join(
        [f"#define GOCC_FIRST_{of} {first}u" for of, first in firsts.items()] +
        [f"#define GOCC_NAMED_ROWS {len(lists)}u", LONG_TEXTS,
         "static const char name_texts[] =", *literals_of(whole), ";"] +
        [line for name, numbers in tables for line in
         [f"static const uint16_t {name}[] = {{", *rows_of(numbers), "};"]]) + "\n"


def matrix(all_vendors):
    """Returns the rates of matrix instructions of all vendors in C, and their sources."""
    rows, sources = [], []
    for vendor in all_vendors:
        for row in vendor.matrix:
            lot = next((lot for lot in MATRIX_SETS if row["type"].startswith(lot)), "")
            kind = " + ".join(f"GPUOCC_CODE_MATRIX_{word.strip('_').upper()}"
                              for word in (row["type"][len(lot):], lot) if word)
            rows.append(f"    {{GPUOCC_VENDOR_{vendor.name.upper()}, {row['from']}, {row['to']}, "
                        f"{kind}, {row['rate'] if row['rate'] != UNKNOWN else 0}, "
                        f"{row['cite'][1]}, "
                        f"{len(sources) + row['cite'][0]}, \"{row['products']}\"}},")
        sources += vendor.matrix_sources
    return sourced_table("matrix", "struct matrix_rate rates", rows, sources)


def sourced_table(part, declared, rows, sources):
    return "\n".join([
        f"/* Written by devices/catalogue.py from the {part}.ini of each vendor. */", "",
        f"static const {declared}[] = {{", *rows, "};", "",
        "static const char *const sources[][2] = {",
        *(f"    {{{json.dumps(document)},\n     {json.dumps(remark)}}},"
          for document, remark in sources), "};"]) + "\n"


def processors(all_vendors):
    """Returns the GPUs inside of processors of all vendors in C, and their sources."""
    rows, sources = [], []
    for vendor in all_vendors:
        rows += ['    {"%s", "%s", "%s", %d, %d},' % (
            *(record.own[key] for key in ("series", "models", "gpu")), confidence,
            len(sources) + source) for record, (source, confidence) in vendor.processors]
        sources += vendor.processor_sources
    return sourced_table("processors", "struct processor processors", rows, sources)


def version(all_vendors):
    """Returns 31 bits of the SHA-256 of all records. Comments and white space do not change it."""
    text = "\n".join(f"{vendor.name} {part} [{section}] {key} = {value}"
                     for vendor in all_vendors for part in FILES
                     for section, own in vendor.raw[part].items() for key, value in own.items())
    folder = os.path.dirname(all_vendors[0].folder)
    text += "".join(f"\n{kind} {row}" for kind, row in memories(folder).items())
    return int(hashlib.sha256(text.encode("ascii")).hexdigest()[:8], 16) & 0x7fffffff


def write_all(folder):
    """Writes the files that the build writes: VENDOR/catalogue.inc, and generic/data_version.inc,
    generic/memory.inc and generic/abouts.inc."""
    found = read()
    files = {f"{vendor.name}/catalogue.inc": Writer(vendor).write() for vendor in found}
    files["generic/data_version.inc"] = version_header(found)
    files["generic/memory.inc"] = memory_header()
    files["generic/abouts.inc"] = abouts()
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
    parser.add_argument("--memory-header")
    parser.add_argument("--matrix")
    parser.add_argument("--processors")
    parser.add_argument("--abouts")
    options = parser.parse_args()
    try:
        if options.vendor:
            text = Writer(Vendor(options.folder, options.vendor), not options.without_sources)
            text = text.write()
            path = options.output
        elif options.memory_header:
            text, path = memory_header(options.folder), options.memory_header
        elif options.abouts:
            text, path = abouts(), options.abouts
        elif options.matrix:
            text, path = matrix(read(options.folder)), options.matrix
        elif options.processors:
            text, path = processors(read(options.folder)), options.processors
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
