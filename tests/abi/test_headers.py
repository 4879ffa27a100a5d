#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that the public headers compile, each alone, in the versions of C and C++, and contain
nothing that a binding could not express. Usage: test_headers.py SOURCE_ROOT"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

root = sys.argv[1]
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok, skip  # noqa: E402

FOLDER = os.path.join(root, "include", "gpuocc")
MODELS = os.path.join(root, "models", "include")
HEADERS = sorted(name for name in os.listdir(FOLDER) if name.endswith(".h")) + ["models.h"]
# Intentionally inline; without the API's header they contain little, but that must compile.
ADAPTERS = [f"{folder}/{name}" for folder in ("adapt", "compat")
            for name in sorted(os.listdir(os.path.join(FOLDER, folder)))]
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror", "-fsyntax-only",
          "-I", os.path.join(root, "include"), "-I", MODELS]
LANGUAGES = [("c", s) for s in ("c99", "c11", "c17")] + [
    ("c++", s) for s in ("c++98", "c++11", "c++14", "c++17", "c++20")]
ALONE = ("c99", "c17", "c++98", "c++20")
COMPILERS = {"c": ["gcc", "clang"], "c++": ["g++", "clang++"]}


def compiles(compiler, language, standard, text):
    with tempfile.NamedTemporaryFile("w", suffix=".c" if language == "c" else ".cc") as file:
        file.write(text)
        file.flush()
        warn = STRICT + (["-Wno-long-long"] if standard == "c++98" else [])
        return subprocess.run([compiler, "-x", language, "-std=" + standard, *warn, file.name],
                              capture_output=True, text=True)


for language, standard in LANGUAGES:
    for compiler in COMPILERS[language]:
        if shutil.which(compiler) is None:
            skip(f"headers as {standard} by {compiler}", f"no {compiler}")
            continue
        # Each alone in the oldest and the newest version, all in one file in those between.
        alone = standard in ALONE
        problems = []
        for headers in [[name] for name in HEADERS + ADAPTERS] if alone else [HEADERS + ADAPTERS]:
            # Twice, because a header needs an include guard.
            text = "".join(f'#include "gpuocc/{name}"\n' for name in headers) * 2
            run = compiles(compiler, language, standard, text + "extern int not_empty;\n")
            if run.returncode:
                problems.append(f"{', '.join(headers)}: {run.stderr}")
        ok(not problems, f"{len(HEADERS + ADAPTERS)} headers {'alone' if alone else 'together'} as "
                         f"{standard} by {compiler}", *problems)

# Constructs that binding generators or a stable layout cannot support.
FORBIDDEN = {
    "bool": r"\b_?[bB]ool\b", "long": r"\blong\b", "FILE": r"\bFILE\b", "union": r"\bunion\b",
    "variadic": r"\.\.\.", "inline": r"\binline\b", "bit-field": r"\buint\d+_t\s+\w+\s*:\s*\d",
    "callback": r"\(\s*\*\s*\w+\s*\)\s*\(", "double": r"\b(double|float)\b",
    "plain int": r"\b(int|unsigned|short|char)\b(?!\s*\*|\s+(?:subject|document|remark|unit)\[)",
}
# Time is not an integer: only these contain doubles.
DOUBLES = {"latency.h", "models.h", "schedule.h"}


def text_of(header):
    folder = os.path.join(MODELS, "gpuocc") if header == "models.h" else FOLDER
    with open(os.path.join(folder, header), encoding="utf-8") as file:
        return file.read()


for header in HEADERS:
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", text_of(header), flags=re.S)
    text = re.sub(r'"[^"\n]*"|^#.*$', "", text, flags=re.M)
    if header in DOUBLES:
        text = re.sub(r"\bdouble\b", "", text)
    found = [name for name, pattern in FORBIDDEN.items() if re.search(pattern, text)]
    ok(not found, f"{header} holds no forbidden construct", *found)

# A struct in the interface must begin with its size.
for header in HEADERS:
    text = re.sub(r"/\*.*?\*/", "", text_of(header), flags=re.S)
    for name, body in re.findall(r"typedef struct (\w+) \{(.*?)\}", text, flags=re.S):
        ok(re.match(r"\s*uint32_t size;", body) is not None, f"{name} has its size first")
done()
