#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads the device data a second time, without devices/catalogue.py, and writes them as rows of
macros for the tests in C: read_data.py DEVICES_FOLDER OUTPUT_FOLDER WITH_SOURCES VENDOR...
WITH_SOURCES is "true", or "false" for the answers of a build with -Dsources=false.

Each VENDOR_rows.inc has the rows below; a macro that is not defined where the file is included has
no rows. KIND is TARGET, PRODUCT, BOARD or NONE, a record is the name of its section, a source the
number of its section in sources.ini. all_rows.inc includes each of them, between VENDOR_BEGINS and
VENDOR_ENDS where those are defined; TABLE is then the place of the vendor, VENDOR_NUMBER its enum
gpuocc_vendor, OF_VENDOR(x) a name with the vendor's before it, and PCI_VENDOR its number, 0 if it
has no ids.

  NAME(name, KIND, record)                       names of records, then other names
  PCI(id, revision, KIND, record)                the revision is ANY if it does not matter
  FIELD(KIND, record, FIELD, index, value)       enum gpuocc_device_field; every element of a list
  CITE(KIND, record, aspect, CONFIDENCE, source) enum gpuocc_confidence
  NOTES(record, generation, notes, fast)         notes: a set of enum gpuocc_note
  CONSTANT(constant, from, to, product, waves, low, value, high, CONFIDENCE, source)
  SOURCE(document, remark)
  VERSION(architecture, release, record)         of Intel's IP
  WORD(word)                                     that a name may lack or have"""
import configparser
import os
import re
import sys

MACROS = ("NAME", "PCI", "FIELD", "CITE", "NOTES", "CONSTANT", "SOURCE", "VERSION",
          "WORD")
NAMES = ("aliases", "shared_aliases", "boards", "shared_boards")
FIGURES = ("core_count", "min_core_count", "clock_mhz", "memory_mb_per_s", "l2_kib",
           "last_level_kib")
LISTS = ("shared_pool_sizes_kib", "shared_group_sizes_kib", "grf_counts", "waves_at_grf_count")
NUMBERS = ("generation", "wave_sizes", "default_wave_size", "max_threads_per_group",
           "max_groups_per_core", "partitions_per_core", "max_waves_per_partition",
           "registers_per_partition", "register_unit", "max_registers_per_thread",
           "max_registers_per_group", "max_accumulators_per_thread", "unified_accumulators",
           "scalar_registers_per_partition", "scalar_register_unit",
           "max_scalar_registers_per_wave", "fixed_scalar_registers_per_wave",
           "shared_pool_bytes", "max_shared_bytes_per_group", "default_shared_bytes_per_group",
           "shared_unit_bytes", "shared_reserved_bytes", "barriers_per_core",
           "virtual_resources_per_core", "cus_per_wgp", "dynamic_vgpr", "max_groups_per_cluster",
           "grf_bytes", "lanes_per_core", "max_groups_per_cluster_on_request",
           "max_clustered_groups_per_core")
OF_ARCHITECTURE = ("waves", "registers", "scalar_registers", "shared_memory", "shared_memory_unit",
                   "barriers", "other")


def aspect_of(key):
    """Returns the group of values that a value of an architecture belongs to."""
    for aspect, words in (("other", ("cluster", "lanes")), ("barriers", ("barrier", "virtual")),
                          ("scalar_registers", ("scalar",)),
                          ("registers", ("register", "accumulator", "grf", "vgpr")),
                          ("shared_memory", ("pool_bytes", "shared_bytes")),
                          ("shared_memory_unit", ("shared",))):
        if any(word in key for word in words):
            return aspect
    return "waves"


class Part:
    """A file of a vendor."""

    def __init__(self, folder, name):
        self.ini = configparser.RawConfigParser(delimiters="=", comment_prefixes="#",
                                                default_section="no default")
        self.ini.optionxform = str
        self.ini.read(os.path.join(folder, name + ".ini"), encoding="ascii")
        self.sections = [s for s in self.ini.sections() if s != "defaults"]

    def own(self, section, key):
        return " ".join(self.ini.get(section, key, fallback="").split())

    def value(self, section, key):
        """Returns the value of the section, otherwise that of the section in its `like`, otherwise
        the default; None if there is none."""
        while section:
            if self.ini.has_option(section, key):
                return self.own(section, key)
            section = self.own(section, "like")
        return self.own("defaults", key) if self.ini.has_option("defaults", key) else None

    def owner(self, section, key):
        """Returns the section that the value comes from: this one or one of those it is like; None
        for the default."""
        while section and not self.ini.has_option(section, key):
            section = self.own(section, "like")
        return section or None

    def overrides(self, section, aspect):
        """Whether the section has another value of the aspect than the one it is like."""
        like = self.own(section, "like")
        return like and any(aspect_of(key) == aspect and
                            self.own(section, key) != self.value(like, key)
                            for key in NUMBERS[1:] + LISTS if self.ini.has_option(section, key))

    def of_aspect(self, section, key, aspect):
        first, one = section, f"{key}.{aspect}"
        while section:
            if self.ini.has_option(section, one):
                return self.own(section, one)
            if self.overrides(section, aspect):
                return self.own(section, key)
            section = self.own(section, "like")
        if self.ini.has_option("defaults", one):
            return self.own("defaults", one)
        return self.value(first, key)


def number(text):
    if text == "unknown":
        return "GPUOCC_UNKNOWN"
    if text.endswith(" KiB"):
        return str(1024 * int(text[:-4]))
    return str(int(text, 0))


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def letters(name):
    return re.sub("[^a-z0-9]", "", name.lower())


class Vendor:
    def __init__(self, folder, with_sources):
        self.with_sources = with_sources
        self.parts = {name: Part(folder, name)
                      for name in ("vendor", "sources", "architectures", "products", "latency")}
        chips, products = self.parts["architectures"], self.parts["products"]
        self.targets = [s for s in chips.sections if s.split()[0] not in ("model", "unmodelled")]
        none = [s for s in chips.sections if s.split()[0] == "unmodelled"]
        self.owners = [("PRODUCT", products, s) for s in products.sections] + \
            [("TARGET", chips, s) for s in self.targets] + [("NONE", chips, s) for s in none]
        self.lines = []
        for write in (self.names, self.ids, self.numbers, self.constants,
                      self.memories, self.rest):
            write()

    def row(self, macro, *values):
        self.lines.append(f"{macro}({', '.join(map(str, values))})")

    def names(self):
        for section in self.targets:
            self.row("NAME", quoted(section), "TARGET", quoted(section))
        for section in self.parts["products"].sections:
            self.row("NAME", quoted(section), "PRODUCT", quoted(section))
        others = {}
        for kind, part, section in self.owners:
            for key in NAMES:
                for name in filter(None, map(str.strip, part.own(section, key).split(","))):
                    others.setdefault(letters(name), []).append(
                        (quoted(name), "BOARD" if "boards" in key else kind, quoted(section)))
        for rows in others.values():
            for _, kind, section in rows:
                self.row("NAME", rows[0][0], kind, section)

    def ids(self):
        rows = []
        for order, (kind, part, section) in enumerate(self.owners):
            for key in ("pci", "shared_pci"):
                for text in part.own(section, key).replace(",", " ").split():
                    ids, _, revision = text.partition(":")
                    first, _, last = ids.partition("-")
                    for one in range(int(first, 16), int(last or first, 16) + 1):
                        rows.append((one, int(revision or "-1", 16), order, kind, section))
        for one, revision, _, kind, section in sorted(rows):
            self.row("PCI", hex(one), "ANY" if revision < 0 else hex(revision), kind,
                     quoted(section))

    def cite(self, part, section, aspect):
        sources = self.parts["sources"].sections
        return ("GPUOCC_CONFIDENCE_" + part.of_aspect(section, "confidence", aspect).upper(),
                sources.index(part.of_aspect(section, "source", aspect)))

    def fields(self, kind, section, row):
        """Writes the core fields of an architecture, or of a product from its section or its
        model."""
        chips = self.parts["architectures"]
        for key in NUMBERS:
            text = chips.value(row, key) or "0"
            if key == "wave_sizes":
                text = str(sum(map(int, text.split())))
            self.row("FIELD", kind, section, "GPUOCC_DEVICE_" + key.upper(), 0, number(text))
        for key in LISTS:
            for at, text in enumerate((chips.value(row, key) or "").split()):
                self.row("FIELD", kind, section, "GPUOCC_DEVICE_" + key.upper(), at, text)
        for aspect in OF_ARCHITECTURE:
            self.row("CITE", kind, section, quoted(aspect), *self.cite(chips, row, aspect))

    def numbers(self):
        chips, products = self.parts["architectures"], self.parts["products"]
        for section in self.targets:
            self.fields("TARGET", quoted(section), section)
            notes = " | ".join(f"1u << GPUOCC_NOTE_{note.upper()}"
                               for note in (chips.value(section, "notes") or "").split())
            self.row("NOTES", quoted(section), number(chips.value(section, "generation")),
                     notes or 0, int(chips.value(section, "fast_path") != "no"))
            for text in chips.own(section, "ip_versions").split():
                self.row("VERSION", *text.split("."), quoted(section))
        for section in products.sections:
            name = quoted(section)
            self.fields("PRODUCT", name, products.own(section, "model") or
                        products.own(section, "architecture"))
            for key in FIGURES:
                text = products.value(section, key)
                if text is None and key == "min_core_count":
                    text = products.value(section, "core_count")
                self.row("FIELD", "PRODUCT", name, "GPUOCC_DEVICE_" + key.upper(), 0,
                         number(text or "unknown"))
            for at, text in enumerate(products.own(section, "cores_per_gpc").split()):
                self.row("FIELD", "PRODUCT", name, "GPUOCC_DEVICE_CORES_PER_GPC", at, text)
            for aspect in ("cores", "clocks", "caches") + (
                    ("gpcs",) if products.own(section, "cores_per_gpc") else ()):
                self.row("CITE", "PRODUCT", name, quoted(aspect),
                         *self.cite(products, section, aspect))

    def constants(self):
        part, chips = self.parts["latency"], self.parts["architectures"]
        for section in part.sections:
            kind, _, resource = part.own(section, "constant").partition("_")
            constant = "GPUOCC_CONSTANT_" + part.own(section, "constant").upper()
            if kind in ("latency", "rate", "distance"):
                constant = f"GPUOCC_CONSTANT_{kind.upper()} + GPUOCC_RESOURCE_{resource.upper()}"
            ends = [part.own(section, key) for key in ("first", "last")]
            ends = [chips.value(end, "generation") if chips.ini.has_section(end) else end or "0"
                    for end in ends]
            product = part.own(section, "product")
            value = part.own(section, "value")
            self.row("CONSTANT", constant, *map(number, ends),
                     quoted(product) if product else "NULL",
                     part.own(section, "wave_size") or 0, part.own(section, "low") or value, value,
                     part.own(section, "high") or value, *self.cite(part, section, "all"))

    def memory(self, part, section, product, generation):
        owner = part.owner(section, "memory")
        value = {"gddr": 1, "hbm": 2, "system": 3}[part.own(owner, "memory")] if owner else 0
        if value:
            confidence = part.own(owner, "confidence.memory") or "one_source"
            self.row("CONSTANT", "GPUOCC_CONSTANT_MEMORY", generation, generation, product, 0,
                     value, value, value, "GPUOCC_CONFIDENCE_" + confidence.upper(),
                     self.parts["sources"].sections.index("l-memory"))

    def memories(self):
        chips, products = self.parts["architectures"], self.parts["products"]
        for section in products.sections:
            self.memory(products, section, quoted(section), 0)
        first = {number(chips.value(section, "generation")): section
                 for section in reversed(self.targets)}
        for generation, section in first.items():
            self.memory(chips, section, "NULL", generation)

    def rest(self):
        sources = self.parts["sources"]
        for section in sources.sections:
            document, remark = sources.own(section, "document"), sources.own(section, "remark")
            if not self.with_sources:
                document, remark = "this build has no sources", ""
            self.row("SOURCE", quoted(document), quoted(remark))
        for word in self.parts["vendor"].own("vendor", "name_decorations").split():
            self.row("WORD", quoted(word))

    def pci_vendor(self):
        return self.parts["vendor"].own("vendor", "pci_vendor") or "0"


ALL = """#define TABLE {table}
#define VENDOR_NUMBER GPUOCC_VENDOR_{upper}
#define OF_VENDOR(x) {name}_##x
#define PCI_VENDOR {pci}
VENDOR_BEGINS
#include "{name}_rows.inc"
VENDOR_ENDS
#undef TABLE
#undef VENDOR_NUMBER
#undef OF_VENDOR
#undef PCI_VENDOR
"""


def bracket(macros, parameters):
    """What stands before and after rows: macros that are not defined are empty there."""
    return ("".join(f"#ifndef {m}\n#define {m}{parameters}\n#define NO_{m}\n#endif\n"
                    for m in macros),
            "".join(f"#ifdef NO_{m}\n#undef {m}\n#undef NO_{m}\n#endif\n" for m in macros))


def write(path, *texts):
    with open(path, "w", encoding="ascii") as file:
        file.write("\n".join(texts))


def main():
    folder, output, with_sources = sys.argv[1:4]
    before, after = bracket(MACROS, "(...)")
    every = []
    for table, name in enumerate(sys.argv[4:]):
        vendor = Vendor(os.path.join(folder, name), with_sources == "true")
        write(os.path.join(output, name + "_rows.inc"), before, *vendor.lines, after)
        every.append(ALL.format(table=table, name=name, upper=name.upper(),
                                pci=vendor.pci_vendor()))
    before, after = bracket(("VENDOR_BEGINS", "VENDOR_ENDS"), "")
    write(os.path.join(output, "all_rows.inc"), before, *every, after)


main()
