#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that gpuocc_data_version() depends on the records of devices/memory.ini and
devices/*/*.ini: it changes with any value, and with nothing else. Usage: test_data_version.py
SOURCE_ROOT COMMAND"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

root, command = sys.argv[1], os.path.abspath(sys.argv[2])
sys.path[:0] = [os.path.join(root, "tests"), os.path.join(root, "devices")]
sys.dont_write_bytecode = True
import catalogue  # noqa: E402
from tap import done, ok  # noqa: E402

vendors = catalogue.read()
version = catalogue.version(vendors)
shown = subprocess.run([command, "--version"], capture_output=True, text=True).stdout
ok(shown.endswith(f", device data {version}\n"),
   f"the command has the records of version {version}", shown)
ok(0 < version < 1 << 31, "it has 31 bits")

# The first value of each key of each file, and each name of a record.
tried, same = 0, []
for vendor in vendors:
    alone = catalogue.version([vendor])
    for part, sections in vendor.raw.items():
        first = {}
        for section, own in sections.items():
            for key in own:
                first.setdefault(key, section)
        for key, section in first.items():
            own, tried = sections[section], tried + 1
            for other in (own[key] + "1", own[key][:-1]):
                value, own[key] = own[key], other
                if catalogue.version([vendor]) == alone:
                    same.append(f"{vendor.name}/{part}.ini [{section}] {key} = {other}")
                own[key] = value
        for section in list(sections)[-1:]:
            vendor.raw[part] = {name + "1" if name == section else name: own
                                for name, own in sections.items()}
            if catalogue.version([vendor]) == alone:
                same.append(f"{vendor.name}/{part}.ini [{section}1]")
            vendor.raw[part] = sections
ok(tried > 200 and not same, f"it changes with each of {tried} values", *same)
ok(catalogue.version(vendors) == version, "it is the same for the same records")

with tempfile.TemporaryDirectory() as folder:
    for name in catalogue.vendors(os.path.join(root, "devices")):
        shutil.copytree(os.path.join(root, "devices", name), os.path.join(folder, name))
    memory = shutil.copy(os.path.join(root, "devices", "memory.ini"), folder)
    paths = glob.glob(os.path.join(folder, "*", "*.ini")) + [memory]
    for path in paths:
        with open(path, encoding="ascii") as file:
            text = file.read()
        text = re.sub(r"^(\w+) = (?=\S)", r"\1   =  ", text, flags=re.M)
        text = re.sub(r"^(?=\[)", "# A remark.\n\n\n", text, flags=re.M)
        with open(path, "w", encoding="ascii") as file:
            file.write(re.sub(r"^# SPDX.*\n", "", text))
    found = catalogue.read(folder)
    ok(len(paths) > 15 and catalogue.version(found) == version,
       f"comments and white space in {len(paths)} files do not change it")
    with open(memory, encoding="ascii") as file:
        text = file.read()
    figures = [match.span(1) for match in re.finditer(r"^\w+ += +(\d+)$", text, re.M)]
    same = []
    for start, end in figures:
        with open(memory, "w", encoding="ascii") as file:
            file.write(text[:start] + str(int(text[start:end]) + 1) + text[end:])
        if catalogue.version(found) == version:
            same.append(text[start:end])
    ok(len(figures) == 12 and not same, f"it changes with {len(figures)} of the kinds of memory",
       *same)
done()
