# SPDX-License-Identifier: MIT
"""The rows of devices/*/*.def and of tests/data, and what a check of rows is."""
import csv
import os
import re


class Row:
    """One row of a table: its macro and its arguments as they are written."""

    def __init__(self, macro, args):
        self.macro, self.args = macro, args

    def text(self, at):
        return self.args[at].strip('"')

    def number(self, at):
        return int(self.args[at], 0)

    def __str__(self):
        return f"{self.macro}({', '.join(self.args)})"


def split(text):
    """Arguments at the commas that are neither within quotes nor within parentheses."""
    args, depth, quoted, arg = [], 0, False, ""
    for char in text:
        quoted ^= char == '"'
        depth += 0 if quoted else {"(": 1, ")": -1}.get(char, 0)
        if char == "," and not quoted and depth == 0:
            args.append(arg.strip())
            arg = ""
        else:
            arg += char
    return args + [arg.strip()]


def parse(text):
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    pattern = r'^([A-Z]+)\(((?:[^()"]|"[^"]*"|\([^()]*\))*)\)'
    return [Row(match[1], split(match[2])) for match in re.finditer(pattern, text, re.M)]


class Tree:
    """Reads tables and data of a source tree."""

    def __init__(self, root):
        self.root = root

    def table(self, path):
        with open(os.path.join(self.root, "devices", path + ".def"), encoding="utf-8") as file:
            return parse(file.read())

    def data(self, path):
        path = os.path.join(self.root, "tests", "data", path + ".csv")
        with open(path, encoding="utf-8") as file:
            return list(csv.DictReader(line for line in file if not line.startswith("#")))


    def elsewhere(self, vendor):
        """(name, kind, row) of the names that no recorded table has."""
        with open(os.path.join(self.root, "tests", "data", "names_elsewhere.tsv"),
                  encoding="utf-8") as file:
            lines = [line.rstrip("\n").split("\t") for line in file if line[0] != "#"]
        return {(f'"{name}"', kind, row) for of, name, kind, row, why in lines[1:]
                if of == vendor and why}


class Kind:
    """The rows of one macro of one table, and their second source.

    wrong(row)     what is wrong with a row by that source, None if nothing is
    missing(rows)  what the source has and the rows lack
    unused         arguments that state no fact: identifiers, citations, confidence
    """

    def __init__(self, table, macros, rows, wrong, missing=None, unused=()):
        self.table, self.macros = table, macros
        self.rows = [row for row in rows if row.macro in macros]
        self.wrong, self.missing, self.unused = wrong, missing, unused

    def fact(self, row):
        return tuple(arg for at, arg in enumerate(row.args) if at not in self.unused)

    def problems(self):
        found = [f"{row}: {text}" for row in self.rows for text in [self.wrong(row)] if text]
        facts = [self.fact(row) for row in self.rows]
        found += [f"{fact} twice" for fact in sorted(set(facts)) if facts.count(fact) > 1]
        return found + (self.missing(self.rows) if self.missing else [])


def bare(name):
    """Letters and digits alone, as the library compares names."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def words(name):
    """Its words, without those that names have or lack: makers, families, (R) and the like."""
    name = re.sub(r"\((r|tm)\)|®|™", " ", name.lower())
    name = re.sub(r"(?<=\d)(?=gb\b)", " ", name)
    skipped = {"nvidia", "geforce", "tesla", "amd", "ati", "radeon", "instinct", "intel",
               "graphics", "gpu", "laptop", "mobile", "data", "center", "series", "ryzen", "apple"}
    return [word for word in re.findall(r"[a-z0-9]+", name) if word not in skipped]


def with_same(rows):
    """(name, rows) for each ALIAS with the ALSO rows after it."""
    groups = []
    for row in rows:
        if row.macro == "ALIAS":
            groups.append((row.text(0), [Row("ALIAS", row.args)]))
        else:
            groups[-1][1].append(Row("ALSO", [groups[-1][1][0].args[0]] + row.args))
    return groups


def flat_aliases(rows):
    """ALIAS and ALSO rows, each with the name it is of."""
    return [row for _, group in with_same(rows) for row in group]
