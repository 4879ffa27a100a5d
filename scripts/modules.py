# SPDX-License-Identifier: MIT
"""Joins modules of JavaScript in one script, for the calculator page and the npm package."""
import os
import posixpath
import re
import sys

IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n|^import \* as (\w+) from '
                    r'"([^"]+)";\n', re.M)
EXPORT = re.compile(r"^export (?:async )?(?:function|const|let|class|var) ([\w$]+)|"
                    r"^export \{ (\w+) \};", re.M)


def join(main, read, outside=()):
    """Joins `main` and all modules that it imports, but those in `outside`: each becomes a function
    that returns its exports, and is called before those that import it. Names are paths from the
    root, of which `read` returns the text. Returns the script, in which the exports of `main` are
    those of m<number>, with this number, the names that it exports, and its imports from
    outside."""
    order, text = [], {}

    def path(name, other):
        return posixpath.normpath(posixpath.join(posixpath.dirname(name), other))

    def visit(name):
        if name in text or name in outside:
            return
        text[name] = source = read(name)
        for found in IMPORT.finditer(source):
            visit(path(name, found.group(2) or found.group(4)))
        order.append(name)

    visit(main)
    parts, kept = [], []
    ids = {other: "m" + str(i) for i, other in enumerate(order)}

    def imported(name, found):
        other = path(name, found.group(2) or found.group(4))
        if other in outside:
            kept.append(found.group(0))
            return ""
        return (f"const {{{found.group(1).replace(' as ', ': ')}}} = {ids[other]};\n"
                if found.group(2) else f"const {found.group(3)} = {ids[other]};\n")

    for name in order:
        source = text[name]
        exports = [one or other for one, other in EXPORT.findall(source)]
        source = IMPORT.sub(lambda found, name=name: imported(name, found), source)
        source = re.sub(r"^export \{[^}]*\};", "", source, flags=re.M)
        source = re.sub(r"^export ", "", source, flags=re.M)
        if re.search(r"^(import|export)\b", source, re.M):
            sys.exit(f"{name}: a form of import or export that scripts/modules.py does not know")
        source = re.sub(r"^\s*//.*\n|^\s*/\*[^@]*?\*/\n", "", source, flags=re.M)
        parts.append(f"const {ids[name]} = (() => {{\n{source}\n"
                     f"return {{ {', '.join(exports)} }};\n}})();\n")
    return "".join(parts), ids[main], exports, kept


def reader(root):
    def read(name):
        with open(os.path.join(root, name), encoding="utf-8") as file:
            return file.read()
    return read
