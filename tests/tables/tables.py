# SPDX-License-Identifier: MIT
"""Reads the records of devices/*/*.ini as rows of named facts, and defines a check of rows."""
import csv
import os
import re
import sys
import types

UNKNOWN = 0xffffffff
HEXADECIMAL = {"id": 4, "revision": 2}  # fields, and their number of digits


class Row(types.SimpleNamespace):
    """The facts of a record, or one of its names or ids: numbers, or texts ("" if there is
    none)."""

    def __str__(self):
        return ", ".join(f"{key}={value}" for key, value in vars(self).items())

    def facts(self):
        return tuple(vars(self).values())

    def but(self, field, value):
        """Returns the row with another value in one field."""
        return Row(**{**vars(self), field: value})


class Tree:
    """Reads the records and the recorded data of a source tree."""

    def __init__(self, root):
        self.root = root
        sys.path.insert(0, os.path.join(root, "devices"))
        import catalogue
        self.catalogue = catalogue
        self.vendors = {vendor.name: vendor for vendor in catalogue.read()}

    def confidences(self, cited, aspects):
        """Returns {"confidence_waves": "vendor", ...}."""
        return {"confidence_" + aspect: self.catalogue.CONFIDENCES[confidence - 1]
                for aspect, (_, confidence) in zip(aspects, cited)}

    def products(self, vendor):
        return [Row(name=record.section, architecture=record.own["architecture"],
                    model=record.own.get("model", ""), **record.figures,
                    **self.confidences(record.cited, self.catalogue.PRODUCT_ASPECTS))
                for record in self.vendors[vendor].products]

    def architectures(self, vendor, records=None):
        """Returns the architectures with all numbers and lists that the vendor's records have,
        including those from `like` and from defaults."""
        records = records or self.vendors[vendor].architectures
        keys = {key for own in self.vendors[vendor].raw["architectures"].values() for key in own}
        return [Row(name=record.section, like=record.own.get("like", ""),
                    family=record.own.get("family", ""), notes=" ".join(record.notes),
                    **{key: value for key, value in record.model.items() if key in keys},
                    **{key: "|".join(map(str, value)) for key, value in record.lists.items()
                       if key in keys},
                    **self.confidences(record.cited, self.catalogue.ARCHITECTURE_ASPECTS))
                for record in records]

    def with_names(self, vendor):
        """Returns the (kind, record) of all records that names and ids can belong to."""
        vendor = self.vendors[vendor]
        return [("product", record) for record in vendor.products] + \
            [("architecture", record) for record in vendor.architectures] + \
            [("unmodelled", record) for record in vendor.unmodelled]

    def names(self, vendor):
        """Returns the other names, each with its record; "board": a board of the record's
        architecture."""
        return [Row(name=name, kind="board" if key.endswith("boards") else kind,
                    record=record.section)
                for kind, record in self.with_names(vendor) for key in self.catalogue.TEXT_NAMES
                for name in record.names(key)]

    def ids(self, vendor):
        """Returns the PCI ids, each with its revision ("" for all others) and its record."""
        return [Row(id=f"{number:04x}", revision="" if revision is None else f"{revision:02x}",
                    kind=kind, record=record.section)
                for kind, record in self.with_names(vendor) for key in ("pci", "shared_pci")
                for number, revision in record.ids(key)]

    def data(self, path):
        path = os.path.join(self.root, "tests", "data", path + ".csv")
        with open(path, encoding="utf-8") as file:
            return list(csv.DictReader(line for line in file if not line.startswith("#")))

    def elsewhere(self, vendor):
        """Returns the (name, kind, record) of the names that no recorded table has."""
        with open(os.path.join(self.root, "tests", "data", "names_elsewhere.tsv"),
                  encoding="utf-8") as file:
            lines = [line.rstrip("\n").split("\t") for line in file if line[0] != "#"]
        return {(name, kind, record) for of, name, kind, record, why in lines[1:]
                if of == vendor and why}


class Kind:
    """The rows of one kind of one vendor, and their second source.

    wrong(row)     what is wrong with a row by that source, None if nothing is
    missing(rows)  what the source has and the rows lack
    unused         {field: the test that compares it, or why none does}
    """

    def __init__(self, name, rows, wrong, missing=None, unused=None):
        self.name, self.rows, self.unused = name, rows, unused or {}
        self.wrong, self.missing = wrong, missing

    def problems(self):
        found = [f"{row}: {text}" for row in self.rows for text in [self.wrong(row)] if text]
        facts = [row.facts() for row in self.rows]
        found += [f"{fact} twice" for fact in sorted(set(facts)) if facts.count(fact) > 1]
        return found + (self.missing(self.rows) if self.missing else [])


def lacking(wanted, rows):
    """Returns the names that the second source has and the rows lack."""
    return sorted(set(wanted) - {row.name for row in rows})


def lacking_names(wanted, rows):
    """Returns the other names in {record: names} that the rows lack."""
    have = {(row.name, row.record) for row in rows}
    return [f"no {name} of {record}" for record, names in wanted.items() for name in names
            if (name, record) not in have]


def confidences_of(rows):
    """Returns the confidences of rows as fields without a second source."""
    return {field: "of the document that the record names" for field in vars(rows[0])
            if field.startswith("confidence_")}


def differs(row, wanted):
    """Returns how a row differs from the expected values, None if it does not."""
    for field, value in wanted.items():
        if getattr(row, field) != value:
            return f"{field} is {value}"
    return None


def figure(text, factor=1):
    return int(float(text) * factor + 0.5) if text else UNKNOWN


def confidence(letter):
    """Returns the confidence that the recorded tables give as a letter."""
    return dict(A="vendor", B="two_sources", C="one_source", D="unverified")[letter]


def bare(name):
    """Returns only letters and digits, as the library compares names."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def words(name):
    """Returns the words of a name, without optional ones: makers, families, (R), (TM)."""
    name = re.sub(r"\((r|tm)\)|®|™", " ", name.lower())
    name = re.sub(r"(?<=\d)(?=gb\b)", " ", name)
    skipped = {"nvidia", "geforce", "tesla", "amd", "ati", "radeon", "instinct", "intel",
               "graphics", "gpu", "laptop", "mobile", "data", "center", "series", "ryzen", "apple"}
    return [word for word in re.findall(r"[a-z0-9]+", name) if word not in skipped]
